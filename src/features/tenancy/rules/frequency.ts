/** Payment frequencies and conversion to monthly rent. Amounts are pence. */
import { roundedShare } from '../../../shared/money.ts';

export const FREQUENCIES = ['weekly', '2-weekly', '4-weekly', 'monthly', 'quarterly', 'six-monthly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const FREQUENCY_LABELS = {
  weekly: 'Weekly',
  '2-weekly': 'Every 2 weeks',
  '4-weekly': 'Every 4 weeks',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  'six-monthly': 'Every 6 months',
  yearly: 'Yearly',
} as const satisfies Record<Frequency, string>;

/** Follows 'Rent', as in 'Rent per month'. */
export const PER_PERIOD = {
  weekly: 'per week',
  '2-weekly': 'per 2 weeks',
  '4-weekly': 'per 4 weeks',
  monthly: 'per month',
  quarterly: 'per quarter',
  'six-monthly': 'per 6 months',
  yearly: 'per year',
} as const satisfies Record<Frequency, string>;

/** 52 weeks a year, as in the Tenant Fees Act 2019. Same as `app.periods_per_year`, checked by tenancy.api.test.ts. */
export const PERIODS_A_YEAR = {
  weekly: 52,
  '2-weekly': 26,
  '4-weekly': 13,
  monthly: 12,
  quarterly: 4,
  'six-monthly': 2,
  yearly: 1,
} as const satisfies Record<Frequency, number>;

/** Weeks per period, for frequencies in weeks. */
export const WEEKS: Partial<Record<Frequency, number>> = { weekly: 1, '2-weekly': 2, '4-weekly': 4 };

/** Converts rent per period to rent per month, rounding half up. */
export function rentAMonth(amount: number, frequency: Frequency): number {
  return roundedShare(amount, PERIODS_A_YEAR[frequency], 12);
}

/** Converts rent between frequencies with the same rent per year, rounding half up. */
export function convertRent(amount: number, from: Frequency, to: Frequency): number {
  return roundedShare(amount, PERIODS_A_YEAR[from], PERIODS_A_YEAR[to]);
}

/** Converts rent per month to rent per period, rounding half up. */
export function rentAPeriod(perMonth: number, frequency: Frequency): number {
  return roundedShare(perMonth, 12, PERIODS_A_YEAR[frequency]);
}
