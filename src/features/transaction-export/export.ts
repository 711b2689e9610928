import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { capitalise } from '../../shared/text.ts';
import { categoryLabel, countLine, STATUS_LABELS } from '../transaction/labels.ts';
import { type Transaction, TransactionListFilter } from '../transaction/transaction.ts';

const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const ExportQuery = TransactionListFilter.omit({ id: true }).extend({ format: z.enum(EXPORT_FORMATS) });

/** Excel files are built in memory, while CSV has no limit. */
export const MAX_EXCEL_ROWS = 100_000;

/** The response header with the number of rows, without the headings. */
export const ROW_COUNT = 'x-row-count';

type Column = { heading: string; width: number } & (
  | { kind: 'day' | 'text'; of: (transaction: Transaction) => string }
  | { kind: 'pence'; of: (transaction: Transaction) => number }
);

/** `width` is in characters of the Excel column. */
export const EXPORT_COLUMNS: readonly Column[] = [
  { heading: 'Date', kind: 'day', width: 13, of: ({ date }) => date },
  { heading: 'Description', kind: 'text', width: 40, of: ({ description }) => description },
  { heading: 'Category', kind: 'text', width: 16, of: ({ category }) => categoryLabel(category) },
  { heading: 'Type', kind: 'text', width: 10, of: ({ type }) => capitalise(type) },
  { heading: 'Status', kind: 'text', width: 12, of: ({ status }) => STATUS_LABELS[status] },
  { heading: 'Reference', kind: 'text', width: 24, of: ({ reference }) => reference },
  { heading: 'Amount', kind: 'pence', width: 14, of: ({ amount }) => amount },
  { heading: 'Property', kind: 'text', width: 36, of: ({ propertyAddress }) => propertyAddress ?? '' },
  { heading: 'Supplier', kind: 'text', width: 24, of: ({ supplier }) => supplier ?? '' },
  { heading: 'Tenant', kind: 'text', width: 24, of: ({ tenancy }) => tenancy ?? '' },
  { heading: 'Bank account', kind: 'text', width: 24, of: ({ bankAccount }) => bankAccount ?? '' },
];

export type AboutLine = readonly [name: string, text: string];

export function aboutLines(words: readonly string[], day: string) {
  const filter = words.length > 0 ? words.join('; ') : 'All transactions';
  return [
    ['Exported on', formatDay(day)],
    ['Filter', filter],
  ] as const satisfies AboutLine[];
}

/** Returns 'tenure-transactions-overdue-2026-11-21.csv', in ASCII for systems that garble other names. */
export function fileName({
  words,
  today,
  format,
}: {
  words: readonly string[];
  today: string;
  format: ExportFormat;
}): string {
  const plain = words
    .join(' ')
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '');
  return `${['tenure-transactions', plain, today].filter(Boolean).join('-')}.${format}`;
}

/** Returns '-1234.50' for -123450. */
export function plainPounds(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const most = MAX_EXCEL_ROWS.toLocaleString('en-GB');

export const EXPORT_OPTIONS = [
  { value: 'csv', label: 'CSV', hint: 'For any spreadsheet or other program. No limit.' },
  { value: 'xlsx', label: 'Excel', hint: `With date and number formats. Up to ${most} transactions.` },
] as const;

export function tooManyForExcel(count: number): string {
  return `You are exporting ${countLine(count)}. Excel files can have up to ${most}. Choose CSV instead.`;
}

export const EXPORT_BUSY = {
  already: 'You are already exporting. Wait for that to finish, or stop it.',
  full: 'Several people are exporting. Try again in a minute.',
};

export function exportedLine(count: number): string {
  return `Exported ${countLine(count)}`;
}
