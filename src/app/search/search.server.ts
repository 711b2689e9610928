/** The global search in a single SQL statement. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { newestFound } from '../../features/transaction/list/list.server.ts';
import { listedFields } from '../../features/transaction/transaction.server.ts';
import type { SearchSql } from '../../server/db/search.server.ts';
import type { Transactions } from '../../server/db/tables.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { SEARCHED_SQL } from '../nouns.server.ts';
import { COUNTED, FOUND, type SearchAnswer, SHOWN_TRANSACTIONS } from './search.ts';

export async function searchEverything(db: UserDb, q: string): Promise<SearchAnswer> {
  const transactions = db
    .selectFrom(
      sql<Selectable<Transactions>>`(select * from newest order by date desc, id desc limit ${SHOWN_TRANSACTIONS})`.as(
        'transactions',
      ),
    )
    .select(listedFields);
  const found = Object.entries(SEARCHED_SQL).map(
    ([noun, part]) => sql`${sql.lit(noun)}, (select coalesce(json_agg(found), '[]') from (${first(part, q)}) found)`,
  );
  const { rows } = await sql<{ answer: SearchAnswer }>`
    with newest as materialized (${newestFound(q, COUNTED + 1)})
    select json_build_object(
      ${sql.join(found)},
      'transactions', json_build_object(
        'items', (select coalesce(json_agg(found order by date desc, id desc), '[]') from ${transactions} found),
        'count', (select least(count(*), ${COUNTED}::integer) from newest),
        'more', (select count(*) > ${COUNTED}::integer from newest))) as answer`.execute(db);
  if (!rows[0]) throw new Error('The search query returned no row');
  return rows[0].answer;
}

/** Above this number of matches, scanning the list in order beats sorting. */
const FEW = 500;

/** The first matches. PostgreSQL skips the branch whose count condition fails; 'is true' prevents a join. */
function first({ columns, ids, order }: SearchSql, q: string): RawBuilder<unknown> {
  const count = sql`(select count(*) from found)`;
  const ordered = sql`order by ${order}, id limit ${FOUND}`;
  return sql`with found as materialized (select ${ids(q)} as id)
    (select ${columns} where ${count} > ${FEW} and (id in (select id from found)) is true ${ordered})
    union all (select ${columns} where ${count} <= ${FEW} and id in (select id from found) ${ordered})`;
}
