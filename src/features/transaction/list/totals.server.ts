import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { NOT_LETTINGS } from '../../bank-row/entry.ts';
import { NO_PROPERTY, NOT_COUNTED } from '../listed.ts';
import type {
  FinanceSummary,
  PropertyMoney,
  SummaryFilter,
  TransactionFilter,
  TransactionSums,
  TransactionTotals,
} from '../transaction.ts';
import { all, called, conditions, holds, meant, ofCategories, within, written } from './filter.server.ts';

/** Returns exact totals, from stored sums unless the filter has a search, or a property with dates or unpaid status. */
export async function readTotals(db: UserDb, filter: TransactionFilter): Promise<TransactionTotals> {
  return summed(db, await matched(db, filter, { places: false }));
}

/** Returns sums by property and category. A date range reads rows, because sums by day are not stored by property. */
export async function readSums(db: UserDb, filter: TransactionFilter): Promise<TransactionSums> {
  const rows = await matched(db, filter, { places: true });
  const pence = (type: 'income' | 'expense') =>
    sql`(abs(coalesce(sum(amount) filter (where type = ${sql.lit(type)}), 0)) * 100)::bigint`;
  const { rows: answer } = await sql<{ sums: TransactionSums }>`
    with counted as materialized (
      select property_id, category, type, sum(amount) as amount from ${rows} and ${COUNTED} group by 1, 2, 3 having sum(count) > 0
    ), places as (
      select nullif(property_id, app.no_property()) as id, ${pence('income')} as income, ${pence('expense')} as expenses
      from counted group by 1
    ), categories as (
      select category, ${pence('income')} as income, ${pence('expense')} as expenses from counted group by 1
    )
    select json_build_object(
      'properties', coalesce((select json_agg(json_build_object('id', places.id, 'address', address || ', ' || city, 'income', income,
          'expenses', expenses) order by address, city, places.id)
        from places left join properties on properties.id = places.id), '[]'),
      'categories', coalesce((select json_agg(json_build_object('category', category, 'income', income, 'expenses', expenses)
        order by income + expenses desc, category) from categories), '[]')
    ) as sums`.execute(db);
  if (!answer[0]) throw new Error('PostgreSQL returned no totals');
  return answer[0].sums;
}

/** Returns rows or stored sums for a `from` clause: type, category, count, amount and, with `places`, property_id. */
async function matched(db: UserDb, filter: TransactionFilter, { places }: { places: boolean }) {
  const { q, status, propertyId, from, to } = filter;
  const byDay = status === 'pending' || status === 'overdue' || from !== undefined || to !== undefined;
  if (!q && !byDay) return sql`app.totals_in_reach kept where ${all(totalsConditions(filter))}`;
  if (!q && !propertyId && !places) return sql`app.days_in_reach where ${all(dailyTotalsConditions(filter))}`;
  const counted = (rows: RawBuilder<unknown>, conditions: RawBuilder<boolean>[]) =>
    sql`select coalesce(property_id, (select app.no_property())) as property_id, type, category, 1 as count, amount
      from ${rows} where ${all(conditions)}`;
  const asked = conditions(filter);
  if (!q) return sql`(${counted(sql`transactions`, asked)}) counted where true`;
  const { few, frequent } = await estimate(db, q);
  const rows = few ? INDEXED_ROWS : sql`transactions`;
  if (byDay) return sql`(${counted(rows, [...asked, holds(q)])}) counted where true`;
  // Matches by category label or property are already in the stored sums. Rare texts are read by their index.
  const texts = frequent ? rows : sql`app.find_transactions(${q}) transactions`;
  return sql`(select property_id, type, category, count, amount from app.totals_in_reach kept
      where ${all([...totalsConditions(filter), called(q, { table: 'kept' })])}
      ${sql.join(
        [
          { rows: texts, is: written(q) },
          ...meant(q).map((is) => ({ rows, is: all([is, sql`not ${written(q)}`]) })),
        ].map(({ rows, is }) => sql`union all ${counted(rows, [...asked, sql`${called(q)} is not true`, is])}`),
        sql` `,
      )}) counted where true`;
}

/** Rows that are read to estimate how frequent a text is: 1 ms. */
const SAMPLE_SIZE = 1_000;
/** With at least this many matches, a scan is faster than the index (150 ms for a million rows). */
const MIN_SCAN_MATCHES = 20;
/** Up to this many rows are read by index. PostgreSQL has no statistics per landlord and would scan the table. */
const MAX_INDEXED_ROWS = 25_000;
const INDEXED_ROWS = sql`(select * from transactions order by date desc, id desc limit ${MAX_INDEXED_ROWS}) transactions`;

async function estimate(db: UserDb, q: string): Promise<{ few: boolean; frequent: boolean }> {
  const { rows } = await sql<{ few: boolean; frequent: boolean }>`
    select (select coalesce(sum(count), 0) <= ${MAX_INDEXED_ROWS} from app.totals_in_reach) as few, count(*) >= ${MIN_SCAN_MATCHES} as frequent
    from (select search from transactions order by date desc, id desc limit ${SAMPLE_SIZE}) transactions
    where ${written(q)}`.execute(db);
  return rows[0] ?? { few: false, frequent: false };
}

function totalsConditions({ category, status, propertyId }: TransactionFilter): RawBuilder<boolean>[] {
  return [
    ...ofCategories(category, sql`category`),
    ...(status ? [sql<boolean>`status = ${status}`] : []),
    ...(propertyId === NO_PROPERTY ? [sql<boolean>`property_id = (select app.no_property())`] : []),
    ...(propertyId && propertyId !== NO_PROPERTY ? [sql<boolean>`property_id = ${propertyId}::uuid`] : []),
  ];
}

function dailyTotalsConditions({ category, status, from, to }: TransactionFilter): RawBuilder<boolean>[] {
  const statuses = status === undefined ? ['completed', 'pending'] : [status === 'completed' ? status : 'pending'];
  return [
    sql<boolean>`status = any(${statuses}::text[])`,
    ...ofCategories(category, sql`category`),
    ...(status === 'pending' ? [sql<boolean>`day >= (select app.today())`] : []),
    ...(status === 'overdue' ? [sql<boolean>`day < (select app.today())`] : []),
    ...within({ from, to }, sql`day`),
  ];
}

/** Excludes deposits, transfers and private transactions. */
export const COUNTED = sql<boolean>`category <> all(${sql.lit(`{${NOT_COUNTED.join()}}`)})`;
const IS_LETTINGS = sql<boolean>`category <> ${sql.lit(NOT_LETTINGS)}`;

async function summed(db: UserDb, rows: RawBuilder<unknown>): Promise<TransactionTotals> {
  const { rows: answer } = await sql<TransactionTotals>`
    select coalesce(sum(count), 0)::bigint as count,
      (coalesce(sum(amount) filter (where type = 'income' and ${COUNTED}), 0) * 100)::bigint as income,
      (coalesce(-sum(amount) filter (where type = 'expense' and ${COUNTED}), 0) * 100)::bigint as expenses,
      pg_current_snapshot()::text as "asOf"
    from ${rows}`.execute(db);
  if (!answer[0]) throw new Error('PostgreSQL returned no totals');
  return answer[0];
}

/** Returns the figures of all transactions or of a date range, from stored sums. */
export async function readSummary(db: UserDb, { from, to }: SummaryFilter): Promise<FinanceSummary> {
  const dated = from !== undefined || to !== undefined;
  const days = sql`app.days_in_reach where ${all(dailyTotalsConditions({ q: '', from, to }))}`;
  const today = sql`(select app.today())`;
  const first = sql`date_trunc('month', ${today})::date`;
  // On the 31st, the same days of a shorter month are the whole month.
  const before = sql`day >= (${first} - interval '1 month')::date and day <= (${today} - interval '1 month')::date`;
  const { rows } = await sql<{ summary: FinanceSummary }>`
    with whole as (
      select type, sum(count) as count, (abs(sum(amount) filter (where ${COUNTED})) * 100)::bigint as pence
      from ${dated ? days : sql`app.totals_in_reach where ${IS_LETTINGS}`} group by type
    ), owed as (
      select day, day < ${today} as late, sum(count) as count, (abs(sum(amount)) * 100)::bigint as pence
      from app.days_in_reach where status = 'pending' and ${IS_LETTINGS} and ${all(within({ from, to }, sql`day`))}
      group by day, type having sum(count) > 0
    ), months as (
      select type, day >= ${first} as ongoing, (abs(sum(amount)) * 100)::bigint as pence
      from app.days_in_reach
      where status in ('completed', 'pending') and ${COUNTED} and (day >= ${first} and day <= ${today} or ${before})
      group by 1, 2 having sum(count) > 0
    )
    select json_build_object(
      'count', (select coalesce(sum(count), 0)::bigint from whole),
      'income', coalesce((select pence from whole where type = 'income'), 0),
      'expenses', coalesce((select pence from whole where type = 'expense'), 0),
      'thisMonth', ${ofMonth(sql`ongoing`)},
      'lastMonth', ${ofMonth(sql`not ongoing`)},
      'pending', ${owed(sql`not late`)},
      'overdue', ${owed(sql`late`)},
      'categories', array(
        select category from app.totals_in_reach group by category having sum(count) > 0 order by category),
      'personal', (select coalesce(sum(count), 0)::bigint from app.totals_in_reach where not ${IS_LETTINGS})
    ) as summary`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL returned no totals');
  return rows[0].summary;
}

function ofMonth(which: RawBuilder<unknown>) {
  return sql`json_build_object(
    'income', (select pence from months where ${which} and type = 'income'),
    'expenses', (select pence from months where ${which} and type = 'expense'))`;
}

function owed(which: RawBuilder<unknown>) {
  return sql`(select json_build_object('count', coalesce(sum(count), 0)::bigint, 'amount', coalesce(sum(pence), 0)::bigint, 'day', min(day))
    from owed where ${which})`;
}

/** Returns a property's latest income, and its costs in the last 12 months, in pence. */
export async function readPropertyMoney(db: UserDb, propertyId: string): Promise<PropertyMoney> {
  const paid = (type: 'income' | 'expense') =>
    sql`transactions where property_id = ${propertyId}::uuid and type = ${sql.lit(type)} and status = 'completed' and ${COUNTED}
      and date <= (select app.today())`;
  const { rows } = await sql<PropertyMoney>`select
    (select json_build_object('amount', (amount * 100)::bigint, 'date', date) from ${paid('income')} order by date desc, id desc limit 1) as received,
    (select coalesce(-sum(amount) * 100, 0)::bigint from ${paid('expense')} and date > (select app.today() - interval '1 year')) as costs`.execute(
    db,
  );
  if (!rows[0]) throw new Error('PostgreSQL returned no totals');
  return rows[0];
}
