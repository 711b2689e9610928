/** Categories, statuses and list query of transactions, apart from the schemas that only forms and the API load. */
import { inKnownCenturies, isDay } from '../../shared/dates.ts';
import { listQuery } from '../../shared/records/list-query.ts';
import { NOT_LETTINGS } from '../bank-row/entry.ts';

/** Neither income nor expenses, so left out of totals. */
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
/** Offered by the filter even without a transaction. */
export const USUAL_CATEGORIES = ['rent', 'maintenance', 'tax', 'insurance', 'utilities', 'other'] as const;
export const EXPENSE_CATEGORIES = [...COSTS, ...NOT_COUNTED] as const;
export const DEPOSIT_DEDUCTION = 'kept deposit';
const ONLY_INCOME = ['rent', 'interest', 'grant', DEPOSIT_DEDUCTION] as const;
/** A refund has the category of its expense. */
export const INCOME_CATEGORIES = [...ONLY_INCOME, ...EXPENSE_CATEGORIES] as const;

export function isOnlyIncome(category: string): boolean {
  return (ONLY_INCOME as readonly string[]).includes(category);
}

/** The place of a transaction on the tax return. 'ask' is not in any box until the landlord answers. */
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

/** Overdue is not entered: a pending transaction is overdue once its date has passed in London. */
export const STATUSES = ['completed', 'pending', 'overdue'] as const;
export type Status = (typeof STATUSES)[number];

/** As `propertyId` of a filter: transactions without a property. */
export const NO_PROPERTY = 'none';

/** A built-in category, or a landlord's own. */
export const CATEGORY_NAME = /^[a-z][a-z0-9 -]{0,49}$/;
/** Category names separated by commas. */
export const CATEGORY_NAMES = /^[a-z][a-z0-9 -]*(,[a-z][a-z0-9 -]*)*$/;

const isDate = (text: string) => isDay(text) && inKnownCenturies(text);

export const TRANSACTION_LIST = listQuery({
  filters: {
    category: (text: string) => text.length <= 1000 && CATEGORY_NAMES.test(text),
    status: STATUSES,
    from: isDate,
    to: isDate,
  },
  // Highest and lowest ignore the sign.
  sorts: { recent: 'Recent', oldest: 'Oldest', highest: 'Highest', lowest: 'Lowest' },
});

type StoredRecord = { type: TransactionType; source: string; splitId: string | null };

/** Imported income and parts of a split allow changes only to property, category, supplier and file. */
export function isLocked({ type, source, splitId }: StoredRecord): boolean {
  return splitId !== null || (type === 'income' && source !== 'hand');
}

/** Limits of one bulk change by rows, and by filter. */
export const MAX_BULK_ROWS = 1000;
export const MAX_FILTERED_ROWS = 50_000;
