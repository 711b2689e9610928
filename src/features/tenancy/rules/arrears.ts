/** How late rent is and how much is owed, as facts. Amounts are pence, days YYYY-MM-DD; each rule is told today. */
import { daysBetween } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { type Frequency, PERIODS_A_YEAR, WEEKS } from './frequency.ts';
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

/** From the day on which the oldest unpaid charge was due: '20 days late', '1 day late', 'Due today', 'Due in 3 days'. */
export function daysLateText(dueDate: string, today: string): string {
  const late = daysBetween(dueDate, today);
  if (late === 0) return 'Due today';
  return late > 0 ? `${counted(late, 'day')} late` : `Due in ${counted(-late, 'day')}`;
}

/** The rent that must be unpaid, both at notice and at the hearing. */
const GROUND_EIGHT = { weeks: 13, months: 3 } as const;

/** `rent` is pence a period. */
type RentOwed = { owed: number; rent: number; frequency: Frequency };

/**
 * Arrears in whole weeks or months of rent, and days: '2 months and 12 days'. A day's rent is a seventh of a week's, or a 365th of a
 * year's; part of a day is not counted. Null where nothing is owed or there is no rent.
 */
export function rentOwed({ owed, rent, frequency }: RentOwed) {
  if (owed <= 0 || rent <= 0) return null;
  // Rents by the week are measured in weeks, all others in months.
  const weeks = WEEKS[frequency];
  const unit = weeks === undefined ? 'month' : 'week';
  const inPeriod = weeks ?? 12 / PERIODS_A_YEAR[frequency];
  // Multiplied up instead of divided down: the rent of a week or month need not be whole pence.
  const scaled = owed * inPeriod;
  const whole = Math.floor(scaled / rent);
  const days = Math.floor(((scaled % rent) * (unit === 'week' ? 7 : 365)) / (rent * (unit === 'week' ? 1 : 12)));
  const parts = [whole > 0 ? counted(whole, unit) : '', days > 0 ? counted(days, 'day') : ''].filter(Boolean);
  return { unit, whole, days, words: parts.join(' and ') || 'Less than a day' } as const;
}

/** Arrears in rent, and the threshold in the same unit. */
export type GroundEight = {
  unit: 'week' | 'month';
  whole: number;
  days: number;
  words: string;
  threshold: number;
  text: string;
  source: RuleSource;
};

/**
 * Arrears compared with the threshold of Ground 8: '2 months and 12 days of rent owed; the threshold is 3 months.' The Act names weekly,
 * fortnightly and monthly rents; others are measured by the week or month as their periods are. Null where nothing is owed.
 */
export function groundEight(given: RentOwed): GroundEight | null {
  const measured = rentOwed(given);
  if (!measured) return null;
  const { unit, words } = measured;
  const threshold = GROUND_EIGHT[`${unit}s`];
  const text = `${words} of rent owed; the threshold is ${counted(threshold, unit)}.`;
  return { ...measured, threshold, text, source: GROUND_EIGHT_SOURCE };
}

/** A ledger on a day, with its rents newest first. */
type Owing = {
  on: string;
  unpaid: readonly { kind: string; left: number }[];
  rents: readonly { from: string; amount: number }[];
  frequency: Frequency;
};

/** What of the unpaid is rent, on a day: neither a charge nor interest counts. What was owed before the ledger began is taken for rent. */
export function rentOwedOn({ on, unpaid, rents, frequency }: Owing): RentOwed {
  const owed = unpaid.reduce((sum, { kind, left }) => (kind === 'charge' || kind === 'interest' ? sum : sum + left), 0);
  const rent = (rents.find(({ from }) => from <= on) ?? rents.at(-1))?.amount ?? 0;
  return { owed, rent, frequency };
}

/** Null also for a day before the threshold was the one that is coded here. */
export function groundEightOn(given: Owing): GroundEight | null {
  return given.on < GROUND_EIGHT_SOURCE.effectiveFrom ? null : groundEight(rentOwedOn(given));
}
