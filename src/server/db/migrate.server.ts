/**
 * Migrates a database to this code's level. `database/migrations` has tables and data changes, forward only.
 * `database/functions` has functions, views, triggers, policies and grants, replaced with every migration or edit.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { installJobs, type Queue } from '../jobs/queue.server.ts';
import {
  addressOf,
  connectAsOwner,
  type DatabaseAddress,
  DatabaseRefusal,
  prepareRoles,
  ROLES,
} from './roles.server.ts';

export type MigrationPlan = {
  /** A role that owns the database and can create roles, or any role that can connect if our roles exist. */
  admin: DatabaseAddress;
  secret: string;
  sqlFolder: string;
  queues: readonly Queue[];
  /** The last migration to run (file name without extension), without functions, for a restore to load rows. */
  upTo?: string;
};

export async function knownMigrations(sqlFolder: string): Promise<string[]> {
  return (await sqlFiles(join(sqlFolder, 'migrations'))).map((file) => file.slice(0, -4));
}

async function sqlFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith('.sql')).sort();
}

export async function appliedMigrations(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('app.migrations') as found`,
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>('select name from app.migrations order by name');
  return rows.map((row) => row.name);
}

/** 'TENU' in ASCII, and the lock's purpose. */
const MIGRATION_LOCK = [0x54454e55, 2];

/**
 * Runs pending migrations in one transaction, as the owner; the DATABASE_URL role only creates roles.
 * Rejects a database newer than this code, leaving it unchanged.
 */
export async function migrateDatabase(plan: MigrationPlan): Promise<void> {
  const admin = new pg.Client(plan.admin);
  await admin.connect();
  try {
    // Serialises servers that start concurrently. Released with the connection.
    await admin.query('select pg_advisory_lock($1, $2)', MIGRATION_LOCK);
    await assertUsable(admin);
    await prepareRoles(admin, plan.admin, plan.secret);
    const owner = await connectAsOwner(plan.admin, plan.secret);
    try {
      await runMigrations(owner, plan);
    } finally {
      await owner.end();
    }
    await installJobs(addressOf(plan.admin, 'owner', plan.secret), plan.queues);
  } finally {
    await admin.end();
  }
}

async function runMigrations(owner: pg.Client, { sqlFolder, upTo }: MigrationPlan): Promise<void> {
  const known = await knownMigrations(sqlFolder);
  const applied = await appliedMigrations(owner);
  const foreign = applied.filter((name) => !known.includes(name));
  if (foreign.length > 0) {
    throw new DatabaseRefusal(
      `This database is newer than this version of Tenure (it has ${foreign.join(', ')}). ` +
        'No changes were made. Start the newer version, or restore a backup made by this one into an empty data folder.',
    );
  }
  const required = upTo ? known.slice(0, known.indexOf(upTo) + 1) : known;
  const missing = required.filter((name) => !applied.includes(name));
  const functions = upTo ? undefined : await readFunctions(sqlFolder);
  const isCurrent = missing.length === 0 && (!functions || functions.hash === (await appliedFunctions(owner)));
  if (isCurrent) return;
  await owner.query('begin');
  try {
    await owner.query(LOCK_SQL);
    await owner.query(DROP_FUNCTIONS);
    for (const name of missing) {
      const file = join('migrations', `${name}.sql`);
      await runFile(owner, { file, text: await readFile(join(sqlFolder, file), 'utf8') });
      await owner.query('insert into app.migrations (name, run_on) values ($1, now())', [name]);
    }
    for (const file of functions?.files ?? []) await runFile(owner, file);
    await owner.query(`comment on schema app is ${pg.escapeLiteral(functions?.hash ?? '')}`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

type SqlFile = { file: string; text: string };

async function runFile(owner: pg.Client, { file, text }: SqlFile): Promise<void> {
  try {
    await owner.query(text);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

async function readFunctions(sqlFolder: string): Promise<{ files: SqlFile[]; hash: string }> {
  const names = await sqlFiles(join(sqlFolder, 'functions'));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join('functions', name);
      return { file, text: await readFile(join(sqlFolder, file), 'utf8') };
    }),
  );
  const hash = createHash('sha256');
  for (const { text } of files) hash.update(text);
  return { files, hash: hash.digest('hex') };
}

async function appliedFunctions(owner: pg.Client): Promise<string | null | undefined> {
  const { rows } = await owner.query<{ hash: string | null }>(
    `select obj_description(oid, 'pg_namespace') as hash from pg_namespace where nspname = 'app'`,
  );
  return rows[0]?.hash;
}

const LOCK_SQL = `
  create schema if not exists app;
  create table if not exists app.migrations (name text collate "C" primary key, run_on timestamptz not null)`;

const SERVING = [ROLES.app, ROLES.member, ROLES.auth, ROLES.jobs].join(', ');

/** Drops everything that database/functions creates, so that migrations never depend on it. */
const DROP_FUNCTIONS = `
  do $$
  declare
    ours constant regnamespace[] := array(select oid from pg_namespace where nspname in ('app', 'auth', 'member', 'public'));
    dropped text;
  begin
    for dropped in
      -- Cascades to functions that read views. In one statement, as a view may read another view.
      select format('drop view %s cascade', string_agg(oid::regclass::text, ', ')) from pg_class
      where relkind = 'v' and relnamespace = any (ours) and relowner = current_user::regrole having count(*) > 0
      union all
      select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger
      where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = any (ours) and relowner = current_user::regrole)
      union all
      select format('drop policy %I on %s', polname, polrelid::regclass) from pg_policy
      where polrelid in (select oid from pg_class where relnamespace = any (ours) and relowner = current_user::regrole)
      union all
      -- Without policies, forced row-level security would hide all rows from migrations.
      select format('alter table %s no force row level security', oid::regclass) from pg_class
      where relforcerowsecurity and relnamespace = any (ours) and relowner = current_user::regrole
      union all
      select format('revoke all on %s from ${SERVING}', oid::regclass) from pg_class
      where relkind in ('r', 'p') and relnamespace = any (ours) and relowner = current_user::regrole
    loop
      execute dropped;
    end loop;
    select string_agg(oid::regprocedure::text, ', ') into dropped from pg_proc
    where pronamespace = any (ours) and proowner = current_user::regrole and obj_description(oid, 'pg_proc') is distinct from 'frozen';
    if dropped is not null then
      execute 'drop function ' || dropped;
    end if;
  end $$`;

async function assertUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, getdatabaseencoding() as encoding`,
  );
  const [server] = rows;
  if (!server || server.version < 150000) throw new DatabaseRefusal('Tenure needs PostgreSQL 15 or newer.');
  if (server.encoding === 'UTF8') return;
  throw new DatabaseRefusal(
    `This database has the encoding ${server.encoding}, and Tenure needs UTF8: create database … encoding 'UTF8' template template0.`,
  );
}
