import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../outside/clock.ts';
import type { Payments } from '../../outside/payments/payments.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { retryUntilDone } from '../../server/jobs/retry-until-done.server.ts';
import { CANCEL_SUBSCRIPTION, READ_SUBSCRIPTION, REFRESH_SUBSCRIPTIONS } from '../subscription/queues.server.ts';
import { readSubscription } from './subscription.server.ts';

type Plan = {
  /** Undefined if no payment provider is configured. */
  payments: Payments | undefined;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  appUrl: string;
  /** Lazy, because `Jobs` is created from these handlers. */
  jobs: () => Jobs;
};

const CANCELLING = { failed: 'A subscription could not be cancelled', byHand: 'cancel it by hand' };

export function billingJobs(plan: Plan): QueueHandler[] {
  const { pool, clock, log, appUrl, jobs } = plan;
  const at = (provider: string) => {
    if (plan.payments?.provider !== provider) throw new Error(`${provider} is not configured on this server`);
    return plan.payments;
  };
  const billing = (payments: Payments) => ({ payments, pool, clock, log, appUrl, jobs: jobs() });
  return [
    handle(READ_SUBSCRIPTION, async ({ provider, subscriptionId, customerId }) => {
      const id = subscriptionId ?? (customerId && (await subscriptionOf(pool, provider, customerId)));
      if (id) await readSubscription(billing(at(provider)), id);
    }),
    handle(CANCEL_SUBSCRIPTION, (job) =>
      retryUntilDone({ queue: CANCEL_SUBSCRIPTION, jobs: jobs(), clock, log, ...CANCELLING }, job, async () => {
        const { provider, checkoutId, subscriptionId } = job;
        const payments = at(provider);
        if (checkoutId) await payments.abandon(checkoutId);
        // The checkout may have been paid before it was closed.
        const paid = checkoutId ? await payments.paidBy(checkoutId) : null;
        for (const id of new Set([paid, subscriptionId])) if (id) await payments.cancel(id);
      }),
    ),
    handle(REFRESH_SUBSCRIPTIONS, async () => {
      const { payments } = plan;
      if (payments) await refreshSubscriptions(billing(payments));
    }),
  ];
}

/** Needed for webhooks without a subscription id. */
async function subscriptionOf(pool: pg.Pool, provider: string, customer: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string | null }>('select app.subscription_of($1, $2) as id', [
    provider,
    customer,
  ]);
  return rows[0]?.id ?? null;
}

type Due = { subscription: string | null; checkout: string | null };

async function refreshSubscriptions(billing: Parameters<typeof readSubscription>[0]): Promise<void> {
  const { payments, pool, clock, log } = billing;
  const { rows } = await pool.query<Due>(
    'select subscription, checkout from app.due_payment_work($1) where payer = $2',
    [clock.now(), payments.provider],
  );
  for (const { subscription, checkout } of rows) {
    try {
      const paid = checkout ? await payments.paidBy(checkout) : null;
      for (const id of new Set([paid, subscription])) if (id) await readSubscription(billing, id);
    } catch (error) {
      // A failure must not stop the other subscriptions. The next try is in an hour.
      log.warn({ err: error, subscription, checkout }, 'A subscription could not be read');
    }
  }
}
