/** Emails to landlords without being asked: an hourly job takes those who are due, another sends to one; each once, with any number of servers. */
import type pg from 'pg';
import { z } from 'zod';
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
  /** The address at which a landlord ends these emails. */
  unsubscribe: (userId: string) => string;
  send: Jobs['send'];
};

export const takingQueue = (name: string): Queue => ({
  name,
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 900 },
});

/** Of one landlord's email, by ids: it is written when it is sent, from the rows of that moment. */
export const sendingQueue = <T extends { userId: string }>(name: string, payload: z.ZodType<T>): Queue<T> => ({
  name,
  payload,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 60 },
});

type Taking<Row, T> = {
  /** A function of PostgreSQL's that marks some landlords as told and returns a row for each; `take` again until there is none. */
  take: { text: string; values: unknown[] };
  queue: Queue<T>;
  email: (row: Row) => T;
};

/** Queues an email for each landlord who is taken, in the transaction that takes them. */
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
