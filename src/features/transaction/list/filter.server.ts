/** A filter in SQL: conditions on a row of `transactions`. */
import { type RawBuilder, sql } from 'kysely';
import type { Days } from '../../../shared/dates.ts';
import { CATEGORY_LABELS } from '../labels.ts';
import { CATEGORIES, NO_PROPERTY, type TransactionListFilter } from '../transaction.ts';
import { sought } from './sought.ts';

type Condition = RawBuilder<boolean>;

// A subquery, so that it runs once a statement and can be compared within an index under row-level security.
const today = sql`(select app.today())`;

/** Every condition of a filter except the search. */
export function conditions({
  id,
  category,
  status,
  propertyId,
  from,
  to,
}: Partial<TransactionListFilter>): Condition[] {
  return [
    ...(id ? [sql<boolean>`transactions.id = ${id}::uuid`] : []),
    ...(category ? [sql<boolean>`transactions.category = any(${category.split(',')}::text[])`] : []),
    ...(status === 'completed' ? [sql<boolean>`transactions.status = 'completed'`] : []),
    ...(status === 'pending' ? [sql<boolean>`transactions.status = 'pending' and transactions.date >= ${today}`] : []),
    ...(status === 'overdue' ? [sql<boolean>`transactions.status = 'pending' and transactions.date < ${today}`] : []),
    ...(propertyId === NO_PROPERTY ? [sql<boolean>`transactions.property_id is null`] : []),
    ...(propertyId && propertyId !== NO_PROPERTY ? [sql<boolean>`transactions.property_id = ${propertyId}::uuid`] : []),
    ...within({ from, to }, sql`transactions.date`),
  ];
}

/** That a day is one of these. */
export function within({ from, to }: Days, day: RawBuilder<unknown>): Condition[] {
  return [
    ...(from ? [sql<boolean>`${day} >= ${from}::date`] : []),
    ...(to ? [sql<boolean>`${day} <= ${to}::date`] : []),
  ];
}

/** Several conditions as one. */
export function all(several: Condition[]): Condition {
  return several.length === 0 ? sql`true` : sql`${sql.join(several, sql` and `)}`;
}

/**
 * Whether the text stands in the description, the reference, the category as it is called, or the property's address; or is the
 * amount or the day.
 */
export function holds(q: string, homes = propertiesWith(q)): Condition {
  return sql`(${sql.join([written(q), called(q, { homes }), ...meant(q)], sql` or `)})`;
}

/** Whether the text is the amount, without its sign, or the day; empty where it is neither of any. */
export function meant(q: string): Condition[] {
  const { pence, days } = sought(q);
  return [
    ...(pence === undefined ? [] : [sql<boolean>`transactions.size = ${pence}::bigint`]),
    ...(days === undefined ? [] : [sql<boolean>`transactions.date = any(${days}::date[])`]),
  ];
}

/** Whether the text stands in the row itself. */
export function written(q: string): Condition {
  return sql`strpos(transactions.search, (select lower(${q}))) > 0`;
}

/** Whether the text stands in the category as it is called, or in the property's address (is one of `homes`); of `table`, which has both. */
export function called(q: string, { table = 'transactions', homes = propertiesWith(q) } = {}): Condition {
  const [category, property] = [sql.ref(`${table}.category`), sql.ref(`${table}.property_id`)];
  return sql`(${category} = any(${labelled(q)}::text[]) or strpos(${category}, (select lower(${q}))) > 0
    or ${property} in (${homes}))`;
}

/** Selects every category that is called so, the landlord's own among them. */
export function categoriesWith(q: string): RawBuilder<{ category: string }> {
  return sql`select unnest(${labelled(q)}::text[]) as category
    union select category from app.transaction_totals
    where category <> all(${[...CATEGORIES]}::text[]) and strpos(category, (select lower(${q}))) > 0`;
}

/** Selects the ids of the properties in whose address, as it is shown, the text stands. */
export function propertiesWith(q: string): RawBuilder<{ id: string }> {
  return sql`select id from properties where strpos(lower(address || ', ' || city), (select lower(${q}))) > 0`;
}

/** The categories that we name, where the text stands in the name. */
function labelled(q: string): string[] {
  const wanted = q.toLowerCase();
  return CATEGORIES.filter((category) => CATEGORY_LABELS[category].toLowerCase().includes(wanted));
}
