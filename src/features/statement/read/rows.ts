/**
 * Parses CSV. Own code: csv-parse stops at an unclosed quotation mark, keeps the leading space of `, "a"`, and took 4 s
 * for a line of 4 MB.
 */
import { isAmount, isDate } from './fields.ts';
import { MAX_COLUMNS, MAX_LINE_LENGTH, MAX_LINES, REFUSED, type Row, TORN, tooLong, tooWide } from './statement.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const UNMATCHED = 'the quotation marks do not match';
export const FIRST_ROWS = 60;
/** Maximum length of a quoted multi-line text. */
const MAX_QUOTED = 5_000;
const MAX_TEXT_LINES = 40;
const MAX_INNER_MARKS = 50;

export type Rows = { rows: Row[] } | { reason: string };

export function readRows(text: string): Rows {
  const { body, named, line } = withoutSeparatorLine(text);
  const firsts = body.slice(0, FIRST_ROWS * MAX_LINE_LENGTH).split('\n', FIRST_ROWS + 1);
  const long = firsts.findIndex(({ length }) => length > MAX_LINE_LENGTH);
  if (long >= 0) return { reason: tooLong(line + long) };
  return rowsOf(body, { delimiter: named ?? delimiterOf(firsts.join('\n')), line });
}

/** Excel accepts 'sep=;' as the first line. */
function withoutSeparatorLine(text: string): { body: string; named: string | undefined; line: number } {
  const [whole = '', named] = /^"?sep=([,;\t|])"?\n/i.exec(text) ?? [];
  return { body: text.slice(whole.length), named, line: named ? 2 : 1 };
}

type Reading = { delimiter: string; line: number };

function rowsOf(text: string, { delimiter, line: first }: Reading): Rows {
  const rows: Row[] = [];
  let [from, line] = [0, first];
  while (from < text.length && rows.length < MAX_LINES + FIRST_ROWS) {
    const end = lineEnd(text, from);
    if (end - from > MAX_LINE_LENGTH) return { reason: tooLong(line) };
    const record = recordAt(text, from, delimiter);
    const whole = record && !containsRows(text.slice(from, record.end), { record, delimiter }) ? record : undefined;
    const cells = whole?.cells ?? text.slice(from, end).replaceAll('"', '').split(delimiter);
    if (cells.length > MAX_COLUMNS) return { reason: tooWide(line) };
    if (cells.length > 1 || cells[0]?.trim())
      rows.push({ line, cells, ...(!whole && { fault: end === text.length ? TORN : UNMATCHED }) });
    line += 1 + (whole?.lines ?? 0);
    from = (whole?.end ?? end) + 1;
  }
  if (rows.length === MAX_LINES + FIRST_ROWS) return { reason: REFUSED.tooMany };
  markTornEnd(rows, text);
  return { rows };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** `end` is the index of its last line's end, `lines` the number of lines after the first. */
type CsvRecord = { cells: string[]; end: number; lines: number };

/** Returns undefined for an unclosed quotation mark. */
function recordAt(text: string, from: number, delimiter: string): CsvRecord | undefined {
  const cells: string[] = [];
  let [at, lines] = [from, 0];
  for (;;) {
    const start = afterBlanks(text, at);
    let next: number;
    if (text[start] === '"') {
      const close = closingMark(text, start + 1, delimiter);
      if (!close) return undefined;
      const cell = text.slice(start + 1, close.at).replaceAll('""', '"');
      lines += cell.includes('\n') ? cell.split('\n').length - 1 : 0;
      if (lines > MAX_TEXT_LINES) return undefined;
      cells.push(cell);
      next = close.next;
    } else {
      next = start;
      while (next < text.length && text[next] !== delimiter && text[next] !== '\n') next += 1;
      cells.push(text.slice(at, next));
    }
    if (cells.length > MAX_COLUMNS || text[next] !== delimiter) return { cells, end: next, lines };
    at = next + 1;
  }
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\u00A0') at += 1;
  return at;
}

/** The closing mark precedes a delimiter or a line end. Any other mark is part of the text. */
function closingMark(text: string, from: number, delimiter: string): { at: number; next: number } | undefined {
  let at = text.indexOf('"', from);
  for (let marks = 0; at >= 0 && at - from <= MAX_QUOTED && marks < MAX_INNER_MARKS; marks += 1) {
    const doubled = text[at + 1] === '"';
    const next = afterBlanks(text, at + 1);
    if (!doubled && (next >= text.length || text[next] === delimiter || text[next] === '\n')) return { at, next };
    at = text.indexOf('"', at + (doubled ? 2 : 1));
  }
  return undefined;
}

/** Whether a multi-line cell contains whole rows, which means that its quotation mark was never closed. */
function containsRows(whole: string, { record, delimiter }: { record: CsvRecord; delimiter: string }): boolean {
  if (record.lines === 0) return false;
  const [, ...below] = whole.split('\n');
  return below.some((line) => {
    const cells = line.split(delimiter).slice(0, MAX_COLUMNS);
    return cells.some(isDate) && cells.some(isAmount);
  });
}

function markTornEnd(rows: Row[], text: string): void {
  const last = rows.at(-1);
  if (!last || text.endsWith('\n') || rows.length < 2) return;
  const width = Math.max(...rows.slice(0, FIRST_ROWS).map(({ cells }) => cells.length));
  const widths = rows.slice(-FIRST_ROWS - 1, -1).map(({ cells }) => cells.length);
  const common = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)];
  if (last.cells.length < width && common === width) last.fault ??= TORN;
}

/** Returns the delimiter that gives most rows with a date and an amount, then most rows of equal width. */
function delimiterOf(text: string): string {
  const scored = DELIMITERS.map((delimiter) => {
    const read = rowsOf(text, { delimiter, line: 1 });
    const rows = 'rows' in read ? read.rows : [];
    const dated = rows.filter(({ cells }) => cells.length > 1 && cells.some(isDate) && cells.some(isAmount)).length;
    const { width, count } = commonWidth(rows);
    return { delimiter, score: [dated, width > 1 ? count : 0, width] };
  });
  return scored.reduce((best, one) => (isHigher(one.score, best.score) ? one : best)).delimiter;
}

function commonWidth(rows: readonly Row[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((max, one) => (one[1] > max[1] ? one : max), [1, 0]);
  return { width, count };
}

function isHigher(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}
