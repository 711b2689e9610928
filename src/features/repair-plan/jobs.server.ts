/** Hourly job that adds the repairs of plans. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';

export const PLANNED_REPAIRS = hourlyQueue('planned-repairs');

export const planJobs = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] => [
  handle(PLANNED_REPAIRS, async () => {
    await pool.query('select app.make_planned_repairs($1)', [clock.now()]);
  }),
];
