/** Runs hourly, and after a change of the plan or the team. */
import type pg from 'pg';
import type { Clock } from '../../../outside/clock.ts';
import type { Jobs } from '../../../server/jobs/jobs.server.ts';
import { handle, inTurn, type QueueHandler } from '../../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../../server/session/with-user.server.ts';
import { SEND_EMAIL } from '../../account/jobs.server.ts';
import { SETTLE_SEATS } from '../../subscription/queues.server.ts';
import { seatEmails } from '../emails.ts';
import { settleSeats } from './seats.server.ts';

type Plan = { pool: pg.Pool; clock: Clock; appUrl: string; send: Jobs['send'] };

export function seatJobs(plan: Plan): QueueHandler[] {
  return [handle(SETTLE_SEATS, ({ userId }) => (userId ? settle(plan, userId) : settleAll(plan)))];
}

async function settleAll(plan: Plan): Promise<void> {
  const { rows } = await plan.pool.query<{ id: string }>('select id from app.accounts_with_seats() id');
  await inTurn(rows, ({ id }) => settle(plan, id));
}

async function settle({ pool, clock, appUrl, send }: Plan, userId: string): Promise<void> {
  const now = clock.now();
  await runOnBehalfOf(pool, { userId, now }, async (db) => {
    const warning = await settleSeats(db, now);
    for (const email of warning ? seatEmails(warning, `${appUrl}/dashboard/team`) : [])
      await send(SEND_EMAIL, email, { about: [email.to, userId], within: db });
  });
}
