/** Parts of actual payments on a loan. Amounts are pence, days YYYY-MM-DD. */
import { addMonths } from '../../../shared/dates.ts';
import { taxYearOf } from '../../tax/rules/tax-year.ts';
import {
  exactInterest,
  type LenderStatement,
  type Loan,
  type LoanPayment,
  limitInterest,
  loanSchedule,
  splitPayment,
} from './schedule.ts';

/** `limit` is null without a limit of interest, or until the landlord has confirmed the limit. */
export type PaidLoan = Loan & { limit: { valueWhenLet: number; capitalAdded: number } | null };
type Paid = { day: string; amount: number };
/** `private` is interest above the limit. Interest, private interest and capital add up to the payment. */
export type PaymentParts = { interest: number; private: number; capital: number; estimated: boolean };

/** A second payment in a month is for the next month from day `EARLY_FROM`, for the previous one up to `LATE_TO`. */
const EARLY_FROM = '25';
const LATE_TO = '07';

/**
 * Returns parts of payments, in order of date. The interest of a scheduled month counts once, so that a further payment
 * in the month repays capital. A lender's statement replaces the interest of the payments in its period.
 */
export function paymentParts(
  loan: PaidLoan,
  statements: readonly LenderStatement[],
  payments: readonly Paid[],
): PaymentParts[] {
  const months = new Map(loanSchedule(loan, statements).map((row) => [row.day.slice(0, 7), row]));
  const usedMonths = new Set<string>();
  const interest = payments.map((paid) => {
    const month = monthOf(paid.day, usedMonths);
    usedMonths.add(month);
    return estimatedInterest(paid, { loan, planned: months.get(month), isFirst: months.has(nextMonth(month, 1)) });
  });
  const exact = new Set<number>();
  for (const { from, to, interest: lenders } of statements) {
    const places = payments.flatMap(({ day }, place) => (from <= day && day <= to ? [place] : []));
    const period = places.map((place) => ({ payment: payments[place]?.amount ?? 0, interest: interest[place] ?? 0 }));
    for (const [index, part] of (exactInterest(period, lenders) ?? []).entries()) {
      interest[places[index] ?? 0] = part;
      exact.add(places[index] ?? 0);
    }
  }
  const above = interestAboveLimit(loan, payments, interest);
  return payments.map(({ amount }, place) => {
    const [whole = 0, beyond = 0] = [interest[place], above[place]];
    return { interest: whole - beyond, private: beyond, capital: amount - whole, estimated: !exact.has(place) };
  });
}

function monthOf(day: string, usedMonths: ReadonlySet<string>): string {
  const [month, date] = [day.slice(0, 7), day.slice(8)];
  if (!usedMonths.has(month)) return month;
  const other = date >= EARLY_FROM ? nextMonth(month, 1) : date <= LATE_TO ? nextMonth(month, -1) : month;
  return usedMonths.has(other) ? `${day} again` : other;
}

const nextMonth = (month: string, by: number) => addMonths(`${month.slice(0, 7)}-01`, by).slice(0, 7);

type Estimate = { loan: Loan; planned: LoanPayment | undefined; isFirst: boolean };

/** Before the first scheduled payment, interest is for a month of the whole loan. */
function estimatedInterest({ day, amount }: Paid, { loan, planned, isFirst }: Estimate): number {
  if (planned) return Math.min(amount, planned.interest);
  if (!isFirst || day < loan.opened || day.slice(0, 7) !== loan.opened.slice(0, 7)) return 0;
  return splitPayment({ payment: amount, balance: loan.amount, percent: loan.rates[0]?.percent ?? 0 }).interest;
}

/** Returns interest above the limit, rounded once for each tax year. */
function interestAboveLimit(
  { amount, limit }: PaidLoan,
  payments: readonly Paid[],
  interest: readonly number[],
): number[] {
  const sums = new Map<string, number>();
  const above = (sum: number) => (limit ? limitInterest({ ...limit, interest: sum, loan: amount }).private : 0);
  return payments.map(({ day }, place) => {
    const { year } = taxYearOf(day);
    const before = sums.get(year) ?? 0;
    const after = before + (interest[place] ?? 0);
    sums.set(year, after);
    return above(after) - above(before);
  });
}
