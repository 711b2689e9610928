/** Every hour of the day tenants are reminded of rent: first written down, then handed to the mail server one by one. */
import type pg from 'pg';
import type { Clock } from '../../../outside/clock.ts';
import { type Mail, MailRefused } from '../../../outside/mail/mail.ts';
import { takingQueue } from '../../../server/jobs/landlord-emails.server.ts';
import { handle, type QueueHandler } from '../../../server/jobs/queue.server.ts';
import { runOnBehalfOf, type UserDb } from '../../../server/session/with-user.server.ts';
import { formatInstantAsTime, londonDay } from '../../../shared/dates.ts';
import { paragraphsOf, settleEmail, takeWaiting, writeReminders } from './reminder.server.ts';
import { mayWriteAt } from './reminder.ts';

export const REMIND_TENANTS = takingQueue('remind-tenants');

type Plan = { pool: pg.Pool; clock: Clock; mail: Mail };

export function reminderJobs(plan: Plan): QueueHandler[] {
  return [handle(REMIND_TENANTS, () => remindAll(plan))];
}

async function remindAll({ pool, clock, mail }: Plan): Promise<void> {
  if (!mayWriteAt(formatInstantAsTime(clock.now()))) return;
  const { rows } = await pool.query<{ user_id: string; status: string }>('select * from app.landlords_reminding($1)', [
    clock.now(),
  ]);
  const failures: unknown[] = [];
  for (const { user_id: userId, status } of rows) {
    const now = clock.now();
    const today = londonDay(now);
    try {
      await runOnBehalfOf(pool, { userId, now }, (db) => writeReminders(db, { today, trial: status === 'trialing' }));
      while (await runOnBehalfOf(pool, { userId, now }, (db) => sendNext(db, { mail, today })));
    } catch (error) {
      failures.push(error); // others are served first
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** False where none waits. Throws where the mail server does not answer: what waits is tried again, until the day is over. */
async function sendNext(db: UserDb, { mail, today }: { mail: Mail; today: string }): Promise<boolean> {
  const waiting = await takeWaiting(db, today);
  if (!waiting) return false;
  const { id, to, subject, text, landlord, replyTo } = waiting;
  try {
    const sender = { name: landlord, replyTo };
    await mail.send({ to, subject, paragraphs: paragraphsOf(text), onBehalfOf: sender });
    await settleEmail(db, { id, state: 'sent' });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await settleEmail(db, { id, state: 'refused', reason: error.message });
  }
  return true;
}
