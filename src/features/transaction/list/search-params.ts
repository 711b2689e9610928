/** The search params of the finance screen. Unreadable values are ignored. */
import { z } from 'zod';
import { STATUSES, TransactionFilter, TransactionListFilter } from '../transaction.ts';

/** Defaults are left out, so that the plain screen has the plain address. */
export const FinanceSearch = z.object({
  tab: z.enum(['accounts']).optional().catch(undefined),
  q: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  /** With commas between. */
  category: TransactionFilter.shape.category.catch(undefined),
  status: z.enum(STATUSES).optional().catch(undefined),
  /** An id, or 'none'. */
  property: TransactionFilter.shape.propertyId.catch(undefined),
  sort: TransactionListFilter.shape.sort.unwrap().exclude(['recent']).optional().catch(undefined),
});
export type FinanceSearch = z.infer<typeof FinanceSearch>;

/** The query of the API, with defaults. */
export function filterOf({ q, category, status, property, sort }: FinanceSearch): TransactionListFilter {
  return TransactionListFilter.parse({ q, category, status, propertyId: property, sort });
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
