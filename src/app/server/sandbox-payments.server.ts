/** The sandbox of payments at work: its messages are brought by a job, and time passes for its subscriptions. */
import { z } from 'zod';
import { deliver, type WebhookPlace } from '../../outside/payments/sandbox/deliver.server.ts';
import { handle, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';

const Message = z.object({ payload: z.string() });

/** Tried for three days, as Stripe does. */
export const SEND_PAYMENT_MESSAGE: Queue<z.infer<typeof Message>> = {
  name: 'send-payment-message',
  payload: Message,
  encrypted: true,
  retry: { retryLimit: 13, retryDelay: 15, expireInSeconds: 60 },
};

export const KEEP_SANDBOX_PAYMENTS: Queue = {
  name: 'keep-sandbox-payments',
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 600 },
};

/** Without a sandbox what is left of one is dropped. */
export function sandboxPaymentJobs(
  sandbox: { webhook: WebhookPlace; catchUp(): Promise<void> } | undefined,
): QueueHandler[] {
  return [
    handle(SEND_PAYMENT_MESSAGE, async ({ payload }) => {
      if (sandbox) await deliver(payload, sandbox.webhook);
    }),
    handle(KEEP_SANDBOX_PAYMENTS, async () => sandbox?.catchUp()),
  ];
}
