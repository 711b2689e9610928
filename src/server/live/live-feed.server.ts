/** The LISTEN connection to PostgreSQL, shared by all streams and reconnected when lost. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DatabaseAddress } from '../db/roles.server.ts';

const CHECK_MS = 2_000;
/** A connection counts as lost if connecting or a query takes longer. */
const TIMEOUT_MS = 4_000;
const MAX_RECONNECT_MS = 5_000;

type FeedPlan = {
  /** Direct address of the jobs role: a pooler in transaction mode does not support LISTEN. */
  address: DatabaseAddress;
  log: Logger;
  onNotice: (payload: string) => void;
  /** Called once LISTEN is active: no later notification is missed until `onLost`. */
  onListening: () => void;
  onLost: () => void;
  /** Called before `onListening` and then every `CHECK_MS`; a rejection counts as a lost connection. */
  check: (client: pg.Client) => Promise<void>;
};

/** Listens until `close`. Logs each outage and recovery once. */
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
      if (failures > 0) log.info('Live updates have resumed');
      failures = 0;
      for (;;) {
        await delay(CHECK_MS, undefined, { signal: over });
        await check(client);
      }
    } finally {
      void client.end().catch(() => {}); // a hanging connection must not block
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (signal.aborted) return;
        onLost();
        if (failures === 0) log.warn({ err: error }, 'Live updates are paused until the database is back');
        failures += 1;
        const wait = Math.min(MAX_RECONNECT_MS, 100 * 2 ** failures) * (0.5 + Math.random() / 2);
        await delay(wait, undefined, { signal }).catch(() => {}); // aborted by `close`
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
