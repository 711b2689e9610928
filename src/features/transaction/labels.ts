/** A transaction in the words of the screens: labels, options, and short lines made of its facts. */
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { categoryLabel } from './category.ts';
import {
  CATEGORIES,
  EXPENSE_CATEGORIES,
  STATUSES,
  type Status,
  TRANSACTION_SORTS,
  type Transaction,
  type TransactionInput,
} from './transaction.ts';

/** What each field is called, in the dialogs and wherever a field is named. */
export const FIELD_LABELS = {
  propertyId: 'Property',
  amount: 'Amount (£)',
  category: 'Category',
  description: 'Description',
  date: 'Date',
  status: 'Status',
} as const satisfies Record<keyof TransactionInput, string>;

/** Instead of a property, in forms and filters. */
export const WITHOUT_PROPERTY = 'No property';

const asOption = (category: string) => ({ value: category, label: categoryLabel(category) });
export const CATEGORY_OPTIONS = CATEGORIES.map(asOption);
export const EXPENSE_CATEGORY_OPTIONS = EXPENSE_CATEGORIES.map(asOption);

const STATUS_LABELS: Record<Status, string> = { completed: 'Completed', pending: 'Pending', overdue: 'Overdue' };

export function statusLabel(status: Status): string {
  return STATUS_LABELS[status];
}

export const STATUS_TONE = { completed: 'green', pending: 'amber', overdue: 'red' } as const satisfies Record<
  Status,
  string
>;

/** In filters. */
export const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
/** In forms, where overdue is never entered. */
export const PAID_OPTIONS = [
  { value: 'completed', label: 'Paid' },
  { value: 'pending', label: 'To pay' },
] as const;
export const SORT_OPTIONS = Object.entries(TRANSACTION_SORTS).map(([value, label]) => ({ value, label }));

/** Which one is meant, in questions and for screen readers: 'Boiler repair call-out, 12 Nov 2026'. */
export function nameOf({ description, date }: Pick<Transaction, 'description' | 'date'>): string {
  return `${description}, ${formatDay(date)}`;
}

/** '+£1,850.00' of income, '−£38.62' of an expense. */
export function amountLine({ type, amount }: Pick<Transaction, 'type' | 'amount'>): string {
  return type === 'income' ? `+${formatPence(amount)}` : formatPence(amount);
}

/** '186 transactions'. */
export function countLine(count: number): string {
  return counted(count, 'transaction');
}
