import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { categoryLabel } from '../transaction/labels.ts';
import type { ImportProgress, KnownRow, NewRow, StatementPreview, UndoPreview, UnreadableRow } from './preview.ts';
import type { DateOrder } from './read/fields.ts';
import type { NotPosted } from './read/marks.ts';

const GONE = 'We no longer have this statement. Upload the file again.';
const failure = (failed: string) => ({
  failed,
  signedOut: 'You must be logged in to import a statement',
  missing: GONE,
});

export const TEXTS = {
  title: 'Import a statement',
  line: 'CSV, OFX or QIF from any UK bank',
  drop: 'Drop a statement here',
  recognised:
    'Barclays, HSBC, Lloyds, Halifax, NatWest, Santander, Nationwide, Monzo, Starling, Revolut, Wise, PayPal, Chase and American Express are recognised. For any other bank, we will ask you once.',
  tooLarge: 'This file is larger than 20 MB. Download a shorter period from your bank.',
  newAccount: 'A new account',
  chooseAccount: 'Choose an account',
  imports: 'Imports',
  noImports: 'You have not imported any statements.',
  undoQuestion: 'Undo this import?',
  upload: failure('We could not read the statement'),
  change: failure('We could not change the statement'),
  import: failure('We could not import the statement'),
  undo: { ...failure('We could not undo the import'), missing: 'You have already undone this import.' },
};

export const ORDER_LABELS: Record<DateOrder, string> = {
  dmy: 'Day, month, year',
  mdy: 'Month, day, year',
  ymd: 'Year, month, day',
};

export const LEFT_OUT: Record<NotPosted, string> = {
  unpaid: 'it is not paid yet',
  pending: 'it is pending, and the bank may still change it',
  declined: 'it was declined',
  reverted: 'it was reverted',
  cancelled: 'it was cancelled',
  memo: 'it is a note without a payment',
  zero: 'its amount is £0.00',
};

export const orderLine = (order: DateOrder) => `Dates are read as ${ORDER_LABELS[order].toLowerCase()}`;

export const reasonLine = ({ line, reason }: Pick<UnreadableRow, 'line' | 'reason'>) => `Line ${line}: ${reason}`;

export function daysLine({ from, to }: Pick<StatementPreview, 'from' | 'to'>): string {
  if (from === null || to === null) return '';
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** Returns 'lines 57, 112 and 197' or 'lines 1, 2, 3 and 9 more'. */
export function unreadableLine({ counts, unreadableLines }: StatementPreview): string {
  const more = counts.unreadable - unreadableLines.length;
  const parts = [...unreadableLines.map(String), ...(more > 0 ? [`${more} more`] : [])];
  return `${counts.unreadable === 1 ? 'line' : 'lines'} ${new Intl.ListFormat('en-GB').format(parts)}`;
}

/** Returns '+£27,180.00, −£6,412.55', with signs that line breaks cannot separate from their amounts. */
export function sumsLine({ income, expenses }: StatementPreview['counts']): string {
  const sums = [income > 0 && `+${formatPence(income)}`, expenses < 0 && formatPence(expenses)].filter(Boolean);
  return sums.join(', ').replaceAll('−', '−\u2060');
}

/** Describes lines already imported: 'will be left out' or '1 updated, 2 left out, 1 for you to check'. */
export function knownFate({
  known,
  asked,
  updated,
}: Pick<StatementPreview['counts'], 'known' | 'asked' | 'updated'>): string {
  if (known === 0) return '';
  if (updated > 0) {
    const left = known - asked - updated;
    return [`${updated} updated`, left > 0 && `${left} left out`, asked > 0 && `${asked} for you to check`]
      .filter(Boolean)
      .join(', ');
  }
  if (asked === 0) return 'will be left out';
  return asked === known ? 'we will ask you' : `${known - asked} left out, ${asked} for you to check`;
}

/** Returns 'Insurance, 2 Mill Lane, Leeds (rule for AVIVA)' or 'Not for the lets (a supermarket)'. */
export function becomesLine({ category, property, why }: Pick<NewRow, 'category' | 'property' | 'why'>): string {
  const what = [categoryLabel(category), property].filter(Boolean).join(', ');
  return why ? `${what} (${why})` : what;
}

/** '−£16.00 changes to −£61.00', or the previous date or text. */
export function updateLine({ date, text, amount, before }: KnownRow): string {
  if (!before) return '';
  if (before.amount !== amount) return `${formatPence(before.amount)} changes to ${formatPence(amount)}`;
  if (before.date !== date) return `${formatDay(before.date)} changes to ${formatDay(date)}`;
  return before.text === text ? '' : `${before.text} changes to ${text}`;
}

export function importLabel({ new: fresh, personal, asked, updated }: StatementPreview['counts']): string {
  if (fresh + personal > 0) return `Import ${counted(fresh + personal, 'row')}`;
  if (updated > 0) return `Update ${counted(updated, 'row')}`;
  return asked > 0 ? `Ask me about ${counted(asked, 'row')}` : 'No new rows to import';
}

type Imported = Extract<ImportProgress, { imported: number }>;

export const importedLine = ({ imported, account }: Pick<Imported, 'imported'> & { account: string }) =>
  `Imported ${counted(imported, 'row')} into ${account}`;

/** Describes rows that were not imported: '11 rows were already in Tenure.' */
export function knownLine({ known, asked, updated }: Imported): string {
  const same = known - updated;
  return [
    updated > 0 && `We updated ${counted(updated, 'row')}.`,
    same > 0 && `${counted(same, 'row was', 'rows were')} already in Tenure.`,
    asked > 0 && `${counted(asked, 'row needs', 'rows need')} your answer.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** 'We will remove 182 rows from Barclays ****1185, Business Account. You have changed 2 of them since the import:' */
export function undoLine({ rows, changed, kept }: UndoPreview, account: string | null): string {
  return [
    `We will remove ${counted(rows, 'row')}${account ? ` from ${account}` : ''}.`,
    kept > 0 &&
      `${counted(kept, 'row matched your own transaction, which we will keep', 'rows matched your own transactions, which we will keep')}.`,
    changed > 0 &&
      `You have changed ${changed === rows ? 'them' : `${changed.toLocaleString('en-GB')} of them`} since the import:`,
  ]
    .filter(Boolean)
    .join(' ');
}
