import { type RawBuilder, sql } from 'kysely';
import { matchesWords } from '../../../server/db/search.server.ts';
import type { Days } from '../../../shared/dates.ts';
import { isFound } from '../../../shared/fold.ts';
import { NOT_LETTINGS } from '../../bank-row/entry.ts';
import { categoryLabel } from '../labels.ts';
import { CATEGORIES, NO_PROPERTY } from '../listed.ts';
import type { TransactionListFilter } from '../transaction.ts';
import { parseAmountOrDates } from './amount-or-dates.ts';

type Condition = RawBuilder<boolean>;

// A subquery runs once per statement, and can be an index condition under row-level security.
const today = sql`(select app.today())`;

/** Returns all conditions except the search. Excludes private transactions, unless selected by category or id. */
export function conditions({ category, ...filter }: Partial<TransactionListFilter>): Condition[] {
  const categories = filter.id && !category ? [] : ofCategories(category, sql`transactions.category`);
  return [...categories, ...conditionsOfAnyCategory(filter)];
}

/** Returns all conditions except search and category. */
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

/** Matches these categories, or by default every category except private transactions. */
export function ofCategories(wanted: string | undefined, category: RawBuilder<unknown>): Condition[] {
  return [
    wanted
      ? sql<boolean>`${category} = any(${wanted.split(',')}::text[])`
      : sql<boolean>`${category} <> ${sql.lit(NOT_LETTINGS)}`,
  ];
}

export function within({ from, to }: Days, day: RawBuilder<unknown>): Condition[] {
  return [
    ...(from ? [sql<boolean>`${day} >= ${from}::date`] : []),
    ...(to ? [sql<boolean>`${day} <= ${to}::date`] : []),
  ];
}

export function all(several: Condition[]): Condition {
  return several.length === 0 ? sql`true` : sql`${sql.join(several, sql` and `)}`;
}

/** Matches text in description, reference, category label or property address, or an equal amount or date. */
export function holds(q: string, homes = propertiesWith(q)): Condition {
  return sql`(${sql.join([written(q), called(q, { homes }), ...meant(q)], sql` or `)})`;
}

/** Matches the search as an amount, ignoring its sign, or as dates. Empty if the search is neither. */
export function meant(q: string): Condition[] {
  const { pence, days } = parseAmountOrDates(q);
  return [
    ...(pence === undefined ? [] : [sql<boolean>`transactions.size = ${pence}::bigint`]),
    ...(days === undefined ? [] : [sql<boolean>`transactions.date = any(${days}::date[])`]),
  ];
}

/** Matches rows whose `search` column contains every word. */
export function written(q: string): Condition {
  return matchesWords(sql`transactions.search`, q);
}

/** Matches the category label, or a property in `homes`. `table` must have both columns. */
export function called(q: string, { table = 'transactions', homes = propertiesWith(q) } = {}): Condition {
  const [category, property] = [sql.ref(`${table}.category`), sql.ref(`${table}.property_id`)];
  return sql`(${category} = any(${labelled(q)}::text[]) or ${matchesWords(sql`(' ' || ${category})`, q)}
    or ${property} in (${homes}))`;
}

/** Selects every matching category, including the landlord's own. */
export function categoriesWith(q: string): RawBuilder<{ category: string }> {
  return sql`select unnest(${labelled(q)}::text[]) as category
    union select category from app.totals_in_reach
    where category <> all(${[...CATEGORIES]}::text[]) and ${matchesWords(sql`(' ' || category)`, q)}`;
}

/** Selects properties with every word in their address and city, the first line of the search column. */
export function propertiesWith(q: string): RawBuilder<{ id: string }> {
  return sql`select id from properties where ${matchesWords(sql`split_part(search, chr(10), 1)`, q)}`;
}

function labelled(q: string): string[] {
  return CATEGORIES.filter((category) => isFound(categoryLabel(category), q));
}
