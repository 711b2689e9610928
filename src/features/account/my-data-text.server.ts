/** A table that was read, as JSON and as CSV, a piece at a time. */
import { csvHead, csvLines } from '../../server/http/csv.server.ts';
import type { TempFile } from '../../server/http/temp-file.server.ts';
import { guardCell } from '../../shared/guarded-cell.ts';
import type { ReadTable } from './my-data-tables.server.ts';

/** Each value as a JSON text, or null. */
type Line = (string | null)[];

/** An array of objects, one a line. */
export async function* asJson(tempFile: TempFile, { columns, rows }: ReadTable): AsyncGenerator<string> {
  const keys = columns.map((column) => JSON.stringify(column));
  let before = '[\n';
  for await (const lines of linesOf(tempFile, rows)) {
    const objects = lines.map((line) => `{${line.map((value, at) => `${keys[at]}:${value ?? 'null'}`).join(',')}}`);
    yield before + objects.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** As a spreadsheet opens it without asking, with no text that it would take for a formula. */
export async function* asCsv(tempFile: TempFile, { columns, rows }: ReadTable): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const lines of linesOf(tempFile, rows)) yield csvLines(lines.map((line) => line.map(cellOf)));
}

/** A text as it was typed, guarded; numbers, yes and no as they are; lists and the like in JSON. */
function cellOf(value: string | null): string | null {
  return value?.startsWith('"') ? guardCell(JSON.parse(value) as string) : value;
}

async function* linesOf(tempFile: TempFile, rows: ReadTable['rows']): AsyncGenerator<Line[]> {
  for await (const lines of tempFile.read(rows)) yield lines.map((line) => JSON.parse(line) as Line);
}

/** The lines of one table with each value under its column. */
export async function* rowsOf(
  tempFile: TempFile,
  { columns, rows }: ReadTable,
): AsyncGenerator<Record<string, unknown>> {
  for await (const lines of linesOf(tempFile, rows)) {
    for (const line of lines) {
      yield Object.fromEntries(columns.map((column, at) => [column, parsed(line[at])]));
    }
  }
}

function parsed(text: string | null | undefined): unknown {
  return text ? JSON.parse(text) : null;
}
