/** A year of payments, which covers every ledger state. Amounts are pence. */
import { addDays, addMonths } from '../../shared/dates.ts';
import type { Pays } from './homes.ts';

export type Payment = { date: string; amount: number };

/** A rent increase: `before` is the rent until `from`. */
export type Raise = { from: string; before: number };

const YEAR = 12;
const RAISED_MONTHS_AGO = 5;
const FOUR_WEEKS = 28;
const FOUR_WEEKS_A_YEAR = 13;

/** Returns the start of a ledger: a year ago, or a newer tenancy's first full month. Rent is due on the first. */
export function countedFrom(start: string, today: string): string {
  const yearAgo = addMonths(firstOf(today), -YEAR);
  const first = firstOf(start) === start ? start : addMonths(firstOf(start), 1);
  return first > yearAgo ? first : yearAgo;
}

export function raiseOf(pays: Pays, { rent, today }: { rent: number; today: string }): Raise | undefined {
  if (pays !== 'raised') return undefined;
  return { from: addMonths(firstOf(today), -RAISED_MONTHS_AGO), before: Math.round(rent * 0.95) };
}

export function paymentsOf(
  pays: Pays,
  { rent, from, today }: { rent: number; from: string; today: string },
): Payment[] {
  const months: string[] = [];
  for (let month = from; month <= today; month = addMonths(month, 1)) months.push(month);
  const monthsAgo = (index: number) => months.length - 1 - index;
  const monthly = (paymentsIn: (month: string, index: number) => Payment[]) =>
    months.flatMap(paymentsIn).filter(({ date }) => date <= today);
  switch (pays) {
    case 'three days late':
      return monthly((month) => [{ date: addDays(month, 3), amount: rent }]);
    case '£50 short':
      return monthly((month) => [{ date: addDays(month, 1), amount: rent - 5_000 }]);
    case 'a month behind':
      return monthly((date, index) => (monthsAgo(index) === 2 ? [] : [{ date, amount: rent }]));
    case 'over two months behind':
      return monthly((date, index) => {
        if (monthsAgo(index) === 0) return [{ date, amount: rent / 2 }];
        return monthsAgo(index) <= 2 ? [] : [{ date, amount: rent }];
      });
    case 'every four weeks': {
      const amount = Math.round((rent * YEAR) / FOUR_WEEKS_A_YEAR);
      // One payment more than in a year, since the current month's rent is also due.
      const days = Array.from({ length: FOUR_WEEKS_A_YEAR + 1 }, (_, index) => addDays(from, 6 + FOUR_WEEKS * index));
      return days.filter((date) => date <= today).map((date) => ({ date, amount }));
    }
    case 'disputes':
      return monthly((date, index) => (monthsAgo(index) === 0 ? [] : [{ date, amount: rent }]));
    case 'ahead':
      return monthly((date, index) => [{ date, amount: monthsAgo(index) === 0 ? rent + 20_000 : rent }]);
    case 'raised': {
      const raise = raiseOf(pays, { rent, today });
      return monthly((date) => [{ date, amount: raise && date < raise.from ? raise.before : rent }]);
    }
    case 'on time':
      return monthly((date) => [{ date, amount: rent }]);
  }
}

const firstOf = (day: string) => `${day.slice(0, 8)}01`;
