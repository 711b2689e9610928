/** Hourly job that removes downloads that were checked, but not restored within 12 hours. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';

export const CLEAR_RESTORES = hourlyQueue('clear-restores');

export const restoreJobs = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] => [
  handle(CLEAR_RESTORES, async () => {
    await pool.query('select app.clear_restores($1)', [clock.now()]);
  }),
];
