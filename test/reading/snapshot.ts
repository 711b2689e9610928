/** The database's whole content, to test that a request changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import { query } from '../servers/database.ts';

/** Tables that change without user data: sessions, attempts, pending work. */
const PASSING = [
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
const PASSING_SCHEMAS = ['pgboss'];

/** Every row of all other tables as text, by table; without derived search texts. */
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

/** Versions are read in the background, so only what people write is compared. */
const CONTENT: Record<string, string> = {
  'public.document_versions': 'sum(hashtext(concat(id, document_id, number, file_url, name)))',
};

const lastWritesTexts = new Map<string, Promise<string>>();

async function lastWritesText(database: DatabaseAddress): Promise<string> {
  const names = (await tableNames(database)).filter(
    (name) => !/^app\.(lease_notices|notice_emails|deadline_emails)$/.test(name),
  );
  const counts = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ' rows, the last by ' || coalesce(${CONTENT[name] ?? 'max(xmin::text::bigint)'}, 0) as write from ${name}`,
  );
  return counts.join(' union all ');
}

/** Row counts and newest transactions by table, except emails, which hourly jobs may send. Faster than a snapshot. */
export async function lastWrites(database: DatabaseAddress): Promise<Record<string, string>> {
  const text = lastWritesTexts.get(database.database) ?? lastWritesText(database);
  lastWritesTexts.set(database.database, text);
  const writes = await query<{ name: string; write: string }>(database, await text, [], 'last writes');
  return Object.fromEntries(writes.map(({ name, write }) => [name, write]));
}

/** How often a difference is confirmed, because jobs may write at the same time. */
const CONFIRMATIONS = 5;

/** Fails if `work` writes. It is repeated if there are writes during it. */
export async function expectUnchanged(database: DatabaseAddress, work: () => Promise<unknown>): Promise<void> {
  for (let confirmed = 0; ; confirmed++) {
    const before = await lastWrites(database);
    await work();
    const after = await lastWrites(database);
    if (isDeepStrictEqual(before, after)) return;
    if (confirmed === CONFIRMATIONS) expect(after).toEqual(before);
  }
}

/** Names that are safe in SQL. */
async function tableNames(database: DatabaseAddress): Promise<string[]> {
  const tables = await query<{ name: string }>(
    database,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and schemaname <> all($1)
       and obj_description(format('%I.%I', schemaname, tablename)::regclass, 'pg_class') is distinct from 'derived' order by 1`,
    [PASSING_SCHEMAS],
  );
  return tables.map(({ name }) => name).filter((name) => !PASSING.includes(name));
}
