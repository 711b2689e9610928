/** A payment every four weeks for a rent a month, as councils pay: how far the two drift apart. Pure; amounts are pence. */
import { addDays, daysBetween } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { type Frequency, PERIODS_A_YEAR, rentAMonth } from './frequency.ts';

type Payment = { date: string; amount: number; text: string };
type Terms = { rent: number; frequency: Frequency };

const FOUR_WEEKS = 28;
/** Banks book a day early or late. */
const GIVE = 1;
/** A payment that is later than that has ended. */
const LATEST_WITHIN = 35;

const COUNCIL = /\b(council|borough|cc|mbc|dc|hb|housing)\b/i;

/** The latest of payments of one amount that came every four weeks, twice at least, and go on on `today`. */
function everyFourWeeks(payments: readonly Payment[], today: string): Payment | null {
  const recent = payments.filter(
    ({ date, amount }) => amount > 0 && date <= today && date >= addDays(today, -LATEST_WITHIN),
  );
  const latest = recent.find(({ date, amount }) =>
    payments.some(
      (before) => before.amount === amount && Math.abs(daysBetween(before.date, date) - FOUR_WEEKS) <= GIVE,
    ),
  );
  return latest ?? null;
}

/**
 * 'The council pays £461.52 every 4 weeks, which is £499.98 a month on average; the rent is £500.00. …'; null where nothing comes so, or
 * where the rent is not a month's.
 */
export function driftLine(payments: readonly Payment[], { rent, frequency }: Terms, today: string): string | null {
  const paid = frequency === 'monthly' ? everyFourWeeks(payments, today) : null;
  if (!paid) return null;
  const { amount, text } = paid;
  const open = rent - amount;
  const rest = rent * PERIODS_A_YEAR.monthly - amount * PERIODS_A_YEAR['4-weekly'];
  return [
    `${COUNCIL.test(text) ? 'The council pays' : 'They pay'} ${formatPence(amount)} every 4 weeks, which is ${formatPence(rentAMonth(amount, '4-weekly'))} a month on average; the rent is ${formatPence(rent)}.`,
    open > 0 && `A month with one payment leaves ${formatPence(open)} open; once a year a month has two payments.`,
    rest === 0 && 'Over a year the two are equal.',
    rest > 0 && `Over a year ${formatPence(rest)} is left to pay.`,
    rest < 0 && `Over a year ${formatPence(-rest)} more comes in than the rent.`,
  ]
    .filter(Boolean)
    .join(' ');
}
