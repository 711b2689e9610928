/**
 * Finds and follows the primary among the hosts of DATABASE_URL, without promoting any.
 * If two hosts accept writes, the one promoted last is the primary; the other has not been demoted yet.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { dropConnections } from './pools.server.ts';
import { type DatabaseAddress, DatabaseRefusal } from './roles.server.ts';

type Host = Pick<DatabaseAddress, 'host' | 'port'>;

const POLL_INTERVAL_MS = 2_000;
const TIMEOUT_MS = 2_000;

/** The host's timeline, which grows with each promotion; null on a standby. */
const TIMELINE = `select case when current_setting('transaction_read_only') = 'off'
  then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`;

/** The address with the primary's host. Throws `DatabaseRefusal` if there is none, or the first host's error. */
export async function resolvePrimary(address: DatabaseAddress): Promise<DatabaseAddress> {
  if (!address.hosts) return address;
  const primary = await findPrimary(address, address.hosts);
  if (primary) return { ...address, ...primary };
  await timelineOf(address);
  const names = address.hosts.map(nameOf).join(', ');
  throw new DatabaseRefusal(
    `DATABASE_URL has no host that accepts writes (${names}). Start the primary, or promote a standby.`,
  );
}

type Plan = {
  /** These addresses are changed, so that later connections use the new primary. */
  addresses: readonly DatabaseAddress[];
  pools: readonly pg.Pool[];
  log: Logger;
};

/** Polls the hosts every two seconds and, after a failover, reconnects all pools. Returns a function that stops it. */
export function followPrimary({ addresses, pools, log }: Plan): () => Promise<void> {
  const [address] = addresses;
  const hosts = address?.hosts;
  if (!address || !hosts) return async () => {};
  const stopping = new AbortController();
  async function run(at: DatabaseAddress, all: readonly Host[]): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(POLL_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      const primary = await findPrimary(at, all);
      if (!primary || nameOf(primary) === nameOf(at) || stopping.signal.aborted) continue;
      log.warn({ from: nameOf(at), to: nameOf(primary) }, 'Another database host is now the primary: failing over');
      for (const config of [...addresses, ...pools.map(({ options }) => options)]) Object.assign(config, primary);
      for (const pool of pools) dropConnections(pool);
    }
  }
  const running = run(address, hosts);
  return () => {
    stopping.abort();
    return running;
  };
}

async function findPrimary(address: DatabaseAddress, hosts: readonly Host[]): Promise<Host | undefined> {
  const timelines = await Promise.all(
    hosts.map(async (host) => ({ host, timeline: await timelineOf({ ...address, ...host }).catch(() => null) })),
  );
  const [newest] = timelines
    .filter(({ timeline }) => timeline !== null)
    .sort((a, b) => (b.timeline ?? '').localeCompare(a.timeline ?? ''));
  return newest?.host;
}

async function timelineOf(address: DatabaseAddress): Promise<string | null> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  client.on('error', () => {}); // the query rejects
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
    return rows[0]?.timeline ?? null;
  } finally {
    void client.end().catch(() => {}); // does not wait for a hanging connection
  }
}

function nameOf({ host, port }: Host): string {
  return `${host}:${port}`;
}
