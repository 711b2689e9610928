/** Cells of a report in words, for screens and PDF. */
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import type { Cell, CellKind } from './report.ts';

/** '–' for nothing. */
export function cellText(cell: Cell, kind: CellKind): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return kind === 'day' ? formatDay(cell) : cell;
  if (kind === 'pence') return formatPence(cell);
  if (kind === 'percent') return `${(cell / 100).toFixed(2)}%`;
  return cell.toLocaleString('en-GB');
}

export const isNumber = (kind: CellKind): boolean => kind !== 'text' && kind !== 'day';

/** '+£364.26', '−£1,565.42'; 'No change'. */
export function changeText(pence: number): string {
  if (pence === 0) return 'No change';
  return pence > 0 ? `+${formatPence(pence)}` : formatPence(pence);
}

/** '£1.0k' at the end of a bar. */
export function shortPounds(pence: number): string {
  const pounds = Math.abs(pence) / 100;
  return pounds >= 1000 ? `£${(pounds / 1000).toFixed(1)}k` : `£${Math.round(pounds)}`;
}
