/** The search params of the finance screen. Unreadable values are ignored. */
import { z } from 'zod';
import { TRANSACTION_LIST, TransactionFilter, TransactionListFilter } from '../transaction.ts';

/** Defaults are left out, so that the plain screen has the plain address. */
export const FinanceSearch = z
  .object({
    tab: z.enum(['accounts']).optional().catch(undefined),
    /** An id, or 'none'. */
    property: TransactionFilter.shape.propertyId.catch(undefined),
  })
  .and(TRANSACTION_LIST.search);
export type FinanceSearch = z.infer<typeof FinanceSearch>;

/** The query of the API, with defaults. */
export function filterOf({ property, ...search }: FinanceSearch): TransactionListFilter {
  return TransactionListFilter.parse({ ...search, propertyId: property });
}

/** Without the order, which changes neither number nor sum. */
export function totalsFilterOf(filter: TransactionListFilter): TransactionFilter {
  return TransactionFilter.parse(filter);
}

/** Then an empty list says 'nothing matches', not 'nothing yet'. */
export function isNarrowed({ q, category, status, property }: FinanceSearch): boolean {
  return [q, category, status, property].some((part) => part !== undefined);
}

export const NOT_NARROWED = { q: undefined, category: undefined, status: undefined, property: undefined } as const;

/** The chosen categories of an address, and back; none chosen means all. */
export function chosenOf({ category }: Pick<FinanceSearch, 'category'>): string[] {
  return category?.split(',') ?? [];
}
export function withChosen(chosen: readonly string[]): Pick<FinanceSearch, 'category'> {
  return { category: chosen.length > 0 ? chosen.join(',') : undefined };
}
