/** Quarters are those of the tax year, from 6 April, 6 July, 6 October and 6 January. */
export const PERIODS = ['month', 'last-month', 'quarter', 'tax-year', 'last-tax-year'] as const;
export type Period = (typeof PERIODS)[number];

export function daysOf(period: Period, today: string): { from: string; to: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (period === 'month') return { from: day(year, month, 1), to: day(year, month + 1, 0) };
  if (period === 'last-month') return { from: day(year, month - 1, 1), to: day(year, month, 0) };
  // A day before the 6th belongs to the previous tax month.
  const begun = Number(today.slice(8)) < 6 ? month - 1 : month;
  const months = period === 'quarter' ? 3 : 12;
  const first = begun - ((begun - 4 + 24) % months) - (period === 'last-tax-year' ? 12 : 0);
  return { from: day(year, first, 6), to: day(year, first + months, 5) };
}

/** Accepts overflow: day 0 is the last day of the previous month. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

export const PERIOD_NAMES: Record<Period, string> = {
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'Quarter',
  'tax-year': 'This tax year',
  'last-tax-year': 'Last tax year',
};

export function periodLabel(period: Period, today: string): string {
  if (period !== 'tax-year' && period !== 'last-tax-year') return PERIOD_NAMES[period];
  const { from, to } = daysOf(period, today);
  return `${PERIOD_NAMES[period]}, ${from.slice(0, 4)}–${to.slice(2, 4)}`;
}
