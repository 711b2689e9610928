/** Transactions in words: labels, options, and lines made of their facts. Nothing here reads a clock. */
import { daysBetween, formatDay, formatDays, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { recordTexts } from '../../shared/record-texts.ts';
import { capitalise, counted, percentLine } from '../../shared/text.ts';
import {
  CATEGORIES,
  type Category,
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

/** In the dialogs and wherever a field is named. */
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
  tenancyId: 'On the ledger of',
} as const satisfies Record<keyof Omit<TransactionInput, 'type' | 'refund' | 'reference'>, string>;

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
  refundHint: 'A refund is kept as income in the same category. Otherwise it is an expense, as without the minus.',
  more: 'Supplier and bank account',
  hidden: 'Your search or filters hide it.',
  showHidden: 'Show it',
  added: 'Transaction added successfully',
  updated: 'Transaction updated successfully',
  deleteFailed: 'Failed to delete transaction',
  deleteQuestion: 'Are you sure you want to delete this transaction?',
  undoFailed: 'Failed to undo',
  signInToAdd: SIGNED_OUT,
  signInToUpdate: SIGNED_OUT,
  signInToDelete: SIGNED_OUT,
  splitTitle: 'Split Transaction',
  ledgerHint: 'The rent that this income pays. It then counts as a payment of that tenancy.',
  lockedPart:
    'This is a part of a split. Its amount, date and description were set there: change them with Split. Put the parts together before you delete it.',
  /** Of imported income. */
  locked:
    'This income came from your bank or a statement file. Its amount, date, status and description stay as they came, so that your books match the bank, and it cannot be deleted.',
  canChange: 'You can change everything below.',
};

/** The titles of the toasts of a change and a deletion; the sentence stands below. */
export const TITLES = { done: 'Success', title: 'Error' } as const;

export const CATEGORY_LABELS: Record<Category, string> = {
  rent: 'Rent Payments',
  interest: 'Interest',
  grant: 'Grant',
  'kept deposit': 'Kept deposit',
  maintenance: 'Maintenance',
  tax: 'Taxes',
  insurance: 'Insurance',
  utilities: 'Utilities',
  other: 'Other',
  deposit: 'Deposit',
  transfer: 'Transfer',
  personal: 'Not for the lets',
};

/** The action that undoes 'Not for the lets'. */
export const BRING_BACK = 'Bring back to the lets';

/** 'Taxes' of 'tax'; a category that came with an import is capitalised. */
export function categoryLabel(category: string): string {
  return Object.hasOwn(CATEGORY_LABELS, category) ? CATEGORY_LABELS[category as Category] : capitalise(category);
}

/** Behind its description: '2 Mill Lane, Leeds'; 'Refund, 2 Mill Lane, Leeds'; 'Not counted'; 'Part of +£1,080.00'. */
export function placeLine(
  transaction: Pick<Transaction, 'category' | 'refund' | 'propertyAddress' | 'splitAmount'>,
): string {
  const { category, refund, propertyAddress, splitAmount } = transaction;
  return [partLine({ splitAmount }), isNotCounted(category) && 'Not counted', refund && 'Refund', propertyAddress]
    .filter(Boolean)
    .join(', ');
}

/** 'Part of +£1,080.00'; empty of what is no part. */
function partLine({ splitAmount }: Pick<Transaction, 'splitAmount'>): string {
  if (splitAmount === null) return '';
  return `Part of ${amountLine({ type: splitAmount > 0 ? 'income' : 'expense', amount: splitAmount })}`;
}

/** Instead of a property, in forms and filters. */
export const WITHOUT_PROPERTY = 'No property';

const asOption = (category: string) => ({ value: category, label: categoryLabel(category) });
export const CATEGORY_OPTIONS = CATEGORIES.map(asOption);
/** Those of a new or an opened transaction. */
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

/** In filters. */
export const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
/** In forms, where overdue is never entered. */
export const PAID_OPTIONS = [
  { value: 'completed', label: 'Paid' },
  { value: 'pending', label: 'To pay' },
] as const;

/** In questions and for screen readers: 'Boiler repair call-out, 12 Nov 2026'. */
export function nameOf({ description, date }: Pick<Transaction, 'description' | 'date'>): string {
  return `${description}, ${formatDay(date)}`;
}

/** '+£1,850.00' of income, '−£38.62' of an expense, '£0.00' of nothing. */
export function amountLine({ type, amount }: Pick<Transaction, 'type' | 'amount'>): string {
  return type === 'income' && amount > 0 ? `+${formatPence(amount)}` : formatPence(amount);
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

type Filtered = { [Field in keyof TransactionFilter]?: TransactionFilter[Field] | undefined };

/** The words of a filter in a file: days, categories, `place` (the property, where known), status, search. */
export function filterWords({ q, category, status, from, to }: Filtered, place: string | undefined): string[] {
  const categories = category?.split(',').map(categoryLabel).join(', ');
  const words = [formatDays({ from, to }), categories, place, status && STATUS_LABELS[status], q && `“${q}”`];
  return words.flatMap((word) => word || []);
}

/** '+4.1% from last month': of this month so far and of the same days of last month. Null is nothing. */
export function monthLine(now: number | null, last: number | null): string {
  if (last === null || last === 0) return 'No data last month';
  return percentLine(now ?? 0, last);
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

/** Before a property is deleted: '2 transactions are kept, with its address.'; empty where it has none. */
export function keptTransactions(count: number): string {
  return count === 0 ? '' : `${counted(count, 'transaction')} ${count === 1 ? 'is' : 'are'} kept, with its address.`;
}

type Reason = BulkOutcome['left'][number]['reason'];
const SKIPPED: Record<Reason, string> = {
  income: 'imported income cannot be deleted or marked',
  part: 'a part of a split is put together before it is deleted',
  not_for_expenses: 'rent is a category of income',
  already_paid: 'already paid',
  changed_meanwhile: 'changed elsewhere since you read the list',
  not_found: 'no longer there',
};

/** '12 transactions updated', '1 transaction deleted'. */
export function doneLine({ done }: Pick<BulkOutcome, 'done'>, change: BulkChange['change']): string {
  if ('personal' in change) return `${countLine(done)} ${change.personal ? 'kept apart' : 'brought back'}`;
  return `${countLine(done)} ${'remove' in change ? 'deleted' : 'paid' in change ? 'marked as paid' : 'updated'}`;
}

/** '3 left as they are: 2 (imported income cannot be deleted or marked), 1 (no longer there).'; empty where none was left. */
export function leftLine(outcome: Pick<BulkOutcome, 'left'>): string {
  return reasonsLine(outcome, { one: '1 left as it is', many: 'left as they are' });
}

/** Before a bulk change: '2 stay as they are: already paid.'; empty where all can be changed. */
export function staysLine(outcome: Pick<BulkOutcome, 'left'>): string {
  return reasonsLine(outcome, { one: '1 stays as it is', many: 'stay as they are' });
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

/** Before a category is set: '2 of them are income and get it too.'; empty where none is. */
export function incomeToo({ income }: Pick<BulkOutcome, 'income'>): string {
  return income === 0
    ? ''
    : `${counted(income, 'of them is income and gets it too', 'of them are income and get it too')}.`;
}

/** 'Undone: 12 transactions deleted'. Those that somebody has changed since stay changed. */
export function undoneLines(what: string, { kept }: UndoOutcome): { title: string; more?: string } {
  const title = `Undone: ${what}`;
  if (kept === 0) return { title };
  return { title, more: `${counted(kept, 'of them stays, as it was', 'of them stay, as they were')} changed since.` };
}
