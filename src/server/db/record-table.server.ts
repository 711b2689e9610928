/** The SQL of a noun whose records lie in one table: `recordTable({ table, columns, orders, … })` lists, gets, adds, changes, removes. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isPlainText } from '../../shared/text.ts';
import {
  type Order,
  type PageText,
  pageOfRows,
  preparedPage,
  rowCount,
  searchFor,
  sentInstant,
} from '../http/pages.server.ts';
import { throwNotFoundOrConflict } from '../http/records.server.ts';
import type { UserDb } from '../session/with-user.server.ts';
import type { DB } from './tables.server.ts';

/** A column that reads or writes otherwise than as it is. */
type Column<Value> = { column: string; read: RawBuilder<unknown>; write: (value: Value) => unknown };

/** Text that may be missing: '' in the API, null in the table. */
export function nullableText(column: string): Column<string> {
  return { column, read: sql`coalesce(${sql.ref(column)}, '')`, write: (value) => value || null };
}

/** Money: pence in the API, `numeric(12,2)` pounds in the table. */
export function penceColumn(column: string): Column<number> {
  return {
    column,
    read: sql`(${sql.ref(column)} * 100)::bigint`,
    write: (value) => sql`${value}::numeric / 100`,
  };
}

/** For a list sorted by the generated column `sort_name`, without regard to case and accents. */
export const byName = {
  by: sql`sort_name`,
  direction: 'asc',
  key: 'name',
  sent: z.string().refine(isPlainText),
  value: (sent) => sql`app.sort_key(${sent})`,
} satisfies Order<{ name: string }>;

/** For a list sorted by when a record was added, the newest first. */
export const newestFirst = {
  by: sql`date_added`,
  direction: 'desc',
  key: 'dateAdded',
  sent: sentInstant,
  value: (sent) => sql`${sent}::timestamptz`,
} satisfies Order<{ dateAdded: string }>;

type Filter = { q: string; sort: string };
type Asked = { limit: number; cursor?: string | undefined };

type Columns<Input> = { [Name in keyof Input]?: string | Column<NonNullable<Input[Name]>> };

type Plan<Input, Item, Query extends Filter> = {
  table: keyof DB;
  /** Read in place of the table, where records have columns of another table. */
  view?: keyof DB;
  /** As `app.keep_record` counts it: 'supplier'. */
  noun: string;
  /** By API name. Each is read and, where the input has it, written. */
  columns: Columns<Input>;
  /** The same, where only the page of a record shows them, not lists. */
  pageColumns?: Columns<Input>;
  /** What a record has besides its columns, `id`, `dateAdded` and `version`; by API name. */
  computed?: Record<string, RawBuilder<unknown>>;
  /** The same, only where one record is read, not in lists. */
  parts?: Record<string, RawBuilder<unknown>>;
  orders: Record<Query['sort'], Order<Item>>;
  /** The ids that a search finds, by the noun's own `security definer` function. */
  find: (q: RawBuilder<string>) => RawBuilder<unknown>;
  filters?: { [Name in Exclude<keyof Query, keyof Filter>]?: (value: NonNullable<Query[Name]>) => RawBuilder<boolean> };
};

/**
 * Every function sees one landlord's rows only. `Input` is what is saved, `Item` a record in a list, `Rec` with its parts, `Query`
 * what the list may be asked.
 */
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

  function list(db: UserDb, { q, sort, limit, cursor, ...asked }: Query & Asked): Promise<PageText<Item>> {
    const page = { order: orders[sort as Query['sort']], limit, cursor };
    const wanted = Object.entries(asked).filter(([name, value]) => value !== undefined && filterOf[name]);
    const plan = (searched: RawBuilder<string> | undefined) => {
      const search = searched && searchFor(find(searched));
      let found = untyped(db).selectFrom(view ?? table);
      if (search) found = found.where(search.found);
      for (const [name, value] of wanted) found = found.where(filterOf[name]?.(value) ?? sql<boolean>`true`);
      const counted = found.select((one) => one.fn.countAll<number>().as('total'));
      return {
        rows: found.select(listed).$castTo<Item>(),
        search,
        total: wanted.length ? counted : (search?.total ?? rowCount(noun)),
      };
    };
    // A statement is compiled once for each sort and choice of options; ids are too many for that.
    if (wanted.some(([, value]) => isUuid(value)))
      return pageOfRows(db, { ...page, ...plan(q ? sql`${q}` : undefined) });
    return preparedPage(db, { ...page, key: [noun, sort, ...wanted.flat()].join(' '), q, plan });
  }

  /** One record with its parts; undefined when this landlord has none by that id. */
  async function get(db: UserDb, id: string): Promise<Rec | undefined> {
    return (await untyped(db)
      .selectFrom(view ?? table)
      .select(whole)
      .where('id', '=', id)
      .executeTakeFirst()) as Rec | undefined;
  }

  // The columns of a view are read once the row is written.
  const returned = view ? [sql.ref('id').as('id')] : whole;
  const asWritten = async (db: UserDb, row: object | undefined) =>
    (view && row ? await get(db, (row as Rec).id) : row) as Rec | undefined;

  /** Adds a record, with the columns `also`. */
  async function add(db: UserDb, input: Input, also: Record<string, unknown> = {}): Promise<Rec> {
    const added = untyped(db)
      .insertInto(table)
      .values({ ...row(input), ...also })
      .returning(returned);
    return (await asWritten(db, await added.executeTakeFirstOrThrow())) as Rec;
  }

  /** Changes a record from `version`, and the columns `also`. Throws `not_found` or `changed_meanwhile`. */
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
    return (await asWritten(db, changed)) ?? throwNotFoundOrConflict(() => get(db, id), input);
  }

  /** Removes a record as it was at `version`. Throws `not_found` or `changed_meanwhile`. */
  async function remove(db: UserDb, { id, version }: Versioned): Promise<void> {
    const { numDeletedRows } = await untyped(db)
      .deleteFrom(table)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) await throwNotFoundOrConflict(() => get(db, id));
  }

  return { list, get, add, change, remove, listed, whole, row };
}

export type Versioned = { id: string; version: number };

/** The same database for a table that is named by a value: names are checked when `plan` is written, values by the types around. */
function untyped(db: UserDb): Kysely<Record<string, Record<string, unknown>>> {
  return db as unknown as Kysely<Record<string, Record<string, unknown>>>;
}

function isUuid(value: unknown): boolean {
  return z.uuid().safeParse(value).success;
}
