/**
 * Hourly, and soon after a start, charges are written on where a schedule runs out: 60 days ahead, so that a missed night is no matter.
 * Bank rows that are certain go onto the ledgers whose landlord wants it so.
 */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { takingQueue } from '../../server/jobs/landlord-emails.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { acceptMatches } from './matching/accept.server.ts';
import { findAccepted } from './matching/matches.server.ts';
import { writeCharges } from './schedule/charges.server.ts';

const WRITE_CHARGES = takingQueue('write-charges');
export const ACCEPT_CERTAIN = takingQueue('accept-certain-rent');

/** Charges are written on when fewer days of them are left. */
const DAYS_LEFT = 59;
/** Tenancies in one transaction. */
const AT_ONCE = 200;

export function tenancyJobs({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] {
  return [
    handle(WRITE_CHARGES, () => writeAllCharges(pool, clock)),
    handle(ACCEPT_CERTAIN, () => acceptAllCertain(pool, clock)),
  ];
}

async function writeAllCharges(pool: pg.Pool, clock: Clock): Promise<void> {
  const failed = new Map<string, unknown>();
  for (;;) {
    const now = clock.now();
    const today = londonDay(now);
    const { rows } = await pool.query<{ user_id: string; ids: string[] }>(
      'select * from app.tenancies_to_charge($1, $2, $3)',
      [addDays(today, DAYS_LEFT), AT_ONCE, [...failed.keys()]],
    );
    if (rows.length === 0) return throwFirst(failed);
    for (const { user_id: userId, ids } of rows)
      await runOnBehalfOf(pool, { userId, now }, (db) => writeCharges(db, ids, today)).catch((error: unknown) => {
        failed.set(userId, error);
      });
  }
}

async function acceptAllCertain(pool: pg.Pool, clock: Clock): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from app.landlords_accepting() id');
  const failed = new Map<string, unknown>();
  for (const { id: userId } of rows)
    await acceptCertain(pool, { clock, userId }).catch((error: unknown) => {
      failed.set(userId, error);
    });
  throwFirst(failed);
}

async function acceptCertain(pool: pg.Pool, { clock, userId }: { clock: Clock; userId: string }): Promise<void> {
  const now = clock.now();
  const today = londonDay(now);
  await runOnBehalfOf(pool, { userId, now }, async (db) => {
    const found = await findAccepted(db, today);
    const accepted = found.flatMap(({ row: { id, version }, proposals: [first] }) =>
      first ? [{ id, version, paymentId: first.paymentId, parts: first.parts }] : [],
    );
    if (accepted.length > 0) await acceptMatches(db, { rows: accepted, today });
  });
}

/** Once all others have been served; the job is then tried again. */
function throwFirst(failed: ReadonlyMap<string, unknown>): void {
  for (const error of failed.values()) throw error;
}
