import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import type { Cell, CellKind } from './report.ts';

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
