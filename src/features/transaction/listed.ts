/** What lists need of transactions: their kinds, and what they may be asked. Apart from the schemas, which forms and the API need. */
import { inKnownCenturies, isDay } from '../../shared/dates.ts';
import { listQuery } from '../../shared/list-query.ts';
import { NOT_FOR_LETS } from '../bank-row/entry.ts';

/** Money that is no income and no expense: it is counted in no total. */
export const NOT_COUNTED = ['deposit', 'transfer', NOT_FOR_LETS] as const;

export function isNotCounted(category: string): boolean {
  return (NOT_COUNTED as readonly string[]).includes(category);
}

const SPECIFIED = ['maintenance', 'tax', 'insurance', 'utilities', 'other'] as const;
/** In filters. Others that a landlord has can be filtered by too. */
export const CATEGORIES = ['rent', ...SPECIFIED] as const;
/** Of an expense that is entered by hand. */
export const EXPENSE_CATEGORIES = [...SPECIFIED, ...NOT_COUNTED] as const;
/** What a landlord kept of a deposit: income on that day. */
export const KEPT_DEPOSIT = 'kept deposit';
const ONLY_INCOME = ['rent', 'interest', 'grant', KEPT_DEPOSIT] as const;
/** Of income; a refund has the category of its expense. */
export const INCOME_CATEGORIES = [...ONLY_INCOME, ...EXPENSE_CATEGORIES] as const;
export type Category = (typeof INCOME_CATEGORIES)[number];

export function isOnlyIncome(category: string): boolean {
  return (ONLY_INCOME as readonly string[]).includes(category);
}

export const TYPES = ['expense', 'income'] as const;
export type TransactionType = (typeof TYPES)[number];

/** Overdue is never entered: a pending transaction is overdue once its date has passed in Europe/London. */
export const STATUSES = ['completed', 'pending', 'overdue'] as const;
export type Status = (typeof STATUSES)[number];

/** As `propertyId` of a filter: transactions without a property. */
export const NO_PROPERTY = 'none';

/** Names of categories, with commas between. */
export const CATEGORY_NAMES = /^[a-z][a-z0-9 -]*(,[a-z][a-z0-9 -]*)*$/;

const isDate = (text: string) => isDay(text) && inKnownCenturies(text);

export const TRANSACTION_LIST = listQuery({
  filters: {
    category: (text: string) => text.length <= 1000 && CATEGORY_NAMES.test(text),
    status: STATUSES,
    from: isDate,
    to: isDate,
  },
  // Highest and lowest go by the amount without its sign.
  sorts: { recent: 'Recent', oldest: 'Oldest', highest: 'Highest', lowest: 'Lowest' },
});

type Kept = { type: TransactionType; source: string; splitId: string | null };

/** Income that came from a bank or a file stays as it came, and a part as it was split, but for property, category, supplier and file. */
export function isLocked({ type, source, splitId }: Kept): boolean {
  return splitId !== null || (type === 'income' && source !== 'hand');
}

/** The most rows of one bulk change that names them, and of one that names a filter. */
export const MAX_AT_ONCE = 1000;
export const MAX_OF_FILTER = 50_000;
