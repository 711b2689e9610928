/** Scheduled emails: an hourly job claims the landlords whose email is due, and a second job sends one email. */
import type pg from 'pg';
import type { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Mail } from '../../outside/mail/mail.ts';
import { inTransaction } from '../db/transaction.server.ts';
import type { Jobs } from './jobs.server.ts';
import type { Queue } from './queue.server.ts';

export type EmailPlan = {
  pool: pg.Pool;
  mail: Mail;
  clock: Clock;
  appUrl: string;
  /** Returns the unsubscribe URL for the id of a member or of a saved report. */
  unsubscribe: (id: string) => string;
  send: Jobs['send'];
};

/** A queue whose jobs send one email. Payloads have only ids: the email is rendered from current rows. */
export const sendingQueue = <T extends { userId: string }>(name: string, payload: z.ZodType<T>): Queue<T> => ({
  name,
  payload,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 60 },
});

type Taking<Row, T> = {
  /** Query that marks some landlords as notified and returns them; repeated until no row is returned. */
  take: { text: string; values: unknown[] };
  queue: Queue<T>;
  email: (row: Row) => T;
};

/** Queues an email for each claimed landlord, in the claiming transaction. */
export async function queueEmails<Row extends pg.QueryResultRow, T extends { userId: string }>(
  { pool, send }: Pick<EmailPlan, 'pool' | 'send'>,
  { take: { text, values }, queue, email }: Taking<Row, T>,
): Promise<void> {
  for (let taken = 1; taken > 0; )
    taken = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Row>(text, values);
      for (const row of rows) {
        const payload = email(row);
        await send(queue, payload, { about: [payload.userId], within: client });
      }
      return rows.length;
    });
}
