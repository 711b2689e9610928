import { formatDay } from '../../shared/dates.ts';
import { formatPence, penceAsTyped } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import type { UNREAD } from '../file/pdf/lines.ts';
import { EXPENSE_CATEGORIES } from '../transaction/listed.ts';
import { NEAR_DAYS, type Receipt } from './receipt.ts';

const UNREAD_TEXTS: Record<string, string> = {
  locked: 'This PDF has a password, so we keep it but cannot read it.',
  broken: 'This PDF is damaged, so we keep it but cannot read it.',
  scripted: 'This PDF contains a script, so we keep it but do not read it.',
  no_text: 'This PDF has only pictures, which we cannot read.',
  too_large: 'This PDF takes too long to read, so we only keep it.',
} satisfies Record<(typeof UNREAD)[number], string>;

/** Explains why no facts were read, or that only the first pages were read. */
export function readingText({ reading, isCut }: Pick<Receipt, 'reading' | 'isCut'>): string | undefined {
  return reading === 'read' && isCut ? 'We have read the first 20 pages.' : UNREAD_TEXTS[reading ?? ''];
}

/** Such as '03 Nov 2026 · £33.99 · Harbour Plumbing Ltd'. */
export function foundText({ date, amount, supplier }: Receipt['found']): string {
  return [date && formatDay(date), amount && formatPence(amount), supplier].filter(Boolean).join(' · ');
}

export function noRowText({ found, suggestions }: Pick<Receipt, 'found' | 'suggestions'>): string | undefined {
  if (suggestions.length > 0 || !found.amount || !found.date) return undefined;
  return `You have no transaction of ${formatPence(found.amount)} without a receipt within ${NEAR_DAYS} days.`;
}

/** Such as '23 of 103 expenses, £2,416.08'. */
export function missingText({ rows, expenses, pence }: { rows: number; expenses: number; pence: number }): string {
  return `${rows.toLocaleString('en-GB')} of ${counted(expenses, 'expense')}, ${formatPence(pence)}`;
}

/** Returns the values found in a receipt, for the form of a new transaction. */
export function startOf({ file, found: { date, amount, supplier, supplierId, category } }: Receipt) {
  const knownCategory = EXPENSE_CATEGORIES.find((one) => one === category);
  return {
    file,
    ...(date && { date }),
    ...(amount && { amount: penceAsTyped(amount) }),
    ...(supplier && { description: supplier }),
    ...(supplierId && { supplierId }),
    ...(knownCategory && { category: knownCategory }),
  };
}
