/** CSV that Excel and LibreOffice open right without asking, and that programs read: UTF-8 with its mark, commas, CRLF (RFC 4180). */

/** The first line, with the mark by which Excel knows UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\ufeff${csvLines([columns])}`;
}

/** Lines, each with its end. Typed text goes through `guardCell` before. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map((value) => quoted(value ?? '')).join(',')}\r\n`).join('');
}

const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
