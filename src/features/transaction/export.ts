/** A transaction as a row of a file: which columns there are, and what may be asked of an export. */
import { z } from 'zod';
import { capitalise } from '../../shared/text.ts';
import { categoryLabel } from './category.ts';
import { type Transaction, TransactionListFilter } from './transaction.ts';

const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What an export may be asked: a form, and the rows as the list would show them. */
export const ExportQuery = TransactionListFilter.extend({ format: z.enum(EXPORT_FORMATS) });

/** The most rows of an Excel file, which is put together in memory. A CSV file has no limit. */
export const MAX_EXCEL_ROWS = 100_000;

/** The header that tells how many rows a file has, not counting its head. */
export const ROW_COUNT = 'x-row-count';

/** What a column holds decides how it is written: a day, a text that somebody has typed, or pence. */
type Column = { heading: string; width: number } & (
  | { kind: 'day' | 'text'; of: (transaction: Transaction) => string }
  | { kind: 'pence'; of: (transaction: Transaction) => number }
);

/** The columns of every export, from left to right; `width` is in characters. */
export const EXPORT_COLUMNS: readonly Column[] = [
  { heading: 'Date', kind: 'day', width: 13, of: ({ date }) => date },
  { heading: 'Description', kind: 'text', width: 40, of: ({ description }) => description },
  { heading: 'Category', kind: 'text', width: 16, of: ({ category }) => categoryLabel(category) },
  { heading: 'Type', kind: 'text', width: 10, of: ({ type }) => capitalise(type) },
  { heading: 'Status', kind: 'text', width: 12, of: ({ status }) => capitalise(status) },
  { heading: 'Reference', kind: 'text', width: 24, of: ({ reference }) => reference },
  { heading: 'Amount', kind: 'pence', width: 14, of: ({ amount }) => amount },
  { heading: 'Property', kind: 'text', width: 36, of: ({ propertyAddress }) => propertyAddress ?? '' },
  { heading: 'Bank account', kind: 'text', width: 24, of: ({ bankAccount }) => bankAccount ?? '' },
];

/** '-1234.50' of -123450: pounds as every program reads a number. */
export function plainPounds(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
