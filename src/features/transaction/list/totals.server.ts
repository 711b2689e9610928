/** Count and sums of the landlord's transactions: of a filter, and for the four cards. */
import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { type FinanceSummary, NO_PROPERTY, type TransactionFilter, type TransactionTotals } from '../transaction.ts';
import { all, called, conditions, holds, written } from './filter.server.ts';

/**
 * Exact count and sums of the transactions that match a filter, from the sums kept by the database where they suffice. Unpaid ones of
 * one property or category are counted, and so are texts.
 */
export async function readTotals(db: UserDb, filter: TransactionFilter): Promise<TransactionTotals> {
  const { q, category, status, propertyId } = filter;
  const owed = status === 'pending' || status === 'overdue';
  if (!q && !owed) return summed(db, sql`app.transaction_totals kept where ${all(keptBy(filter))}`);
  if (!q && !category && !propertyId) {
    const when = status === 'overdue' ? sql`<` : sql`>=`;
    return summed(db, sql`app.transaction_days where status = 'pending' and day ${when} (select app.today())`);
  }
  const counted = (rows: RawBuilder<unknown>, conditions: RawBuilder<boolean>[]) =>
    sql`select type, 1 as count, amount from ${rows} where ${all(conditions)}`;
  const asked = conditions(filter);
  if (!q) return summed(db, sql`(${counted(sql`transactions`, asked)}) counted`);
  if (owed) return summed(db, sql`(${counted(sql`transactions`, [...asked, holds(q)])}) counted`);
  // Matches by the name of a category or property are summed already; rare texts are found by their index.
  const texts = (await isFrequent(db, q)) ? sql`transactions` : sql`app.find_transactions(${q}) transactions`;
  return summed(
    db,
    sql`(select type, count, amount from app.transaction_totals kept where ${all([...keptBy(filter), called(q, 'kept')])}
      union all ${counted(texts, [...asked, sql`${called(q)} is not true`, written(q)])}) counted`,
  );
}

/** Transactions that are searched to estimate how frequent a text is: 1 ms. */
const SAMPLE = 1_000;
/** From this many matches on, a full read is faster than the index (among a million: 150 ms). */
const MANY = 20;

async function isFrequent(db: UserDb, q: string): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`
    select count(*) >= ${MANY} as many
    from (select search from transactions order by date desc, id desc limit ${SAMPLE}) transactions
    where ${written(q)}`.execute(db);
  return rows[0]?.many ?? false;
}

/** The same conditions on the sums that are kept by property, category, type and status. */
function keptBy({ category, status, propertyId }: TransactionFilter): RawBuilder<boolean>[] {
  return [
    ...(category ? [sql<boolean>`category = any(${category.split(',')}::text[])`] : []),
    ...(status ? [sql<boolean>`status = ${status}`] : []),
    ...(propertyId === NO_PROPERTY ? [sql<boolean>`property_id = (select app.no_property())`] : []),
    ...(propertyId && propertyId !== NO_PROPERTY ? [sql<boolean>`property_id = ${propertyId}::uuid`] : []),
  ];
}

async function summed(db: UserDb, rows: RawBuilder<unknown>): Promise<TransactionTotals> {
  const { rows: answer } = await sql<TransactionTotals>`
    select coalesce(sum(count), 0)::bigint as count,
      (coalesce(sum(amount) filter (where type = 'income'), 0) * 100)::bigint as income,
      (coalesce(-sum(amount) filter (where type = 'expense'), 0) * 100)::bigint as expenses
    from ${rows}`.execute(db);
  if (!answer[0]) throw new Error('PostgreSQL summed up nothing');
  return answer[0];
}

/** The figures of all transactions, from the sums that the database keeps of them. */
export async function readSummary(db: UserDb): Promise<FinanceSummary> {
  const { rows } = await sql<{ summary: FinanceSummary }>`
    with days as (
      select day, type, sum(count) as count, (sum(amount) * 100)::bigint as pence,
        case when status = 'completed' then 'paid' when day < app.today() then 'overdue' else 'pending' end as state,
        day < date_trunc('month', app.today()) as earlier
      from app.transaction_days group by status, day, type having sum(count) > 0
    )
    select json_build_object(
      'count', coalesce(sum(count), 0)::bigint,
      'income', coalesce(sum(pence) filter (where type = 'income'), 0)::bigint,
      'expenses', coalesce(-sum(pence) filter (where type = 'expense'), 0)::bigint,
      'lastMonth', json_build_object(
        'income', (sum(pence) filter (where type = 'income' and earlier))::bigint,
        'expenses', (-sum(pence) filter (where type = 'expense' and earlier))::bigint),
      'pending', ${owed('pending')},
      'overdue', ${owed('overdue')},
      'categories', array(
        select category from app.transaction_totals group by category having sum(count) > 0 order by category)
    ) as summary
    from days`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL summed up nothing');
  return rows[0].summary;
}

function owed(state: 'pending' | 'overdue') {
  const those = sql`filter (where state = ${sql.lit(state)})`;
  return sql`json_build_object(
    'count', coalesce(sum(count) ${those}, 0)::bigint,
    'amount', coalesce(sum(abs(pence)) ${those}, 0)::bigint,
    'day', min(day) ${those})`;
}
