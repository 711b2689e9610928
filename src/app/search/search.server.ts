/** The global search of all nouns, in one SQL statement to save round trips. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { newestFound } from '../../features/transaction/list/list.server.ts';
import { listedFields } from '../../features/transaction/transaction.server.ts';
import { Transaction } from '../../features/transaction/transaction.ts';
import type { SearchSql } from '../../server/db/search.server.ts';
import type { Transactions } from '../../server/db/tables.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { isPlainText } from '../../shared/text.ts';
import { type Listed, NOUNS } from '../nouns.server.ts';
import { COUNTED, FOUND, SHOWN_TRANSACTIONS } from './search.ts';

export const SearchQuery = z.object({
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(isPlainText)
    .describe('Case-insensitive part of a searched field; for transactions also an amount or a date'),
});

const SEARCHED = NOUNS.flatMap(({ id, search }) => (search ? [{ id, ...search }] : []));

type Searched = Extract<Listed, { search: object }>;
type FoundShape = { [Noun in Searched as Noun['id']]: z.ZodArray<Noun['search']['found']> };
const found = Object.fromEntries(
  SEARCHED.map((part) => [part.id, z.array(part.found).max(FOUND)]),
) as unknown as FoundShape;

export const SearchAnswer = z
  .object({
    ...found,
    transactions: z.object({
      items: z.array(Transaction).max(SHOWN_TRANSACTIONS).describe('Newest first'),
      count: z.number().int().max(COUNTED).describe(`How many were found, counted up to ${COUNTED}`),
      more: z.boolean().describe('There are more than were counted'),
    }),
  })
  .meta({ id: 'SearchAnswer' });
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export async function searchEverything(db: UserDb, q: string): Promise<SearchAnswer> {
  const transactions = db
    .selectFrom(
      sql<Selectable<Transactions>>`(select * from newest order by date desc, id desc limit ${SHOWN_TRANSACTIONS})`.as(
        'transactions',
      ),
    )
    .select(listedFields);
  const records = SEARCHED.map(
    (part) => sql`${sql.lit(part.id)}, (select coalesce(json_agg(found), '[]') from (${first(part, q)}) found)`,
  );
  const { rows } = await sql<{ answer: SearchAnswer }>`
    with newest as materialized (${newestFound(q, COUNTED + 1)})
    select json_build_object(
      ${sql.join(records)},
      'transactions', json_build_object(
        'items', (select coalesce(json_agg(found order by date desc, id desc), '[]') from ${transactions} found),
        'count', (select least(count(*), ${COUNTED}::integer) from newest),
        'more', (select count(*) > ${COUNTED}::integer from newest))) as answer`.execute(db);
  if (!rows[0]) throw new Error('The search query returned no row');
  return rows[0].answer;
}

/** Above this number of matches, scanning the rows in the list's order is faster than sorting the matches. */
const SORT_THRESHOLD = 500;

/** PostgreSQL skips the branch whose condition on the count is false. `is true` prevents a join with the subquery. */
function first({ columns, ids, order }: SearchSql, q: string): RawBuilder<unknown> {
  const count = sql`(select count(*) from found)`;
  const selected = typeof columns === 'function' ? columns(q) : columns;
  const ordered = sql`order by ${order}, id limit ${FOUND}`;
  return sql`with found as materialized (select ${ids(q)} as id)
    (select ${selected} where ${count} > ${SORT_THRESHOLD} and (id in (select id from found)) is true ${ordered})
    union all (select ${selected} where ${count} <= ${SORT_THRESHOLD} and id in (select id from found) ${ordered})`;
}
