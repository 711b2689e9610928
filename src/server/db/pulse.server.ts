/** Gives up within seconds what waits for a database that has frozen: one that keeps its connections and says nothing, not even no. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { breakConnections } from './pools.server.ts';

type Plan = {
  /** Of one connection, which serves nothing that may take long. */
  pulse: pg.Pool;
  /** Those whose connections are broken, so that what waits on them fails. */
  pools: readonly pg.Pool[];
  log: Logger;
};

const EVERY_MS = 500;
/** An answer takes a fraction of a millisecond, also beside statements that take long; a request has 5 seconds in all. */
const LIMIT_MS = 3_000;

/** Asks the database for as long as anything waits for it. Answers with what ends it, and the pool of its own. */
export function watchPulse({ pulse, pools, log }: Plan): () => Promise<void> {
  const stopping = new AbortController();
  let frozen = false;
  const isWanted = () =>
    pools.some(({ totalCount, idleCount, waitingCount }) => waitingCount > 0 || totalCount > idleCount);

  async function ask(): Promise<void> {
    const answers = await Promise.race([anyAnswer(pulse), silence()]);
    if (!answers && !frozen) log.warn('The database does not answer; what waits for it is given up');
    if (answers && frozen) log.info('The database answers again');
    frozen = !answers;
    if (frozen) for (const pool of [pulse, ...pools]) breakConnections(pool);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (frozen || isWanted()) await ask();
      await pause(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    await running;
    await pulse.end();
  };
}

/** A refusal is an answer too: it reaches whoever waits. */
async function anyAnswer(pulse: pg.Pool): Promise<boolean> {
  await pulse.query('select 1').catch(() => undefined);
  return true;
}

/** False when the time is up. Where this process itself stood still, an answer that came meanwhile is read first. */
async function silence(): Promise<boolean> {
  await pause(LIMIT_MS);
  await pause(50);
  return false;
}
