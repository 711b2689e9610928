/** What rent is owed for which days: pure, so that the schedule of any two days can be asked for. Amounts are pence. */
import { addDays, addMonths, daysBetween, weekday } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { type Frequency, PERIODS_A_YEAR, roundedShare, WEEKS } from '../rules/frequency.ts';

/** A rent a period from a day on. The first of a history counts before its day, too. */
type Rent = { from: string; amount: number };

export type RentTerms = {
  start: string;
  /** The first day on which nobody lives there; null while somebody does. */
  ended: string | null;
  frequency: Frequency;
  /** Of the month, in shorter ones the last; by weeks 1 for Monday to 7 for Sunday. */
  rentDay: number;
  /** Whether a period is paid when it is over, on the day after; else on its first day. */
  inArrears: boolean;
  /** In the order of their days; at least one. */
  rents: readonly Rent[];
};

/** Rent for the days `from` to `to`. `method` says how the amount comes about where it is not one whole period at one rent. */
export type RentCharge = { due: string; from: string; to: string; amount: number; method: string | null };

/** The charges that are due between two days, both counted, in the order of their periods. */
export function rentSchedule(terms: RentTerms, range: { from: string; to: string }): RentCharge[] {
  const charges: RentCharge[] = [];
  const first = firstPeriod(terms);
  for (let index = periodStart(terms, first, 0) > terms.start ? -1 : 0; ; index++) {
    const period = { from: periodStart(terms, first, index), next: periodStart(terms, first, index + 1) };
    const from = later(period.from, terms.start);
    const next = terms.ended === null ? period.next : earlier(period.next, terms.ended);
    const due = terms.inArrears ? next : from;
    if (from >= next || due > range.to) return charges;
    if (due >= range.from)
      charges.push({ due, from, to: addDays(next, -1), ...amountOf(terms.rents, period, { from, next }) });
  }
}

/** Rent is paid so many days before it is due at most. */
export const EARLY = 14;

/** The due day that a payment of `date` is nearest to, where a day before the due day weighs three days after it. */
export function dueFor(terms: RentTerms, date: string): string | null {
  const dues = rentSchedule(terms, { from: terms.start, to: addDays(date, EARLY) }).map(({ due }) => due);
  const cost = (due: string) => (due <= date ? daysBetween(due, date) : 3 * daysBetween(date, due));
  return dues.reduce<string | null>((best, due) => (best && cost(best) <= cost(due) ? best : due), null);
}

/** The first day of a period on or after `day`. */
export function periodOnOrAfter(terms: RentTerms, day: string): string {
  const first = firstPeriod(terms);
  for (let index = 0; ; index++) {
    const start = periodStart(terms, first, index);
    if (start >= day) return start;
  }
}

/** The first rent day on or after the start; of months, the first day of its month. */
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
  return earlier(addDays(firstOfMonth, rentDay - 1), addDays(addMonths(firstOfMonth, 1), -1));
}

type Days = { from: string; next: string };

/** Pieces of one period add up to the rent of the whole: each is the difference of what is owed up to its ends. */
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

/** More rents in one period than these are counted, not listed. */
const MOST_LISTED = 6;

function methodOf(shares: readonly { amount: number; days: number }[], days: number, length: number): string {
  if (shares.length < 2) return `${days} of ${counted(length, 'day')}`;
  if (shares.length > MOST_LISTED)
    return `${counted(days, 'day')} at ${shares.length} rents, of ${counted(length, 'day')}`;
  const parts = shares.map((share) => `${counted(share.days, 'day')} at ${formatPence(share.amount)}`);
  return `${parts.join(' and ')}, of ${counted(length, 'day')}`;
}

/** How many of these days have which rent. */
function sharesOf(rents: readonly Rent[], { from, next }: Days): { amount: number; days: number }[] {
  const shares: { amount: number; days: number }[] = [];
  for (const [index, { from: since, amount }] of rents.entries()) {
    const begins = index === 0 ? from : later(since, from);
    const ends = earlier(rents[index + 1]?.from ?? next, next);
    if (begins < ends) shares.push({ amount, days: daysBetween(begins, ends) });
  }
  return shares;
}

const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);
