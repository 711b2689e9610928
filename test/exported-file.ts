/** A file of exported transactions, read back as a program would. */
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { readGuardedCell } from '../src/shared/guarded-cell.ts';

export const HEADINGS =
  'Date,Description,Category,Type,Status,Reference,Amount,Property,Supplier,Tenant,Bank account'.split(',');

/** A row as texts, in the order of the headings; amounts as '-1234.50'. */
export type Row = string[];

/** The rows of a CSV file under its head. Throws where it is not the CSV that we promise: with a mark, and lines that end in CRLF. */
export function csvRows(bytes: Buffer): Row[] {
  if (bytes.subarray(0, 3).toString('hex') !== 'efbbbf') throw new Error('The mark of UTF-8 is missing.');
  const [head, ...rows]: Row[] = parse(bytes, { bom: true, record_delimiter: '\r\n' });
  if (String(head) !== String(HEADINGS)) throw new Error(`The head is ${String(head)}.`);
  return rows.map((row) => row.map((cell, at) => (at === 0 || at === 6 ? cell : readGuardedCell(cell))));
}

/** The rows of an Excel file under its head. Throws where a day is no date or an amount no number. */
export async function xlsxRows(bytes: Buffer): Promise<Row[]> {
  const [head, ...rows] = await readSheet(bytes, { trim: false });
  if (String(head) !== String(HEADINGS)) throw new Error(`The head is ${String(head)}.`);
  return rows.map((row) =>
    row.map((cell, at) => {
      if (at === 0 && cell instanceof Date) return cell.toISOString().slice(0, 10);
      if (at === 6 && typeof cell === 'number') return cell.toFixed(2);
      if (cell !== null && (at === 0 || at === 6 || typeof cell !== 'string'))
        throw new Error(`Column ${at}: ${String(cell)}`);
      return cell ?? '';
    }),
  );
}
