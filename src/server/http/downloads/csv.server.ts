/** CSV for Excel, LibreOffice and other programs: UTF-8 with a byte order mark, commas, CRLF (RFC 4180). */

export function csvHead(columns: readonly string[]): string {
  return `\ufeff${csvLines([columns])}`;
}

/** Typed text must go through `guardCell` first, so that a spreadsheet does not run it as a formula. */
export function csvLines(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map((value) => quoted(value ?? '')).join(',')}\r\n`).join('');
}

const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
