/** Emails with secret links to people without an account, rendered from current rows when they are sent. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { type Email, type Mail, MailRejected } from '../../outside/mail/mail.ts';
import { runOnBehalfOf, type UserDb } from '../session/with-user.server.ts';

export type GuestEmailPlan = {
  pool: pg.Pool;
  mail: Mail;
  clock: Clock;
  log: { warn(what: object, message: string): void };
  secret: string;
  appUrl: string;
};

/** Sends the emails that `write` renders in a transaction of the landlord. `about` contains ids for the log. */
export async function sendGuestEmails(
  plan: GuestEmailPlan,
  { userId, about }: { userId: string; about: object },
  write: (db: UserDb) => Promise<Email[]>,
): Promise<void> {
  const { pool, clock } = plan;
  await sendEmails(plan, about, await runOnBehalfOf(pool, { userId, now: clock.now() }, write));
}

/**
 * Logs and skips emails that the SMTP server rejects; throws its other errors. A retry can send an email twice, but
 * with the same message id, by which mail programs detect duplicates.
 */
export async function sendEmails(
  { mail, log }: Pick<GuestEmailPlan, 'mail' | 'log'>,
  about: object,
  emails: readonly Email[],
): Promise<void> {
  for (const email of emails) {
    try {
      await mail.send(email);
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      log.warn({ err: error, ...about }, 'An email was refused');
    }
  }
}
