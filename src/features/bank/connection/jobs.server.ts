import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bank } from '../../../outside/bank/bank.ts';
import type { Clock } from '../../../outside/clock.ts';
import type { Jobs } from '../../../server/jobs/jobs.server.ts';
import { handle, type QueueHandler } from '../../../server/jobs/queue.server.ts';
import { retryUntilDone } from '../../../server/jobs/retry-until-done.server.ts';
import { runOnBehalfOf } from '../../../server/session/with-user.server.ts';
import { checkConnection, type Run } from './consent.server.ts';
import { removeConnection } from './feeds.server.ts';
import { MAINTAIN_CONNECTIONS, READ_ACCOUNT, REVOKE_CONSENT } from './queues.server.ts';
import { BUSY_MS, endConnection, SYNC_INTERVAL_MS, syncScheduled } from './sync.server.ts';

type Plan = {
  /** Undefined if open banking is off. */
  bank: Bank | undefined;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  appUrl: string;
  /** A function, because the job queue is created with these handlers. */
  jobs: () => Jobs;
};

export function bankJobs(plan: Plan): QueueHandler[] {
  return [
    handle(READ_ACCOUNT, (account) => readOne(plan, account)),
    handle(REVOKE_CONSENT, (consent) => revokeConsent(plan, consent)),
    handle(MAINTAIN_CONNECTIONS, () => maintainConnections(plan)),
  ];
}

async function readOne({ bank, pool, clock, log, jobs }: Plan, account: { userId: string; feedId: string }) {
  if (!bank) return;
  const results = await syncScheduled({ bank, pool, clock, log }, account);
  // Check again later, because the server that syncs the account may crash.
  if (results === 'busy')
    await jobs().send(READ_ACCOUNT, account, { about: [account.userId], after: Math.ceil(BUSY_MS / 1000) });
}

type Consent = { provider: string; consentId: string; since: string; tries: number };

async function revokeConsent({ bank, clock, log, jobs }: Plan, consent: Consent): Promise<void> {
  const words = { failed: 'A bank consent could not be revoked', byHand: 'revoke it by hand' };
  await retryUntilDone({ queue: REVOKE_CONSENT, jobs: jobs(), clock, log, ...words }, consent, async () => {
    const { provider, consentId } = consent;
    if (bank?.provider !== provider) throw new Error(`This server no longer supports ${provider}`);
    await bank.revoke(consentId);
  });
}

type Due = { landlord: string; work: 'read' | 'ask' | 'end' | 'clear'; record: string };

async function maintainConnections({ bank, pool, clock, log, appUrl, jobs }: Plan): Promise<void> {
  const now = clock.now();
  const { rows } = await pool.query<Due>('select * from app.due_bank_work($1, $2)', [
    now,
    `${SYNC_INTERVAL_MS} milliseconds`,
  ]);
  for (const { landlord: userId, work, record } of rows) {
    const run: Run = (part) => runOnBehalfOf(pool, { userId, now }, part);
    try {
      if (work === 'end') await run((db) => endConnection(db, { connection: record, failure: 'consent_ended' }));
      else if (work === 'clear') await run((db) => removeConnection(db, jobs(), record));
      else if (bank && work === 'ask') await checkConnection({ bank, clock, appUrl }, run, record);
      else if (bank) await jobs().send(READ_ACCOUNT, { userId, feedId: record }, { about: [userId] });
    } catch (error) {
      // A failing connection must not block the others, and is due again in an hour.
      log.warn({ err: error, work, record }, 'A bank connection could not be kept up');
    }
  }
}
