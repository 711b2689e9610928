/** Hourly job that adds the repairs of plans. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { selectionQueue } from '../../server/jobs/landlord-emails.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';

export const PLANNED_REPAIRS = selectionQueue('planned-repairs');

export const planJobs = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): QueueHandler[] => [
  handle(PLANNED_REPAIRS, async () => {
    await pool.query('select app.make_planned_repairs($1)', [clock.now()]);
  }),
];
