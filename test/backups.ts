/** For tests of backup and restore: servers and databases of their own, and everything that one holds, to compare. */
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { QUEUES } from '../src/app/server/queues.server.ts';
import { backUp } from '../src/server/backup/backup.server.ts';
import type { Place } from '../src/server/backup/reach-database.server.ts';
import { restore } from '../src/server/backup/restore.server.ts';
import { superuser } from '../src/server/db/postgres/connect.server.ts';
import { layoutOf, superuserPassword } from '../src/server/db/postgres/data-folder.server.ts';
import { readPostmasterFile } from '../src/server/db/postgres/postmaster.server.ts';
import type { DatabaseAddress } from '../src/server/db/roles.server.ts';
import { readSettings } from '../src/server/env.server.ts';
import { createLog } from '../src/server/http/log.server.ts';
import { query } from './database.ts';
import { startServer, type TestServer } from './start-server.ts';

export const MIGRATIONS = join(import.meta.dirname, '../migrations');

/** A new folder that goes when the run ends; as root, the database's account may pass through it. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('database').folder, 'backup-'));
  await chmod(folder, 0o711);
  return folder;
}

/** A server on the embedded database and the secret of its own data folder. */
export async function startAlone(dataFolder: string): Promise<TestServer> {
  const { admin } = inject('database');
  const server = await startServer({
    database: admin,
    env: { DATA_DIR: dataFolder, DATABASE_URL: '', SECRET: '' },
  });
  return { ...server, database: await superuserOf(dataFolder) };
}

/** The superuser's address of the embedded database that runs on a data folder. */
async function superuserOf(dataFolder: string): Promise<DatabaseAddress> {
  const file = await readPostmasterFile(layoutOf(dataFolder).cluster);
  if (!file?.socketFolder) throw new Error(`No database runs on ${dataFolder}.`);
  return superuser(file.socketFolder, await superuserPassword(dataFolder, { isNew: false }), 'tenure');
}

/** An empty database on the server of the run. */
export async function emptyDatabase(name: string): Promise<{ address: DatabaseAddress; drop(): Promise<void> }> {
  const { admin, prefix } = inject('database');
  const database = `${prefix}_${name}_${process.env.VITEST_POOL_ID ?? '0'}`;
  await query(admin, `create database ${pg.escapeIdentifier(database)}`);
  return {
    address: { ...admin, database },
    drop: async () => {
      await query(admin, `drop database ${pg.escapeIdentifier(database)} with (force)`);
    },
  };
}

export type Somewhere = { dataFolder: string; env?: Record<string, string>; signal?: AbortSignal; migrations?: string };

function placeOf({ dataFolder, env = {}, signal = new AbortController().signal }: Somewhere): Place {
  const read = readSettings(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return { settings: read.settings, dataFolder, log: createLog('silent'), signal };
}

export function backUpTo(file: string, from: Somewhere) {
  return backUp({ ...placeOf(from), file, version: '0.0.0' });
}

export function restoreFrom(file: string, to: Somewhere) {
  return restore({ ...placeOf(to), file, migrations: to.migrations ?? MIGRATIONS, queues: QUEUES });
}

/** Not kept: who tried to sign in, and the queue's own records of itself. */
const PASSING = `n.nspname || '.' || c.relname = 'app.attempts' or (n.nspname = 'pgboss' and c.relname <> 'job')`;

/** Every row of every table as JSON, and where every sequence stands. */
export async function everything(database: DatabaseAddress): Promise<Record<string, string[]>> {
  const relations = await query<{ name: string; kind: string }>(
    database,
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'S') and not c.relispartition and not (${PASSING})
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name, kind } of relations) {
    const value = kind === 'S' ? `(last_value, is_called)::text` : leftOut(name);
    const rows = await query<{ row: string }>(database, `select ${value} as row from ${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** When a migration ran is each database's own; which ran, and in which order, is not. */
function leftOut(name: string): string {
  return name === 'app.migrations' ? `(to_jsonb(t) - 'run_on')::text` : 'to_jsonb(t)::text';
}
