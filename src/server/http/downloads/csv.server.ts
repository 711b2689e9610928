/** CSV that Excel and LibreOffice open right without asking, and that programs read: UTF-8 with its mark, commas, CRLF (RFC 4180). */
import { stringify } from 'csv-stringify/sync';

const DIALECT = {
  record_delimiter: 'windows',
  // Said, because a delimiter of our own would switch it off: a text of two lines has to be quoted.
  quote_record_delimiter: true,
} as const;

/** The first line, with the mark by which Excel knows UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return stringify([columns], { ...DIALECT, bom: true });
}

/** Lines, each with its end. Typed text goes through `guardCell` before. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  return stringify([...rows], DIALECT);
}
