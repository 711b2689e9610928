/** A year of sample payments that covers every ledger state. Amounts are pence. */
import { addDays, addMonths } from '../../shared/dates.ts';
import type { Pays } from './homes.ts';

export type Payment = { date: string; amount: number };

/** The rent before an increase. */
export type Raise = { from: string; before: number };

const YEAR = 12;
const RAISED_MONTHS_AGO = 5;
const FOUR_WEEKS = 28;
const FOUR_WEEKS_A_YEAR = 13;

/** Start of the ledger: a year ago or, for newer tenancies, their first full month. Rent is due on the first. */
export function countedFrom(start: string, today: string): string {
  const yearAgo = addMonths(firstOf(today), -YEAR);
  const first = firstOf(start) === start ? start : addMonths(firstOf(start), 1);
  return first > yearAgo ? first : yearAgo;
}

export function raiseOf(pays: Pays, { rent, today }: { rent: number; today: string }): Raise | undefined {
  if (pays !== 'raised') return undefined;
  return { from: addMonths(firstOf(today), -RAISED_MONTHS_AGO), before: Math.round(rent * 0.95) };
}

/** Payments up to today, oldest first. */
export function paymentsOf(
  pays: Pays,
  { rent, from, today }: { rent: number; from: string; today: string },
): Payment[] {
  const months: string[] = [];
  for (let month = from; month <= today; month = addMonths(month, 1)) months.push(month);
  const ago = (place: number) => months.length - 1 - place;
  const each = (of: (month: string, place: number) => Payment[]) =>
    months.flatMap(of).filter(({ date }) => date <= today);
  switch (pays) {
    case 'three days late':
      return each((month) => [{ date: addDays(month, 3), amount: rent }]);
    case '£50 short':
      return each((month) => [{ date: addDays(month, 1), amount: rent - 5_000 }]);
    case 'a month behind':
      return each((date, place) => (ago(place) === 2 ? [] : [{ date, amount: rent }]));
    case 'over two months behind':
      return each((date, place) => {
        if (ago(place) === 0) return [{ date, amount: rent / 2 }];
        return ago(place) <= 2 ? [] : [{ date, amount: rent }];
      });
    case 'every four weeks': {
      const amount = Math.round((rent * YEAR) / FOUR_WEEKS_A_YEAR);
      // One more than a year's, since the current month's rent is also due.
      const days = Array.from({ length: FOUR_WEEKS_A_YEAR + 1 }, (_, turn) => addDays(from, 6 + FOUR_WEEKS * turn));
      return days.filter((date) => date <= today).map((date) => ({ date, amount }));
    }
    case 'disputes':
      return each((date, place) => (ago(place) === 0 ? [] : [{ date, amount: rent }]));
    case 'ahead':
      return each((date, place) => [{ date, amount: ago(place) === 0 ? rent + 20_000 : rent }]);
    case 'raised': {
      const raise = raiseOf(pays, { rent, today });
      return each((date) => [{ date, amount: raise && date < raise.from ? raise.before : rent }]);
    }
    case 'on time':
      return each((date) => [{ date, amount: rent }]);
  }
}

const firstOf = (day: string) => `${day.slice(0, 8)}01`;
