/** Pages of a list: asked by limit and cursor, answered as JSON that PostgreSQL has written itself. */
import { type Expression, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../shared/app-error.ts';
import type { LandlordDb } from './landlord.server.ts';

/** In a route: how much of a list, and from where on. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(500).optional().describe('nextCursor of the page before'),
});

/** Describes a page of `item`. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Null after the last page'),
    total: z.number().int().describe('How many there are in all pages'),
  });
}

/** A page as JSON text. `T` is what an item reads as. */
export type PageText<T> = { readonly text: string; readonly item?: T };

/**
 * The sort value and id after which the page begins; `sortValue` says what the list is sorted by. Throws `bad_request` for a
 * cursor that we did not make.
 */
export function readCursor<T>(cursor: string, sortValue: z.ZodType<T>): { value: T; id: string } {
  try {
    const [value, id] = z.tuple([sortValue, z.uuid()]).parse(JSON.parse(cursor));
    return { value, id };
  } catch (cause) {
    throw new AppError('bad_request', { message: 'That page of the list cannot be found. Please reload.', cause });
  }
}

/** The landlord's whole number of a noun, as the database keeps it (`app.keep_record` names the noun). */
export function tally(noun: string): Expression<{ total: number }> {
  return sql`select coalesce(sum(count), 0)::bigint as total from app.tallies where noun = ${noun}`;
}

/**
 * Runs a sorted query for one page. `rows` selects `limit` + 1 items under their API names, sorted by the field `sortKey` and then by
 * id: the one too many tells that there is a next page. `total` selects their count over all pages. JSON from PostgreSQL saves
 * building some 700 values a page in JavaScript.
 */
export async function pageAsText<T extends { id: string }>(
  db: LandlordDb,
  plan: {
    /** `with …`: what rows and total both read from. */
    given?: RawBuilder<unknown> | undefined;
    rows: Expression<T>;
    sortKey: keyof T & string;
    limit: number;
    total: Expression<{ total: number }>;
  },
): Promise<PageText<T>> {
  const { given = sql``, rows, sortKey, limit, total } = plan;
  const key = sql`json_build_array((item).${sql.ref(sortKey)}, (item).id)::text`;
  const query = sql<{ page: string }>`${given}
    select json_build_object(
      'items', coalesce(json_agg(item) filter (where place <= ${limit}), '[]'),
      'nextCursor', case when count(*) > ${limit} then min(${key}) filter (where place = ${limit}) end,
      'total', (${total})
    )::text as page
    from (select item, row_number() over () as place from (${rows}) item) placed`;
  const { rows: answer } = await query.execute(db);
  return { text: answer[0]?.page ?? '' };
}
