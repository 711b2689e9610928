/** Separate from the handlers, because migrations and other features load only the queues. */
import { z } from 'zod';
import { hourlyQueue, type Queue } from '../../../server/jobs/queue.server.ts';

const ReadAccount = z.object({ userId: z.string(), feedId: z.string() });

/** One account per job, so that a crash does not affect other accounts. */
export const READ_ACCOUNT: Queue<z.infer<typeof ReadAccount>> = {
  name: 'read-bank-account',
  payload: ReadAccount,
  // Longer than `BUSY_MS`: when a crashed server's job expires, its lock on the account has ended too.
  retry: { retryLimit: 8, retryDelay: 5, expireInSeconds: 80 },
};

const RevokeConsent = z.object({
  provider: z.string(),
  consentId: z.string(),
  since: z.iso.datetime(),
  tries: z.int(),
});

/** The payload has only the provider's ids, because the job outlives the landlord's account. */
export const REVOKE_CONSENT: Queue<z.infer<typeof RevokeConsent>> = {
  name: 'revoke-bank-consent',
  payload: RevokeConsent,
  encrypted: true,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 120 },
};

export const MAINTAIN_CONNECTIONS = hourlyQueue('keep-bank-connections', 600);
