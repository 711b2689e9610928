/**
 * Maximum interest on late rent in England, charged only if the agreement allows it and after 14 days unpaid: Tenant
 * Fees Act 2019, Schedule 1, paragraph 4 (`LATE_INTEREST_SOURCE`). Amounts are pence, dates YYYY-MM-DD.
 */
import { addDays, daysBetween } from '../../shared/dates.ts';

/** `percent` has at most two decimals and applies from the date `from`. */
export type BaseRate = { from: string; percent: number };

/** Bank of England base rates since the Act, known up to `BASE_RATES_SOURCE.checked`. */
export const BASE_RATES: readonly BaseRate[] = [
  { from: '2018-08-02', percent: 0.75 },
  { from: '2020-03-11', percent: 0.25 },
  { from: '2020-03-19', percent: 0.1 },
  { from: '2021-12-16', percent: 0.25 },
  { from: '2022-02-03', percent: 0.5 },
  { from: '2022-03-17', percent: 0.75 },
  { from: '2022-05-05', percent: 1 },
  { from: '2022-06-16', percent: 1.25 },
  { from: '2022-08-04', percent: 1.75 },
  { from: '2022-09-22', percent: 2.25 },
  { from: '2022-11-03', percent: 3 },
  { from: '2022-12-15', percent: 3.5 },
  { from: '2023-02-02', percent: 4 },
  { from: '2023-03-23', percent: 4.25 },
  { from: '2023-05-11', percent: 4.5 },
  { from: '2023-06-22', percent: 5 },
  { from: '2023-08-03', percent: 5.25 },
  { from: '2024-08-01', percent: 5 },
  { from: '2024-11-07', percent: 4.75 },
  { from: '2025-02-06', percent: 4.5 },
  { from: '2025-05-08', percent: 4.25 },
  { from: '2025-08-07', percent: 4 },
  { from: '2025-12-18', percent: 3.75 },
];

export const BASE_RATES_SOURCE = {
  name: 'Bank of England, official Bank Rate history',
  link: 'https://www.bankofengland.co.uk/boeapps/database/Bank-Rate.asp',
  checked: '2026-09-25',
};

/** Days that rent must be unpaid before interest may be charged. */
const LATE_INTEREST_DAYS = 14;
/** Percentage points above the base rate. */
const LATE_INTEREST_OVER_BASE = 3;
const DAYS_A_YEAR = 365;
/** Rates are calculated as integers in hundredths of a percentage point. */
const HUNDREDTHS = 100;
/** Divisor that converts pence × days × hundredths of a percentage point to pence. */
const UNITS_A_PENNY = BigInt(DAYS_A_YEAR * 100 * HUNDREDTHS);

/** A rent charge with its payments, without those that were returned. */
export type LateRent = { due: string; amount: number; paid: readonly { date: string; amount: number }[] };

/** A period, both dates inclusive, in which the unpaid amount and the rate were constant. */
export type InterestLine = {
  due: string;
  from: string;
  to: string;
  days: number;
  amount: number;
  ratePercent: number;
  interest: number;
};

/**
 * Calculates simple daily interest at 3 points over the base rate, from the day after the due date up to and including
 * today. Each day counts the amount that is unpaid at its end. The total is rounded down once, so it never exceeds the
 * cap, and the lines add up to it. Days before the first base rate have no interest, as their cap is unknown.
 */
export function lateInterest(args: { unpaid: readonly LateRent[]; today: string; baseRates: readonly BaseRate[] }): {
  total: number;
  lines: InterestLine[];
} {
  const rates = args.baseRates.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const unpaid = args.unpaid.toSorted((a, b) => (a.due < b.due ? -1 : 1));
  let units = 0n;
  let total = 0;
  const lines = unpaid
    .flatMap((rent) => interestPeriods(rent, args.today, rates))
    .map((period) => {
      units += BigInt(period.amount) * BigInt(period.days) * BigInt(Math.round(period.ratePercent * HUNDREDTHS));
      const before = total;
      total = Number(units / UNITS_A_PENNY);
      return { ...period, interest: total - before };
    });
  return { total, lines };
}

/** Returns the base rate on a day, null before the first. `rates` must be sorted by date. */
export function baseRateOn(day: string, rates: readonly BaseRate[]): number | null {
  return rates.findLast(({ from }) => from <= day)?.percent ?? null;
}

/** Returns the periods in which interest accrues, split at each payment and each change of the base rate. */
function interestPeriods(rent: LateRent, today: string, rates: readonly BaseRate[]): Omit<InterestLine, 'interest'>[] {
  const unpaidOn = (day: string) =>
    rent.paid.reduce((left, { date, amount }) => (date <= day ? left - amount : left), rent.amount);
  const inTime = unpaidOn(addDays(rent.due, LATE_INTEREST_DAYS - 1)) <= 0;
  if (inTime || daysBetween(rent.due, today) < LATE_INTEREST_DAYS) return [];
  const first = addDays(rent.due, 1);
  const changes = [...rent.paid.map(({ date }) => date), ...rates.map(({ from }) => from)];
  const starts = [...new Set([first, ...changes.filter((day) => day > first && day <= today)])].sort();
  return starts.flatMap((from, index) => {
    const next = starts[index + 1];
    const to = next === undefined ? today : addDays(next, -1);
    const amount = unpaidOn(from);
    const base = baseRateOn(from, rates);
    if (amount <= 0 || base === null) return [];
    const ratePercent = (Math.round(base * HUNDREDTHS) + LATE_INTEREST_OVER_BASE * HUNDREDTHS) / HUNDREDTHS;
    return [{ due: rent.due, from, to, days: daysBetween(from, to) + 1, amount, ratePercent }];
  });
}
