/** Hourly job that locks inspections whose time for comments has ended, and queues the emails to their tenants. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { LOCK_INSPECTIONS, queueInspectionEmails } from './queues.server.ts';

type Plan = { pool: pg.Pool; clock: Clock; send: Jobs['send'] };

export const inspectionJobs = ({ pool, clock, send }: Plan): QueueHandler[] => [
  handle(LOCK_INSPECTIONS, () =>
    inTransaction(pool, async (client) => {
      const text = 'select id, user_id as "userId" from app.lock_inspections($1)';
      const { rows } = await client.query<{ id: string; userId: string }>(text, [clock.now()]);
      for (const { id, userId } of rows)
        await queueInspectionEmails({ send }, client, { userId, inspectionId: id, event: 'locked' });
    }),
  ),
];
