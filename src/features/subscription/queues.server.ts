/** The queues of paid plans. A file of its own: migrations and other features need these, and nothing of what does their work. */
import { z } from 'zod';
import type { Queue } from '../../server/jobs/queue.server.ts';

const ReadSubscription = z.object({
  provider: z.string(),
  subscriptionId: z.string().nullable(),
  /** Where the message names the customer alone. */
  customerId: z.string().nullish(),
});

/** After a message of the provider's: the message says only that there is something to read. */
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

/** The provider's ids alone: it outlives the account that paid. */
export const CANCEL_SUBSCRIPTION: Queue<z.infer<typeof CancelSubscription>> = {
  name: 'cancel-subscription',
  payload: CancelSubscription,
  encrypted: true,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 120 },
};

/** Reads what no message came of. */
export const KEEP_SUBSCRIPTIONS: Queue = {
  name: 'keep-subscriptions',
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 600 },
};
