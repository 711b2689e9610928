/** The days of a report, and the days with which it is compared. Pure. */
import { addDays, addMonths, daysBetween } from '../../shared/dates.ts';
import { daysOf, PERIODS, periodLabel } from '../transaction/period.ts';

export type Span = { from: string; to: string };

/** The periods of Finance, and the last quarter. */
export const REPORT_PERIODS = [...PERIODS, 'last-quarter'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

export const COMPARISONS = ['previous', 'last-year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const MONTHS: Record<ReportPeriod, number> = {
  month: 1,
  'last-month': 1,
  quarter: 3,
  'last-quarter': 3,
  'tax-year': 12,
  'last-tax-year': 12,
};

const MAX_YEARS = 10;

/** Returns the whole period, including days after today. */
function wholeSpan(period: ReportPeriod, today: string): Span {
  if (period !== 'last-quarter') return daysOf(period, today);
  const { from } = daysOf('quarter', today);
  return { from: addMonths(from, -3), to: addDays(from, -1) };
}

/** Ends a current period today, so that it is compared with the same number of days. */
export function spanOf(period: ReportPeriod, today: string): Span {
  const { from, to } = wholeSpan(period, today);
  return { from, to: to > today ? today : to };
}

export function reportPeriodLabel(period: ReportPeriod, today: string): string {
  const name = period === 'last-quarter' ? 'Last quarter' : periodLabel(period, today);
  return wholeSpan(period, today).to > today ? `${name}, so far` : name;
}

/** Returns why a span is refused, by field; null if it is accepted. */
export function spanFault({ from, to }: Span): Record<string, string> | null {
  if (to < from) return { to: 'Enter a last day on or after the first day' };
  if (to >= addMonths(from, 12 * MAX_YEARS)) return { to: `Choose ${MAX_YEARS} years or less` };
  return null;
}

/** Returns the same days a year earlier, or as many days before the span; whole months for whole months. */
export function comparedSpan(span: Span, comparison: Comparison, period?: ReportPeriod): Span {
  const months = comparison === 'last-year' ? 12 : period ? MONTHS[period] : wholeMonths(span);
  if (months === null) {
    const days = daysBetween(span.from, span.to) + 1;
    return { from: addDays(span.from, -days), to: addDays(span.from, -1) };
  }
  const from = addMonths(span.from, -months);
  const to = sameDayBefore(span.to, months);
  // An earlier period that ends in a longer month must not overlap the span.
  const last = addDays(span.from, -1);
  return { from, to: comparison === 'previous' && to > last ? last : to };
}

function sameDayBefore(day: string, months: number): string {
  const isMonthEnd = addDays(day, 1).endsWith('-01');
  return isMonthEnd ? addDays(addMonths(addDays(day, 1), -months), -1) : addMonths(day, -months);
}

/** Returns null unless the span is whole months. */
function wholeMonths({ from, to }: Span): number | null {
  const next = addDays(to, 1);
  for (let months = 1; months <= 12 * MAX_YEARS; months++) if (addMonths(from, months) === next) return months;
  return null;
}

/** Returns the first days of the months of a span, including partial months. */
export function monthsOf({ from, to }: Span): string[] {
  const months: string[] = [];
  for (let month = `${from.slice(0, 8)}01`; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

const NAMES = 'January February March April May June July August September October November December'.split(' ');

/** Such as 'between 6 April and 5 July 2026' or 'on 6 April 2026'. */
export function spanWords({ from, to }: Span): string {
  const words = (day: string) => `${Number(day.slice(8))} ${NAMES[Number(day.slice(5, 7)) - 1] ?? ''}`;
  const year = (day: string) => day.slice(0, 4);
  if (from === to) return `on ${words(from)} ${year(from)}`;
  return `between ${words(from)}${year(from) === year(to) ? '' : ` ${year(from)}`} and ${words(to)} ${year(to)}`;
}
