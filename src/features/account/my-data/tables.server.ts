/** A landlord's tables for the download, each as JSON and as CSV. */

import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { csvHead, csvLines } from '../../../server/http/downloads/csv.server.ts';
import type { Section, TempFile } from '../../../server/http/downloads/temp-file.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { guardCell } from '../../../shared/text.ts';
import { withheldColumns } from './labels.ts';

/** A table as it was read. A line of `rows` is a JSON array with each value as a JSON text of its own (1450.00 stays 1450.00), or null. */
export type ReadTable = { name: string; columns: string[]; withheld: string[]; rows: Section };

type Table = { schema: string; table: string; columns: string[]; key: string[] | null };
type Ask = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;

/** Tables that show each landlord their own rows, by row-level security, but for what is worked out from others; and all those of sign-in. */
const TABLES = `
  select n.nspname as schema, c.relname as table,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    (select array_agg(a.attname::text order by k.place)
     from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
     where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and obj_description(c.oid, 'pg_class') is distinct from 'worked out'
    and case when $1 = 'auth' then n.nspname = 'auth' else n.nspname in ('public', 'app') and c.relrowsecurity end
  order by n.nspname = 'public' desc, 1, 2`;

/** Rows asked for at a time: many enough to be quick, few enough to hold. */
const ROWS = 500;

/** Reads every table into `tempFile`. `db` must see one moment only; sign-in's tables are read as of the same. */
export async function readTables(
  db: UserDb,
  { authPool, tempFile }: { authPool: pg.Pool; tempFile: TempFile },
): Promise<ReadTable[]> {
  const ask: Ask = async (text, values = []) => (await db.executeQuery<never>(CompiledQuery.raw(text, values))).rows;
  const { rows } = await sql<{ moment: string; owner: string }>`
    select pg_export_snapshot() as moment, app.user_id() as owner, set_config('TimeZone', 'UTC', true)`.execute(db);
  const [seen] = rows;
  if (!seen) throw new Error('PostgreSQL did not say which moment this is');
  const own = await readThose({ ask, tempFile, side: 'landlord' });
  const signIn = await atMoment(authPool, seen.moment, (askAuth) =>
    readThose({ ask: askAuth, tempFile, side: 'auth', owner: seen.owner }),
  );
  return [...own, ...signIn];
}

type Reading = { ask: Ask; tempFile: TempFile } & ({ side: 'landlord' } | { side: 'auth'; owner: string });

async function readThose(reading: Reading): Promise<ReadTable[]> {
  const { ask, tempFile, side } = reading;
  const read: ReadTable[] = [];
  for (const table of await ask<Table>(TABLES, [side])) {
    const name = table.schema === 'public' ? table.table : `${table.schema}.${table.table}`;
    const withheld = withheldColumns(name, table.columns);
    const columns = table.columns.filter((column) => !withheld.includes(column));
    const whose = reading.side === 'auth' ? `where ${ownerOf(table)} = ${pg.escapeLiteral(reading.owner)}` : '';
    await ask(`declare my_data no scroll cursor for ${selectLines(table, columns)} ${whose} ${orderOf(table)}`);
    const writer = tempFile.begin();
    for (let got = ROWS; got === ROWS; ) {
      const lines = await ask<{ line: string }>(`fetch ${ROWS} from my_data`);
      await writer.add(lines.map(({ line }) => line));
      got = lines.length;
    }
    await ask('close my_data');
    read.push({ name, columns, withheld, rows: await writer.end() });
  }
  return read;
}

const named = pg.escapeIdentifier;

/** One column only, whatever the table: connections keep prepared statements, and their results must not change. */
function selectLines({ schema, table }: Table, columns: string[]): string {
  const values = columns.map((column) => `to_json(${named(column)})::text`);
  return `select array_to_json(array[${values.join(', ')}]::text[])::text as line from ${named(schema)}.${named(table)}`;
}

function orderOf({ key }: Table): string {
  return key ? `order by ${key.map(named).join(', ')}` : '';
}

/** The column that says whose a row of sign-in is. */
function ownerOf({ table, columns }: Table): string {
  if (columns.includes('user_id')) return 'user_id';
  if (table === 'users') return 'id';
  throw new Error(
    `Nothing says whose the rows of auth.${table} are: give it a column user_id that references auth.users`,
  );
}

/** Runs `work` in a transaction of its own that sees what another does. */
async function atMoment<T>(pool: pg.Pool, moment: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set transaction snapshot ${pg.escapeLiteral(moment)}`);
    await client.query(`set local timezone = 'UTC'`);
    const done = await work(
      async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
        (await client.query<T>(text, values)).rows,
    );
    await client.query('commit');
    client.release();
    return done;
  } catch (error) {
    // With its connection the transaction ends.
    client.release(error as Error);
    throw error;
  }
}

/** Each value as a JSON text, or null. */
type Line = (string | null)[];

/** An array of objects, one a line. */
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

/** As a spreadsheet opens it without asking, with no text that it would take for a formula. */
export async function* asCsv(tempFile: TempFile, { columns, rows }: ReadTable): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const lines of linesOf(tempFile, rows)) yield csvLines(lines.map((line) => line.map(cellOf)));
}

/** A text as it was typed, guarded; numbers, yes and no as they are; lists and the like in JSON. */
function cellOf(value: string | null): string | null {
  return value?.startsWith('"') ? guardCell(JSON.parse(value) as string) : value;
}

async function* linesOf(tempFile: TempFile, rows: ReadTable['rows']): AsyncGenerator<Line[]> {
  for await (const lines of tempFile.read(rows)) yield lines.map((line) => JSON.parse(line) as Line);
}

/** The lines of one table with each value under its column. */
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
