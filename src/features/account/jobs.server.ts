import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Email, Mail } from '../../outside/mail/mail.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { handle, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { newToken } from '../../server/session/session.server.ts';
import { resetEmail } from './emails.ts';
import { storeKey } from './sign-in/links.server.ts';

/** Payloads hold links and former addresses, so they are encrypted. */
export const SEND_EMAIL: Queue<Email> = {
  name: 'send-email',
  payload: z.object({
    to: z.string(),
    subject: z.string(),
    paragraphs: z.array(z.string()),
    action: z.object({ label: z.string(), url: z.string() }).exactOptional(),
  }),
  encrypted: true,
  // The last retry runs after about two hours.
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 60 },
};

/** The job looks up the address, so that neither a request's response nor its duration reveals an account. */
export const RESET_PASSWORD: Queue<{ email: string }> = {
  name: 'reset-password',
  payload: z.object({ email: z.string() }),
  encrypted: true,
  retry: { retryLimit: 3, retryDelay: 5, expireInSeconds: 60 },
};

export const CLEAR_EXPIRED: Queue = {
  name: 'clear-expired',
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 2, retryDelay: 60, expireInSeconds: 300 },
};

export const resetKey = (token: string) => `reset-password:${token}`;
const RESET_SECONDS = 60 * 60;

type Plan = { mail: Mail; send: Jobs['send']; appUrl: string; pool: pg.Pool; authPool: pg.Pool; clock: Clock };

export function accountJobs({ mail, send, appUrl, pool, authPool, clock }: Plan): QueueHandler[] {
  return [
    handle(SEND_EMAIL, (email) => mail.send(email)),
    handle(RESET_PASSWORD, async ({ email }) => {
      const byEmail = 'select id, email from users where email = $1';
      const { rows } = await authPool.query<{ id: string; email: string }>(byEmail, [email.toLowerCase()]);
      const [person] = rows;
      if (!person) return;
      const { token } = newToken();
      await storeKey({ authPool, clock }, resetKey(token), { userId: person.id, seconds: RESET_SECONDS });
      const message = resetEmail(person, `${appUrl}/reset-password?token=${token}`);
      await send(SEND_EMAIL, message, { about: [person.id, person.email] });
    }),
    handle(CLEAR_EXPIRED, async () => {
      const now = clock.now();
      for (const table of ['sessions', 'verifications', 'email_changes']) {
        await authPool.query(`delete from ${table} where expires_at <= $1`, [now]);
      }
      await pool.query('select app.clear_idempotency_keys($1)', [now]);
      await pool.query('select app.clear_statements($1)', [now]);
      await pool.query('select app.remove_ended_samples($1)', [now]);
    }),
  ];
}
