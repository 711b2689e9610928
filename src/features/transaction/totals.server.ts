/** What the landlord's transactions come to: of a filter, and for the four cards. */
import { sql } from 'kysely';
import type { LandlordDb } from '../../server/landlord.server.ts';
import { filtered } from './filter.server.ts';
import type { FinanceSummary, TransactionFilter, TransactionTotals } from './transaction.ts';

/** Count and sums of what a filter lets through. */
export async function readTotals(db: LandlordDb, filter: TransactionFilter): Promise<TransactionTotals> {
  return filtered(db, filter)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(size) filter (where type = 'income'), 0)::bigint`.as('income'),
      sql<number>`coalesce(sum(size) filter (where type = 'expense'), 0)::bigint`.as('expenses'),
    ])
    .executeTakeFirstOrThrow();
}

/** The figures of all transactions, from the sums that the database keeps of them. */
export async function readSummary(db: LandlordDb): Promise<FinanceSummary> {
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
