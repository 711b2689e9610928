/** Search over everything in SQL: one statement, so that an answer takes one round. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Transactions } from '../../server/db/tables.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { newestFound } from '../transaction/list/list.server.ts';
import { listedFields } from '../transaction/transaction.server.ts';
import { COUNTED, type SearchAnswer, SHOWN, SHOWN_TRANSACTIONS } from './search.ts';

export async function searchEverything(db: UserDb, q: string): Promise<SearchAnswer> {
  const transactions = db
    .selectFrom(
      sql<Selectable<Transactions>>`(select * from newest order by date desc, id desc limit ${SHOWN_TRANSACTIONS})`.as(
        'transactions',
      ),
    )
    .select(listedFields);
  const properties = sql`select id, address, city, zipcode as "postalCode" from properties
    where ${among(q, sql`app.find_properties(${q})`)} order by address collate app.natural, id limit ${SHOWN}`;
  const tenants = sql`select id, name, phone, property_name as "propertyName" from tenants
    where ${among(q, sql`app.find_tenants(${q})`)} order by sort_name, id limit ${SHOWN}`;
  const suppliers = sql`select id, name, phone, service_type as "serviceType" from suppliers
    where ${among(q, sql`app.find_suppliers(${q})`)} order by sort_name, id limit ${SHOWN}`;
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

/** A text so short stands in nearly every record: walking the list in its order finds the first four sooner than sorting all. */
const SHORT = 2;

// 'is true' keeps PostgreSQL from joining, as in `searchFor`.
function among(q: string, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return q.length <= SHORT ? sql`(id in (select ${ids})) is true` : sql`id in (select ${ids})`;
}
