import { AppError } from '../../shared/app-error.ts';
import { daysBetween, formatDay, formatDays, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';
import { capitalise, counted, percentLine } from '../../shared/text.ts';
import { NOT_LETTINGS } from '../bank-row/entry.ts';
import {
  CATEGORIES,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  isNotCounted,
  STATUSES,
  type Status,
  TYPES,
} from './listed.ts';
import type {
  BulkChange,
  BulkOutcome,
  FinanceSummary,
  Transaction,
  TransactionFilter,
  TransactionInput,
  UndoOutcome,
} from './transaction.ts';

export const FIELD_LABELS = {
  propertyId: 'Property',
  amount: 'Amount (£)',
  category: 'Category',
  description: 'Description',
  date: 'Date',
  status: 'Status',
  supplierId: 'Supplier',
  bankAccountId: 'Bank account',
  file: 'Receipt or invoice',
  tenancyId: 'Tenancy ledger',
} as const satisfies Record<keyof Omit<TransactionInput, 'type' | 'refund' | 'reference' | 'moreFiles'>, string>;

export const COLUMN_LABELS = ['Date', 'Description', 'Category', 'Status', 'Reference', 'Amount', 'Actions'] as const;
export const CARD_LABELS = ['Total Income', 'Total Expenses', 'Pending Transactions', 'Overdue Payments'] as const;

const SIGNED_OUT = 'Authentication error: User not found';

export const TEXTS = {
  ...recordTexts({ one: 'transaction', many: 'transactions' }),
  listFailed: 'Failed to load transactions.',
  clear: 'Clear filters',
  addTitle: 'Add Expense Transaction',
  addIncomeTitle: 'Add Income Transaction',
  another: 'Save and add another',
  refund: 'Is this a refund?',
  refundHint: 'A refund is recorded as income. If it is not a refund, remove the minus.',
  more: 'Supplier and bank account',
  hidden: 'Your search or filters hide it.',
  showHidden: 'Show it',
  added: 'Transaction added successfully',
  updated: 'Transaction updated successfully',
  deleteFailed: 'Failed to delete transaction',
  deleteQuestion: 'Are you sure you want to delete this transaction?',
  undoFailed: 'We could not undo this',
  signInToAdd: SIGNED_OUT,
  signInToUpdate: SIGNED_OUT,
  signInToDelete: SIGNED_OUT,
  splitTitle: 'Split Transaction',
  ledgerHint: 'We will record this income as a rent payment for that tenancy.',
  lockedPart:
    'This is part of a split transaction. Use Split to change its amount, date or description. Merge the parts before you delete it.',
  locked:
    'This income came from your bank or a statement file. You cannot delete it, or change its amount, date, status or description. This keeps your records the same as the bank’s.',
  canChange: 'You can change everything below.',
};

/** Toast titles when a change or deletion has succeeded or failed. The description has the details. */
export const TITLES = { done: 'Success', title: 'Error' } as const;

/** Labels that differ from the capitalised name. */
const CATEGORY_LABELS: Readonly<Partial<Record<string, string>>> = {
  rent: 'Rent Payments',
  tax: 'Taxes',
  'professional fees': 'Legal and professional fees',
  'ground rent': 'Ground rent and service charges',
  'domestic items': 'Replacing domestic items',
  [NOT_LETTINGS]: 'Not for the lets',
};

export const BRING_BACK = 'Move back to the lets';

/** Returns 'Taxes' for 'tax'. */
export function categoryLabel(category: string): string {
  return (Object.hasOwn(CATEGORY_LABELS, category) && CATEGORY_LABELS[category]) || capitalise(category);
}

export const PERSONAL_LABEL = categoryLabel(NOT_LETTINGS);

/** Returns the line after the description: 'Refund, 2 Mill Lane, Leeds', 'Not counted' or 'Part of +£1,080.00'. */
export function placeLine(
  transaction: Pick<Transaction, 'category' | 'refund' | 'propertyAddress' | 'splitAmount'>,
): string {
  const { category, refund, propertyAddress, splitAmount } = transaction;
  return [partLine({ splitAmount }), isNotCounted(category) && 'Not counted', refund && 'Refund', propertyAddress]
    .filter(Boolean)
    .join(', ');
}

function partLine({ splitAmount }: Pick<Transaction, 'splitAmount'>): string {
  if (splitAmount === null) return '';
  return `Part of ${amountLine({ type: splitAmount > 0 ? 'income' : 'expense', amount: splitAmount })}`;
}

export const WITHOUT_PROPERTY = 'No property';

const asOption = (category: string) => ({ value: category, label: categoryLabel(category) });
export const CATEGORY_OPTIONS = CATEGORIES.map(asOption);
export const OPTIONS_OF_TYPE = {
  expense: EXPENSE_CATEGORIES.map(asOption),
  income: INCOME_CATEGORIES.map(asOption),
} as const;
export const TYPE_OPTIONS = TYPES.map((value) => ({ value, label: capitalise(value) }));
export const REFUND_OPTIONS = [
  { value: 'yes', label: 'Yes, a refund' },
  { value: 'no', label: 'No, an expense' },
] as const;

export const STATUS_LABELS: Record<Status, string> = { completed: 'Paid', pending: 'To pay', overdue: 'Overdue' };

export const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
/** Options for forms, where overdue cannot be entered. */
export const PAID_OPTIONS = [
  { value: 'completed', label: 'Paid' },
  { value: 'pending', label: 'To pay' },
] as const;

/** Returns the name in questions and for screen readers: 'Boiler repair call-out, 12 Nov 2026'. */
export function nameOf({ description, date }: Pick<Transaction, 'description' | 'date'>): string {
  return `${description}, ${formatDay(date)}`;
}

/** Returns '+£1,850.00' for income and '−£38.62' for an expense. */
export function amountLine({ type, amount }: Pick<Transaction, 'type' | 'amount'>): string {
  return type === 'income' && amount > 0 ? `+${formatPence(amount)}` : formatPence(amount);
}

export function countLine(count: number): string {
  return counted(count, 'transaction');
}

/** Returns '184 of 186 transactions', '186 transactions' without a filter, or 'counting…' while loading. */
export function countOf(count: number | undefined, all: number | undefined): string {
  if (count === undefined) return 'counting…';
  if (all === undefined || all <= count) return countLine(count);
  return `${count.toLocaleString('en-GB')} of ${countLine(all)}`;
}

/** Returns 'Maintenance, Taxes', 'All categories except Taxes' or '4 categories'. `offered` has all options. */
export function categoriesLine(chosen: readonly string[], offered: readonly string[]): string {
  const missing = offered.filter((category) => !chosen.includes(category));
  const [only] = missing;
  if (missing.length === 1 && only !== undefined) return `All categories except ${categoryLabel(only)}`;
  return chosen.length <= 2 ? chosen.map(categoryLabel).join(', ') : `${chosen.length} categories`;
}

type Filtered = { [Field in keyof TransactionFilter]?: TransactionFilter[Field] | undefined };

/** Describes a filter for an exported file. `place` is its property, if known. */
export function filterWords({ q, category, status, from, to }: Filtered, place: string | undefined): string[] {
  const categories = category?.split(',').map(categoryLabel).join(', ');
  const words = [formatDays({ from, to }), categories, place, status && STATUS_LABELS[status], q && `“${q}”`];
  return words.flatMap((word) => word || []);
}

/** Returns '+4.1% from last month', comparing pence of this month so far with the same days of last month. */
export function monthLine(now: number | null, last: number | null): string {
  if (last === null || last === 0) return 'No data last month';
  return percentLine(now ?? 0, last);
}

export function pendingLine({ count, day }: FinanceSummary['pending']): string {
  if (day === null) return 'No payments due';
  return `${countLine(count)}, ${count === 1 ? 'due' : 'next due'} ${formatDay(day)}`;
}

export function overdueLine({ count, day }: FinanceSummary['overdue'], today: string): string {
  if (day === null) return 'No overdue payments';
  const days = counted(Math.max(1, daysBetween(day, today)), 'day');
  return `${countLine(count)}, ${count === 1 ? '' : 'up to '}${days}`;
}

/** Returns 'Overdue. The due date was 12 Nov 2026, 9 days ago.'; undefined if paid, not due yet, or incomplete. */
export function overdueNote({ date, status }: { date: string; status: string }, today: string): string | undefined {
  if (status === 'completed' || !isDay(date) || date >= today) return undefined;
  return `Overdue. The due date was ${formatDay(date)}, ${counted(daysBetween(date, today), 'day')} ago.`;
}

export function formerProperty({ propertyId, propertyAddress }: Pick<Transaction, 'propertyId' | 'propertyAddress'>) {
  if (propertyId !== null || !propertyAddress) return undefined;
  return `This was for ${propertyAddress}, which has been deleted.`;
}

export function keptTransactions(count: number): string {
  if (count === 0) return '';
  return `We keep ${counted(count, 'transaction')} and show the property’s address on ${count === 1 ? 'it' : 'them'}.`;
}

type Reason = BulkOutcome['left'][number]['reason'];
const SKIPPED: Record<Reason, string> = {
  income: 'imported income cannot be deleted or marked',
  part: 'merge the parts of a split before you delete it',
  not_for_expenses: 'rent is a category of income',
  already_paid: 'already paid',
  conflict: 'changed after you opened the list',
  not_found: 'no longer exists',
};

/** The error of a change of one transaction, which the server has skipped. */
export function errorOfSkipped(reason: Reason): AppError {
  if (reason === 'not_found' || reason === 'conflict') return new AppError(reason);
  return new AppError('invalid_input', { message: `${capitalise(SKIPPED[reason])}.` });
}

export function doneLine({ done }: Pick<BulkOutcome, 'done'>, change: BulkChange['change']): string {
  if ('personal' in change)
    return `${countLine(done)} ${change.personal ? 'marked as not for the lets' : 'moved back to the lets'}`;
  return `${countLine(done)} ${'remove' in change ? 'deleted' : 'paid' in change ? 'marked as paid' : 'updated'}`;
}

/** Returns '3 not changed: 2 (imported income cannot be deleted or marked), 1 (no longer exists).' */
export function skippedText(outcome: Pick<BulkOutcome, 'left'>): string {
  return reasonsLine(outcome, { one: '1 not changed', many: 'not changed' });
}

/** Returns '2 will not change: already paid.' */
export function unchangedText(outcome: Pick<BulkOutcome, 'left'>): string {
  return reasonsLine(outcome, { one: '1 will not change', many: 'will not change' });
}

function reasonsLine({ left }: Pick<BulkOutcome, 'left'>, { one, many }: { one: string; many: string }): string {
  const total = left.reduce((sum, { count }) => sum + count, 0);
  const [first] = left;
  if (!first || total === 0) return '';
  const whole = total === 1 ? one : `${total.toLocaleString('en-GB')} ${many}`;
  if (left.length === 1) return `${whole}: ${SKIPPED[first.reason]}.`;
  const each = left.map(({ reason, count }) => `${count.toLocaleString('en-GB')} (${SKIPPED[reason]})`);
  return `${whole}: ${each.join(', ')}.`;
}

export function incomeToo({ income }: Pick<BulkOutcome, 'income'>): string {
  return income === 0
    ? ''
    : `${counted(income, 'of these is income and will also change', 'of these are income and will also change')}.`;
}

/** Returns the title 'Undone: 12 transactions deleted', and how many were not restored. */
export function undoneLines(what: string, { kept }: UndoOutcome): { title: string; more?: string } {
  const title = `Undone: ${what}`;
  if (kept === 0) return { title };
  return {
    title,
    more: `${counted(kept, 'was not restored because it has', 'were not restored because they have')} changed.`,
  };
}
