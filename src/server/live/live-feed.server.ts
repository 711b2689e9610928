/** The connection on which PostgreSQL tells this server what has changed: one for all streams, made anew whenever it is lost. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DatabaseAddress } from '../db/roles.server.ts';

/** As the triggers call it (`app.tell` in the migrations). */
const CHANNEL = 'tenure_live';

/** Milliseconds between two looks at the connection. */
const LOOK = 2_000;
/** Milliseconds after which a connection that says nothing is taken for lost. */
const SILENCE = 4_000;
const FIRST_WAIT = 100;
const MAX_WAIT = 5_000;

/** Asks the database over the same connection: when the answer does not come, nor would a notice. */
export type Ask = <T extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<T[]>;

type FeedPlan = {
  /** In the app role. */
  address: DatabaseAddress;
  log: Logger;
  /** A notice, as it was sent. */
  hear: (payload: string) => void;
  /** From here on nothing is missed. */
  listening: (ask: Ask) => Promise<void>;
  /** Called every two seconds while it listens. Where it rejects, the connection counts as lost. */
  look: (ask: Ask) => Promise<void>;
  /** From here on notices are missed, until it listens again. */
  lost: () => void;
};

export type Feed = { close(): Promise<void> };

/** Listens until it is closed. A database that is away is tried again and again, and spoken of once. */
export function openFeed({ address, log, hear, listening, look, lost }: FeedPlan): Feed {
  const closing = new AbortController();
  const { signal } = closing;
  let failures = 0;

  async function listen(): Promise<never> {
    const client = new pg.Client({
      ...address,
      application_name: 'tenure live',
      keepAlive: true,
      connectionTimeoutMillis: SILENCE,
      statement_timeout: SILENCE,
      query_timeout: SILENCE,
    });
    let close = () => {};
    const broken = new Promise<never>((_, reject) => {
      close = () => reject(new Error('Nobody listens any more'));
      client.on('error', reject).on('end', () => reject(new Error('The database closed the listening connection')));
    });
    signal.addEventListener('abort', close);
    broken.catch(() => {}); // it is raced below, and may break while nobody waits for it
    client.on('notification', ({ payload = '' }) => hear(payload));
    const ask: Ask = async <T extends pg.QueryResultRow>(text: string, values: unknown[]) =>
      (await client.query<T>(text, values)).rows;
    const live = async (): Promise<never> => {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await listening(ask);
      if (failures > 0) log.info('Changes are told to open pages again');
      failures = 0;
      for (;;) {
        await delay(LOOK, undefined, { signal });
        await look(ask);
      }
    };
    try {
      return await Promise.race([live(), broken]);
    } finally {
      signal.removeEventListener('abort', close);
      void client.end().catch(() => {}); // one that hangs is not waited for
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (signal.aborted) return;
        lost();
        if (failures === 0) log.warn({ err: error }, 'Changes cannot be told to open pages until the database is back');
        failures += 1;
        const wait = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** failures) * (0.5 + Math.random() / 2);
        await delay(wait, undefined, { signal }).catch(() => {}); // closed meanwhile
      }
    }
  }

  const running = run();
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}
