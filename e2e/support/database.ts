/** Accesses a server's database as superuser, to insert data and simulate failures. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type pg from 'pg';
import { connectToDatabase } from '../../scripts/server-process.ts';
import { layoutOf } from '../../src/server/db/postgres/data-folder.server.ts';
import { readPostmasterFile } from '../../src/server/db/postgres/postmaster.server.ts';
import type { RunningServer } from './server.ts';

const connections = new WeakMap<RunningServer, Promise<pg.Client>>();

/** Runs a statement. `app.instant()` uses the server's clock, `now()` the machine's. */
export async function statement<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  server: RunningServer,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connection(server);
  await client.query(`select set_config('app.instant', $1, false)`, [server.now().toISOString()]);
  return (await client.query<Row>(text, values)).rows;
}

/** Returns the only connection to a server's database, which is renewed after a failure. */
function connection(server: RunningServer): Promise<pg.Client> {
  const known = connections.get(server);
  if (known) return known;
  const made = connectToDatabase(server);
  const drop = () => connections.get(server) === made && connections.delete(server);
  connections.set(server, made);
  made.then((client) => client.on('error', drop).on('end', drop), drop);
  return made;
}

/** Kills the database, prevents restarts during `work`, and waits until the server has recovered. */
export async function withoutDatabase(server: RunningServer, work: () => Promise<void>): Promise<void> {
  const { cluster } = layoutOf(server.dataFolder);
  const needed = join(cluster, 'global/pg_control');
  const { pid } = (await readPostmasterFile(cluster)) ?? {};
  if (!pid) throw new Error(`There is no running database in ${server.dataFolder}.`);
  await rename(needed, `${needed}.away`);
  try {
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => statusOf(server)).toBe(503);
    await work();
  } finally {
    await rename(`${needed}.away`, needed);
  }
  await expect.poll(() => statusOf(server), { timeout: 30_000 }).toBe(200);
}

async function statusOf({ address }: RunningServer): Promise<number> {
  return (await fetch(`${address}/readyz`)).status;
}
