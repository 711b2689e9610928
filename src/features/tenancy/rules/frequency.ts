/** How often rent is due, and what it comes to a month. Amounts are pence. */

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

/** Rent periods in a year of 52 weeks or 12 months. */
export const PERIODS_A_YEAR = {
  weekly: 52,
  '2-weekly': 26,
  '4-weekly': 13,
  monthly: 12,
  quarterly: 4,
  'six-monthly': 2,
  yearly: 1,
} as const satisfies Record<Frequency, number>;

const MONTHS_A_YEAR = 12;

/** What a rent of so many pence a period is a month, rounded half up: £200.00 a week is £866.67. */
export function rentAMonth(amount: number, frequency: Frequency): number {
  // One division of whole numbers: Math.round sees a half only where there is one.
  return Math.round((amount * PERIODS_A_YEAR[frequency]) / MONTHS_A_YEAR);
}

/** What a rent of so many pence a month is each period, rounded half up: £866.67 is £200.00 a week. */
export function rentAPeriod(perMonth: number, frequency: Frequency): number {
  return Math.round((perMonth * MONTHS_A_YEAR) / PERIODS_A_YEAR[frequency]);
}
