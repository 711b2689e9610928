/** Emails about leases that end soon, sent once per lease end across servers. */
import { z } from 'zod';
import { type EmailPlan, queueEmails, sendingQueue } from '../../server/jobs/landlord-emails.server.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { leaseNoticeEmail } from './emails.ts';

export const LEASE_NOTICES = hourlyQueue('lease-notices');

const Notice = z.object({
  userId: z.string(),
  memberId: z.string(),
  leases: z.array(z.object({ tenantId: z.string(), leaseEnd: z.string() })),
});
type Notice = z.infer<typeof Notice>;

export const SEND_LEASE_NOTICE = sendingQueue('send-lease-notice', Notice);

/** Maximum landlords in a transaction, so that saves of tenants are not blocked for long. */
const MAX_LANDLORDS = 50;

type Claimed = { user_id: string; member_id: string; leases: Notice['leases'] };

export function noticeJobs(plan: EmailPlan): QueueHandler[] {
  return [
    handle(LEASE_NOTICES, () =>
      queueEmails(plan, {
        take: { text: 'select * from app.claim_lease_notices($1, $2)', values: [plan.clock.now(), MAX_LANDLORDS] },
        queue: SEND_LEASE_NOTICE,
        email: ({ user_id: userId, member_id: memberId, leases }: Claimed) => ({ userId, memberId, leases }),
      }),
    ),
    handle(SEND_LEASE_NOTICE, (notice) => sendNotice(plan, notice)),
  ];
}

type Row = { name: string; email: string; tenant: string; property: string | null; leaseEnd: string };

/** Omits leases that were changed, ended or deleted after queueing, and sends no email if no lease remains. */
async function sendNotice(
  { pool, mail, clock, appUrl, unsubscribe }: EmailPlan,
  { memberId, leases }: Notice,
): Promise<void> {
  const now = clock.now();
  const { rows } = await pool.query<Row>('select * from app.lease_notice($1, $2, $3)', [
    now,
    memberId,
    JSON.stringify(leases),
  ]);
  const [member] = rows;
  if (!member) return;
  const today = londonDay(now);
  await mail.send(leaseNoticeEmail(member, { leases: rows, today, appUrl, unsubscribe: unsubscribe(memberId) }));
}
