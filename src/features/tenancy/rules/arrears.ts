/** How late rent is and how much is owed, as facts. Amounts are pence, days YYYY-MM-DD; each rule is told today. */
import { daysBetween } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { type Frequency, PERIODS_A_YEAR } from './frequency.ts';
import { GROUND_EIGHT_SOURCE, type RuleSource } from './sources.ts';

/** The ages by which arrears are sorted, each up to and including its days; `readArrears` adds them up. */
export const AGES = [
  { id: '0-7', label: '0–7 days', days: 7 },
  { id: '8-14', label: '8–14 days', days: 14 },
  { id: '15-30', label: '15–30 days', days: 30 },
  { id: '31-60', label: '31–60 days', days: 60 },
  { id: '61-90', label: '61–90 days', days: 90 },
  { id: 'over-90', label: 'Over 90 days', days: 1_000_000 },
] as const;
export type Age = (typeof AGES)[number]['id'];
export const AGE_IDS = AGES.map(({ id }) => id);

/** Days since a payment was due: 0 on the day, below zero before it. */
function daysLate(dueDate: string, today: string): number {
  return daysBetween(dueDate, today);
}

/** '20 days late', '1 day late', 'Due today', 'Due in 3 days'. */
export function daysLateText(dueDate: string, today: string): string {
  const late = daysLate(dueDate, today);
  if (late === 0) return 'Due today';
  return late > 0 ? `${counted(late, 'day')} late` : `Due in ${counted(-late, 'day')}`;
}

/**
 * How many months of rent are owed, to one decimal: `2.4`, '2.4 months', '2.4 months of rent'. Cut off, not rounded, so that
 * nobody reads '3 months' who owes less. Null where nothing is owed, or there is no rent to measure it by.
 */
export function behind({ owed, rentAMonth }: { owed: number; rentAMonth: number }) {
  if (owed <= 0 || rentAMonth <= 0) return null;
  const months = Math.floor((owed * 10) / rentAMonth) / 10;
  const short = months === 0 ? 'Under 0.1 months' : counted(months, 'month');
  return { months, short, text: `${short} of rent` };
}

/** Rents by the week are measured in weeks, all others in months. */
const WEEKS_A_PERIOD: Partial<Record<Frequency, number>> = { weekly: 1, '2-weekly': 2, '4-weekly': 4 };
/** The rent that must be unpaid, both at notice and at the hearing. */
const GROUND_EIGHT = { weeks: 13, months: 3 } as const;

/** Arrears in whole weeks or months of rent and days beyond them, beside the threshold in the same unit. */
export type GroundEight = {
  unit: 'week' | 'month';
  whole: number;
  days: number;
  threshold: number;
  text: string;
  source: RuleSource;
};

/**
 * The arrears beside the threshold of Ground 8, as a fact: '2 months and 12 days of rent owed; the threshold is 3 months.' `rent` is
 * pence a period. A day's rent is a seventh of a week's, or a 365th of a year's; a day that is owed in part is not counted.
 * The Act names weekly, fortnightly and monthly rents; others are measured by the week or month as their periods are.
 * Null where nothing is owed or there is no rent.
 */
export function groundEight(given: { owed: number; rent: number; frequency: Frequency }): GroundEight | null {
  const { owed, rent, frequency } = given;
  if (owed <= 0 || rent <= 0) return null;
  const weeks = WEEKS_A_PERIOD[frequency];
  const unit = weeks === undefined ? 'month' : 'week';
  const inPeriod = weeks ?? 12 / PERIODS_A_YEAR[frequency];
  // Multiplied up instead of divided down: the rent of a week or month need not be whole pence.
  const scaled = owed * inPeriod;
  const whole = Math.floor(scaled / rent);
  const days = Math.floor(((scaled % rent) * (unit === 'week' ? 7 : 365)) / (rent * (unit === 'week' ? 1 : 12)));
  const threshold = GROUND_EIGHT[`${unit}s`];
  const parts = [whole > 0 ? counted(whole, unit) : '', days > 0 ? counted(days, 'day') : ''].filter(Boolean);
  const amount = parts.join(' and ') || 'Less than a day';
  const text = `${amount} of rent owed; the threshold is ${counted(threshold, unit)}.`;
  return { unit, whole, days, threshold, text, source: GROUND_EIGHT_SOURCE };
}

/** Of a ledger on a day, the latest rent first. */
type Owing = {
  on: string;
  unpaid: readonly { kind: string; left: number }[];
  rents: readonly { from: string; amount: number }[];
  frequency: Frequency;
};

/**
 * As `groundEight`, of what is unpaid that is rent: neither a charge nor interest counts. What was owed before the ledger began is taken
 * for rent. Null for a day before the threshold was the one that is coded here.
 */
export function groundEightOn({ on, unpaid, rents, frequency }: Owing): GroundEight | null {
  if (on < GROUND_EIGHT_SOURCE.effectiveFrom) return null;
  const owed = unpaid.reduce((sum, { kind, left }) => (kind === 'charge' || kind === 'interest' ? sum : sum + left), 0);
  const rent = (rents.find(({ from }) => from <= on) ?? rents.at(-1))?.amount ?? 0;
  return groundEight({ owed, rent, frequency });
}
