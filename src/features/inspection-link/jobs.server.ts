import { sql } from 'kysely';
import type { Email } from '../../outside/mail/mail.ts';
import { accountName } from '../../server/db/account-name.server.ts';
import { type GuestEmailPlan, sendEmails, sendGuestEmails } from '../../server/jobs/guest-emails.server.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf, type UserDb } from '../../server/session/with-user.server.ts';
import {
  type CommentsEmail,
  type InspectionEmail,
  NOTIFY_COMMENTS,
  NOTIFY_INSPECTION,
  queueCommentsEmail,
} from '../inspection/queues.server.ts';
import { type CommentFacts, commentsEmail, type EmailFacts, lockedEmail, sharedEmail } from './emails.ts';
import { addressFor, receiversOf } from './links.server.ts';

type Plan = GuestEmailPlan & { unsubscribe: (memberId: string) => string; send: Jobs['send'] };

export const inspectionLinkJobs = (plan: Plan): QueueHandler[] => [
  handle(NOTIFY_INSPECTION, (job) =>
    sendGuestEmails(plan, { userId: job.userId, about: aboutOf(job) }, (db) => emailsOf(plan, db, job)),
  ),
  handle(NOTIFY_COMMENTS, async (job) => {
    const now = plan.clock.now();
    // Until `emailAt`, further comments join the email.
    if (now < new Date(job.emailAt)) return queueCommentsEmail(plan, { email: job, now });
    await sendEmails(plan, aboutOf(job), await commentEmailsOf(plan, job, now));
  }),
];

const aboutOf = ({ inspectionId }: { inspectionId: string }) => ({ inspectionId });

/** Empty for a sample account, or for an inspection that was taken back or is not in the event's state. */
async function emailsOf(
  server: GuestEmailPlan,
  db: UserDb,
  { inspectionId, event }: InspectionEmail,
): Promise<Email[]> {
  const { rows } = await sql<EmailFacts & { sample: boolean; locked: boolean }>`
    select i.id as "inspectionId", i.kind, coalesce(i.property_address, p.address || ', ' || p.city, '') as address, i.starts_at as "startsAt",
      i.shared_at as "sharedAt", i.comments_until as "commentsUntil", i.locked_at is not null as locked,
      ${accountName} as landlord, profiles.email as "replyTo", profiles.sample
    from inspections i join profiles on profiles.id = i.user_id left join properties p on p.id = i.property_id
    where i.id = ${inspectionId}::uuid and i.shared_at is not null`.execute(db);
  const [facts] = rows;
  if (!facts || facts.sample || facts.locked !== (event === 'locked')) return [];
  const emails: Email[] = [];
  for (const receiver of await receiversOf(db, inspectionId)) {
    const { id, name, email } = receiver;
    if (!email) continue;
    const to = { to: email, recipient: name, tenantId: id, url: await addressFor(db, inspectionId, receiver, server) };
    emails.push(event === 'locked' ? lockedEmail(facts, to) : sharedEmail(facts, to));
  }
  return emails;
}

type Member = { memberId: string; name: string; email: string };
type Comments = Pick<EmailFacts, 'kind' | 'address'> & { comments: CommentFacts[] };

/** An email for each member who gets emails and sees the inspection. Only members who see people see names. */
async function commentEmailsOf({ pool, appUrl, unsubscribe }: Plan, job: CommentsEmail, now: Date): Promise<Email[]> {
  const { userId, inspectionId, emailAt } = job;
  const { rows: members } = await pool.query<Member>('select * from app.emailable_members_of($1, $2)', [now, userId]);
  const emails: Email[] = [];
  for (const member of members) {
    const { memberId } = member;
    const { rows } = await runOnBehalfOf(pool, { userId, memberId, now }, (db) =>
      sql<Comments>`
        select i.kind, i.property_address as address, json_agg(json_build_object('name', case when app.may('people.see') then c.name else '' end,
          'room', r.name, 'text', c.text) order by c.at, c.id) as comments
        from inspections i join inspection_comments c on c.inspection_id = i.id left join inspection_rooms r on r.id = c.room_id
        where i.id = ${inspectionId}::uuid and c.email_at = ${emailAt}::timestamptz group by i.id`.execute(db),
    );
    const [found] = rows;
    if (found)
      emails.push(
        commentsEmail({ ...found, inspectionId, emailAt }, { ...member, unsubscribe: unsubscribe(memberId) }, appUrl),
      );
  }
  return emails;
}
