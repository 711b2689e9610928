/** The days that Finance can be filtered by. Nothing here reads a clock. */
/** Quarters are those of the tax year, as landlords report them: from 6 April, 6 July, 6 October and 6 January. */
export const PERIODS = ['month', 'last-month', 'quarter', 'tax-year'] as const;
export type Period = (typeof PERIODS)[number];

export function daysOf(period: Period, today: string): { from: string; to: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (period === 'month') return { from: day(year, month, 1), to: day(year, month + 1, 0) };
  if (period === 'last-month') return { from: day(year, month - 1, 1), to: day(year, month, 0) };
  // Before the 6th a month still belongs to the one before.
  const begun = Number(today.slice(8)) < 6 ? month - 1 : month;
  const months = period === 'quarter' ? 3 : 12;
  const first = begun - ((begun - 4 + 24) % months);
  return { from: day(year, first, 6), to: day(year, first + months, 5) };
}

/** Months and days beyond their ends count on: day 0 is the last of the month before. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

/** 'This month', 'Tax year 2026–27'. */
export function periodLabel(period: Period, today: string): string {
  if (period === 'month') return 'This month';
  if (period === 'last-month') return 'Last month';
  if (period === 'quarter') return 'Quarter';
  const { from, to } = daysOf(period, today);
  return `Tax year ${from.slice(0, 4)}–${to.slice(2, 4)}`;
}
