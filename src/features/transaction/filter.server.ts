/** Which transactions a filter means, in SQL. */
import { sql } from 'kysely';
import type { LandlordDb } from '../../server/landlord.server.ts';
import { CATEGORY_LABELS } from './category.ts';
import { NO_PROPERTY, type TransactionFilter } from './transaction.ts';

/** The landlord's transactions that a filter lets through. */
export function filtered(db: LandlordDb, { q, category, status, propertyId }: TransactionFilter) {
  let found = db.selectFrom('transactions');
  if (category) found = found.where('category', 'in', category.split(','));
  if (status === 'completed') found = found.where('status', '=', 'completed');
  if (status === 'pending') found = found.where('status', '=', 'pending').where('date', '>=', sql<string>`app.today()`);
  if (status === 'overdue') found = found.where('status', '=', 'pending').where('date', '<', sql<string>`app.today()`);
  if (propertyId === NO_PROPERTY) found = found.where('property_id', 'is', null);
  else if (propertyId) found = found.where('property_id', '=', propertyId);
  if (q) {
    found = found.where(
      sql<boolean>`(strpos(search, lower(${q})) > 0 or category = any(${categoriesLike(q)}::text[])
        or property_id in (select id from properties where strpos(lower(address || ', ' || city), lower(${q})) > 0))`,
    );
  }
  return found;
}

/** Known categories whose label holds the text. */
export function categoriesLike(q: string): string[] {
  return Object.entries(CATEGORY_LABELS)
    .filter(([, label]) => label.toLowerCase().includes(q.toLowerCase()))
    .map(([category]) => category);
}
