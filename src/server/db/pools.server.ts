import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { assertPlainRole, type DatabaseAddress } from './roles.server.ts';

// Dates (1082) stay 'YYYY-MM-DD' instead of a local midnight; bigint counts (20) are far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(1082, (day) => day);
types.setTypeParser(20, Number);

export type PoolPlan = {
  address: DatabaseAddress;
  name: string;
  max: number;
  log: Logger;
  /** Whether connections go through a pooler, which loses prepared statements between transactions. */
  pooled?: boolean;
};

/**
 * Connections use pipeline mode, in which opening a transaction and its first query take one round trip.
 * PostgreSQL rejects queries that are pipelined after a failed query of the same transaction.
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
    // For a database that accepts connections but does not respond. The roles have their own statement timeouts.
    query_timeout: 35_000,
  });
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on('error', (error) => {
    // During shutdown the database may stop before the last socket closes.
    if (!pool.ending) log.warn({ err: error, pool: name }, 'A database connection was lost');
  });
  const clients = new Set<pg.PoolClient>();
  connected.set(pool, clients);
  // A connection in use rejects its query and then emits 'error', which without a listener would end the process.
  pool.on('connect', (client) => {
    clients.add(client.on('error', () => {}));
    if (pooled) disablePreparedStatements(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  return pool;
}

/** Removes statement names, which disables prepared statements. */
function disablePreparedStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const nameless = (config: unknown, ...rest: unknown[]) =>
    query(typeof config === 'object' && config && 'text' in config ? { ...config, name: undefined } : config, ...rest);
  client.query = nameless as typeof client.query;
}

const connected = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Breaks all connections of an `openPool` pool: pending queries fail with 'Connection terminated'. */
export function dropConnections(pool: pg.Pool): void {
  for (const { connection } of connected.get(pool) ?? []) connection.stream.destroy();
}

/** Opens a pool for landlords' rows. Throws `DatabaseRefusal` for a role that bypasses row-level security. */
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

/** The prepared statement's name; undefined once there are too many distinct texts. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_NAMES) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
