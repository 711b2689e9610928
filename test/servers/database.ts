/** Tests have superuser access to the worker's database, a copy of the template, so that they can cause faults. */
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { addressOf, type DatabaseAddress, type ROLES } from '../../src/server/db/roles.server.ts';

const { admin, prefix, template, secret } = inject('database');

export async function workerDatabase(): Promise<DatabaseAddress> {
  const name = `${prefix}_worker_${process.env.VITEST_POOL_ID ?? '0'}`;
  const [made] = await query(admin, 'select from pg_database where datname = $1', [name]);
  if (!made) await createDatabase(name, template);
  return { ...admin, database: name };
}

type Kind = { empty?: boolean; encoding?: string };

/** Creates a database for one test. `drop` closes its connections. */
export async function privateDatabase(name: string, { empty, encoding }: Kind = {}) {
  const database = `${prefix}_${name}_${process.env.VITEST_POOL_ID ?? '0'}`;
  if (encoding) await createDatabase(database, `template0 encoding '${encoding}' locale 'C'`);
  else await createDatabase(database, empty ? 'template1' : template);
  return {
    address: { ...admin, database },
    drop: async () => {
      await query(admin, `drop database ${pg.escapeIdentifier(database)} with (force)`);
    },
  };
}

export async function ownDatabase(name: string, kind?: Kind): Promise<DatabaseAddress> {
  const { address, drop } = await privateDatabase(name, kind);
  onTestFinished(drop);
  return address;
}

async function createDatabase(name: string, from: string): Promise<void> {
  await query(admin, `create database ${pg.escapeIdentifier(name)} template ${from}`);
}

const pools = new Map<string, pg.Pool>();

/**
 * `app.instant()` uses the run's clock, `now()` the machine's. With a `name`, a connection plans the text only once.
 */
export async function query<T extends pg.QueryResultRow = pg.QueryResultRow>(
  address: DatabaseAddress,
  text: string,
  values: unknown[] = [],
  name?: string,
): Promise<T[]> {
  const { host, port, user, database } = address;
  const key = [host, port, user, database].join();
  // Connections stay open for a minute, because each new connection reads the whole catalogue.
  const pool = pools.get(key) ?? new pg.Pool({ ...address, max: 4, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  // Dropping a database or stopping PostgreSQL breaks idle connections.
  if (!pools.has(key))
    pools.set(
      key,
      pool.on('error', () => {}),
    );
  const client = await pool.connect();
  const ignore = () => {}; // The query rejects for the same error.
  client.on('error', ignore);
  try {
    await client.query(`select set_config('app.instant', $1, false)`, [new Date().toISOString()]);
    const { rows } = await client.query<T>({ text, values, ...(name && { name }) });
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  } finally {
    client.off('error', ignore);
  }
}

/** Returns the address of the same database for a server role. */
export function asRole(address: DatabaseAddress, role: keyof typeof ROLES): DatabaseAddress {
  return addressOf(address, role, secret);
}
