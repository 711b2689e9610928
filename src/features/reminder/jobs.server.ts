/** Hourly job that queues rent reminders in the database, then sends them one by one. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { type Mail, MailRejected } from '../../outside/mail/mail.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { formatInstantAsTime, londonDay } from '../../shared/dates.ts';
import { claimNextEmail, paragraphsOf, settleEmail, type Waiting, writeReminders } from './reminder.server.ts';
import { isWithinSendingHours } from './reminder.ts';

export const REMIND_TENANTS = hourlyQueue('remind-tenants');

type Plan = { pool: pg.Pool; clock: Clock; mail: Mail };

/** After this many consecutive failures the mail server counts as down. */
const MAX_FAILURES = 5;

export function reminderJobs(plan: Plan): QueueHandler[] {
  return [handle(REMIND_TENANTS, () => remindAll(plan))];
}

async function remindAll(plan: Plan): Promise<void> {
  const { pool, clock } = plan;
  await pool.query('select app.withdraw_late_reminders($1)', [clock.now()]);
  if (!isSendingHour(clock)) return;
  const { rows } = await pool.query<{ user_id: string; status: string }>('select * from app.landlords_reminding($1)', [
    clock.now(),
  ]);
  const failures: unknown[] = [];
  for (const { user_id: userId, status } of rows) {
    const now = clock.now();
    const written = { today: londonDay(now), trial: status === 'trialing' };
    try {
      await runOnBehalfOf(pool, { userId, now }, (db) => writeReminders(db, written));
      failures.push(...(await sendWaiting(plan, userId)));
    } catch (error) {
      failures.push(error); // thrown after the other landlords were processed
    }
  }
  if (failures.length > 0) throw failures[0];
}

const isSendingHour = (clock: Clock) => isWithinSendingHours(formatInstantAsTime(clock.now()));

/** Sends the queued emails. A failed email is retried in the next hour. Stops early after many consecutive failures. */
async function sendWaiting({ pool, clock, mail }: Plan, userId: string): Promise<unknown[]> {
  const tried: string[] = [];
  const failures: unknown[] = [];
  let consecutiveFailures = 0;
  while (consecutiveFailures < MAX_FAILURES && isSendingHour(clock)) {
    const now = clock.now();
    const args = { today: londonDay(now), tried };
    const waiting = await runOnBehalfOf(pool, { userId, now }, (db) => claimNextEmail(db, args));
    if (!waiting) break;
    tried.push(waiting.id);
    const { failure, ...outcome } = await sendOne(mail, waiting);
    await runOnBehalfOf(pool, { userId, now }, (db) => settleEmail(db, { id: waiting.id, ...outcome }));
    consecutiveFailures = failure === undefined ? 0 : consecutiveFailures + 1;
    if (failure !== undefined) failures.push(failure);
  }
  return failures;
}

type SendOutcome = { state: 'queued' | 'sent' | 'refused'; reason?: string; failure?: unknown };

async function sendOne(mail: Mail, { to, subject, text, landlord, replyTo }: Waiting): Promise<SendOutcome> {
  try {
    await mail.send({ to, subject, paragraphs: paragraphsOf(text), onBehalfOf: { name: landlord, replyTo } });
    return { state: 'sent' };
  } catch (failure) {
    if (failure instanceof MailRejected) return { state: 'refused', reason: failure.message };
    return { state: 'queued', failure };
  }
}
