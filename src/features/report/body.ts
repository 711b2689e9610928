import { formatDay, formatDays } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import type { Cell, CellKind, Column, Report, ReportParams, Row } from './report.ts';

export type Body = Omit<Report, 'name' | 'title'>;

const columnOf =
  (kind: CellKind) =>
  (id: string, title: string): Column => ({ id, title, kind });
export const text = columnOf('text');
export const day = columnOf('day');
export const pence = columnOf('pence');
export const count = columnOf('count');
export const percent = columnOf('percent');
export const strong = (column: Column): Column => ({ ...column, strong: true });

/** Returns sums of amounts and counts, with `words` in the first cell. Columns in `without` have no total. */
export function totalsRow(
  columns: readonly Column[],
  rows: readonly Row[],
  words: string,
  without: readonly string[] = [],
): Cell[] | null {
  if (rows.length === 0) return null;
  return columns.map(({ id, kind }, place) => {
    if (place === 0) return words;
    if ((kind !== 'pence' && kind !== 'count') || without.includes(id)) return null;
    return rows.reduce((sum, { cells }) => sum + (typeof cells[place] === 'number' ? cells[place] : 0), 0);
  });
}

type BodyArgs = Pick<Body, 'columns' | 'rows' | 'totals' | 'figures' | 'empty'> & Partial<Body>;

/** With `of` [12, 'tenancy', 'tenancies'], the line is '06 Apr 2026 – 05 Apr 2027, 12 tenancies'. */
export function bodyOf(
  { span, facts }: Pick<ReportParams, 'span' | 'facts'>,
  of: readonly [number, string, string?],
  args: BodyArgs,
): Body {
  const days = span.from === span.to ? formatDay(span.to) : formatDays(span);
  return {
    ...span,
    compared: null,
    facts,
    line: `${days}, ${counted(of[0], of[1], of[2])}`,
    chart: null,
    notes: [],
    ...args,
  };
}

export const money = (name: string, value: number): Report['figures'][number] => ({
  name,
  kind: 'pence',
  value,
  change: null,
});
export const number = (name: string, value: number): Report['figures'][number] => ({
  name,
  kind: 'count',
  value,
  change: null,
});

export function cellText(cell: Cell, kind: CellKind): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return kind === 'day' ? formatDay(cell) : cell;
  if (kind === 'pence') return formatPence(cell);
  if (kind === 'percent') return `${(cell / 100).toFixed(2)}%`;
  return cell.toLocaleString('en-GB');
}

export const isNumber = (kind: CellKind): boolean => kind !== 'text' && kind !== 'day';

/** Such as '+£364.26', '−£1,565.42' or 'No change'. */
export function changeText(pence: number): string {
  if (pence === 0) return 'No change';
  return pence > 0 ? `+${formatPence(pence)}` : formatPence(pence);
}

/** Such as '£1.0k', without the sign. */
export function shortPounds(pence: number): string {
  const pounds = Math.abs(pence) / 100;
  return pounds >= 1000 ? `£${(pounds / 1000).toFixed(1)}k` : `£${Math.round(pounds)}`;
}
