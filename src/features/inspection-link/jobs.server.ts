/** Emails to the tenants of an inspection, with a link for each. */
import { sql } from 'kysely';
import type { Email } from '../../outside/mail/mail.ts';
import { accountName } from '../../server/db/account-name.server.ts';
import { type GuestEmailPlan, sendGuestEmails } from '../../server/jobs/guest-emails.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { type InspectionEmail, NOTIFY_INSPECTION } from '../inspection/queues.server.ts';
import { type EmailFacts, lockedEmail, sharedEmail } from './emails.ts';
import { addressFor, receiversOf } from './links.server.ts';

export const inspectionLinkJobs = (plan: GuestEmailPlan): QueueHandler[] => [
  handle(NOTIFY_INSPECTION, (job) =>
    sendGuestEmails(plan, { userId: job.userId, about: { inspectionId: job.inspectionId } }, (db) =>
      emailsOf(plan, db, job),
    ),
  ),
];

/** Empty for an inspection that was taken back, and in a sample account. */
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
