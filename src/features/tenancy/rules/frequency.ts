/** How often rent is paid, and what it comes to a month. Pure; amounts are pence. */

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

/** A year has 52 weeks here, as in the Tenant Fees Act 2019. `app.periods_a_year` has the same for sums in SQL; tenancy.api.test.ts compares them. */
export const PERIODS_A_YEAR = {
  weekly: 52,
  '2-weekly': 26,
  '4-weekly': 13,
  monthly: 12,
  quarterly: 4,
  'six-monthly': 2,
  yearly: 1,
} as const satisfies Record<Frequency, number>;

/** Weeks in a period, where it is counted in weeks. */
export const WEEKS: Partial<Record<Frequency, number>> = { weekly: 1, '2-weekly': 2, '4-weekly': 4 };

/** Of rent a period, rounded half up. */
export function rentAMonth(amount: number, frequency: Frequency): number {
  return roundedShare(amount, PERIODS_A_YEAR[frequency], 12);
}

/** Of rent a month, rounded half up. */
export function rentAPeriod(perMonth: number, frequency: Frequency): number {
  return roundedShare(perMonth, 12, PERIODS_A_YEAR[frequency]);
}

/** `amount` × `times` ÷ `by`, rounded half up, of whole numbers. */
export function roundedShare(amount: number, times: number, by: number): number {
  return Math.floor((2 * amount * times + by) / (2 * by));
}
