/** Sends a sandbox message to our webhook like Stripe: signed, over HTTP. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Stripe } from 'stripe';

export type WebhookPlace = {
  /** Address this server listens on. */
  url: string;
  /** The only Host header this server accepts. */
  host: string;
  webhookSecret: string;
};

const TIMEOUT_MS = 10_000;

/** Rejects unless the response is 2xx; the job then retries. */
export async function deliver(payload: string, { url, host, webhookSecret: secret }: WebhookPlace): Promise<void> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  // fetch does not allow a custom Host header.
  const sent = request(url, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json', 'stripe-signature': signature },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  sent.end(payload);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`The webhook returned ${status}`);
}
