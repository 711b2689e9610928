/** Everything the database remembers, to show that a request has changed nothing. */
import type { DatabaseAddress } from '../src/server/db/roles.server.ts';
import { query } from './database.ts';

/** Where rows come and go without anybody's data being changed: who is signed in, who has tried to, what waits to be done or cleared away. */
const PASSING = ['auth.sessions', 'app.attempts', 'app.file_removals', 'app.sandbox_bank', 'app.sandbox_payments'];
const PASSING_SCHEMAS = ['pgboss'];

/** A row without the words for the search box, which are derived. */
const ROW = `(to_jsonb(t) - 'search')::text`;

/** Every row of every lasting table, as text, by table. */
export async function snapshot(database: DatabaseAddress): Promise<Record<string, string[]>> {
  return ofEachTable(database, async (name) => {
    const rows = await query<{ row: string }>(database, `select ${ROW} as row from ${name} t order by 1`);
    return rows.map(({ row }) => row);
  });
}

/**
 * The same as a count and a checksum by table: where other tests have left many rows, reading all of them takes long. Of which
 * emails landlords were sent is left out: the server's hourly jobs may send some during the test.
 */
export async function checksums(database: DatabaseAddress): Promise<Record<string, string>> {
  const sums = await ofEachTable(database, async (name) => {
    const [sum] = await query<{ sum: string }>(
      database,
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(${ROW}, 0)), 0) as sum from ${name} t`,
    );
    return sum?.sum ?? '';
  });
  return Object.fromEntries(
    Object.entries(sums).filter(([name]) => !/^app\.(lease_notices|notice_emails)$/.test(name)),
  );
}

async function ofEachTable<T>(
  database: DatabaseAddress,
  ask: (name: string) => Promise<T>,
): Promise<Record<string, T>> {
  const tables = await query<{ name: string }>(
    database,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and schemaname <> all($1) order by 1`,
    [PASSING_SCHEMAS],
  );
  const lasting = tables.map(({ name }) => name).filter((name) => !PASSING.includes(name));
  return Object.fromEntries(await Promise.all(lasting.map(async (name) => [name, await ask(name)] as const)));
}
