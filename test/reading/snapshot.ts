/** The database's whole content, to test that a request changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import { query } from '../servers/database.ts';

/** Tables that change without user data: sessions, attempts, pending work. */
const PASSING = [
  'auth.sessions',
  'app.attempts',
  'app.file_removals',
  'app.sandbox_bank',
  'app.sandbox_payments',
  'app.sandbox_tax',
];
const PASSING_SCHEMAS = ['pgboss'];

/** Every row of all other tables as text, by table; without derived search texts. */
export async function snapshot(database: DatabaseAddress): Promise<Record<string, string[]>> {
  return ofEachTable(database, async (name) => {
    const rows = await query<{ row: string }>(
      database,
      `select (to_jsonb(t) - 'search')::text as row from ${name} t order by 1`,
    );
    return rows.map(({ row }) => row);
  });
}

/** Row counts and newest transactions by table, except emails, which hourly jobs may send. Faster than a snapshot. */
export async function lastWrites(database: DatabaseAddress): Promise<Record<string, string>> {
  const writes = await ofEachTable(database, async (name) => {
    const [write] = await query<{ write: string }>(
      database,
      `select count(*) || ' rows, the last by ' || coalesce(max(xmin::text::bigint), 0) as write from ${name}`,
    );
    return write?.write ?? '';
  });
  return Object.fromEntries(
    Object.entries(writes).filter(([name]) => !/^app\.(lease_notices|notice_emails)$/.test(name)),
  );
}

/**
 * The last writes before and after `work`. An hourly job may write at the same time, so a difference is confirmed by
 * another run.
 */
export async function writesDuring(
  database: DatabaseAddress,
  work: () => Promise<unknown>,
): Promise<Record<'before' | 'after', Record<string, string>>> {
  const once = async () => {
    const before = await lastWrites(database);
    await work();
    return { before, after: await lastWrites(database) };
  };
  const first = await once();
  return isDeepStrictEqual(first.before, first.after) ? first : once();
}

async function ofEachTable<T>(
  database: DatabaseAddress,
  ask: (name: string) => Promise<T>,
): Promise<Record<string, T>> {
  const tables = await query<{ name: string }>(
    database,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and schemaname <> all($1)
       and obj_description(format('%I.%I', schemaname, tablename)::regclass, 'pg_class') is distinct from 'derived' order by 1`,
    [PASSING_SCHEMAS],
  );
  const lasting = tables.map(({ name }) => name).filter((name) => !PASSING.includes(name));
  return Object.fromEntries(await Promise.all(lasting.map(async (name) => [name, await ask(name)] as const)));
}
