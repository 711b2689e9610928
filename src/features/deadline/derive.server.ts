/** Derives the deadlines of properties whose facts changed: in the transaction that saves them, or in a job. */
import { sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { handle, hourlyQueue, inTurn, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf, type UserDb } from '../../server/session/with-user.server.ts';
import { deriveDeadlines, RULES_VERSION } from './rules/all.ts';
import type { Home } from './rules/facts.ts';

/** Maximum properties per transaction. A job, which is queued at once, derives the rest. */
const BATCH_SIZE = 200;
/** Maximum properties that the job marks as outdated before it derives them. */
const MARK_BATCH_SIZE = 5_000;

export const DERIVE_DEADLINES = hourlyQueue('derive-deadlines');
/** Derives the deadlines of properties that are still marked, for example after a failure. */
export const DERIVE_STALE: Queue = {
  name: 'derive-stale-deadlines',
  payload: z.unknown(),
  minutely: true,
  retry: { retryLimit: 0, retryDelay: 60, expireInSeconds: 300 },
};

/** Derives the deadlines of up to `BATCH_SIZE` marked properties of the account, and returns their number. */
export async function deriveStale(db: UserDb): Promise<number> {
  const { rows } = await sql<{ today: string; facts: Home }>`select * from app.stale_facts(${BATCH_SIZE})`.execute(db);
  if (rows.length === 0) return 0;
  const homes = rows.map(({ today, facts }) => ({ id: facts.id, ...deriveDeadlines(facts, today) }));
  await sql`select app.save_deadlines(${JSON.stringify(homes)}::jsonb, ${RULES_VERSION})`.execute(db);
  return rows.length;
}

/** Returns a `beforeCommit` hook that derives the deadlines of properties that the transaction marked. */
export function deriveBeforeCommit(send: Jobs['send']) {
  return async (db: UserDb): Promise<void> => {
    if ((await deriveStale(db)) === BATCH_SIZE) await send(DERIVE_DEADLINES, {}, { within: db });
  };
}

/**
 * Derives marked properties every minute. Hourly and after a large save, first marks properties whose deadlines change
 * today or were derived by an earlier `RULES_VERSION`.
 */
export function deriveJobs({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] {
  return [
    handle(DERIVE_DEADLINES, async () => {
      for (let marked = MARK_BATCH_SIZE; marked === MARK_BATCH_SIZE; ) {
        const outdated = 'select app.mark_outdated_deadlines($1, $2, $3)::integer as marked';
        const { rows } = await pool.query<{ marked: number }>(outdated, [clock.now(), RULES_VERSION, MARK_BATCH_SIZE]);
        marked = rows[0]?.marked ?? 0;
        await deriveAll(pool, clock);
      }
    }),
    handle(DERIVE_STALE, () => deriveAll(pool, clock)),
  ];
}

async function deriveAll(pool: pg.Pool, clock: Clock): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select app.accounts_with_stale_deadlines() as id');
  await inTurn(rows, ({ id: userId }) => deriveAccount(pool, { userId, clock }));
}

async function deriveAccount(pool: pg.Pool, { userId, clock }: { userId: string; clock: Clock }): Promise<void> {
  for (let derived = BATCH_SIZE; derived === BATCH_SIZE; )
    derived = await runOnBehalfOf(pool, { userId, now: clock.now() }, deriveStale);
}
