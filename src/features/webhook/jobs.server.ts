/** Hourly job that adds events of notices, and deletes old deliveries. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { addAllNoticeEvents } from './notice-events.server.ts';

export const KEEP_WEBHOOKS = hourlyQueue('keep-webhooks');

const BATCH_SIZE = 5_000;

export const webhookJobs = (plan: { pool: pg.Pool; clock: Clock }): QueueHandler[] => [
  handle(KEEP_WEBHOOKS, () => keepWebhooks(plan)),
];

export async function keepWebhooks({ pool, clock }: { pool: pg.Pool; clock: Clock }): Promise<void> {
  await addAllNoticeEvents({ pool, clock });
  for (let cleared = BATCH_SIZE; cleared === BATCH_SIZE; ) {
    const { rows } = await pool.query<{ cleared: number }>('select app.clear_webhooks($1, $2) as cleared', [
      clock.now(),
      BATCH_SIZE,
    ]);
    cleared = rows[0]?.cleared ?? 0;
  }
}
