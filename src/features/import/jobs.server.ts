/** Hourly job that deletes imports after 30 days. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';

export const CLEAR_IMPORTS = hourlyQueue('clear-imports');

export const importJobs = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] => [
  handle(CLEAR_IMPORTS, async () => {
    await pool.query('select app.clear_imports($1)', [clock.now()]);
  }),
];
