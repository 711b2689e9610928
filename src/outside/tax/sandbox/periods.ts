/** Quarterly periods, as in HMRC's obligations. Days are YYYY-MM-DD. */
import { addDays } from '../../../shared/dates.ts';
import type { QuarterKind } from '../tax.ts';

type Quarters = Readonly<Record<string, QuarterKind>>;

const ENDS = {
  standard: ['07-05', '10-05', '01-05', '04-05'],
  calendar: ['06-30', '09-30', '12-31', '03-31'],
} as const;
const DUE = ['08-07', '11-07', '02-07', '05-07'] as const;

const taxYearOf = (start: number) => `${start}-${String((start + 1) % 100).padStart(2, '0')}`;

export function isTaxYear(year: string): boolean {
  return /^\d{4}-\d{2}$/.test(year) && taxYearOf(Number(year.slice(0, 4))) === year;
}

/** Returns the kind of quarters in a year. A choice applies until the next choice. */
function quartersIn(year: string, chosen: Quarters): QuarterKind {
  const last = Object.keys(chosen)
    .filter((choice) => choice <= year)
    .sort()
    .at(-1);
  return (last && chosen[last]) || 'standard';
}

/** Returns cumulative periods. The first year with calendar quarters starts on 6 April, later years on 1 April. */
export function periodsOf(year: string, chosen: Quarters): { from: string; to: string; due: string }[] {
  const start = Number(year.slice(0, 4));
  const kind = quartersIn(year, chosen);
  const isLater = kind === 'calendar' && quartersIn(taxYearOf(start - 1), chosen) === 'calendar';
  const dayOf = (monthDay: string) => `${monthDay < '06' ? start + 1 : start}-${monthDay}`;
  return ENDS[kind].map((end, quarter) => ({
    from: isLater ? `${start}-04-01` : `${start}-04-06`,
    to: dayOf(end),
    due: dayOf(DUE[quarter] ?? ''),
  }));
}

/** Returns the first day on which an update to the day `to` is accepted. */
export const earliestDay = (to: string) => addDays(to, -10);
