/** The day of a transaction: from 1990 to five years ahead. */
import { dayField } from '../../shared/dates.ts';

const FIRST_DAY = '1990-01-01';

/** For a day outside of them. */
export const OUT_OF_RANGE = 'Please enter a date from 01 Jan 1990 to five years from now';

/** The last day that may be entered on `today`: the same day five years on. */
export function lastDay(today: string): string {
  const [year = '', month = '', date = ''] = today.split('-');
  const day = month === '02' && date === '29' ? '28' : date;
  return `${Number(year) + 5}-${month}-${day}`;
}

/** A day that must be given. How far ahead it may be is asked of whoever has a clock: `lastDay(today)`. */
export function transactionDay() {
  return dayField('Date is required').refine((day) => day >= FIRST_DAY, {
    error: OUT_OF_RANGE,
    when: ({ issues }) => issues.length === 0,
  });
}
