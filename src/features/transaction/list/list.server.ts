/**
 * The list of transactions in SQL: searched, filtered, sorted, a page at a time, each page fast also among a million.
 * docs/decisions/0015-indexes-and-stored-totals-for-a-million-transactions.md has the plans and the figures.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Transactions } from '../../../server/db/tables.server.ts';
import { isAfter, type Order, type PageText, pageOfRows } from '../../../server/http/pages.server.ts';
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

// Named with its table: PostgreSQL sorts by the column of the answer where both are called alike.
const date = {
  by: sql`transactions.date`,
  key: 'date',
  // PostgreSQL knows no year 0.
  sent: z.iso.date().refine((day) => !day.startsWith('0000')),
  value: (sent) => sql`${sent}::date`,
} as const satisfies Partial<Order<Transaction>>;
const size = {
  by: sql`transactions.size`,
  key: 'amount',
  sent: z.number().int(),
  value: (sent) => sql`abs(${sent}::bigint)`,
} as const satisfies Partial<Order<Transaction>>;

const ORDERS: Record<TransactionListFilter['sort'], Order<Transaction>> = {
  recent: { ...date, direction: 'desc' },
  oldest: { ...date, direction: 'asc' },
  highest: { ...size, direction: 'desc' },
  lowest: { ...size, direction: 'asc' },
};

type Asked = TransactionListFilter & {
  limit: number;
  cursor?: string | undefined;
  /** That the days asked have few transactions: they are read by day and sorted by amount. */
  fewDays?: boolean;
};

/** A search first reads so many rows in the list's order: 1 ms, which fills a page with a frequent text. */
const NEAR = 1_000;
/** With at least so many matches among them, reading further is faster than the index of texts. */
const PROMISING = 3;
const FURTHER = 25_000;
/** Up to so many of some days are sorted by amount sooner than days are looked for among amounts. */
const SORTED = 15_000;

/** One page of the landlord's transactions; `readTotals` counts them all. */
export async function listTransactions(db: UserDb, wanted: Asked): Promise<PageText<Transaction>> {
  const asked = await planned(db, wanted);
  const { q, sort, limit } = asked;
  const plan = { order: ORDERS[sort], limit, total: null };
  if (!q) return pageOfRows(db, { ...plan, rows: listed(db, inOrder(asked, limit + 1)) });
  const within = (rows: number) => pageOfRows(db, { ...plan, rows: listed(db, inOrder(asked, rows)).where(holds(q)) });
  const near = await within(NEAR);
  const { items, nextCursor } = heldIn(near);
  if (nextCursor !== null) return near;
  // Not among several categories, which are all read to that depth before they can be merged.
  if (items.length >= PROMISING && !asked.category?.includes(',')) {
    const further = await within(FURTHER);
    if (heldIn(further).nextCursor !== null) return further;
  }
  return pageOfRows(db, { ...plan, rows: listed(db, matching(asked)) });
}

/**
 * Selects the newest matches of a search over everything, at most `limit`, in one statement: among the latest where the text is
 * frequent, otherwise by the index of texts. PostgreSQL does not run the part whose condition fails.
 */
export function newestFound(q: string, limit: number): RawBuilder<Row> {
  const asked: Asked = { q, sort: 'recent', limit: limit - 1 };
  const homes = sql<{ id: string }>`select id from homes`;
  const latest = (rows: number) => sql`${inOrder(asked, rows)} transactions where ${holds(q, homes)}`;
  return sql`with homes as materialized (${propertiesWith(q)}), near as materialized (select from ${latest(NEAR)}),
    further as materialized (
      select * from ${latest(FURTHER)} and (select count(*) from near) >= ${PROMISING}
      order by date desc, id desc limit ${limit})
    select * from further where (select count(*) from further) = ${limit}
    union all select * from (
      select * from ${matching(asked, homes)} transactions ${sorted(ORDERS.recent)} limit ${limit}) rest
    where (select count(*) from further) < ${limit}`;
}

/**
 * The matches among the next `limit` transactions from the cursor on, for work that reads them all in batches. With a search a batch
 * may be empty; the last one has no `nextCursor`.
 */
export async function transactionBatch(
  db: UserDb,
  wanted: Asked,
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

/** Of days that are sorted by amount, how many there are. */
async function planned(db: UserDb, asked: Asked): Promise<Asked> {
  const { from, to, sort } = asked;
  if ((!from && !to) || ORDERS[sort].key === 'date') return asked;
  const { count } = await readTotals(db, { q: '', from, to });
  return { ...asked, fewDays: count <= SORTED };
}

type Row = Selectable<Transactions>;

function listed(db: UserDb, source: RawBuilder<Row>) {
  return db.selectFrom(source.as('transactions')).select(listedFields).$castTo<Transaction>();
}

/**
 * The first so many of a filter's transactions, from the cursor on, without the search: read from an index that has them in that
 * order. Several categories are read one beside the other, each from its own part of its index.
 */
function inOrder({ q: _, sort, cursor, category, fewDays, ...rest }: Asked, rows: number): RawBuilder<Row> {
  const order = ORDERS[sort];
  const after = cursor ? [isAfter(order, cursor)] : [];
  if (fewDays) {
    // 'offset 0' keeps PostgreSQL from looking for them among the amounts.
    const among = sql`(select * from transactions where ${all(conditions({ ...rest, category }))} offset 0)`;
    return first(order, { rows, where: after, among });
  }
  // Unpaid transactions are few and have an index of their own; so have those of a property.
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

/** The first so many for each value that `wanted` selects: of each category, or of each property. */
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
  /** Of these, and not of all. */
  among?: RawBuilder<unknown>;
};

function first(
  order: Order<Transaction>,
  { rows, where, property, among = sql`transactions` }: First,
): RawBuilder<Row> {
  // Makes PostgreSQL read 'no property' from the index of properties, however many of them it expects.
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

/**
 * The matches of a rare text: by the index of texts, in the categories and properties with that name, and of the amount or the days
 * that it is; of each as many as fit on a page.
 */
function matching({ q, sort, limit, cursor, fewDays: _, ...rest }: Asked, homes = propertiesWith(q)): RawBuilder<Row> {
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

// The page as PostgreSQL wrote it.
function heldIn({ text }: PageText<Transaction>): { items: unknown[]; nextCursor: string | null } {
  return JSON.parse(text) as { items: unknown[]; nextCursor: string | null };
}
