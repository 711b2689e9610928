/** Compares the database's content, to test that a request changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { query } from '../servers/database.ts';

/** Tables that change without user data: sessions, attempts and pending work. */
const TRANSIENT_TABLES = [
  'auth.sessions',
  'app.attempts',
  'app.file_removals',
  'app.key_buckets',
  'app.key_uses',
  'app.webhook_cursors',
  'app.webhook_deliveries',
  'app.webhook_health',
  'app.webhook_tries',
  'app.sandbox_bank',
  'app.sandbox_payments',
  'app.sandbox_tax',
];
const TRANSIENT_SCHEMAS = ['pgboss'];

/** Returns every row of all other tables as text, without derived search texts. */
export async function snapshot(database: DatabaseAddress): Promise<Record<string, string[]>> {
  const rowsOf = async (name: string) => {
    const rows = await query<{ row: string }>(
      database,
      `select (to_jsonb(t) - 'search')::text as row from ${name} t order by 1`,
    );
    return rows.map(({ row }) => row);
  };
  const names = await tableNames(database);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await rowsOf(name)] as const)));
}

/** The texts of documents are read in the background, so only the columns that people write are compared. */
const LAST_WRITE: Record<string, string> = {
  'public.document_versions': 'sum(hashtext(concat(id, document_id, number, file_url, name)))',
};

const lastWritesTexts = new Map<string, Promise<string>>();

async function lastWritesText(database: DatabaseAddress): Promise<string> {
  const names = (await tableNames(database)).filter(
    (name) => !/^app\.(lease_notices|notice_emails|deadline_emails)$/.test(name),
  );
  const owned = await ownedTables(database);
  const counts = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ' rows, the last by ' || coalesce(${LAST_WRITE[name] ?? 'max(xmin::text::bigint)'}, 0) as write
       from ${name} where ${conditionOf(name, owned)}`,
  );
  return counts.join(' union all ');
}

/** $1 has the ids of accounts, $2 those of their owners. */
function conditionOf(table: string, owned: readonly string[]): string {
  if (table === 'public.profiles') return 'id = any($1::uuid[])';
  if (table === 'auth.users' || table === 'public.people') return 'id = any($2::uuid[])';
  if (!owned.includes(table)) return 'true';
  return `user_id = any(${table.startsWith('auth.') ? '$2' : '$1'}::uuid[])`;
}

async function ownedTables(database: DatabaseAddress): Promise<string[]> {
  const tables = await query<{ name: string }>(
    database,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns where column_name = 'user_id'`,
  );
  return tables.map(({ name }) => name);
}

type Owner = Pick<Landlord, 'id' | 'personId'>;

/**
 * Returns row counts and newest transactions of landlords by table, except emails, which hourly jobs may send. Faster
 * than a snapshot, as tests leave many thousands of rows of other landlords.
 */
export async function lastWrites(database: DatabaseAddress, owners: readonly Owner[]): Promise<Record<string, string>> {
  const text = lastWritesTexts.get(database.database) ?? lastWritesText(database);
  lastWritesTexts.set(database.database, text);
  const values = [owners.map(({ id }) => id), owners.map(({ personId }) => personId)];
  const writes = await query<{ name: string; write: string }>(database, await text, values, 'last writes');
  return Object.fromEntries(writes.map(({ name: table, write }) => [table, write]));
}

/** A difference is confirmed this many times, because jobs may write at the same time. */
const CONFIRMATIONS = 5;

/** Fails if `work` writes rows of these landlords, or rows without an owner. */
export async function expectUnchanged(
  database: DatabaseAddress,
  owners: readonly Owner[],
  work: () => Promise<unknown>,
): Promise<void> {
  for (let confirmed = 0; ; confirmed++) {
    const before = await lastWrites(database, owners);
    await work();
    const after = await lastWrites(database, owners);
    if (isDeepStrictEqual(before, after)) return;
    if (confirmed === CONFIRMATIONS) expect(after).toEqual(before);
  }
}

/** Returns names that are safe in SQL. */
async function tableNames(database: DatabaseAddress): Promise<string[]> {
  const tables = await query<{ name: string }>(
    database,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and schemaname <> all($1)
       and obj_description(format('%I.%I', schemaname, tablename)::regclass, 'pg_class') is distinct from 'derived' order by 1`,
    [TRANSIENT_SCHEMAS],
  );
  return tables.map(({ name }) => name).filter((name) => !TRANSIENT_TABLES.includes(name));
}
