/** Fails pending queries within seconds when the database keeps its connections but stops responding. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { dropConnections } from './pools.server.ts';

type Plan = {
  healthCheck: pg.Pool;
  pools: readonly pg.Pool[];
  log: Logger;
};

const INTERVAL_MS = 500;
/** Responses take under a millisecond even under load. Requests to a frozen database should fail within 5 seconds. */
const TIMEOUT_MS = 3_000;

/** Checks the database while any query is pending. Returns a function that stops the check and ends its pool. */
export function startHealthCheck({ healthCheck, pools, log }: Plan): () => Promise<void> {
  const stopping = new AbortController();
  let frozen = false;
  const hasPendingQueries = () =>
    pools.some(({ totalCount, idleCount, waitingCount }) => waitingCount > 0 || totalCount > idleCount);

  async function checkOnce(): Promise<void> {
    const hasResponded = await Promise.race([isResponding(healthCheck), waitForResponse()]);
    if (!hasResponded && !frozen) log.warn('The database is not responding; failing pending queries');
    if (hasResponded && frozen) log.info('The database is responding again');
    frozen = !hasResponded;
    if (frozen) for (const pool of [healthCheck, ...pools]) dropConnections(pool);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (frozen || hasPendingQueries()) await checkOnce();
      await pause(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    await running;
    await healthCheck.end();
  };
}

/** Also true for an error response, which shows that the database responds. */
async function isResponding(healthCheck: pg.Pool): Promise<boolean> {
  await healthCheck.query('select 1').catch(() => undefined);
  return true;
}

/** Resolves to false on timeout. The second pause lets a blocked process read responses that have already arrived. */
async function waitForResponse(): Promise<boolean> {
  await pause(TIMEOUT_MS);
  await pause(50);
  return false;
}
