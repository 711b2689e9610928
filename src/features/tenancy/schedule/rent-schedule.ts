/** Calculates rent charges between any two dates. Amounts are pence. */
import { addDays, addMonths, daysBetween, earlierDay, laterDay, weekday } from '../../../shared/dates.ts';
import { formatPence, roundedShare } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { type Frequency, PERIODS_A_YEAR, WEEKS } from '../rules/frequency.ts';

/** Rent per period from a date. The first rent also applies before its date. */
type Rent = { from: string; amount: number };

export type RentTerms = {
  start: string;
  /** First day without tenants; null while someone lives there. */
  ended: string | null;
  frequency: Frequency;
  /** Day of the month (the last day in shorter months), or 1 for Monday to 7 for Sunday. */
  rentDay: number;
  /** Whether rent is due on the day after its period instead of the first day. */
  inArrears: boolean;
  /** Sorted by date, never empty. */
  rents: readonly Rent[];
};

/** `method` explains the amount if it is not one whole period at one rent. */
export type RentCharge = { due: string; from: string; to: string; amount: number; method: string | null };

/** Charges due in the inclusive range, in order. */
export function rentSchedule(terms: RentTerms, range: { from: string; to: string }): RentCharge[] {
  const charges: RentCharge[] = [];
  const first = firstPeriod(terms);
  for (let index = periodStart(terms, first, 0) > terms.start ? -1 : 0; ; index++) {
    const period = { from: periodStart(terms, first, index), next: periodStart(terms, first, index + 1) };
    const from = laterDay(period.from, terms.start);
    const next = terms.ended === null ? period.next : earlierDay(period.next, terms.ended);
    const due = terms.inArrears ? next : from;
    if (from >= next || due > range.to) return charges;
    if (due >= range.from)
      charges.push({ due, from, to: addDays(next, -1), ...amountOf(terms.rents, period, { from, next }) });
  }
}

/** Maximum days that a payment may precede its due date. */
export const MAX_DAYS_EARLY = 14;

/** Returns the due date nearest to a payment's date, null without charges. A day early counts as three days late. */
export function dueFor(terms: RentTerms, date: string): string | null {
  const dues = rentSchedule(terms, { from: terms.start, to: addDays(date, MAX_DAYS_EARLY) }).map(({ due }) => due);
  const cost = (due: string) => (due <= date ? daysBetween(due, date) : 3 * daysBetween(date, due));
  return dues.reduce<string | null>((best, due) => (best && cost(best) <= cost(due) ? best : due), null);
}

export function periodOnOrAfter(terms: RentTerms, day: string): string {
  const first = firstPeriod(terms);
  for (let index = 0; ; index++) {
    const start = periodStart(terms, first, index);
    if (start >= day) return start;
  }
}

/** Returns the first rent day on or after the start, or for rents in months, the first day of its month. */
function firstPeriod({ start, frequency, rentDay }: RentTerms): string {
  if (frequency in WEEKS) return addDays(start, (rentDay - 1 - weekday(start) + 7) % 7);
  const month = `${start.slice(0, 8)}01`;
  return inMonth(month, rentDay) >= start ? month : addMonths(month, 1);
}

function periodStart({ frequency, rentDay }: RentTerms, first: string, index: number): string {
  const weeks = WEEKS[frequency];
  if (weeks) return addDays(first, 7 * weeks * index);
  return inMonth(addMonths(first, (12 / PERIODS_A_YEAR[frequency]) * index), rentDay);
}

function inMonth(firstOfMonth: string, rentDay: number): string {
  return earlierDay(addDays(firstOfMonth, rentDay - 1), addDays(addMonths(firstOfMonth, 1), -1));
}

type Days = { from: string; next: string };

/** Calculates the amount from cumulative amounts, so that the parts of a period add up to its rent. */
function amountOf(rents: readonly Rent[], period: Days, piece: Days): Pick<RentCharge, 'amount' | 'method'> {
  const length = daysBetween(period.from, period.next);
  const upTo = (next: string) => {
    const shares = sharesOf(rents, { from: period.from, next });
    return roundedShare(
      shares.reduce((sum, { amount, days }) => sum + amount * days, 0),
      1,
      length,
    );
  };
  const shares = sharesOf(rents, piece);
  const days = daysBetween(piece.from, piece.next);
  return {
    amount: upTo(piece.next) - upTo(piece.from),
    method: days === length && shares.length < 2 ? null : methodOf(shares, days, length),
  };
}

/** Maximum rents listed in an explanation. Above that, only their number is shown. */
const MAX_LISTED = 6;

function methodOf(shares: readonly { amount: number; days: number }[], days: number, length: number): string {
  if (shares.length < 2) return `${days} of ${counted(length, 'day')}`;
  if (shares.length > MAX_LISTED)
    return `${counted(days, 'day')} at ${shares.length} rents, of ${counted(length, 'day')}`;
  const parts = shares.map((share) => `${counted(share.days, 'day')} at ${formatPence(share.amount)}`);
  return `${parts.join(' and ')}, of ${counted(length, 'day')}`;
}

function sharesOf(rents: readonly Rent[], { from, next }: Days): { amount: number; days: number }[] {
  const shares: { amount: number; days: number }[] = [];
  for (const [index, { from: since, amount }] of rents.entries()) {
    const begins = index === 0 ? from : laterDay(since, from);
    const ends = earlierDay(rents[index + 1]?.from ?? next, next);
    if (begins < ends) shares.push({ amount, days: daysBetween(begins, ends) });
  }
  return shares;
}
