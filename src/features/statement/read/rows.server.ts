/** A CSV text as rows of cells with the line each begins on, also where its quotation marks do not match. */
import { CsvError, parse } from 'csv-parse/sync';
import { MAX_LINES, type Row } from './statement.ts';

const TORN = 'the file ends in the middle of this line';
const UNMATCHED = 'the quotation marks do not match';
/** Lines that are read for the delimiter, and among which a header may stand. */
const FIRST_LINES = 20;

export function readRows(text: string): Row[] {
  const delimiter = delimiterOf(text);
  const rows = parseFrom(text, { delimiter, line: 1 });
  const last = rows.at(-1);
  const width = Math.max(...rows.slice(0, FIRST_LINES).map(({ cells }) => cells.length));
  if (last && !text.endsWith('\n') && rows.length > 1 && last.cells.length < width && commonWidth(rows) === width)
    last.fault ??= TORN;
  return rows;
}

/** The one that parts the first lines most often, texts in quotation marks left aside. */
function delimiterOf(text: string): string {
  const lines = text.split('\n', FIRST_LINES).map((line) => line.replace(/"[^"]*"/g, ''));
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: lines.join('').split(mark).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).mark;
}

/** The number of cells that most of the last rows have. */
function commonWidth(rows: readonly Row[]): number | undefined {
  const widths = rows.slice(-FIRST_LINES - 1, -1).map(({ cells }) => cells.length);
  return widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)];
}

/** `tries` bounds the work on a file whose marks are torn again and again. */
function parseFrom(text: string, from: { delimiter: string; line: number }, tries = 20): Row[] {
  const { delimiter } = from;
  const rows: Row[] = [];
  // One row more than may be, with those above the transactions.
  const to = MAX_LINES + FIRST_LINES;
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, to };
  let read = 0;
  try {
    parse(text, {
      ...options,
      on_record: (cells: string[], { lines, bytes }) => {
        read = bytes;
        const within = cells.reduce((sum, cell) => sum + lineEnds(cell), 0);
        const line = from.line + lines - 1 - within;
        rows.push(within > 0 && swallowed(cells, delimiter) ? { line, cells, fault: UNMATCHED } : { line, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    return [...rows, ...restOf(text, { delimiter, line: from.line, read }, tries)];
  }
}

/** The line whose quotation mark is never closed, and what follows it. */
function restOf(
  text: string,
  { delimiter, line, read }: { delimiter: string; line: number; read: number },
  tries: number,
) {
  const done = Buffer.from(text).subarray(0, read).toString();
  const rest = text.slice(done.length).replace(/^\n+/, '');
  const at = line + lineEnds(text) - lineEnds(rest);
  const end = rest.indexOf('\n');
  const torn = { line: at, cells: (end < 0 ? rest : rest.slice(0, end)).replaceAll('"', '').split(delimiter) };
  if (end < 0 || end === rest.length - 1) return [{ ...torn, fault: TORN }];
  const below = rest.slice(end + 1);
  if (tries > 0) return [{ ...torn, fault: UNMATCHED }, ...parseFrom(below, { delimiter, line: at + 1 }, tries - 1)];
  return below.split('\n').map((one, down) => ({ line: at + 1 + down, cells: [one], fault: UNMATCHED }));
}

/** Whether a text in quotation marks that runs over lines holds whole lines of the file: one before it was never closed. */
function swallowed(cells: readonly string[], delimiter: string): boolean {
  return cells.some((cell) => {
    const [, ...below] = cell.split('\n');
    return below.some((line) => line.split(delimiter).length > 2 && /\d\d/.test(line));
  });
}

function lineEnds(text: string): number {
  return text.includes('\n') ? text.split('\n').length - 1 : 0;
}
