/** Jobs that email notices to members, once each on any number of servers. */
import { z } from 'zod';
import { type EmailPlan, queueEmails, sendingQueue } from '../../server/jobs/landlord-emails.server.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { EMAIL_KINDS, emailsDue, MAX_LISTED, noticeEmail } from './emails.ts';
import { noticesToEmail } from './notification.server.ts';

export const NOTICE_EMAILS = hourlyQueue('notice-emails');

const Due = z.object({ userId: z.string(), memberId: z.string(), kind: z.enum(EMAIL_KINDS), day: z.string() });
type Due = z.infer<typeof Due>;

export const SEND_NOTICE_EMAIL = sendingQueue('send-notice-email', Due);

const BATCH_SIZE = 200;

type Claimed = { user_id: string; member_id: string };

export function noticeEmailJobs(plan: EmailPlan): QueueHandler[] {
  return [
    handle(NOTICE_EMAILS, async () => {
      const now = plan.clock.now();
      const { day, kinds } = emailsDue(now);
      for (const kind of kinds)
        await queueEmails(plan, {
          take: { text: 'select * from app.claim_notice_emails($1, $2, $3, $4)', values: [now, kind, day, BATCH_SIZE] },
          queue: SEND_NOTICE_EMAIL,
          email: ({ user_id: userId, member_id: memberId }: Claimed) => ({ userId, memberId, kind, day }),
        });
    }),
    handle(SEND_NOTICE_EMAIL, (due) => sendEmail(plan, due)),
  ];
}

/** Skips the email if there are no notices, the member has opted out, or it lists what expires on a past day. */
async function sendEmail(
  { pool, mail, clock, appUrl, unsubscribe }: EmailPlan,
  { userId, memberId, kind, day }: Due,
): Promise<void> {
  const now = clock.now();
  if (kind === 'expiry' && londonDay(now) !== day) return;
  const { rows } = await pool.query<{ name: string; email: string }>('select * from app.emailable_member($1, $2)', [
    now,
    memberId,
  ]);
  const [member] = rows;
  if (!member) return;
  const { notices, total } = await runOnBehalfOf(pool, { userId, memberId, now }, (db) =>
    noticesToEmail(db, { expiring: kind === 'expiry', limit: MAX_LISTED[kind] }),
  );
  if (total === 0) return;
  await mail.send(noticeEmail(member, { kind, notices, total, appUrl, unsubscribe: unsubscribe(memberId) }));
}
