/**
 * Returns a key for how a file writes signs, pence and dates. A remembered answer is reused only for the same formats:
 * equal headings with opposite signs would invert every amount.
 */
import { dateStyle, isAmount, readMarkedAmount } from './fields.ts';
import type { Columns } from './mapping.ts';
import type { Row } from './statement.ts';

export function formatsOf(rows: readonly Row[], { amount, out, into, side, dates }: Columns): string {
  const cellsOf = (columns: readonly (number | null)[]) =>
    rows.flatMap(({ cells, fault }) => (fault ? [] : columns.flatMap((at) => cells[at ?? -1]?.trim() || [])));
  const amounts = cellsOf([amount, out, into]).filter(isAmount);
  const days = [...new Set(cellsOf(dates.slice(0, 1)).map(dateStyle))].sort();
  return [signsOf(amounts, { side, two: amount === null }), penceOf(amounts), ...days].join(' ');
}

function signsOf(amounts: readonly string[], { side, two }: { side: number | null; two: boolean }): string {
  if (two) return 'two-columns';
  if (side !== null) return 'side-column';
  const read = amounts.flatMap((cell) => {
    const one = readMarkedAmount(cell);
    return 'value' in one ? one.value : [];
  });
  if (read.some(({ marked }) => marked)) return 'marked';
  return read.some(({ pence }) => pence < 0) ? 'signed' : 'unsigned';
}

const penceOf = (amounts: readonly string[]) => (amounts.some((cell) => /[.,]\d\d\b/.test(cell)) ? 'decimal' : 'whole');
