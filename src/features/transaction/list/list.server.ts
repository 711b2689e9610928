/** The query plans are explained in docs/decisions/0015-indexes-and-stored-totals-for-a-million-transactions.md. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Transactions } from '../../../server/db/tables.server.ts';
import { isAfter, type JsonPage, type Order, pageOfRows } from '../../../server/http/pages.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { NO_PROPERTY } from '../listed.ts';
import { listedFields } from '../transaction.server.ts';
import type { Transaction, TransactionListFilter } from '../transaction.ts';
import {
  all,
  categoriesWith,
  conditions,
  conditionsOfAnyCategory,
  holds,
  meant,
  propertiesWith,
} from './filter.server.ts';
import { readTotals } from './totals.server.ts';

// Qualified, because PostgreSQL would otherwise sort by the output column of the same name.
const date = {
  by: sql`transactions.date`,
  key: 'date',
  // PostgreSQL has no year 0.
  sent: z.iso.date().refine((day) => !day.startsWith('0000')),
  value: (sent) => sql`${sent}::date`,
} as const satisfies Partial<Order<Transaction>>;
const size = {
  by: sql`transactions.size`,
  key: 'amount',
  sent: z.number().int(),
  value: (sent) => sql`abs(${sent}::bigint)`,
} as const satisfies Partial<Order<Transaction>>;

export const NEWEST_FIRST: Order<Transaction> = { ...date, direction: 'desc' };

const ORDERS: Record<TransactionListFilter['sort'], Order<Transaction>> = {
  recent: NEWEST_FIRST,
  oldest: { ...date, direction: 'asc' },
  highest: { ...size, direction: 'desc' },
  lowest: { ...size, direction: 'asc' },
};

type Params = TransactionListFilter & {
  limit: number;
  cursor?: string | undefined;
  /** Whether the dates match few transactions, which are then read by date and sorted by amount. */
  fewDays?: boolean;
};

/** A search reads this many rows first, in list order: 1 ms, and enough to fill a page with a frequent text. */
const SCAN_ROWS_NEAR = 1_000;
/** With at least this many matches in these rows, reading further is faster than the text index. */
const MIN_NEAR_MATCHES = 3;
const SCAN_ROWS_FAR = 25_000;
/** Up to this many properties in a member's reach, a search reads transactions by property. */
const FEW_PROPERTIES = 100;
/** Up to this many rows, sorting by amount is faster than filtering the amount index by date. */
const MAX_SORTED_ROWS = 15_000;

/** Returns one page, without a total: `readTotals` counts the transactions. */
export async function listTransactions(db: UserDb, wanted: Params): Promise<JsonPage<Transaction>> {
  const asked = await planned(db, wanted);
  const { q, sort, limit } = asked;
  const plan = { order: ORDERS[sort], limit, total: null };
  if (!q) return pageOfRows(db, { ...plan, rows: listed(db, inOrder(asked, limit + 1)) });
  const within = (rows: number) => pageOfRows(db, { ...plan, rows: listed(db, inOrder(asked, rows)).where(holds(q)) });
  const near = await within(SCAN_ROWS_NEAR);
  const { items, nextCursor } = pageContent(near);
  if (nextCursor !== null) return near;
  // Several categories are excluded, because all would be read to that depth before they are merged.
  if (items.length >= MIN_NEAR_MATCHES && !asked.category?.includes(',')) {
    const further = await within(SCAN_ROWS_FAR);
    if (pageContent(further).nextCursor !== null) return further;
  }
  return pageOfRows(db, { ...plan, rows: listed(db, matching(asked)) });
}

/**
 * Selects the newest matches for the search over all nouns: among the latest rows, or for a rare text by the text
 * index. For a member with few properties, rows are read by property, since few of the latest may be in reach.
 */
export function newestFound(q: string, limit: number): RawBuilder<Row> {
  const asked: Params = { q, sort: 'recent', limit: limit - 1 };
  const homes = sql<{ id: string }>`select id from homes`;
  const isFew = sql`(select count(*) between 1 and ${FEW_PROPERTIES}::integer from reach)`;
  const latest = (rows: number) => sql`${inOrder(asked, rows)} transactions where ${holds(q, homes)} and not ${isFew}`;
  const part = { order: ORDERS.recent, rows: SCAN_ROWS_FAR, where: conditions(asked) };
  const ofReach = ofEach('id', sql`select id from reach where ${isFew}`, part);
  return sql`with homes as materialized (${propertiesWith(q)}),
    reach as materialized (select id from app.my_properties() id limit ${FEW_PROPERTIES + 1}),
    near as materialized (select from ${latest(SCAN_ROWS_NEAR)}),
    further as materialized (
      select * from ${latest(SCAN_ROWS_FAR)} and (select count(*) from near) >= ${MIN_NEAR_MATCHES}
      order by date desc, id desc limit ${limit})
    select * from further where (select count(*) from further) = ${limit}
    union all select * from (
      select * from ${ofReach} transactions where ${holds(q, homes)} ${sorted(ORDERS.recent)} limit ${limit}) few
    union all select * from (
      select * from ${matching(asked, homes)} transactions ${sorted(ORDERS.recent)} limit ${limit}) rest
    where (select count(*) from further) < ${limit} and not ${isFew}`;
}

/** Returns the matches among the next `limit` rows. A batch may be empty; the last batch has no `nextCursor`. */
export async function transactionBatch(
  db: UserDb,
  wanted: Params,
): Promise<{ items: Transaction[]; nextCursor: string | null }> {
  const asked = await planned(db, wanted);
  const { q, sort, limit } = asked;
  const { by, direction, key } = ORDERS[sort];
  const rows = await listed(db, inOrder(asked, limit))
    .select((q ? holds(q) : sql<boolean>`true`).as('held'))
    .orderBy(by, direction)
    .orderBy(sql`transactions.id`, direction)
    .execute();
  const last = rows[limit - 1];
  return {
    items: rows.flatMap(({ held, ...item }) => (held ? [item] : [])),
    nextCursor: last ? JSON.stringify([last[key], last.id]) : null,
  };
}

/** Counts the rows of a date range if they are sorted by amount, to choose the plan. */
async function planned(db: UserDb, asked: Params): Promise<Params> {
  const { from, to, sort } = asked;
  if ((!from && !to) || ORDERS[sort].key === 'date') return asked;
  const { count } = await readTotals(db, { q: '', from, to });
  return { ...asked, fewDays: count <= MAX_SORTED_ROWS };
}

type Row = Selectable<Transactions>;

function listed(db: UserDb, source: RawBuilder<Row>) {
  return db.selectFrom(source.as('transactions')).select(listedFields).$castTo<Transaction>();
}

/** Selects the first rows by index, ignoring the search. Several categories are read separately and merged. */
function inOrder({ q: _, sort, cursor, category, fewDays, ...rest }: Params, rows: number): RawBuilder<Row> {
  const order = ORDERS[sort];
  const after = cursor ? [isAfter(order, cursor)] : [];
  if (fewDays) {
    // 'offset 0' prevents a plan that scans the amount index.
    const among = sql`(select * from transactions where ${all(conditions({ ...rest, category }))} offset 0)`;
    return first(order, { rows, where: after, among });
  }
  // Unpaid transactions are few and have an index, as do the transactions of each property.
  if (!category || rest.propertyId || (rest.status && rest.status !== 'completed')) {
    return first(order, { rows, where: [...conditions({ ...rest, category }), ...after], property: rest.propertyId });
  }
  const [one, ...more] = new Set(category.split(','));
  const where = [...conditionsOfAnyCategory(rest), ...after];
  if (more.length === 0) return first(order, { rows, where: [sql`transactions.category = ${one}`, ...where] });
  const wanted = sql`select unnest(${[one, ...more]}::text[]) as category`;
  const each = ofEach('category', wanted, { order, rows, where });
  return sql`(select * from ${each} transactions ${sorted(order)} limit ${rows})`;
}

type Part = { order: Order<Transaction>; rows: number; where: RawBuilder<boolean>[] };

/** Selects the first rows for each value, a category or a property. */
function ofEach(column: 'category' | 'id', wanted: RawBuilder<unknown>, { order, rows, where }: Part): RawBuilder<Row> {
  const same =
    column === 'id'
      ? sql<boolean>`transactions.property_id = wanted.id`
      : sql<boolean>`transactions.category = wanted.category`;
  return sql`(select transactions.* from (${wanted}) wanted
    cross join lateral ${first(order, { rows, where: [same, ...where] })} transactions)`;
}

type First = {
  rows: number;
  where: RawBuilder<boolean>[];
  property?: string | undefined;
  among?: RawBuilder<unknown>;
};

function first(
  order: Order<Transaction>,
  { rows, where, property, among = sql`transactions` }: First,
): RawBuilder<Row> {
  // Makes PostgreSQL use the property index for 'no property', regardless of its row estimate.
  const by =
    property === NO_PROPERTY
      ? sql`transactions.property_id ${sql.raw(order.direction === 'desc' ? 'asc' : 'desc')},`
      : sql``;
  return sql`(select * from ${among} transactions where ${all(where)} ${sorted(order, by)} limit ${rows})`;
}

function sorted({ by, direction }: Order<Transaction>, before = sql``): RawBuilder<unknown> {
  const way = sql.raw(direction);
  return sql`order by ${before} ${by} ${way}, transactions.id ${way}`;
}

/** Matches a rare text by text index, category, property, amount and dates. Each condition selects at most one page. */
function matching({ q, sort, limit, cursor, fewDays: _, ...rest }: Params, homes = propertiesWith(q)): RawBuilder<Row> {
  const order = ORDERS[sort];
  const part = { order, rows: limit + 1, where: [...conditions(rest), ...(cursor ? [isAfter(order, cursor)] : [])] };
  return sql`(select * from ${first(order, { ...part, among: sql`app.find_transactions(${q})` })} written
    union select * from ${ofEach('category', categoriesWith(q), part)} called
    union select * from ${ofEach('id', homes, part)} placed
    ${sql.join(
      meant(q).map((is) => sql`union select * from ${first(order, { ...part, where: [is, ...part.where] })} meant`),
      sql` `,
    )})`;
}

function pageContent({ text }: JsonPage<Transaction>): { items: unknown[]; nextCursor: string | null } {
  return JSON.parse(text) as { items: unknown[]; nextCursor: string | null };
}
