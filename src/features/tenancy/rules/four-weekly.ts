/** Four-weekly payments for monthly rent, for example by councils. Amounts are pence. */
import { addDays, daysBetween } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { type Frequency, PERIODS_A_YEAR, rentAMonth } from './frequency.ts';

type Payment = { date: string; amount: number; text: string };
type Terms = { rent: number; frequency: Frequency };

const FOUR_WEEKS = 28;
/** Days by which bank dates may deviate from four weeks. */
const TOLERANCE_DAYS = 1;
/** Without a payment for this many days, the series has ended. */
const MAX_AGE_DAYS = 35;

const COUNCIL = /\b(council|borough|cc|mbc|dc|hb|housing)\b/i;

/** Returns the latest of at least two equal payments four weeks apart. Null without a recent one. */
function everyFourWeeks(payments: readonly Payment[], today: string): Payment | null {
  const recent = payments.filter(
    ({ date, amount }) => amount > 0 && date <= today && date >= addDays(today, -MAX_AGE_DAYS),
  );
  const latest = recent.find(({ date, amount }) =>
    payments.some(
      (before) => before.amount === amount && Math.abs(daysBetween(before.date, date) - FOUR_WEEKS) <= TOLERANCE_DAYS,
    ),
  );
  return latest ?? null;
}

/** Explains how four-weekly payments differ from monthly rent. Null without such payments or for other frequencies. */
export function driftLine(payments: readonly Payment[], { rent, frequency }: Terms, today: string): string | null {
  const paid = frequency === 'monthly' ? everyFourWeeks(payments, today) : null;
  if (!paid) return null;
  const { amount, text } = paid;
  const short = rent - amount;
  const rest = rent * PERIODS_A_YEAR.monthly - amount * PERIODS_A_YEAR['4-weekly'];
  return [
    `${COUNCIL.test(text) ? 'The council pays' : 'They pay'} ${formatPence(amount)} every 4 weeks, which is ${formatPence(rentAMonth(amount, '4-weekly'))} a month on average. The rent is ${formatPence(rent)}.`,
    short > 0 && `A month with one payment leaves ${formatPence(short)} unpaid. One month a year has two payments.`,
    rest === 0 && 'Over a year, both add up to the same.',
    rest > 0 && `Over a year, this leaves ${formatPence(rest)} unpaid.`,
    rest < 0 && `Over a year, they pay ${formatPence(-rest)} more than the rent.`,
  ]
    .filter(Boolean)
    .join(' ');
}
