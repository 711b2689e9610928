import { sql } from 'kysely';
import type { Clock } from '../../outside/clock.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import type { Transaction, UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { CANCEL_SUBSCRIPTION } from './queues.server.ts';
import type { Standing } from './standing.ts';

type Row = {
  status: Standing['status'];
  plan_ends: Date | null;
  plan: string | null;
  state: Standing['state'];
  paid_until: Date | null;
  ends_at: Date | null;
  owed_since: Date | null;
  seats_due: string | null;
  card: Standing['card'];
  managed: boolean | null;
};

export async function readStanding(db: UserDb, now: Date): Promise<Standing> {
  const { rows } = await sql<Row>`
    select st.status, nullif(st.plan_ends, 'infinity') as plan_ends, s.*
    from app.standing(${now}) st cross join app.own_subscription() s where st.user_id = app.user_id()`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('unauthenticated');
  const instant = (at: Date | null) => at?.toISOString() ?? null;
  return {
    status: row.status,
    plan: row.plan,
    state: row.state,
    paidUntil: instant(row.paid_until),
    endsAt: instant(row.ends_at),
    owedSince: instant(row.owed_since),
    accessEnds: instant(row.plan_ends),
    seatsDue: row.seats_due,
    card: row.card,
    managed: row.managed ?? false,
  };
}

type Ids = { provider: string; subscriptionId: string | null; checkoutId: string | null };

type StoredSubscription = {
  provider: string | null;
  customer_id: string | null;
  subscription_id: string | null;
  state: Standing['state'];
  checkout_id: string | null;
};

/** Returns the state and the provider's ids of the caller's subscription. */
export async function currentSubscription(db: UserDb): Promise<StoredSubscription | undefined> {
  const { rows } = await sql<StoredSubscription>`
    select provider, customer_id, subscription_id, state, checkout_id from subscriptions where user_id = app.user_id()`.execute(
    db,
  );
  return rows[0];
}

/** Queues a job that cancels the subscription and closes the checkout. */
export async function cancelLater(jobs: Jobs, now: Date, ids: Ids, within: Transaction): Promise<void> {
  const job = { ...ids, since: now.toISOString(), tries: 0 };
  await jobs.send(CANCEL_SUBSCRIPTION, job, { final: true, within });
}

/** Queues the cancellation of the plan and of an open checkout, before the account is deleted. */
export async function cancelAll(db: UserDb, { jobs, clock }: { jobs: Jobs; clock: Clock }): Promise<void> {
  const { provider, subscription_id, state, checkout_id } = (await currentSubscription(db)) ?? {};
  const subscriptionId = state === 'ended' ? null : (subscription_id ?? null);
  if (!provider || !(subscriptionId || checkout_id)) return;
  await cancelLater(jobs, clock.now(), { provider, subscriptionId, checkoutId: checkout_id ?? null }, db);
}
