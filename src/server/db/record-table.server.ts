/** Lists, gets, adds, changes and removes a noun's records: `recordTable({ table, columns, orders, … })`. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { AppError, isRefusal } from '../../shared/app-error.ts';
import { isPlainText } from '../../shared/text.ts';
import {
  instantCursor,
  type JsonPage,
  type Order,
  pageOfRows,
  preparedPage,
  rowCount,
  searchFor,
} from '../http/pages.server.ts';
import { throwNotFoundOrConflict } from '../http/records.server.ts';
import type { UserDb } from '../session/with-user.server.ts';
import type { DB } from './tables.server.ts';

/** A column whose values are converted when read and written. */
type Column<Value> = { column: string; read: RawBuilder<unknown>; write: (value: Value) => unknown };

/** Optional text: '' in the API, null in the table. */
export function nullableText(column: string): Column<string> {
  return { column, read: sql`coalesce(${sql.ref(column)}, '')`, write: (value) => value || null };
}

export function penceColumn(column: string): Column<number> {
  return {
    column,
    read: sql`(${sql.ref(column)} * 100)::bigint`,
    write: (value) => sql`${value}::numeric / 100`,
  };
}

/** A list that is always read and saved with its record. */
export function jsonColumn(column: string): Column<readonly unknown[]> {
  return { column, read: sql`${sql.ref(column)}`, write: (value) => JSON.stringify(value) };
}

/** Formats a column's instant as ISO 8601 in UTC; null stays null. */
export const isoInstant = <T extends string | null = string>(column: string): RawBuilder<T> =>
  sql<T>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const byName = {
  by: sql`sort_name`,
  direction: 'asc',
  key: 'name',
  sent: z.string().refine(isPlainText),
  value: (sent) => sql`app.sort_key(${sent})`,
} satisfies Order<{ name: string }>;

export const newestFirst = {
  by: sql`date_added`,
  direction: 'desc',
  key: 'dateAdded',
  sent: instantCursor,
  value: (sent) => sql`${sent}::timestamptz`,
} satisfies Order<{ dateAdded: string }>;

type Filter = { q: string; sort: string };
type Params = { limit: number; cursor?: string | undefined };

type Columns<Input> = { [Name in keyof Input]?: string | Column<NonNullable<Input[Name]>> };

type Plan<Input, Item, Query extends Filter> = {
  table: keyof DB;
  /** A view to read instead of the table, with columns of other tables. */
  view?: keyof DB;
  /** The noun passed to `app.keep_record`, such as 'supplier'. */
  noun: string;
  /** Columns by API name, written if the input contains them. */
  columns: Columns<Input>;
  /** Columns of the record's page that lists omit. */
  pageColumns?: Columns<Input>;
  /** Further read-only values by API name. */
  computed?: Record<string, RawBuilder<unknown>>;
  /** Read-only values by API name that lists omit. */
  parts?: Record<string, RawBuilder<unknown>>;
  orders: Record<Query['sort'], Order<Item>>;
  /** The ids that a search finds, from the noun's `security definer` function. */
  find: (q: RawBuilder<string>) => RawBuilder<unknown>;
  filters?: { [Name in Exclude<keyof Query, keyof Filter>]?: (value: NonNullable<Query[Name]>) => RawBuilder<boolean> };
};

/** `Input` is saved, `Item` is a record in a list, `Rec` adds its parts, `Query` is the list's query. */
export function recordTable<Input extends object, Item extends { id: string }, Rec extends Item, Query extends Filter>(
  plan: Plan<Input, Item, Query>,
) {
  const { table, view, noun, columns, pageColumns = {}, computed = {}, parts = {}, orders, find, filters = {} } = plan;
  type Named = [keyof Input & string, string | Column<never>];
  const named = Object.entries(columns) as Named[];
  const ofPage = Object.entries(pageColumns) as Named[];
  const readAs = ([name, column]: Named) => (typeof column === 'string' ? sql.ref(column) : column.read).as(name);
  const listed = [
    ...['id', 'version'].map((name) => sql.ref(name).as(name)),
    sql`to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('dateAdded'),
    ...named.map(readAs),
    ...Object.entries(computed).map(([name, value]) => value.as(name)),
  ];
  const whole = [...listed, ...ofPage.map(readAs), ...Object.entries(parts).map(([name, value]) => value.as(name))];
  const filterOf = filters as Record<string, ((value: unknown) => RawBuilder<boolean>) | undefined>;

  function row(input: Partial<Input>): Record<string, unknown> {
    return Object.fromEntries(
      [...named, ...ofPage]
        .filter(([name]) => name in input)
        .map(([name, column]) => {
          const value = input[name];
          if (typeof column === 'string') return [column, value];
          return [column.column, value === null ? null : column.write(value as never)];
        }),
    );
  }

  function list(db: UserDb, { q, sort, limit, cursor, ...filterValues }: Query & Params): Promise<JsonPage<Item>> {
    const page = { order: orders[sort as Query['sort']], limit, cursor };
    const active = Object.entries(filterValues).filter(([name, value]) => value !== undefined && filterOf[name]);
    const plan = (searched: RawBuilder<string> | undefined) => {
      const search = searched && searchFor(find(searched));
      let selection = untyped(db).selectFrom(view ?? table);
      if (search) selection = selection.where(search.found);
      for (const [name, value] of active) selection = selection.where(filterOf[name]?.(value) ?? sql<boolean>`true`);
      const counted = selection.select((builder) => builder.fn.countAll<number>().as('total'));
      return {
        rows: selection.select(listed).$castTo<Item>(),
        search,
        total: active.length ? counted : (search?.total ?? rowCount(noun, table)),
      };
    };
    // Statements are prepared for each sort and choice of filters, except ids, which vary too much.
    if (active.some(([, value]) => isUuid(value)))
      return pageOfRows(db, { ...page, ...plan(q ? sql`${q}` : undefined) });
    return preparedPage(db, { ...page, key: [noun, sort, ...active.flat()].join(' '), q, plan });
  }

  /** One record with its parts; undefined if the landlord has none with this id. */
  async function get(db: UserDb, id: string): Promise<Rec | undefined> {
    return (await untyped(db)
      .selectFrom(view ?? table)
      .select(whole)
      .where('id', '=', id)
      .executeTakeFirst()) as Rec | undefined;
  }

  // A view's columns are read after the write, as they cannot be returned by the statement.
  const returned = view ? [sql.ref('id').as('id')] : whole;
  const asWritten = async (db: UserDb, row: object | undefined) =>
    (view && row ? await get(db, (row as Rec).id) : row) as Rec | undefined;

  async function add(db: UserDb, input: Input, also: Record<string, unknown> = {}): Promise<Rec> {
    const added = untyped(db)
      .insertInto(table)
      .values({ ...row(input), ...also })
      .returning(returned);
    return (await asWritten(db, await added.executeTakeFirstOrThrow())) as Rec;
  }

  /** Changes a record at `version`, and the columns `also`. Throws `not_found` or `conflict`. */
  async function change(
    db: UserDb,
    { id, version, input, also = {} }: Versioned & { input: Partial<Input>; also?: Record<string, unknown> },
  ): Promise<Rec> {
    const changed = await untyped(db)
      .updateTable(table)
      .set({ ...row(input), ...also })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(returned)
      .executeTakeFirst();
    return (await asWritten(db, changed)) ?? throwNotFoundOrConflict(db, table, () => get(db, id), input);
  }

  /** Removes a record at `version`. Throws `not_found` or `conflict`. */
  async function remove(db: UserDb, { id, version }: Versioned): Promise<void> {
    const { numDeletedRows } = await untyped(db)
      .deleteFrom(table)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) await throwNotFoundOrConflict(db, table, () => get(db, id));
  }

  return { list, get, add, change, remove, listed, whole, row };
}

/**
 * The functions of a table whose records have values calculated by `complete`, including in conflicts.
 * `complete` must keep the order of the rows.
 */
export function completedTable<
  Input extends object,
  Stored extends { id: string },
  Query extends Filter,
  Rec extends { id: string },
>(
  table: ReturnType<typeof recordTable<Input, Stored, Stored, Query>>,
  complete: (db: UserDb, rows: Stored[]) => Promise<Rec[]>,
) {
  const completed = async (db: UserDb, row: Stored) => (await complete(db, [row]))[0] as Rec;
  const withConflict = <T>(db: UserDb, save: Promise<T>) =>
    save.catch(async (error: unknown) => {
      if (!isRefusal(error, 'conflict')) throw error;
      throw new AppError('conflict', {
        ...error.details,
        current: await completed(db, error.details.current as Stored),
      });
    });
  return {
    async list(db: UserDb, query: Query & Params): Promise<JsonPage<Rec>> {
      const page = JSON.parse((await table.list(db, query)).text) as { items: Stored[] };
      return { text: JSON.stringify({ ...page, items: await complete(db, page.items) }) };
    },
    async get(db: UserDb, id: string): Promise<Rec | undefined> {
      const row = await table.get(db, id);
      return row && completed(db, row);
    },
    add: async (db: UserDb, input: Input) => completed(db, await table.add(db, input)),
    change: async (db: UserDb, args: Versioned & { input: Input }) =>
      completed(db, await withConflict(db, table.change(db, args))),
    remove: (db: UserDb, args: Versioned) => withConflict(db, table.remove(db, args)),
  };
}

export type Versioned = { id: string; version: number };

/** Untyped access, for a table named by a value. `plan` and the surrounding types check names and values. */
function untyped(db: UserDb): Kysely<Record<string, Record<string, unknown>>> {
  return db as unknown as Kysely<Record<string, Record<string, unknown>>>;
}

function isUuid(value: unknown): boolean {
  return z.uuid().safeParse(value).success;
}
