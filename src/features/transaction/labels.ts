/** Transactions in words: labels, options, and lines made of their facts. Nothing here reads a clock. */
import { daysBetween, formatDay, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { recordTexts } from '../../shared/record-texts.ts';
import { capitalise, counted } from '../../shared/text.ts';
import {
  type BulkChange,
  type BulkOutcome,
  CATEGORIES,
  type Category,
  EXPENSE_CATEGORIES,
  type FinanceSummary,
  STATUSES,
  type Transaction,
  type TransactionInput,
} from './transaction.ts';

/** In the dialogs and wherever a field is named. */
export const FIELD_LABELS = {
  propertyId: 'Property',
  amount: 'Amount (£)',
  category: 'Category',
  description: 'Description',
  date: 'Date',
  status: 'Status',
} as const satisfies Record<keyof TransactionInput, string>;

export const COLUMN_LABELS = ['Date', 'Description', 'Category', 'Status', 'Reference', 'Amount', 'Actions'] as const;
export const CARD_LABELS = ['Total Income', 'Total Expenses', 'Pending Transactions', 'Overdue Payments'] as const;

const SIGNED_OUT = 'Authentication error: User not found';

export const TEXTS = {
  ...recordTexts({ one: 'transaction', many: 'transactions' }),
  listFailed: 'Failed to load transactions.',
  clear: 'Clear filters',
  addTitle: 'Add Expense Transaction',
  added: 'Transaction added successfully',
  updated: 'Transaction updated successfully',
  deleteFailed: 'Failed to delete transaction',
  deleteQuestion: 'Are you sure you want to delete this transaction? This action cannot be undone.',
  signInToAdd: SIGNED_OUT,
  signInToUpdate: SIGNED_OUT,
  signInToDelete: SIGNED_OUT,
  /** Of income only property and category can be changed. */
  locked: 'Income comes from your bank as it was paid: only its property and category can be changed.',
  bell: 'Latest transactions',
  viewAll: 'View All Finances',
  viewMore: 'View all transactions',
};

/** The titles of the toasts of a change and a deletion; the sentence stands below. */
export const TITLES = { done: 'Success', title: 'Error' } as const;

export const CATEGORY_LABELS: Record<Category, string> = {
  rent: 'Rent Payments',
  maintenance: 'Maintenance',
  tax: 'Taxes',
  insurance: 'Insurance',
  utilities: 'Utilities',
  other: 'Other',
};

/** 'Taxes' of 'tax'; a category that came with an import is capitalised. */
export function categoryLabel(category: string): string {
  return Object.hasOwn(CATEGORY_LABELS, category) ? CATEGORY_LABELS[category as Category] : capitalise(category);
}

/** Instead of a property, in forms and filters. */
export const WITHOUT_PROPERTY = 'No property';

const asOption = (category: string) => ({ value: category, label: categoryLabel(category) });
export const CATEGORY_OPTIONS = CATEGORIES.map(asOption);
export const EXPENSE_CATEGORY_OPTIONS = EXPENSE_CATEGORIES.map(asOption);

/** In filters. */
export const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: capitalise(value) }));
/** In forms, where overdue is never entered. */
export const PAID_OPTIONS = [
  { value: 'completed', label: 'Paid' },
  { value: 'pending', label: 'To pay' },
] as const;

/** In questions and for screen readers: 'Boiler repair call-out, 12 Nov 2026'. */
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

/** '184 of 186 transactions', and '186 transactions' where nothing is filtered. Undefined is still loading. */
export function countOf(count: number | undefined, all: number | undefined): string {
  if (count === undefined) return 'counting…';
  if (all === undefined || all <= count) return countLine(count);
  return `${count.toLocaleString('en-GB')} of ${countLine(all)}`;
}

/** 'Maintenance, Taxes'; 'All categories except Taxes'; '4 categories'. `offered` are all that can be chosen. */
export function categoriesLine(chosen: readonly string[], offered: readonly string[]): string {
  const missing = offered.filter((category) => !chosen.includes(category));
  const [only] = missing;
  if (missing.length === 1 && only !== undefined) return `All categories except ${categoryLabel(only)}`;
  return chosen.length <= 2 ? chosen.map(categoryLabel).join(', ') : `${chosen.length} categories`;
}

/** '+4.1% from last month'. `last` is the same figure of all that is dated up to the end of last month; null for none. */
export function monthLine(now: number, last: number | null): string {
  if (last === null || last === 0) return 'No data last month';
  // In tenths of a per cent, halves rounded away from zero so that a loss rounds as a gain does.
  const tenths = Math.sign(now - last) * Math.round(Math.abs(((now - last) / last) * 1000));
  const sign = tenths < 0 ? '-' : '+';
  const [whole, decimal] = [Math.floor(Math.abs(tenths) / 10), Math.abs(tenths) % 10];
  return `${sign}${whole.toLocaleString('en-GB')}.${decimal}% from last month`;
}

/** '1 transaction, due 28 Nov 2026', '3 transactions, next due 28 Nov 2026'. */
export function pendingLine({ count, day }: FinanceSummary['pending']): string {
  if (day === null) return 'Nothing to pay';
  return `${countLine(count)}, ${count === 1 ? 'due' : 'next due'} ${formatDay(day)}`;
}

/** '1 transaction, 9 days', '3 transactions, up to 9 days'. */
export function overdueLine({ count, day }: FinanceSummary['overdue'], today: string): string {
  if (day === null) return 'Nothing overdue';
  const days = counted(Math.max(1, daysBetween(day, today)), 'day');
  return `${countLine(count)}, ${count === 1 ? '' : 'up to '}${days}`;
}

/** 'Overdue. It was due on 12 Nov 2026, 9 days ago.'; undefined where it is paid, not due yet, or the day is incomplete. */
export function overdueNote({ date, status }: { date: string; status: string }, today: string): string | undefined {
  if (status === 'completed' || !isDay(date) || date >= today) return undefined;
  return `Overdue. It was due on ${formatDay(date)}, ${counted(daysBetween(date, today), 'day')} ago.`;
}

/** Names the deleted property of a transaction. */
export function formerProperty({ propertyId, propertyAddress }: Pick<Transaction, 'propertyId' | 'propertyAddress'>) {
  if (propertyId !== null || !propertyAddress) return undefined;
  return `It was for ${propertyAddress}, which has been deleted.`;
}

/** Before a property is deleted: '2 transactions stay, with its address.'; empty where it has none. */
export function keptTransactions(count: number): string {
  return count === 0 ? '' : `${counted(count, 'transaction')} ${count === 1 ? 'stays' : 'stay'}, with its address.`;
}

type Reason = BulkOutcome['left'][number]['reason'];
const SKIPPED: Record<Reason, string> = {
  income: 'only expenses can be deleted',
  not_for_expenses: 'rent is a category of income',
  changed_meanwhile: 'changed elsewhere since you read the list',
  not_found: 'no longer there',
};

/** '12 transactions updated', '1 transaction deleted'. */
export function doneLine({ done }: BulkOutcome, change: BulkChange['change']): string {
  return `${countLine(done)} ${'remove' in change ? 'deleted' : 'updated'}`;
}

/** '3 left as they are: 2 (only expenses can be deleted), 1 (no longer there).'; empty where none was left. */
export function leftLine({ left }: BulkOutcome): string {
  const reasons = Object.entries(SKIPPED).flatMap(([reason, why]) => {
    const count = left.filter((one) => one.reason === reason).length;
    return count > 0 ? [{ count, why }] : [];
  });
  const [first] = reasons;
  if (!first) return '';
  const whole = left.length === 1 ? '1 left as it is' : `${left.length.toLocaleString('en-GB')} left as they are`;
  if (reasons.length === 1) return `${whole}: ${first.why}.`;
  return `${whole}: ${reasons.map(({ count, why }) => `${count.toLocaleString('en-GB')} (${why})`).join(', ')}.`;
}

/** Before many are deleted: '2 of them are income and stay: only expenses can be deleted.'; empty where all can go. */
export function incomeStays(rows: readonly { type: string }[]): string {
  const income = rows.filter(({ type }) => type === 'income').length;
  if (income === 0) return '';
  return `${counted(income, 'of them is income and stays', 'of them are income and stay')}: ${SKIPPED.income}.`;
}
