/** The search params of the finance screen. Invalid values are ignored. */
import type { Days } from '../../../shared/dates.ts';
import { isId, valuesIn } from '../../../shared/records/list-query.ts';
import { NO_PROPERTY, TRANSACTION_LIST } from '../../transaction/listed.ts';
import { daysOf, PERIODS } from '../../transaction/period.ts';
import type { TransactionFilter, TransactionInput, TransactionListFilter } from '../../transaction/transaction.ts';

/** Values of `open` that show the dialog for a new expense or for new income. */
const NEW_DIALOGS = ['new', 'new-income'] as const;

const OTHER_PARAMS = {
  tab: ['rent', 'accounts'],
  property: (text: string) => isId(text) || text === NO_PROPERTY,
  /** The transaction to open. Removed from the URL once it is open. */
  open: (text: string) => isId(text) || NEW_DIALOGS.some((dialog) => dialog === text),
  /** Set on the return from the bank. Removed from the URL once it is read. */
  ref: () => true,
  /** Custom dates are in `from` and `to`. */
  date: PERIODS,
} as const;

/** Omits defaults, so that the unfiltered screen has a URL without parameters. */
export function financeSearch(params: Record<string, unknown>) {
  return { ...TRANSACTION_LIST.search(params), ...valuesIn(OTHER_PARAMS, params) };
}
export type FinanceSearch = ReturnType<typeof financeSearch>;

/** Returns the API query, with defaults. `today` is the date in London. */
export function filterOf(search: FinanceSearch, today: string): TransactionListFilter {
  const { property: propertyId } = search;
  return TRANSACTION_LIST.asked({
    ...TRANSACTION_LIST.search({ ...search, ...requestedDays(search, today) }),
    ...(propertyId && { propertyId }),
  });
}

export function requestedDays({ date, from, to }: Pick<FinanceSearch, 'date' | 'from' | 'to'>, today: string): Days {
  return date ? daysOf(date, today) : { from, to };
}

export function newTypeOf(open: FinanceSearch['open']): TransactionInput['type'] | undefined {
  if (open === 'new') return 'expense';
  return open === 'new-income' ? 'income' : undefined;
}

/** Omits the order, which does not affect totals. */
export function totalsFilterOf({ sort: _, id: __, ...filter }: TransactionListFilter): TransactionFilter {
  return filter;
}

/** Decides whether an empty list shows 'no matches' or 'nothing yet'. */
export function isNarrowed(search: FinanceSearch): boolean {
  return NARROWING.some((name) => search[name] !== undefined);
}

const NARROWING = ['q', 'category', 'status', 'property', 'date', 'from', 'to'] as const;
type Narrowing = (typeof NARROWING)[number];
export const NOT_NARROWED = Object.fromEntries(NARROWING.map((name) => [name, undefined])) as Record<
  Narrowing,
  undefined
>;

/** Returns the chosen categories; an empty choice means all. */
export function chosenOf({ category }: Pick<FinanceSearch, 'category'>): string[] {
  return category?.split(',') ?? [];
}
export function withChosen(chosen: readonly string[]): Pick<FinanceSearch, 'category'> {
  return { category: chosen.length > 0 ? chosen.join(',') : undefined };
}
