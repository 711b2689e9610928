/** The lines below the figures of the four cards. Nothing here reads a clock. */
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { countLine } from './labels.ts';
import type { FinanceSummary } from './transaction.ts';

/** '+4.1% from last month'. `last` is the same figure of all that is dated up to the end of last month; null for none. */
export function monthLine(now: number, last: number | null): string {
  if (last === null || last === 0) return 'No data last month';
  // In tenths of a per cent; halves are rounded away from zero, so that a loss is not rounded otherwise than a gain.
  const tenths = Math.sign(now - last) * Math.round(Math.abs(((now - last) / last) * 1000));
  const sign = tenths < 0 ? '-' : '+';
  const [whole, decimal] = [Math.floor(Math.abs(tenths) / 10), Math.abs(tenths) % 10];
  return `${sign}${whole.toLocaleString('en-GB')}.${decimal}% from last month`;
}

/** '1 transaction, due 28 Nov 2026', '3 transactions, next due 28 Nov 2026'. */
export function pendingLine({ count, day }: FinanceSummary['pending']): string {
  if (day === null) return 'Nothing to pay';
  return `${countLine(count)}, ${count === 1 ? 'due' : 'next due'} ${formatDay(day)}`;
}

/** '1 transaction, 9 days', '3 transactions, up to 9 days'. */
export function overdueLine({ count, day }: FinanceSummary['overdue'], today: string): string {
  if (day === null) return 'Nothing overdue';
  const days = counted(Math.max(1, daysBetween(day, today)), 'day');
  return `${countLine(count)}, ${count === 1 ? '' : 'up to '}${days}`;
}
