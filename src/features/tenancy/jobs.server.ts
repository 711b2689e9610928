/** Extends charges to 60 days ahead, hourly and after a server start, so that a missed run does no harm. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { writeCharges } from './schedule/charges.server.ts';

export const WRITE_CHARGES = hourlyQueue('write-charges');

/** Tenancies whose charges end within this many days get further charges. */
const MIN_DAYS_AHEAD = 59;
const BATCH_SIZE = 200;

export function tenancyJobs({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] {
  return [handle(WRITE_CHARGES, () => writeAllCharges(pool, clock))];
}

async function writeAllCharges(pool: pg.Pool, clock: Clock): Promise<void> {
  const failed = new Map<string, unknown>();
  for (;;) {
    const now = clock.now();
    const today = londonDay(now);
    const { rows } = await pool.query<{ user_id: string; ids: string[] }>(
      'select * from app.tenancies_to_charge($1, $2, $3)',
      [addDays(today, MIN_DAYS_AHEAD), BATCH_SIZE, [...failed.keys()]],
    );
    if (rows.length === 0) return throwFirst(failed);
    for (const { user_id: userId, ids } of rows)
      await runOnBehalfOf(pool, { userId, now }, (db) => writeCharges(db, ids, today)).catch((error: unknown) => {
        failed.set(userId, error);
      });
  }
}

/** Throws the first error after all landlords were processed, so that the job is retried. */
function throwFirst(failed: ReadonlyMap<string, unknown>): void {
  for (const error of failed.values()) throw error;
}
