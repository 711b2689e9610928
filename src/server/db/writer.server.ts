/**
 * Where DATABASE_URL names several hosts: the one that takes writes, found and followed. Somebody else promotes a standby; of two that
 * take writes the one promoted last is right, as the other only has not heard of it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { breakConnections } from './pools.server.ts';
import { type DatabaseAddress, DatabaseRefusal } from './roles.server.ts';

type Host = Pick<DatabaseAddress, 'host' | 'port'>;

const EVERY_MS = 2_000;
/** How long a host may take to answer. */
const LIMIT_MS = 2_000;

/** The number of a host's timeline, which grows with each promotion; null where it takes no writes. */
const TIMELINE = `select case when current_setting('transaction_read_only') = 'off'
  then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`;

/** The same address at the host that takes writes. Throws `DatabaseRefusal` where none does, or what the first host says. */
export async function atWriter(address: DatabaseAddress): Promise<DatabaseAddress> {
  if (!address.hosts) return address;
  const writer = await findWriter(address, address.hosts);
  if (writer) return { ...address, ...writer };
  await timelineOf(address);
  const names = address.hosts.map(nameOf).join(', ');
  throw new DatabaseRefusal(
    `None of the hosts of DATABASE_URL takes writes (${names}). Start the primary, or promote a standby.`,
  );
}

type Plan = {
  /** Changed in place, so that connections made of it later go to the right host. */
  addresses: readonly DatabaseAddress[];
  pools: readonly pg.Pool[];
  log: Logger;
};

/** Asks all hosts every two seconds; where another one takes writes, all connections are made anew to that one. Answers with what ends it. */
export function followWriter({ addresses, pools, log }: Plan): () => Promise<void> {
  const [address] = addresses;
  const hosts = address?.hosts;
  if (!address || !hosts) return async () => {};
  const stopping = new AbortController();
  async function run(at: DatabaseAddress, all: readonly Host[]): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      const writer = await findWriter(at, all);
      if (!writer || nameOf(writer) === nameOf(at) || stopping.signal.aborted) continue;
      log.warn({ from: nameOf(at), to: nameOf(writer) }, 'Another host takes the writes of the database: going over');
      for (const one of [...addresses, ...pools.map(({ options }) => options)]) Object.assign(one, writer);
      for (const pool of pools) breakConnections(pool);
    }
  }
  const running = run(address, hosts);
  return () => {
    stopping.abort();
    return running;
  };
}

async function findWriter(address: DatabaseAddress, hosts: readonly Host[]): Promise<Host | undefined> {
  const found = await Promise.all(
    hosts.map(async (host) => ({ host, timeline: await timelineOf({ ...address, ...host }).catch(() => null) })),
  );
  const [best] = found
    .filter(({ timeline }) => timeline !== null)
    .sort((one, other) => (other.timeline ?? '').localeCompare(one.timeline ?? ''));
  return best?.host;
}

async function timelineOf(address: DatabaseAddress): Promise<string | null> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS });
  client.on('error', () => {}); // The answer tells it.
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
    return rows[0]?.timeline ?? null;
  } finally {
    void client.end().catch(() => {}); // one that hangs is not waited for
  }
}

function nameOf({ host, port }: Host): string {
  return `${host}:${port}`;
}
