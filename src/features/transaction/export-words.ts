/** What is said of an export, by the server and by its dialog. */
import { MAX_EXCEL_ROWS } from './export.ts';
import { countLine } from './labels.ts';

const most = MAX_EXCEL_ROWS.toLocaleString('en-GB');

/** The forms of a file, in the dialog. */
export const EXPORT_OPTIONS = [
  { value: 'csv', label: 'CSV', hint: 'For any spreadsheet or other program, with no limit.' },
  { value: 'xlsx', label: 'Excel', hint: `With real dates and amounts, up to ${most} transactions.` },
] as const;

/** Why an Excel file of so many cannot be made, and what can. */
export function tooManyForExcel(count: number): string {
  return `These are ${countLine(count)}, and an Excel file can hold ${most}. Please choose CSV, which has no limit.`;
}

/** Why somebody has to wait. */
export const EXPORT_BUSY = {
  already: 'An export of yours is under way already. Please wait until it has ended, or cancel it.',
  full: 'Several people are exporting just now. Please try again in a minute.',
};

/** 'Exported 184 transactions'. */
export function exportedLine(count: number): string {
  return `Exported ${countLine(count)}`;
}
