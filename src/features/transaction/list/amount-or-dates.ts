import { isDay } from '../../../shared/dates.ts';
import { parsePounds } from '../../../shared/money.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** The years in which a day without a year is searched. */
const YEARS = Array.from({ length: 110 }, (_, index) => String(1990 + index));

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const NUMERIC_DATE = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/;
const DATE_WITH_NAMED_MONTH = /^(\d{1,2})(?:st|nd|rd|th)? ?([a-z]{3,9})\.?,? ?(\d{4})?$/i;
const MONTH = /^([a-z]{3,9})\.? (\d{4})$/i;

export type AmountOrDates = {
  pence?: number;
  days?: string[];
};

/** '120.49' is an amount, '12/11/2026', '12 Nov' and '12/11' (of any year) are days, and 'Nov 2026' is all its days. */
export function parseAmountOrDates(q: string): AmountOrDates {
  const text = q.trim().replace(/\s+/g, ' ');
  const days = daysIn(text);
  if (days.length > 0) return { days };
  const amount = parsePounds(text);
  return amount.ok ? { pence: Math.abs(amount.pence) } : {};
}

function daysIn(text: string): string[] {
  const iso = DAY.exec(text);
  if (iso) return days([text.slice(0, 4)], text.slice(5, 7), text.slice(8));
  const [, date = '', sign, number, year] = NUMERIC_DATE.exec(text) ?? [];
  // Without a year, only '12/11' is a date: '12.11' is an amount.
  if (number && (year || sign === '/')) return days(yearsOf(year), number, date);
  const [, on = '', name = '', of] = DATE_WITH_NAMED_MONTH.exec(text) ?? [];
  if (monthOf(name)) return days(yearsOf(of), monthOf(name), on);
  const [, month = '', only = ''] = MONTH.exec(text) ?? [];
  if (!monthOf(month)) return [];
  return Array.from({ length: 31 }, (_, index) => days([only], monthOf(month), String(index + 1))).flat();
}

function yearsOf(year: string | undefined): string[] {
  return year ? [year.length === 2 ? `20${year}` : year] : YEARS;
}

/** Returns '11' for 'Nov' or 'november', and '' for an unknown name. */
function monthOf(name: string): string {
  const index = name.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()));
  return index < 0 ? '' : String(index + 1);
}

/** Keeps only days that exist and that can be stored. */
function days(years: readonly string[], month: string, date: string): string[] {
  const all = years.map((year) => `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
  return all.filter((day) => isDay(day) && day >= '1900');
}
