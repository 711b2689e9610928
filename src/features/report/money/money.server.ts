/** The rows of the reports of money: one statement for all sums of some days. */
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { all } from '../../transaction/list/filter.server.ts';
import { NO_PROPERTY } from '../../transaction/listed.ts';
import type { Span } from '../period.ts';
import type { ReportQuery } from '../report.ts';
import type { MoneySum } from './sums.ts';

type Wanted = {
  span: Span;
  query: Pick<ReportQuery, 'property' | 'category' | 'supplier'>;
  /** Categories that do not count. */
  without: readonly string[];
  byMonth: boolean;
};

export async function readMoney(db: UserDb, { span, query, without, byMonth }: Wanted): Promise<MoneySum[]> {
  const { property, category, supplier } = query;
  const wanted = [
    sql<boolean>`status = 'completed'`,
    sql<boolean>`date between ${span.from}::date and ${span.to}::date`,
    sql<boolean>`category <> all(${[...without]}::text[])`,
    ...(property === NO_PROPERTY ? [sql<boolean>`property_id is null`] : []),
    ...(property && property !== NO_PROPERTY ? [sql<boolean>`property_id = ${property}::uuid`] : []),
    ...(category ? [sql<boolean>`category = ${category}`] : []),
    ...(supplier ? [sql<boolean>`supplier_id = ${supplier}::uuid`] : []),
  ];
  const { rows } = await sql<MoneySum>`
    select sums.*, address, city from (
      select property_id as "propertyId", ${byMonth ? sql`date_trunc('month', date)::date` : sql`null`} as month, category, type,
        count(*)::integer as rows, (sum(amount) * 100)::bigint as pence
      from transactions where ${all(wanted)} group by 1, 2, 3, 4
    ) sums left join properties on id = "propertyId"`.execute(db);
  return rows;
}
