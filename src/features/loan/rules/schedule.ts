/** Interest and capital of a loan for a let property. Amounts are pence, days YYYY-MM-DD. */
import { addMonths } from '../../../shared/dates.ts';
import { roundedShare, splitPence } from '../../../shared/money.ts';

// Source: HMRC Property Income Manual, PIM2105: interest and other loan costs
// https://www.gov.uk/hmrc-internal-manuals/property-income-manual/pim2105

// Source of the limit: HMRC Business Income Manual, BIM45700: withdrawal of capital
// https://www.gov.uk/hmrc-internal-manuals/business-income-manual/bim45700

/** A yearly rate in per cent with at most three decimals, from a day. */
type LoanRate = { from: string; percent: number };
export type Loan = {
  amount: number;
  /** The first payment is a month later. */
  opened: string;
  months: number;
  kind: 'repayment' | 'interest-only';
  /** At least one rate, in ascending order. */
  rates: readonly LoanRate[];
};
/** The lender's interest for a period, both ends included. Periods must not overlap. */
export type LenderStatement = { from: string; to: string; interest: number };
export type LoanPayment = {
  day: string;
  payment: number;
  interest: number;
  capital: number;
  /** Outstanding after the payment. */
  balance: number;
  /** False if the lender's statement has replaced the interest. */
  estimated: boolean;
};

/** Rates are calculated as integers, in thousandths of a percentage point. */
const THOUSANDTHS = 1_000;

/** Balance × yearly rate ÷ 12, rounded half up. */
function monthlyInterest(balance: number, percent: number): number {
  return roundedShare(balance, Math.round(percent * THOUSANDTHS), 12 * 100 * THOUSANDTHS);
}

/** Returns the rate on a day, in per cent. The first rate also applies before its date. */
export function rateOn(rates: readonly LoanRate[], day: string): number {
  return (rates.findLast(({ from }) => from <= day) ?? rates[0])?.percent ?? 0;
}

/** Estimates the parts of an actual payment. A payment below the interest repays no capital. */
export function splitPayment(args: { payment: number; balance: number; percent: number }) {
  const interest = Math.min(args.payment, monthlyInterest(args.balance, args.percent));
  return { interest, capital: args.payment - interest };
}

/** Returns the level payment that repays a balance over some months (annuity formula). */
function levelPayment(balance: number, percent: number, months: number): number {
  const rate = percent / 1_200;
  return Math.round(rate === 0 ? balance / months : (balance * rate) / (1 - (1 + rate) ** -months));
}

/** `exact` is the lender's interest by day of payment. */
function plan({ amount, opened, months, kind, rates }: Loan, exact: ReadonlyMap<string, number>): LoanPayment[] {
  let balance = amount;
  let level = { percent: -1, payment: 0 };
  return Array.from({ length: months }, (_, place) => {
    const day = addMonths(opened, place + 1);
    const left = months - place;
    const percent = rateOn(rates, day);
    if (percent !== level.percent) level = { percent, payment: levelPayment(balance, percent, left) };
    const estimate = monthlyInterest(balance, percent);
    const interest = exact.get(day) ?? estimate;
    const payment = kind === 'repayment' ? level.payment : estimate;
    const capital = left === 1 ? balance : Math.min(balance, payment - interest);
    balance -= capital;
    return { day, payment: interest + capital, interest, capital, balance, estimated: !exact.has(day) };
  });
}

/**
 * Returns the payments of a loan. Interest is at the rate on the payment's day, and each new rate recalculates the
 * level payment. The last payment repays the remaining balance. A lender's statement replaces the interest of its
 * period.
 */
export function loanSchedule(loan: Loan, statements: readonly LenderStatement[] = []): LoanPayment[] {
  const exact = new Map<string, number>();
  for (const { from, to, interest } of statements.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const period = plan(loan, exact).filter(({ day }) => from <= day && day <= to);
    const parts = exactInterest(period, interest) ?? [];
    for (const [place, part] of parts.entries()) exact.set(period[place]?.day ?? '', part);
  }
  return plan(loan, exact);
}

/**
 * Returns interest of each payment that adds up to the lender's figure. A lower figure is spread in proportion to
 * interest, a higher one to capital, so that no part exceeds its payment. Null if the figure exceeds all payments.
 */
export function exactInterest(
  payments: readonly { payment: number; interest: number }[],
  lenderInterest: number,
): number[] | null {
  const planned = payments.reduce((sum, { interest }) => sum + interest, 0);
  const change = lenderInterest - planned;
  if (change === 0) return payments.map(({ interest }) => interest);
  const weights = payments.map(({ payment, interest }) => (change < 0 ? interest : payment - interest));
  if (change > weights.reduce((sum, weight) => sum + weight, 0)) return null;
  const changes = splitPence(change, weights);
  return payments.map(({ interest }, place) => interest + (changes[place] ?? 0));
}

/** Splits interest at a limit of the loan: the value of the property when first let, plus capital added later. */
export function limitInterest(args: { interest: number; loan: number; valueWhenLet: number; capitalAdded: number }) {
  const { interest, loan, valueWhenLet, capitalAdded } = args;
  const limit = Math.min(loan, valueWhenLet + capitalAdded);
  const [allowed = 0, disallowed = 0] = splitPence(interest, [limit, loan - limit]);
  return { allowed, private: disallowed };
}
