/** Brings a message of the sandbox to our own webhook as Stripe would: signed, over HTTP. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Stripe } from 'stripe';

export type WebhookPlace = {
  /** Where this server listens. */
  url: string;
  /** What this server calls itself: it answers to no other name. */
  host: string;
  webhookSecret: string;
};

const TIMEOUT_MS = 10_000;

/** Rejects where the answer is not 2xx: then it is brought again later. */
export async function deliver(payload: string, { url, host, webhookSecret: secret }: WebhookPlace): Promise<void> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  // Not by fetch, which allows no Host of ours.
  const sent = request(url, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json', 'stripe-signature': signature },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  sent.end(payload);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}`);
}
