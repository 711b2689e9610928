import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { csvHead, csvLines } from '../../../server/http/downloads/csv.server.ts';
import type { Section, TempFile } from '../../../server/http/downloads/temp-file.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { guardCell } from '../../../shared/text.ts';
import { withheldColumns } from './labels.ts';

/** A line of `rows` is a JSON array of nulls and JSON texts, so that 1450.00 stays 1450.00. */
export type ReadTable = { name: string; columns: string[]; withheld: string[]; rows: Section };

type Table = { schema: string; table: string; columns: string[]; key: string[] | null };
type RunQuery = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;

/** Selects tables with row-level security, except derived ones. For 'auth', selects all sign-in tables. */
const TABLES = `
  select n.nspname as schema, c.relname as table,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    (select array_agg(a.attname::text order by k.place)
     from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
     where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and obj_description(c.oid, 'pg_class') is distinct from 'derived'
    and case when $1 = 'auth' then n.nspname = 'auth' else n.nspname in ('public', 'app') and c.relrowsecurity end
  order by n.nspname = 'public' desc, 1, 2`;

const BATCH_SIZE = 500;

/** Reads every table into `tempFile`. `db` must read from one snapshot, from which sign-in tables are read too. */
export async function readTables(
  db: UserDb,
  { authPool, tempFile }: { authPool: pg.Pool; tempFile: TempFile },
): Promise<ReadTable[]> {
  const runQuery: RunQuery = async (text, values = []) =>
    (await db.executeQuery<never>(CompiledQuery.raw(text, values))).rows;
  const { rows } = await sql<{ snapshot: string; person: string }>`
    select pg_export_snapshot() as snapshot, app.person_id() as person, set_config('TimeZone', 'UTC', true)`.execute(
    db,
  );
  const [caller] = rows;
  if (!caller) throw new Error('PostgreSQL returned no snapshot');
  const own = await readSide({ runQuery, tempFile, side: 'landlord' });
  const signIn = await onSnapshot(authPool, caller.snapshot, (runAuthQuery) =>
    readSide({ runQuery: runAuthQuery, tempFile, side: 'auth', person: caller.person }),
  );
  return [...own, ...signIn];
}

type Reading = { runQuery: RunQuery; tempFile: TempFile } & ({ side: 'landlord' } | { side: 'auth'; person: string });

async function readSide(reading: Reading): Promise<ReadTable[]> {
  const { runQuery, tempFile, side } = reading;
  const read: ReadTable[] = [];
  for (const table of await runQuery<Table>(TABLES, [side])) {
    const name = table.schema === 'public' ? table.table : `${table.schema}.${table.table}`;
    const withheld = withheldColumns(name, table.columns);
    const columns = table.columns.filter((column) => !withheld.includes(column));
    const filter = reading.side === 'auth' ? `where ${ownerOf(table)} = ${pg.escapeLiteral(reading.person)}` : '';
    await runQuery(`declare my_data no scroll cursor for ${selectLines(table, columns)} ${filter} ${orderOf(table)}`);
    const writer = tempFile.begin();
    for (let fetched = BATCH_SIZE; fetched === BATCH_SIZE; ) {
      const lines = await runQuery<{ line: string }>(`fetch ${BATCH_SIZE} from my_data`);
      await writer.add(lines.map(({ line }) => line));
      fetched = lines.length;
    }
    await runQuery('close my_data');
    read.push({ name, columns, withheld, rows: await writer.end() });
  }
  return read;
}

const quoted = pg.escapeIdentifier;

/** Selects one column for any table: connections cache prepared statements, whose result type must not change. */
function selectLines({ schema, table }: Table, columns: string[]): string {
  const values = columns.map((column) => `to_json(${quoted(column)})::text`);
  return `select array_to_json(array[${values.join(', ')}]::text[])::text as line from ${quoted(schema)}.${quoted(table)}`;
}

function orderOf({ key }: Table): string {
  return key ? `order by ${key.map(quoted).join(', ')}` : '';
}

function ownerOf({ table, columns }: Table): string {
  if (columns.includes('user_id')) return 'user_id';
  if (table === 'users') return 'id';
  throw new Error(`auth.${table} has no owner column: add a column user_id that references auth.users`);
}

async function onSnapshot<T>(pool: pg.Pool, snapshot: string, work: (runQuery: RunQuery) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
    await client.query(`set local timezone = 'UTC'`);
    const done = await work(
      async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
        (await client.query<T>(text, values)).rows,
    );
    await client.query('commit');
    client.release();
    return done;
  } catch (error) {
    // Closing the connection ends the transaction.
    client.release(error as Error);
    throw error;
  }
}

type Line = (string | null)[];

export async function* asJson(tempFile: TempFile, { columns, rows }: ReadTable): AsyncGenerator<string> {
  const keys = columns.map((column) => JSON.stringify(column));
  let before = '[\n';
  for await (const lines of linesOf(tempFile, rows)) {
    const objects = lines.map((line) => `{${line.map((value, at) => `${keys[at]}:${value ?? 'null'}`).join(',')}}`);
    yield before + objects.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Yields CSV for spreadsheets, with formulas escaped. */
export async function* asCsv(tempFile: TempFile, { columns, rows }: ReadTable): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const lines of linesOf(tempFile, rows)) yield csvLines(lines.map((line) => line.map(cellOf)));
}

/** Escapes text; numbers and booleans are unchanged, lists stay JSON. */
function cellOf(value: string | null): string | null {
  return value?.startsWith('"') ? guardCell(JSON.parse(value) as string) : value;
}

async function* linesOf(tempFile: TempFile, rows: ReadTable['rows']): AsyncGenerator<Line[]> {
  for await (const lines of tempFile.read(rows)) yield lines.map((line) => JSON.parse(line) as Line);
}

export async function* rowsOf(
  tempFile: TempFile,
  { columns, rows }: ReadTable,
): AsyncGenerator<Record<string, unknown>> {
  for await (const lines of linesOf(tempFile, rows)) {
    for (const line of lines) {
      yield Object.fromEntries(columns.map((column, at) => [column, parsed(line[at])]));
    }
  }
}

function parsed(text: string | null | undefined): unknown {
  return text ? JSON.parse(text) : null;
}
