/** Jobs of the payment sandbox, which deliver its webhook messages and catch up with the clock. */
import { z } from 'zod';
import { deliver, type WebhookPlace } from '../../outside/payments/sandbox/deliver.server.ts';
import { handle, hourlyQueue, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';

const Message = z.object({ payload: z.string() });

/** Retried for up to three days, as Stripe does. */
export const SEND_PAYMENT_MESSAGE: Queue<z.infer<typeof Message>> = {
  name: 'send-payment-message',
  payload: Message,
  encrypted: true,
  retry: { retryLimit: 13, retryDelay: 15, expireInSeconds: 60 },
};

export const KEEP_SANDBOX_PAYMENTS = hourlyQueue('keep-sandbox-payments', 600);

/** Drops queued messages if `sandbox` is undefined. */
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
