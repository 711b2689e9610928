/** Jobs that email landlords what needs their attention: each email once, with any number of servers. */
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Mail } from '../../outside/mail/mail.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { handle, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { EMAIL_KINDS, type EmailKind, emailsDue, NAMED, noticeEmail } from './notice-emails.ts';
import { noticesToEmail } from './notification.server.ts';

export const NOTICE_EMAILS: Queue = {
  name: 'notice-emails',
  payload: z.unknown(),
  hourly: true,
  lookEvery: 60,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 900 },
};

const Due = z.object({ userId: z.string(), kind: z.enum(EMAIL_KINDS), day: z.string() });
type Due = z.infer<typeof Due>;

/** One landlord's email: written when it is sent, from the rows of that moment. */
export const SEND_NOTICE_EMAIL: Queue<Due> = {
  name: 'send-notice-email',
  payload: Due,
  lookEvery: 1,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 60 },
};

type Plan = {
  pool: pg.Pool;
  mail: Mail;
  clock: Clock;
  appUrl: string;
  /** The address at which a landlord ends these emails. */
  unsubscribe: (userId: string) => string;
  send: Jobs['send'];
};

export function noticeEmailJobs(plan: Plan): QueueHandler[] {
  return [
    handle(NOTICE_EMAILS, async () => {
      const now = plan.clock.now();
      const { day, kinds } = emailsDue(now);
      for (const kind of kinds) while (await queueSome(plan, { now, kind, day }));
    }),
    handle(SEND_NOTICE_EMAIL, (due) => sendEmail(plan, due)),
  ];
}

/** Landlords in one transaction. */
const LANDLORDS = 200;

/** Marks landlords as looked at and queues an email for each, in one transaction. Whether there were any. */
async function queueSome({ pool, send }: Plan, { now, kind, day }: { now: Date; kind: EmailKind; day: string }) {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ user_id: string }>('select * from app.take_notice_emails($1, $2, $3, $4)', [
      now,
      kind,
      day,
      LANDLORDS,
    ]);
    for (const { user_id: userId } of rows) {
      await send(SEND_NOTICE_EMAIL, { userId, kind, day }, { about: [userId], within: client });
    }
    return rows.length > 0;
  });
}

/** Sends nothing where nothing needs attention, where the landlord is no longer to be emailed, or where the day is over. */
async function sendEmail({ pool, mail, clock, appUrl, unsubscribe }: Plan, { userId, kind, day }: Due): Promise<void> {
  const now = clock.now();
  if (londonDay(now) !== day) return;
  const { rows } = await pool.query<{ name: string; email: string }>('select * from app.emailed_landlord($1, $2)', [
    now,
    userId,
  ]);
  const [landlord] = rows;
  if (!landlord) return;
  const { notices, total } = await runOnBehalfOf(pool, { userId, now }, (db) =>
    noticesToEmail(db, { expiring: kind === 'expiry', limit: NAMED[kind] }),
  );
  if (total === 0) return;
  await mail.send(noticeEmail(landlord, { kind, notices, total, appUrl, unsubscribe: unsubscribe(userId) }));
}
