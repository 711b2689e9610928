/** A table that was read, as JSON and as CSV, a piece at a time. */
import { stringify } from 'csv-stringify/sync';
import type { Spool } from './my-data-spool.server.ts';
import type { ReadTable } from './my-data-tables.server.ts';

/** Each value as a JSON text, or null. */
type Line = (string | null)[];

/** An array of objects, one a line. */
export async function* asJson(spool: Spool, { columns, rows }: ReadTable): AsyncGenerator<string> {
  const keys = columns.map((column) => JSON.stringify(column));
  let before = '[\n';
  for await (const lines of linesOf(spool, rows)) {
    const objects = lines.map((line) => `{${line.map((value, at) => `${keys[at]}:${value ?? 'null'}`).join(',')}}`);
    yield before + objects.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** `minus`: a number below zero, which is no formula. */
type Cell = string | { minus: string } | null;

const DIALECT = {
  record_delimiter: 'windows',
  // Said, because a delimiter of our own would switch it off: a text of two lines has to be quoted.
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { object: ({ minus }: Record<string, unknown>) => ({ value: String(minus), escape_formulas: false }) },
} as const;

/** As Excel reads it without asking: UTF-8 with its mark, and no text that it would take for a formula. */
export async function* asCsv(spool: Spool, { columns, rows }: ReadTable): AsyncGenerator<string> {
  yield stringify([columns], { ...DIALECT, bom: true });
  for await (const lines of linesOf(spool, rows))
    yield stringify(
      lines.map((line) => line.map(cellOf)),
      DIALECT,
    );
}

/** A text as it was typed; numbers, yes and no as they are; lists and the like in JSON. */
function cellOf(value: string | null): Cell {
  if (value === null) return null;
  if (value.startsWith('"')) return JSON.parse(value) as string;
  return value.startsWith('-') ? { minus: value } : value;
}

async function* linesOf(spool: Spool, rows: ReadTable['rows']): AsyncGenerator<Line[]> {
  for await (const lines of spool.read(rows)) yield lines.map((line) => JSON.parse(line) as Line);
}

/** The lines of one table with each value under its column. */
export async function* rowsOf(spool: Spool, { columns, rows }: ReadTable): AsyncGenerator<Record<string, unknown>> {
  for await (const lines of linesOf(spool, rows)) {
    for (const line of lines) {
      yield Object.fromEntries(columns.map((column, at) => [column, parsed(line[at])]));
    }
  }
}

function parsed(text: string | null | undefined): unknown {
  return text ? JSON.parse(text) : null;
}
