/** The queues of bank connections. A file of its own: migrations and other features need these, and nothing of what does their work. */
import { z } from 'zod';
import type { Queue } from '../../../server/jobs/queue.server.ts';

const ReadAccount = z.object({ userId: z.string(), feedId: z.string() });

/** One account, so that a server that dies leaves the others as they are. */
export const READ_ACCOUNT: Queue<z.infer<typeof ReadAccount>> = {
  name: 'read-bank-account',
  payload: ReadAccount,
  // Expires when a dead server's account is free again, and not before: another has it within two minutes.
  retry: { retryLimit: 8, retryDelay: 5, expireInSeconds: 80 },
};

const RevokeConsent = z.object({
  provider: z.string(),
  consentId: z.string(),
  since: z.iso.datetime(),
  tries: z.int(),
});

/** The provider's ids alone: it outlives the account that gave the consent. */
export const REVOKE_CONSENT: Queue<z.infer<typeof RevokeConsent>> = {
  name: 'revoke-bank-consent',
  payload: RevokeConsent,
  encrypted: true,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 120 },
};

/** Finds what is due of all connections. */
export const KEEP_BANKS: Queue = {
  name: 'keep-bank-connections',
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 600 },
};
