/** Brings a database to this code's level: plain SQL files, forward only, and the job queue's tables. */
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { installJobs, type Queue } from '../jobs/queue.server.ts';
import { addressOf, connectAsOwner, type DatabaseAddress, DatabaseRefusal, prepareRoles } from './roles.server.ts';

export type MigrationPlan = {
  /** A role that may create roles and owns the database; one that may only connect where the roles are there. */
  admin: DatabaseAddress;
  secret: string;
  migrations: string;
  queues: readonly Queue[];
  /** Stop after this migration (file name without ending): a restore loads rows at the level they were saved at. */
  upTo?: string;
};

export async function knownMigrations(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .sort();
}

/** Names of the migrations a database has had, oldest first; empty for an empty database. */
export async function appliedMigrations(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('app.migrations') as found`,
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>('select name from app.migrations order by id');
  return rows.map((row) => row.name);
}

/** 'TENU' and the purpose. */
const MIGRATION_LOCK = [0x54454e55, 2];

/**
 * Runs what is missing, in one transaction. The role of DATABASE_URL only makes roles: all else is done as the owner, as
 * another role may not even look. Refuses, untouched, a database that is newer than this code.
 */
export async function migrateDatabase(plan: MigrationPlan): Promise<void> {
  const known = await knownMigrations(plan.migrations);
  const wanted = plan.upTo ? known.slice(0, known.indexOf(plan.upTo) + 1) : known;
  const admin = new pg.Client(plan.admin);
  await admin.connect();
  try {
    // Of servers that start at once on one database, the others wait and find nothing to do. Given back with the connection.
    await admin.query('select pg_advisory_lock($1, $2)', MIGRATION_LOCK);
    await assertUsable(admin);
    await prepareRoles(admin, plan.admin, plan.secret);
    const applied = await appliedTo(plan);
    const foreign = applied.filter((name) => !known.includes(name));
    if (foreign.length > 0) {
      throw new DatabaseRefusal(
        `This database is newer than this version of Tenure (it has ${foreign.join(', ')}). ` +
          'Nothing was changed. Start the newer version, or restore a backup made by this one into an empty data folder.',
      );
    }
    const owner = addressOf(plan.admin, 'owner', plan.secret);
    if (wanted.some((name) => !applied.includes(name))) await runFiles({ owner, folder: plan.migrations, wanted });
    await installJobs(owner, plan.queues);
  } finally {
    await admin.end();
  }
}

async function appliedTo({ admin, secret }: MigrationPlan): Promise<string[]> {
  const owner = await connectAsOwner(admin, secret);
  try {
    return await appliedMigrations(owner);
  } finally {
    await owner.end();
  }
}

async function assertUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, getdatabaseencoding() as encoding`,
  );
  const [found] = rows;
  if (!found || found.version < 150000) throw new DatabaseRefusal('Tenure needs PostgreSQL 15 or newer.');
  if (found.encoding === 'UTF8') return;
  throw new DatabaseRefusal(
    `This database has the encoding ${found.encoding}, and Tenure needs UTF8: create database … encoding 'UTF8' template template0.`,
  );
}

async function runFiles({ owner, folder, wanted }: { owner: DatabaseAddress; folder: string; wanted: string[] }) {
  // Loaded only when there is something to run: it would take a third of a quick start.
  const { runner } = await import('node-pg-migrate');
  const silent = () => {};
  await runner({
    databaseUrl: owner,
    dir: folder,
    direction: 'up',
    count: wanted.length,
    migrationsTable: 'migrations',
    migrationsSchema: 'app',
    createMigrationsSchema: true,
    advisoryLockMode: 'wait',
    logger: { info: silent, warn: silent, error: silent },
  });
}
