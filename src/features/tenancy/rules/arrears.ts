/** Facts about arrears. Amounts are pence, dates YYYY-MM-DD. */
import { daysBetween } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import { counted } from '../../../shared/text.ts';
import { type Frequency, PERIODS_A_YEAR, WEEKS } from './frequency.ts';
import { GROUND_EIGHT_SOURCE } from './sources.ts';

/** Age groups of arrears with their maximum days, inclusive. */
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

/** For example, '20 days late', 'Due today' or 'Due in 3 days'. */
export function daysLateText(dueDate: string, today: string): string {
  const late = daysBetween(dueDate, today);
  if (late === 0) return 'Due today';
  return late > 0 ? `${counted(late, 'day')} late` : `Due in ${counted(-late, 'day')}`;
}

/** Ground 8 requires at least this much rent in arrears at both notice and hearing. */
const GROUND_EIGHT = { weeks: 13, months: 3 } as const;

/** `rent` is pence per period. */
type RentOwed = { owed: number; rent: number; frequency: Frequency };

/**
 * Converts arrears to whole weeks or months of rent, and days, such as '2 months and 12 days'. A day's rent is 1/7 of a
 * week's or 1/365 of a year's, rounded down. Null without arrears or rent.
 */
export function rentOwed({ owed, rent, frequency }: RentOwed) {
  if (owed <= 0 || rent <= 0) return null;
  // Weekly rents are measured in weeks, all others in months.
  const weeks = WEEKS[frequency];
  const unit = weeks === undefined ? 'month' : 'week';
  const inPeriod = weeks ?? 12 / PERIODS_A_YEAR[frequency];
  // Multiplying first avoids fractions of a penny in weekly or monthly rent.
  const scaled = owed * inPeriod;
  const whole = Math.floor(scaled / rent);
  const days = Math.floor(((scaled % rent) * (unit === 'week' ? 7 : 365)) / (rent * (unit === 'week' ? 1 : 12)));
  const parts = [whole > 0 ? counted(whole, unit) : '', days > 0 ? counted(days, 'day') : ''].filter(Boolean);
  return { unit, whole, days, words: parts.join(' and ') || 'Less than a day' } as const;
}

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
 * Compares arrears with the threshold of Ground 8: '2 months and 12 days of rent owed; the threshold is 3 months.' The
 * Act covers weekly, fortnightly and monthly rents; others are converted to weeks or months. Null without arrears.
 */
export function groundEight(args: RentOwed): GroundEight | null {
  const measured = rentOwed(args);
  if (!measured) return null;
  const { unit, words } = measured;
  const threshold = GROUND_EIGHT[`${unit}s`];
  const text = `${words} of rent owed; the threshold is ${counted(threshold, unit)}.`;
  return { ...measured, threshold, text, source: GROUND_EIGHT_SOURCE };
}

/** A ledger at a date, with its rents newest first. */
type Owing = {
  on: string;
  unpaid: readonly { kind: string; left: number }[];
  rents: readonly { from: string; amount: number }[];
  frequency: Frequency;
};

/** Unpaid rent at a date, excluding other charges and interest. An opening balance counts as rent. */
export function rentOwedOn({ on, unpaid, rents, frequency }: Owing): RentOwed {
  const owed = unpaid.reduce((sum, { kind, left }) => (kind === 'charge' || kind === 'interest' ? sum : sum + left), 0);
  const rent = (rents.find(({ from }) => from <= on) ?? rents.at(-1))?.amount ?? 0;
  return { owed, rent, frequency };
}

/** Returns null also before the threshold came into force. */
export function groundEightOn(args: Owing): GroundEight | null {
  return args.on < GROUND_EIGHT_SOURCE.effectiveFrom ? null : groundEight(rentOwedOn(args));
}
