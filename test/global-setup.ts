/** PostgreSQL for the run: at TEST_DATABASE_URL, as a superuser, or embedded in a temporary folder. */
import { mkdtempSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { QUEUES } from '../src/app/server/queues.server.ts';
import { migrateDatabase } from '../src/server/db/migrate.server.ts';
import { startPostgres } from '../src/server/db/postgres/start.server.ts';
import { addressFromUrl, type DatabaseAddress } from '../src/server/db/roles.server.ts';
import { contractsFolder } from './contracts/contracts.ts';
import { type Pooler, startPooler } from './pooler.ts';
import { endAbandoned, endWith, removeFolder } from './reading/abandoned.ts';

export type TestDatabase = {
  admin: DatabaseAddress;
  /** Prefix of the names of the run's databases. */
  prefix: string;
  /** Name of a migrated database to copy. */
  template: string;
  /** Shared by all servers, because roles and their passwords belong to the cluster. */
  secret: string;
  /** Parent of the data folders, removed at the end. */
  folder: string;
  /** Set for servers' connections if TEST_POOLER is the path of pgbouncer's executable. */
  pooler: Pooler | undefined;
};

declare module 'vitest' {
  interface ProvidedContext {
    database: TestDatabase;
  }
}

const SECRET = 'the one secret that every test run on a machine shares';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (!contractsFolder) console.log('No CONTRACTS_DIR: tests against providers’ API descriptions are skipped.');
  await endAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `tenure-test-${process.pid}-`));
  // If the tests run as root, the database has its own account, which must reach the folder.
  await chmod(folder, 0o711);
  // A database that a test has killed may still write for a moment, so the folder may not be empty.
  const undo: (() => Promise<unknown>)[] = [async () => removeFolder(folder)];
  const tearDown = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const given = process.env.TEST_DATABASE_URL;
    const admin = given ? addressFromUrl(given) : await embedded(folder, undo);
    const prefix = `tenure_test_${process.pid}`;
    const template = `${prefix}_template`;
    if (given) undo.push(() => dropDatabases(admin, prefix));
    await runAs(admin, `create database ${template}`);
    const sqlFolder = join(import.meta.dirname, '../database');
    await migrateDatabase({ admin: { ...admin, database: template }, secret: SECRET, sqlFolder, queues: QUEUES });
    const pooler = await pooling({ admin, folder }, undo);
    project.provide('database', { admin, prefix, template, secret: SECRET, folder, pooler });
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}

async function embedded(folder: string, undo: (() => Promise<unknown>)[]): Promise<DatabaseAddress> {
  const postgres = await startPostgres({
    dataFolder: join(folder, 'data'),
    log: pino({ level: 'silent' }),
    onFatal: (error) => {
      throw error;
    },
  });
  const spare = endWith(folder, () => postgres.pid());
  undo.push(async () => {
    await postgres.stop();
    spare();
  });
  // Durability is not needed, because the data is discarded.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await runAs(postgres.connection, `alter system set ${setting} = off`);
  await runAs(postgres.connection, 'select pg_reload_conf()');
  return postgres.connection;
}

async function pooling(
  place: { admin: DatabaseAddress; folder: string },
  undo: (() => Promise<unknown>)[],
): Promise<Pooler | undefined> {
  const program = process.env.TEST_POOLER;
  if (!program) return undefined;
  const { stop, ...pooler } = await startPooler({ ...place, program });
  undo.push(stop);
  return pooler;
}

async function dropDatabases(admin: DatabaseAddress, prefix: string): Promise<void> {
  const names = await runAs(admin, `select datname from pg_database where starts_with(datname, '${prefix}_')`);
  for (const { datname } of names)
    await runAs(admin, `drop database ${pg.escapeIdentifier(datname ?? '')} with (force)`);
}

async function runAs(admin: DatabaseAddress, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(statement)).rows;
  } finally {
    await client.end();
  }
}
