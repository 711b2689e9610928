/** A filter in SQL: conditions on a row of `transactions`. */
import { type RawBuilder, sql } from 'kysely';
import { holdsWords } from '../../../server/db/search.server.ts';
import type { Days } from '../../../shared/dates.ts';
import { isFound } from '../../../shared/fold.ts';
import { NOT_FOR_LETS } from '../../bank-row/entry.ts';
import { CATEGORY_LABELS } from '../labels.ts';
import { CATEGORIES, NO_PROPERTY } from '../listed.ts';
import type { TransactionListFilter } from '../transaction.ts';
import { sought } from './sought.ts';

type Condition = RawBuilder<boolean>;

// A subquery, so that it runs once a statement and can be compared within an index under row-level security.
const today = sql`(select app.today())`;

/** Every condition of a filter except the search. What is not for the lets is left out unless its category or id is asked for. */
export function conditions({ category, ...filter }: Partial<TransactionListFilter>): Condition[] {
  const categories = filter.id && !category ? [] : ofCategories(category, sql`transactions.category`);
  return [...categories, ...conditionsOfAnyCategory(filter)];
}

/** Every condition except the search and the category. */
export function conditionsOfAnyCategory({
  id,
  status,
  propertyId,
  from,
  to,
}: Omit<Partial<TransactionListFilter>, 'category'>): Condition[] {
  return [
    ...(id ? [sql<boolean>`transactions.id = ${id}::uuid`] : []),
    ...(status === 'completed' ? [sql<boolean>`transactions.status = 'completed'`] : []),
    ...(status === 'pending' ? [sql<boolean>`transactions.status = 'pending' and transactions.date >= ${today}`] : []),
    ...(status === 'overdue' ? [sql<boolean>`transactions.status = 'pending' and transactions.date < ${today}`] : []),
    ...(propertyId === NO_PROPERTY ? [sql<boolean>`transactions.property_id is null`] : []),
    ...(propertyId && propertyId !== NO_PROPERTY ? [sql<boolean>`transactions.property_id = ${propertyId}::uuid`] : []),
    ...within({ from, to }, sql`transactions.date`),
  ];
}

/** That a category is one of these; without any, that it is of the lets. */
export function ofCategories(wanted: string | undefined, category: RawBuilder<unknown>): Condition[] {
  return [
    wanted
      ? sql<boolean>`${category} = any(${wanted.split(',')}::text[])`
      : sql<boolean>`${category} <> ${sql.lit(NOT_FOR_LETS)}`,
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

/** Whether the row itself holds every word of the text. */
export function written(q: string): Condition {
  return holdsWords(sql`transactions.search`, q);
}

/** Whether the text stands in the category as it is called, or in the property's address (is one of `homes`); of `table`, which has both. */
export function called(q: string, { table = 'transactions', homes = propertiesWith(q) } = {}): Condition {
  const [category, property] = [sql.ref(`${table}.category`), sql.ref(`${table}.property_id`)];
  return sql`(${category} = any(${labelled(q)}::text[]) or ${holdsWords(sql`(' ' || ${category})`, q)}
    or ${property} in (${homes}))`;
}

/** Selects every category that is called so, the landlord's own among them. */
export function categoriesWith(q: string): RawBuilder<{ category: string }> {
  return sql`select unnest(${labelled(q)}::text[]) as category
    union select category from app.transaction_totals
    where category <> all(${[...CATEGORIES]}::text[]) and ${holdsWords(sql`(' ' || category)`, q)}`;
}

/** Selects the ids of the properties whose address and city, which are the first line of what is searched, hold every word of the text. */
export function propertiesWith(q: string): RawBuilder<{ id: string }> {
  return sql`select id from properties where ${holdsWords(sql`split_part(search, chr(10), 1)`, q)}`;
}

/** The categories that we name, where the text stands in the name. */
function labelled(q: string): string[] {
  return CATEGORIES.filter((category) => isFound(CATEGORY_LABELS[category], q));
}
