/** Connection pools: one for landlords' work (pipelined), one for sign-in's own tables. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { assertPlainRole, type DatabaseAddress } from './roles.server.ts';

// Days stay 'YYYY-MM-DD' (1082) instead of becoming an instant at local midnight; counts (20) are far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(1082, (day) => day);
types.setTypeParser(20, Number);

/** What a pool is called in the logs, where it connects, and how many connections it may open. */
export type PoolPlan = {
  address: DatabaseAddress;
  name: string;
  max: number;
  log: Logger;
  /** Behind a pooler the next transaction is on another connection, where nothing has been prepared. */
  pooled?: boolean;
};

/**
 * A pool whose connections send what they are given at once and read the answers in order (pipeline mode), so that
 * opening a landlord's transaction and the first query in it cost one round trip. Pipelining never reorders: a query sent behind
 * one that failed in the same transaction is refused by PostgreSQL.
 */
export function openPool({ address, name, max, log, pooled }: PoolPlan): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    application_name: `tenure ${name}`,
    max,
    types,
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 4_000,
    // A database that is reached and says nothing cannot time out by itself. Its own limits are those of the roles.
    query_timeout: 35_000,
  });
  // An idle connection that breaks (the database restarted) is replaced at the next use; unheard it would end the process.
  pool.on('error', (error) => {
    // While we stop, the database may be gone before the last socket has closed.
    if (!pool.ending) log.warn({ err: error, pool: name }, 'A database connection was lost');
  });
  const clients = new Set<pg.PoolClient>();
  connected.set(pool, clients);
  // One in use tells the query it was at, and then everybody: the query's answer is enough, and unheard this too would end the process.
  pool.on('connect', (client) => {
    clients.add(client.on('error', () => {}));
    if (pooled) prepareNothing(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  return pool;
}

/** Each statement is parsed where it runs: its name is left out. */
function prepareNothing(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const nameless = (asked: unknown, ...rest: unknown[]) =>
    query(typeof asked === 'object' && asked && 'text' in asked ? { ...asked, name: undefined } : asked, ...rest);
  client.query = nameless as typeof client.query;
}

const connected = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Breaks every connection of a pool of `openPool`: what waits on one fails as 'Connection terminated', and new ones are made. */
export function breakConnections(pool: pg.Pool): void {
  for (const { connection } of connected.get(pool) ?? []) connection.stream.destroy();
}

/** A pool that reaches landlords' rows, theirs and that of the jobs: refuses a role that row-level security would not stop. */
export async function openAppPool(plan: PoolPlan): Promise<pg.Pool> {
  const pool = openPool(plan);
  try {
    await assertPlainRole(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}

const names = new Map<string, string>();
const MAX_NAMES = 1_000;

/** The name under which a statement is prepared once a connection; undefined when there are too many distinct texts to keep. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_NAMES) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
