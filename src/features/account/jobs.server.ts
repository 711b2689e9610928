/** What the account's jobs do. */
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Letter, Mail } from '../../outside/mail/mail.ts';
import type { JobHandlers } from '../../server/jobs/jobs.server.ts';
import type { Auth } from './auth.server.ts';

const LetterPayload = z.object({
  to: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  action: z.object({ label: z.string(), url: z.string() }).optional(),
});
const ResetPayload = z.object({ email: z.string() });

/** `authPool` reaches the sign-in tables; `auth` is asked late because it posts letters through the queue itself. */
export function accountJobs(plan: {
  mail: Mail;
  auth: () => Auth;
  authPool: pg.Pool;
  clock: Clock;
}): Pick<JobHandlers, 'send-letter' | 'reset-password' | 'clear-expired'> {
  const { mail, auth, authPool, clock } = plan;
  return {
    'send-letter': async (payload) => {
      const { action, ...letter } = LetterPayload.parse(payload);
      await mail.send({ ...letter, ...(action && { action }) } satisfies Letter);
    },
    'reset-password': async (payload) => {
      await auth().api.requestPasswordReset({ body: ResetPayload.parse(payload) });
    },
    'clear-expired': async () => {
      const now = clock.now();
      await authPool.query('delete from sessions where expires_at <= $1', [now]);
      await authPool.query('delete from verifications where expires_at <= $1', [now]);
      await authPool.query('delete from email_changes where expires_at <= $1', [now]);
    },
  };
}
