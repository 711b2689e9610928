/** Bank rows that are certain go onto the ledgers whose landlord wants it so. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { takingQueue } from '../../server/jobs/landlord-emails.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { acceptMatches } from './accept.server.ts';
import { findAccepted } from './matches.server.ts';

export const ACCEPT_CERTAIN = takingQueue('accept-certain-rent');

export function reconcileJobs({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] {
  return [handle(ACCEPT_CERTAIN, () => acceptAllCertain(pool, clock))];
}

async function acceptAllCertain(pool: pg.Pool, clock: Clock): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from app.landlords_accepting() id');
  const failed: unknown[] = [];
  for (const { id: userId } of rows)
    await acceptCertain(pool, { clock, userId }).catch((error: unknown) => {
      failed.push(error);
    });
  // Once all others have been served; the job is then retried.
  if (failed.length > 0) throw failed[0];
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
