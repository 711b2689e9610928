/** Everything the database remembers, to show that a request has changed nothing. */
import type { DatabaseAddress } from '../src/server/db/roles.server.ts';
import { query } from './database.ts';

/** Where rows come and go without anybody's data being changed: who is signed in, who has tried to, what waits to be done or cleared away. */
const PASSING = ['auth.sessions', 'app.attempts', 'app.file_removals', 'app.sandbox_bank'];
const PASSING_SCHEMAS = ['pgboss'];

/** Every row of every lasting table, as text, by table, without the words for the search box, which are derived. */
export async function snapshot(database: DatabaseAddress): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    database,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and schemaname <> all($1) order by 1`,
    [PASSING_SCHEMAS],
  );
  const lasting = tables.map(({ name }) => name).filter((name) => !PASSING.includes(name));
  const contents = await Promise.all(
    lasting.map((name) =>
      query<{ row: string }>(database, `select (to_jsonb(t) - 'search')::text as row from ${name} t order by 1`),
    ),
  );
  return Object.fromEntries(lasting.map((name, index) => [name, contents[index]?.map(({ row }) => row) ?? []]));
}
