/** Properties to choose one from, in SQL: the first few that match, by address. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { PropertyChoice } from './property.ts';

/** The first of the landlord's properties that hold the text; with `id` that one alone, where there is one. */
export function listChoices(
  db: UserDb,
  { q, limit, id }: { q: string; limit: number; id?: string | undefined },
): Promise<PropertyChoice[]> {
  let found = db.selectFrom('properties').select(['id', 'address', 'city']);
  if (q) found = found.where('id', 'in', sql<string>`(select app.find_properties(${q}))`);
  if (id) found = found.where('id', '=', id);
  return found.orderBy(sql`address collate app.natural`).orderBy('id').limit(limit).execute();
}
