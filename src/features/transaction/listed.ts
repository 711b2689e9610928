/** Separate from the schemas, which only forms and the API load. */
import { inKnownCenturies, isDay } from '../../shared/dates.ts';
import { listQuery } from '../../shared/records/list-query.ts';
import { NOT_LETTINGS } from '../bank-row/entry.ts';

/** Categories that are neither income nor expenses, and are excluded from totals. */
export const NOT_COUNTED = ['deposit', 'transfer', NOT_LETTINGS] as const;

export function isNotCounted(category: string): boolean {
  return (NOT_COUNTED as readonly string[]).includes(category);
}

const COSTS = [
  'maintenance',
  'tax',
  'insurance',
  'utilities',
  'agent fees',
  'professional fees',
  'mortgage interest',
  'mortgage capital',
  'loan fees',
  'ground rent',
  'council tax',
  'certificates',
  'cleaning',
  'gardening',
  'wages',
  'advertising',
  'office costs',
  'travel',
  'domestic items',
  'improvement',
  'other',
] as const;
/** Built-in categories that count as income or expenses. */
export const CATEGORIES = ['rent', ...COSTS] as const;
/** Categories that the filter offers even without a transaction. */
export const USUAL_CATEGORIES = ['rent', 'maintenance', 'tax', 'insurance', 'utilities', 'other'] as const;
export const EXPENSE_CATEGORIES = [...COSTS, ...NOT_COUNTED] as const;
export const DEPOSIT_DEDUCTION = 'kept deposit';
const ONLY_INCOME = ['rent', 'interest', 'grant', DEPOSIT_DEDUCTION] as const;
/** Includes expense categories, because a refund has the category of its expense. */
export const INCOME_CATEGORIES = [...ONLY_INCOME, ...EXPENSE_CATEGORIES] as const;

export function isOnlyIncome(category: string): boolean {
  return (ONLY_INCOME as readonly string[]).includes(category);
}

/** The lines of the tax return. A transaction with 'ask' is in no box until the landlord answers. */
export const TAX_LINE_IDS = [
  'rent',
  'other_income',
  'lease_premium',
  'reverse_premium',
  'tax_deducted',
  'premises',
  'repairs',
  'finance_other',
  'professional',
  'services',
  'travel',
  'other',
  'finance_residential',
  'domestic_item',
  'capital',
  'private',
  'not_tax',
  'ask',
] as const;
export type TaxLine = (typeof TAX_LINE_IDS)[number];

export const TYPES = ['expense', 'income'] as const;
export type TransactionType = (typeof TYPES)[number];

/** 'overdue' cannot be entered: a pending transaction is overdue once its date has passed in London. */
export const STATUSES = ['completed', 'pending', 'overdue'] as const;
export type Status = (typeof STATUSES)[number];

/** The `propertyId` of a filter for transactions without a property. */
export const NO_PROPERTY = 'none';

/** The name of a built-in category, or of a landlord's own. */
export const CATEGORY_NAME = /^[a-z][a-z0-9 -]{0,49}$/;
export const CATEGORY_NAMES = /^[a-z][a-z0-9 -]*(,[a-z][a-z0-9 -]*)*$/;

const isDate = (text: string) => isDay(text) && inKnownCenturies(text);

export const TRANSACTION_LIST = listQuery({
  filters: {
    category: (text: string) => text.length <= 1000 && CATEGORY_NAMES.test(text),
    status: STATUSES,
    from: isDate,
    to: isDate,
  },
  // Sorting by amount ignores the sign.
  sorts: { recent: 'Recent', oldest: 'Oldest', highest: 'Highest', lowest: 'Lowest' },
});

type StoredRecord = { type: TransactionType; source: string; splitId: string | null };

/** In imported income and parts of a split, only links, category, tax line and files can be changed. */
export function isLocked({ type, source, splitId }: StoredRecord): boolean {
  return splitId !== null || (type === 'income' && source !== 'hand');
}

/** Maximum number of rows in one bulk change, by rows and by filter. */
export const MAX_BULK_ROWS = 1000;
export const MAX_FILTERED_ROWS = 50_000;
