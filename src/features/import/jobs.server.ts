/** Hourly job that deletes imports after 30 days. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { selectionQueue } from '../../server/jobs/landlord-emails.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';

export const CLEAR_IMPORTS = selectionQueue('clear-imports');

export const importJobs = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] => [
  handle(CLEAR_IMPORTS, async () => {
    await pool.query('select app.clear_imports($1)', [clock.now()]);
  }),
];
