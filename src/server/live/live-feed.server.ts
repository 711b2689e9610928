/** The connection on which PostgreSQL notifies this server of changes: one for all streams, reconnected whenever it is lost. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DatabaseAddress } from '../db/roles.server.ts';

const CHECK_MS = 2_000;
/** A connection that does not answer for so long is taken for lost. */
const TIMEOUT_MS = 4_000;
const MAX_RECONNECT_MS = 5_000;

type FeedPlan = {
  /** In the role of the jobs. */
  address: DatabaseAddress;
  log: Logger;
  /** A notice, as it was sent. */
  onNotice: (payload: string) => void;
  /** Nothing is missed from here on. */
  onListening: () => void;
  onLost: () => void;
  /** Called before `onListening` and every two seconds, over the same connection: where it rejects, the connection counts as lost. */
  check: (client: pg.Client) => Promise<void>;
};

/** Listens until `close` is called. The log says once that the database is away, and once that it is back. */
export function openFeed({ address, log, onNotice, onListening, onLost, check }: FeedPlan): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  let failures = 0;

  async function listen(): Promise<never> {
    const client = new pg.Client({
      ...address,
      application_name: 'tenure live',
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      statement_timeout: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    const lost = new AbortController();
    const end = (reason?: unknown) => lost.abort(reason);
    const over = AbortSignal.any([signal, lost.signal]);
    client.on('error', end).on('end', end);
    client.on('notification', ({ payload = '' }) => onNotice(payload));
    try {
      await client.connect();
      const { rows } = await client.query<{ channel: string }>('select app.live_channel() as channel');
      await client.query(`listen ${pg.escapeIdentifier(rows[0]?.channel ?? '')}`);
      await check(client);
      onListening();
      if (failures > 0) log.info('Open pages hear of changes again');
      failures = 0;
      for (;;) {
        await delay(CHECK_MS, undefined, { signal: over });
        await check(client);
      }
    } finally {
      void client.end().catch(() => {}); // a connection that hangs is not waited for
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (signal.aborted) return;
        onLost();
        if (failures === 0) log.warn({ err: error }, 'Open pages hear of no changes until the database is back');
        failures += 1;
        const wait = Math.min(MAX_RECONNECT_MS, 100 * 2 ** failures) * (0.5 + Math.random() / 2);
        await delay(wait, undefined, { signal }).catch(() => {}); // closed while waiting
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
