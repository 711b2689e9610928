/** The provider is never called inside a transaction. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../outside/clock.ts';
import { PaymentError, type Payments } from '../../outside/payments/payments.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { SETTLE_SEATS } from '../subscription/queues.server.ts';
import { cancelLater, currentSubscription as held } from '../subscription/standing.server.ts';
import { type BackFrom, type CheckoutRequest, firstPayment, PLANS_PATH } from './subscription.ts';

export type Billing = { payments: Payments; pool: pg.Pool; clock: Clock; log: Logger; jobs: Jobs; appUrl: string };

type Run = <T>(work: (db: UserDb) => Promise<T>) => Promise<T>;

const back = (appUrl: string, from: BackFrom) => `${appUrl}${PLANS_PATH}?back=${from}`;

/** Turns a provider error into an AppError. */
export function paymentFailed(error: unknown): unknown {
  return error instanceof PaymentError ? new AppError('payment_failed', { cause: error }) : error;
}

type Begun = { key: string; same: string | null; other: string | null };

/** Returns the URL of the payment page. Throws `invalid_input`, `already_subscribed` or PaymentError. */
export async function beginCheckout(billing: Billing, run: Run, { priceId, customerEmail }: CheckoutRequest) {
  const { payments, clock, appUrl } = billing;
  const { person, customer, firstPaymentAt, begun } = await run(async (db) => {
    const profile = await db.selectFrom('profiles').select(['id', 'email', 'trial_end_date']).executeTakeFirstOrThrow();
    if (profile.email.toLowerCase() !== customerEmail.trim().toLowerCase())
      throw new AppError('invalid_input', {
        message: 'Use your own account’s email address to subscribe.',
        fields: { customerEmail: 'Use your account’s email address' },
      });
    const subscription = await held(db);
    const { state, customer_id, provider } = subscription ?? {};
    if (state === 'active' || state === 'past_due' || state === 'paused') throw new AppError('already_subscribed');
    const payer = customer_id && provider === payments.provider ? { id: customer_id } : { email: profile.email };
    const first = firstPayment(profile.trial_end_date, clock.now());
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([priceId, payer, first]))
      .digest('hex');
    const { rows } = await sql<Begun>`select * from app.begin_checkout(${payments.provider}, ${fingerprint})`.execute(
      db,
    );
    const [checkout] = rows;
    if (!checkout) throw new Error('PostgreSQL did not begin the checkout');
    return { person: profile, customer: payer, firstPaymentAt: first, begun: checkout };
  });
  await assertNotPaidElsewhere(billing, begun);
  const save = (id: string | null) => run((db) => saveCheckout(db, begun.key, id));
  const request = {
    landlordId: person.id,
    plan: priceId,
    customer,
    firstPaymentAt,
    successUrl: back(appUrl, 'paid'),
    cancelUrl: back(appUrl, 'left'),
    key: begun.key,
  };
  const checkout = await payments.checkout(request).catch(async (error: unknown) => {
    // The provider would repeat the failure for the same idempotency key.
    await save(null);
    throw error;
  });
  const saved = await save(checkout.id).catch(async (error: unknown) => {
    await payments.abandon(checkout.id);
    throw error;
  });
  if (!saved) {
    await payments.abandon(checkout.id);
    throw new AppError('already_subscribed', {
      message: 'You have chosen a plan in another tab. Pay there.',
    });
  }
  return { url: checkout.url };
}

/** Closes a checkout with other terms. Throws `already_subscribed` if an earlier checkout has been paid. */
async function assertNotPaidElsewhere(billing: Billing, { same, other }: Begun): Promise<void> {
  const { payments } = billing;
  if (other) await payments.abandon(other);
  const earlier = same ?? other;
  const paid = earlier && (await payments.paidBy(earlier));
  if (!paid) return;
  await readSubscription(billing, paid);
  throw new AppError('already_subscribed');
}

async function saveCheckout(db: UserDb, key: string, id: string | null): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean | null }>`select app.save_checkout(${key}, ${id}) as kept`.execute(db);
  return rows[0]?.kept ?? false;
}

/** Returns the URL of the provider's billing portal. Throws `not_found` without a plan, or PaymentError. */
export async function openPortal({ payments, appUrl }: Billing, run: Run): Promise<{ url: string }> {
  const subscription = await run(held);
  if (!subscription?.customer_id) throw new AppError('not_found', { message: 'You do not have a plan yet.' });
  return payments.portal({ customerId: subscription.customer_id, returnUrl: back(appUrl, 'portal') });
}

/** Refreshes the subscription without waiting for the webhook. */
export async function refreshSubscription(billing: Billing, run: Run): Promise<void> {
  const { checkout_id, subscription_id, provider } = (await run(held)) ?? {};
  const paid = checkout_id ? await billing.payments.paidBy(checkout_id) : null;
  const id = paid ?? (provider === billing.payments.provider ? subscription_id : null);
  if (id) await readSubscription(billing, id);
}

const MAX_READINGS = 5;

type StoredRecord = { outcome: 'kept' | 'again' | 'unknown' | 'other'; surplus: string | null; account: string | null };

/** Reads a subscription from the provider and stores it. Safe to retry. */
export async function readSubscription(billing: Billing, id: string): Promise<void> {
  const { payments, pool, clock, log, jobs } = billing;
  const { provider } = payments;
  for (let time = 0; time < MAX_READINGS; time++) {
    const before = await pool.query<{ count: string }>('select app.subscription_readings($1, $2) as count', [
      provider,
      id,
    ]);
    const current = await payments.subscription(id);
    // The server may have the keys of another provider account, which must not end anyone's plan.
    if (!current) return log.error({ subscription: id }, 'The payment provider has no such subscription');
    const values = [before.rows[0]?.count, clock.now(), JSON.stringify({ ...current, provider })];
    // Jobs are queued in the same transaction, as the next reading no longer finds a replaced plan.
    const outcome = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<StoredRecord>('select * from app.save_subscription($1, $2, $3)', values);
      const { surplus = null, account = null, ...saved } = rows[0] ?? { outcome: 'again' as const };
      if (surplus) {
        log.error({ subscription: surplus }, 'A landlord bought two plans; one was cancelled: refund it by hand');
        await cancelLater(jobs, clock.now(), { provider, subscriptionId: surplus, checkoutId: null }, client);
      }
      if (account) await jobs.send(SETTLE_SEATS, { userId: account }, { about: [account], within: client });
      return saved.outcome;
    });
    if (outcome === 'unknown') log.warn({ subscription: id }, 'A subscription does not belong to a landlord here');
    if (outcome !== 'again') return undefined;
  }
  throw new Error('A subscription was repeatedly updated by other readers');
}
