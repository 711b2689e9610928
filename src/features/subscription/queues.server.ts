/** Separate from the jobs, because migrations and other features import the queues. */
import { z } from 'zod';
import { hourlyQueue, type Queue } from '../../server/jobs/queue.server.ts';

const ReadSubscription = z.object({
  provider: z.string(),
  subscriptionId: z.string().nullable(),
  /** Set for webhooks without a subscription id. */
  customerId: z.string().nullish(),
});

/** Queued by the webhook, whose content is not trusted. */
export const READ_SUBSCRIPTION: Queue<z.infer<typeof ReadSubscription>> = {
  name: 'read-subscription',
  payload: ReadSubscription,
  retry: { retryLimit: 10, retryDelay: 5, expireInSeconds: 120 },
};

const CancelSubscription = z.object({
  provider: z.string(),
  subscriptionId: z.string().nullable(),
  checkoutId: z.string().nullable(),
  since: z.iso.datetime(),
  tries: z.int(),
});

/** The payload has only the provider's ids, since the job outlives the account. */
export const CANCEL_SUBSCRIPTION: Queue<z.infer<typeof CancelSubscription>> = {
  name: 'cancel-subscription',
  payload: CancelSubscription,
  encrypted: true,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 120 },
};

/** Finds changes for which no webhook arrived. */
export const REFRESH_SUBSCRIPTIONS = hourlyQueue('keep-subscriptions', 600);

/** Checks the seats of an account, and hourly those of all accounts with several people. */
export const SETTLE_SEATS: Queue<{ userId?: string }> = {
  name: 'settle-seats',
  payload: z.object({ userId: z.string().exactOptional() }),
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 900 },
};
