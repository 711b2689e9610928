/** Emails with secret links to people without an account, written from current rows when they are sent. */
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

/** `about`: ids for the log. A retry may repeat an email with the same message id, by which programs recognise it. */
export async function sendGuestEmails(
  { pool, clock, mail, log }: GuestEmailPlan,
  { userId, about }: { userId: string; about: object },
  write: (db: UserDb) => Promise<Email[]>,
): Promise<void> {
  for (const email of await runOnBehalfOf(pool, { userId, now: clock.now() }, write)) {
    try {
      await mail.send(email);
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      log.warn({ err: error, ...about }, 'An email was refused');
    }
  }
}
