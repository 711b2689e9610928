import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { all } from '../../transaction/list/filter.server.ts';
import { NO_PROPERTY, NOT_COUNTED } from '../../transaction/listed.ts';
import type { Span } from '../period.ts';
import type { ReportQuery } from '../report.ts';
import type { MoneySum } from './sums.ts';
import type { SupplierRow, SupplierSum } from './supplier-statement.ts';

type Params = {
  span: Span;
  query: Pick<ReportQuery, 'property' | 'category' | 'supplier'>;
  without: readonly string[];
  byMonth: boolean;
  /** Sorted days on which owners' shares change. Each period between them has its own sums. */
  shareDays?: readonly string[];
};

export async function readMoney(
  db: UserDb,
  { span, query, without, byMonth, shareDays = [] }: Params,
): Promise<MoneySum[]> {
  const { property, category, supplier } = query;
  const conditions = [
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
      select property_id as "propertyId", coalesce(property_id, former_property_id) as "sharedProperty", min(date) as day, ${byMonth ? sql`date_trunc('month', date)::date` : sql`null`} as month, category, type,
        count(*)::integer as rows, (sum(amount) * 100)::bigint as pence
      from transactions where ${all(conditions)}
      group by property_id, coalesce(property_id, former_property_id), ${byMonth ? sql`date_trunc('month', date)` : sql`()`}, category, type,
        ${shareDays.length > 0 ? sql`width_bucket(date, ${[...shareDays]}::date[])` : sql`()`}
    ) sums left join properties on id = "propertyId"`.execute(db);
  return rows;
}

const counted = ({ span, query }: Pick<Params, 'span' | 'query'>) =>
  all([
    sql<boolean>`t.status = 'completed'`,
    sql<boolean>`t.date between ${span.from}::date and ${span.to}::date`,
    sql<boolean>`t.category <> all(${[...NOT_COUNTED]}::text[])`,
    ...(query.property === NO_PROPERTY ? [sql<boolean>`t.property_id is null`] : []),
    ...(query.property && query.property !== NO_PROPERTY
      ? [sql<boolean>`t.property_id = ${query.property}::uuid`]
      : []),
  ]);

/** Returns sums by supplier, largest first; with `shareDays`, also by property and share period. */
export async function readSuppliers(
  db: UserDb,
  params: Pick<Params, 'span' | 'query' | 'shareDays'>,
): Promise<SupplierSum[]> {
  const { shareDays } = params;
  const shared = sql`coalesce(t.property_id, t.former_property_id)`;
  const { rows } = await sql<SupplierSum>`
    select s.id, s.name, s.service_type as "serviceType", count(*)::integer as rows, min(t.date) as day,
      ${shareDays ? shared : sql`null`} as "sharedProperty",
      (coalesce(-sum(t.amount) filter (where t.type = 'expense'), 0) * 100)::bigint as paid,
      (coalesce(sum(t.amount) filter (where t.type = 'income'), 0) * 100)::bigint as refunds
    from transactions t join suppliers s on s.id = t.supplier_id
    where ${counted(params)} group by s.id ${shareDays ? sql`, ${shared}` : sql``} ${shareDays?.length ? sql`, width_bucket(t.date, ${[...shareDays]}::date[])` : sql``}
    order by paid desc, s.sort_name, s.id`.execute(db);
  return rows;
}

/** Returns transactions of a supplier, oldest first, as on a statement. */
export async function readSupplier(
  db: UserDb,
  { supplier, ...params }: Pick<Params, 'span' | 'query'> & { supplier: string },
): Promise<SupplierRow[]> {
  const { rows } = await sql<SupplierRow>`
    select t.id, t.date, t.description, t.category, (t.amount * 100)::bigint as pence,
      coalesce(p.address || ', ' || p.city, t.property_address) as property,
      coalesce(t.property_id, t.former_property_id) as "sharedProperty"
    from transactions t left join properties p on p.id = t.property_id
    where t.supplier_id = ${supplier}::uuid and ${counted(params)} order by t.date, t.id`.execute(db);
  return rows;
}
