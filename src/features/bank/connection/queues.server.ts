/** The queues of bank connections, apart from their work: migrations and other features load only these. */
import { z } from 'zod';
import type { Queue } from '../../../server/jobs/queue.server.ts';

const ReadAccount = z.object({ userId: z.string(), feedId: z.string() });

/** One account per job, so that a crash does not affect other accounts. */
export const READ_ACCOUNT: Queue<z.infer<typeof ReadAccount>> = {
  name: 'read-bank-account',
  payload: ReadAccount,
  // Expires once a crashed server's lock on the account has ended. Another server then syncs it within two minutes.
  retry: { retryLimit: 8, retryDelay: 5, expireInSeconds: 80 },
};

const RevokeConsent = z.object({
  provider: z.string(),
  consentId: z.string(),
  since: z.iso.datetime(),
  tries: z.int(),
});

/** The provider's ids only, since it outlives the account that gave the consent. */
export const REVOKE_CONSENT: Queue<z.infer<typeof RevokeConsent>> = {
  name: 'revoke-bank-consent',
  payload: RevokeConsent,
  encrypted: true,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 120 },
};

export const MAINTAIN_CONNECTIONS: Queue = {
  name: 'keep-bank-connections',
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 600 },
};
