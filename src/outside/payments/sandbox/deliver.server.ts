/** Sends a sandbox event to this server's webhook as Stripe does: signed, over HTTP. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Stripe } from 'stripe';

export type WebhookPlace = {
  /** URL of the webhook at the address on which this server listens. */
  url: string;
  /** Host header that this server accepts. */
  host: string;
  webhookSecret: string;
};

const TIMEOUT_MS = 10_000;

/** Rejects unless the response is 2xx, so that the job is retried. */
export async function deliver(payload: string, { url, host, webhookSecret: secret }: WebhookPlace): Promise<void> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  // fetch does not allow a custom Host header.
  const clientRequest = request(url, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json', 'stripe-signature': signature },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  clientRequest.end(payload);
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
  answer.resume();
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`The webhook returned ${status}`);
}
