/** Search over everything in SQL: one statement, so that an answer takes one round. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Transactions } from '../../server/db/tables.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { newestFound } from '../transaction/list/list.server.ts';
import { listedFields } from '../transaction/transaction.server.ts';
import { COUNTED, FOUND, type SearchAnswer, SHOWN_TRANSACTIONS } from './search.ts';

export async function searchEverything(db: UserDb, q: string): Promise<SearchAnswer> {
  const transactions = db
    .selectFrom(
      sql<Selectable<Transactions>>`(select * from newest order by date desc, id desc limit ${SHOWN_TRANSACTIONS})`.as(
        'transactions',
      ),
    )
    .select(listedFields);
  const properties = first({
    of: sql`id, address, city, zipcode as "postalCode", compliance_items -> 'ends' as ends from properties`,
    found: sql`app.find_properties(${q})`,
    by: sql`address collate app.natural`,
  });
  const tenants = first({
    of: sql`id, name, phone, property_name as "propertyName", moved_out as "movedOut" from tenants`,
    found: sql`app.find_tenants(${q})`,
    by: sql`sort_name`,
  });
  const suppliers = first({
    of: sql`id, name, phone, service_type as "serviceType" from suppliers`,
    found: sql`app.find_suppliers(${q})`,
    by: sql`sort_name`,
  });
  const { rows } = await sql<{ answer: SearchAnswer }>`
    with newest as materialized (${newestFound(q, COUNTED + 1)})
    select json_build_object(
      'properties', (select coalesce(json_agg(found), '[]') from (${properties}) found),
      'tenants', (select coalesce(json_agg(found), '[]') from (${tenants}) found),
      'suppliers', (select coalesce(json_agg(found), '[]') from (${suppliers}) found),
      'transactions', json_build_object(
        'items', (select coalesce(json_agg(found order by date desc, id desc), '[]') from ${transactions} found),
        'count', (select least(count(*), ${COUNTED}::integer) from newest),
        'more', (select count(*) > ${COUNTED}::integer from newest))) as answer`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL answered nothing');
  return rows[0].answer;
}

/** With more matches, walking the list in its order finds the first few sooner than sorting them. */
const FEW = 500;

type First = { of: RawBuilder<unknown>; found: RawBuilder<unknown>; by: RawBuilder<unknown> };

/** The first few of those found. PostgreSQL does not run the part whose condition on their number fails; 'is true' keeps it from joining. */
function first({ of, found, by }: First): RawBuilder<unknown> {
  const count = sql`(select count(*) from found)`;
  const ordered = sql`order by ${by}, id limit ${FOUND}`;
  return sql`with found as materialized (select ${found} as id)
    (select ${of} where ${count} > ${FEW} and (id in (select id from found)) is true ${ordered})
    union all (select ${of} where ${count} <= ${FEW} and id in (select id from found) ${ordered})`;
}
