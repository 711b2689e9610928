/** Emails to landlords whose leases end soon: each lease end is told once, with any number of servers. */
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Mail } from '../../outside/mail/mail.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { handle, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { leaseNoticeEmail } from './notice-email.ts';

export const LEASE_NOTICES: Queue = {
  name: 'lease-notices',
  payload: z.unknown(),
  hourly: true,
  lookEvery: 60,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 900 },
};

const Notice = z.object({
  userId: z.string(),
  leases: z.array(z.object({ tenantId: z.string(), leaseEnd: z.string() })),
});
type Notice = z.infer<typeof Notice>;

/** One landlord's email, by ids: written when it is sent, from the rows of that moment. */
export const SEND_LEASE_NOTICE: Queue<Notice> = {
  name: 'send-lease-notice',
  payload: Notice,
  lookEvery: 1,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 60 },
};

type Plan = {
  pool: pg.Pool;
  mail: Mail;
  clock: Clock;
  appUrl: string;
  /** The address at which a landlord ends these emails. */
  unsubscribe: (userId: string) => string;
  send: Jobs['send'];
};

export function noticeJobs(plan: Plan): QueueHandler[] {
  return [
    handle(LEASE_NOTICES, async () => {
      while (await queueSome(plan));
    }),
    handle(SEND_LEASE_NOTICE, (notice) => sendNotice(plan, notice)),
  ];
}

/** Landlords in one transaction: few enough that saving a tenant does not wait long for it. */
const LANDLORDS = 50;

/** Marks leases as told and queues a notice for each landlord, in one transaction. Whether there were any. */
async function queueSome({ pool, clock, send }: Plan): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ user_id: string; leases: Notice['leases'] }>(
      'select * from app.take_lease_notices($1, $2)',
      [clock.now(), LANDLORDS],
    );
    for (const { user_id: userId, leases } of rows) {
      await send(SEND_LEASE_NOTICE, { userId, leases }, { about: [userId], within: client });
    }
    return rows.length > 0;
  });
}

type Row = { name: string; email: string; tenant: string; property: string | null; leaseEnd: string };

/** Leases that have been moved, ended or deleted since are left out; when none remains, nothing is sent. */
async function sendNotice({ pool, mail, clock, appUrl, unsubscribe }: Plan, { userId, leases }: Notice): Promise<void> {
  const now = clock.now();
  const { rows } = await pool.query<Row>('select * from app.lease_notice($1, $2, $3)', [
    now,
    userId,
    JSON.stringify(leases),
  ]);
  const [landlord] = rows;
  if (!landlord) return;
  const today = londonDay(now);
  await mail.send(leaseNoticeEmail(landlord, { leases: rows, today, appUrl, unsubscribe: unsubscribe(userId) }));
}
