/** Emails members once about each step of a deadline, with any number of servers. */
import { sql } from 'kysely';
import { z } from 'zod';
import { type EmailPlan, queueEmails, sendingQueue } from '../../server/jobs/landlord-emails.server.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { deadlineEmail, isSendingTime, MAX_LISTED } from './emails.ts';

export const DEADLINE_EMAILS = hourlyQueue('deadline-emails');

const Due = z.object({ userId: z.string(), memberId: z.string(), day: z.string() });
type Due = z.infer<typeof Due>;

export const SEND_DEADLINE_EMAIL = sendingQueue('send-deadline-email', Due);

const BATCH_SIZE = 200;
const HOUR_SECONDS = 3600;

type Claimed = { user_id: string; member_id: string };
type Row = { title: string; about: string | null; address: string; day: string; total: number };

export function deadlineEmailJobs(plan: EmailPlan): QueueHandler[] {
  return [
    handle(DEADLINE_EMAILS, async () => {
      const now = plan.clock.now();
      if (!isSendingTime(now)) return;
      const day = londonDay(now);
      await queueEmails(plan, {
        take: { text: 'select * from app.claim_deadline_emails($1, $2)', values: [now, BATCH_SIZE] },
        queue: SEND_DEADLINE_EMAIL,
        email: ({ user_id: userId, member_id: memberId }: Claimed) => ({ userId, memberId, day }),
      });
    }),
    handle(SEND_DEADLINE_EMAIL, (due) => sendEmail(plan, due)),
  ];
}

/**
 * Sends the email of a day's steps unless all deadlines are done or the member has opted out.
 * The steps count as emailed, so a retry after midnight waits for the morning.
 */
async function sendEmail(plan: EmailPlan, due: Due): Promise<void> {
  const { pool, mail, clock, appUrl, unsubscribe, send } = plan;
  const { userId, memberId, day } = due;
  const now = clock.now();
  if (!isSendingTime(now)) {
    await send(SEND_DEADLINE_EMAIL, due, { about: [userId], after: HOUR_SECONDS });
    return;
  }
  const { rows: members } = await pool.query<{ name: string; email: string }>(
    'select * from app.emailable_member($1, $2)',
    [now, memberId],
  );
  const [member] = members;
  if (!member) return;
  const { rows } = await runOnBehalfOf(pool, { userId, memberId, now }, (db) =>
    sql<Row>`
      select d.title, d.about, p.address || ', ' || p.city as address, d.day, (count(*) over ())::integer as total
      from deadlines d join properties p on p.id = d.property_id
      where d.id in (select app.deadlines_to_email(${memberId}, ${day}))
      order by d.day, d.id limit ${MAX_LISTED}`.execute(db),
  );
  if (rows.length === 0) return;
  const total = rows[0]?.total ?? 0;
  await mail.send(
    deadlineEmail(member, { due: rows, total, today: londonDay(now), appUrl, unsubscribe: unsubscribe(memberId) }),
  );
}
