/** The search params of the finance screen. Unreadable values are ignored. */
import { z } from 'zod';
import type { Days } from '../../../shared/dates.ts';
import { daysOf, PERIODS } from '../period.ts';
import { TRANSACTION_LIST, TransactionFilter, type TransactionInput, TransactionListFilter } from '../transaction.ts';

/** As what the address opens: the dialog of a new expense, or of new income. */
const NEW = ['new', 'new-income'] as const;

/** Defaults are left out, so that the plain screen has the plain address. */
export const FinanceSearch = z
  .object({
    tab: z.enum(['rent', 'accounts']).optional().catch(undefined),
    /** An id, or 'none'. */
    property: TransactionFilter.shape.propertyId.catch(undefined),
    /** The transaction whose dialog is to be opened; taken away once it is. */
    open: z.uuid().or(z.enum(NEW)).optional().catch(undefined),
    /** That the landlord comes back from the bank; taken away once it is seen. */
    ref: z.string().optional().catch(undefined),
    /** Other days stand in `from` and `to`. */
    date: z.enum(PERIODS).optional().catch(undefined),
  })
  .and(TRANSACTION_LIST.search);
export type FinanceSearch = z.infer<typeof FinanceSearch>;

/** The query of the API, with defaults; `today` is the landlord's day. */
export function filterOf({ property, ...search }: FinanceSearch, today: string): TransactionListFilter {
  return TransactionListFilter.parse({ ...search, ...daysAsked(search, today), propertyId: property });
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
export function totalsFilterOf(filter: TransactionListFilter): TransactionFilter {
  return TransactionFilter.parse(filter);
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
