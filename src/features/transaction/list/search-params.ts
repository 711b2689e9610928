/** The search params of the finance screen. Unreadable values are ignored. */
import type { Days } from '../../../shared/dates.ts';
import { isId, valuesIn } from '../../../shared/list-query.ts';
import { NO_PROPERTY, TRANSACTION_LIST } from '../listed.ts';
import { daysOf, PERIODS } from '../period.ts';
import type { TransactionFilter, TransactionInput, TransactionListFilter } from '../transaction.ts';

/** As what the address opens: the dialog of a new expense, or of new income. */
const NEW = ['new', 'new-income'] as const;

const ELSE = {
  tab: ['rent', 'accounts'],
  /** An id, or 'none'. */
  property: (text: string) => isId(text) || text === NO_PROPERTY,
  /** The transaction whose dialog is to be opened; taken away once it is. */
  open: (text: string) => isId(text) || NEW.some((what) => what === text),
  /** That the landlord comes back from the bank; taken away once it is seen. */
  ref: () => true,
  /** Other days stand in `from` and `to`. */
  date: PERIODS,
} as const;

/** Defaults are left out, so that the plain screen has the plain address. */
export function financeSearch(given: Record<string, unknown>) {
  return { ...TRANSACTION_LIST.search(given), ...valuesIn(ELSE, given) };
}
export type FinanceSearch = ReturnType<typeof financeSearch>;

/** The query of the API, with defaults; `today` is the landlord's day. */
export function filterOf(search: FinanceSearch, today: string): TransactionListFilter {
  const { property: propertyId } = search;
  return TRANSACTION_LIST.asked({
    ...TRANSACTION_LIST.search({ ...search, ...daysAsked(search, today) }),
    ...(propertyId && { propertyId }),
  });
}

/** The days that an address asks for, if any. */
export function daysAsked({ date, from, to }: Pick<FinanceSearch, 'date' | 'from' | 'to'>, today: string): Days {
  return date ? daysOf(date, today) : { from, to };
}

/** The type of the new transaction that an address opens; undefined where it opens none, or one that is there. */
export function newTypeOf(open: FinanceSearch['open']): TransactionInput['type'] | undefined {
  if (open === 'new') return 'expense';
  return open === 'new-income' ? 'income' : undefined;
}

/** Without the order, which changes neither number nor sum. */
export function totalsFilterOf({ sort: _, id: __, ...filter }: TransactionListFilter): TransactionFilter {
  return filter;
}

/** Then an empty list says 'nothing matches', not 'nothing yet'. */
export function isNarrowed(search: FinanceSearch): boolean {
  return NARROWING.some((name) => search[name] !== undefined);
}

const NARROWING = ['q', 'category', 'status', 'property', 'date', 'from', 'to'] as const;
type Narrowing = (typeof NARROWING)[number];
export const NOT_NARROWED = Object.fromEntries(NARROWING.map((name) => [name, undefined])) as Record<
  Narrowing,
  undefined
>;

/** The chosen categories of an address, and back; none chosen means all. */
export function chosenOf({ category }: Pick<FinanceSearch, 'category'>): string[] {
  return category?.split(',') ?? [];
}
export function withChosen(chosen: readonly string[]): Pick<FinanceSearch, 'category'> {
  return { category: chosen.length > 0 ? chosen.join(',') : undefined };
}
