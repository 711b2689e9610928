/** Recomputes bank rows soon after a change, and accepts certain rent where the landlord has enabled that. */
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../outside/clock.ts';
import { handle, hourlyQueue, inTurn, type QueueHandler } from '../../server/jobs/queue.server.ts';
import type { Live } from '../../server/live/live.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { acceptAll } from './answers.ts';
import { decide } from './decide.server.ts';
import { MAX_DECISIONS } from './listed.ts';
import { readCertain, refreshBankRows } from './stored.server.ts';

export const MATCH_ROWS = hourlyQueue('match-bank-rows');
export const AUTO_MATCH = hourlyQueue('accept-certain-rent');

type Plan = { pool: pg.Pool; clock: Clock };

export function reconcileJobs(plan: Plan): QueueHandler[] {
  return [
    // Recomputes rows that changed while the server was down, and all rows on a new day.
    handle(MATCH_ROWS, () => forEach(plan, STALE, [londonDay(plan.clock.now())], (userId) => refresh(plan, userId))),
    handle(AUTO_MATCH, () => forEach(plan, ACCEPTING, [], (userId) => acceptCertain(plan, userId))),
  ];
}

const STALE = 'select id from app.landlords_with_stale_bank_rows($1) id';
const ACCEPTING = 'select id from app.landlords_auto_matching() id';

async function forEach(
  { pool }: Plan,
  text: string,
  values: unknown[],
  work: (userId: string) => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(text, values);
  await inTurn(rows, ({ id }) => work(id));
}

async function refresh({ pool, clock }: Plan, userId: string): Promise<void> {
  const now = clock.now();
  await runOnBehalfOf(pool, { userId, now }, (db) => refreshBankRows(db, londonDay(now)));
}

/** Accepts only rows that were never changed, as the landlord may have removed changed rows from a ledger. */
async function acceptCertain({ pool, clock }: Plan, userId: string): Promise<void> {
  const now = clock.now();
  const today = londonDay(now);
  await runOnBehalfOf(pool, { userId, now }, async (db) => {
    const decisions = acceptAll(await readCertain(db, today));
    for (let from = 0; from < decisions.length; from += MAX_DECISIONS)
      await decide(db, { decisions: decisions.slice(from, from + MAX_DECISIONS), today });
  });
}

/** Debounce for groups of saves. */
const QUIET_MS = 300;
const MAX_WAIT_MS = 3_000;

/** Recomputes changed bank rows, one landlord at a time. `stop` waits for the current computation. */
export function followBankRows({ live, log, ...plan }: Plan & { live: Live; log: Logger }): { stop(): Promise<void> } {
  const waiting = new Map<string, { timer: NodeJS.Timeout; since: number }>();
  let running = Promise.resolve();
  let stopped = false;
  const begin = (userId: string) => {
    waiting.delete(userId);
    running = running
      .then(() => (stopped ? undefined : refresh(plan, userId)))
      .catch((error: unknown) => {
        // The account has been deleted.
        if (error instanceof AppError && error.code === 'unauthenticated') return;
        log.warn({ err: error }, 'Bank rows could not be computed; the hourly job retries');
      });
  };
  live.subscribe('bank-rows', (userId) => {
    const now = performance.now();
    const { timer, since = now } = waiting.get(userId) ?? {};
    clearTimeout(timer);
    const wait = Math.max(0, Math.min(QUIET_MS, since + MAX_WAIT_MS - now));
    waiting.set(userId, { since, timer: setTimeout(() => begin(userId), wait) });
  });
  return {
    async stop() {
      stopped = true;
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await running;
    },
  };
}
