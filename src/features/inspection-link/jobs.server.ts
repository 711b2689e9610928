/** Emails to the tenants of an inspection, with a link for each. */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { type Email, type Mail, MailRejected } from '../../outside/mail/mail.ts';
import { accountName } from '../../server/db/account-name.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf, type UserDb } from '../../server/session/with-user.server.ts';
import { type InspectionEmail, NOTIFY_INSPECTION } from '../inspection/queues.server.ts';
import { type EmailFacts, lockedEmail, sharedEmail } from './emails.ts';
import { addressFor, receiversOf } from './links.server.ts';

type Plan = {
  pool: pg.Pool;
  mail: Mail;
  clock: Clock;
  log: { warn(what: object, message: string): void };
  secret: string;
  appUrl: string;
};

export const inspectionLinkJobs = (plan: Plan): QueueHandler[] => [
  handle(NOTIFY_INSPECTION, (job) => sendEmails(plan, job)),
];

/** A retry may repeat an email that was sent, with the same message id, by which mail programs recognise it. */
async function sendEmails(plan: Plan, job: InspectionEmail): Promise<void> {
  const { pool, clock, mail, log } = plan;
  const { userId, inspectionId } = job;
  const emails = await runOnBehalfOf(pool, { userId, now: clock.now() }, (db) => emailsOf(plan, db, job));
  for (const email of emails) {
    try {
      await mail.send(email);
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      log.warn({ err: error, inspectionId }, 'An email about an inspection was refused');
    }
  }
}

/** Empty for an inspection that was taken back, and in a sample account. */
async function emailsOf(server: Plan, db: UserDb, { inspectionId, event }: InspectionEmail): Promise<Email[]> {
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
