/**
 * Earliest date of a new rent in England: section 13 of the Housing Act 1988 and Form 4A, as amended by the Renters'
 * Rights Act 2025 from 1 May 2026. Dates are YYYY-MM-DD.
 */
import { addDays, addMonths, daysBetween, formatDay } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import { RENT_INCREASE_SOURCE } from './sources.ts';

const NOTICE_MONTHS = 2;
/** Minimum weeks before the first increase and between increases. */
const INCREASE_WEEKS = 52;

export type IncreaseRule = {
  rule: 'notice' | 'first-weeks' | 'last-increase' | 'rent-period';
  day: string;
  text: string;
  source: RuleSource;
};

export type IncreaseGiven = {
  /** First day of the tenancy, including an earlier fixed term. */
  start: string;
  /** Effective date of the last increase, not of its notice. */
  lastIncrease: string | null;
  /** Effective date of the first counted increase, whose anniversaries decide between 52 and 53 weeks. */
  firstIncrease?: string | null;
  /** Date on which Form 4A is or was served. */
  served: string;
  periodStartOnOrAfter: (day: string) => string;
};

/** Increases up to this day do not count as the first increase (section 13(3B)). */
export const FIRST_COUNTED_AFTER = '2003-02-11';
const MAX_DAYS_BEFORE_ANNIVERSARY = 6;

/** Returns 53 if 52 weeks would end more than six days before the anniversary of the first increase, otherwise 52. */
export function weeksBetweenIncreases(last: string, first: string | null | undefined): 52 | 53 {
  if (!first) return INCREASE_WEEKS;
  const day = addDays(last, INCREASE_WEEKS * 7);
  let anniversary = addMonths(first, 12 * (Number(day.slice(0, 4)) - Number(first.slice(0, 4))));
  if (anniversary < day) anniversary = addMonths(first, 12 * (Number(day.slice(0, 4)) + 1 - Number(first.slice(0, 4))));
  return daysBetween(day, anniversary) > MAX_DAYS_BEFORE_ANNIVERSARY ? 53 : INCREASE_WEEKS;
}

/** Returns the latest date of all rules, moved to the start of a rent period. */
export function earliestIncrease(facts: IncreaseGiven): { day: string; rules: IncreaseRule[] } {
  const { start, lastIncrease, firstIncrease, served, periodStartOnOrAfter } = facts;
  const source = RENT_INCREASE_SOURCE;
  const rules: IncreaseRule[] = [
    {
      rule: 'notice',
      day: addMonths(served, NOTICE_MONTHS),
      text: `${NOTICE_MONTHS} months after notice is served on ${formatDay(served)}`,
      source,
    },
    {
      rule: 'first-weeks',
      day: addDays(start, INCREASE_WEEKS * 7),
      text: `${INCREASE_WEEKS} weeks after the tenancy started on ${formatDay(start)}`,
      source,
    },
  ];
  if (lastIncrease !== null) {
    const weeks = weeksBetweenIncreases(lastIncrease, firstIncrease);
    rules.push({
      rule: 'last-increase',
      day: addDays(lastIncrease, weeks * 7),
      text: `${weeks} weeks after the last increase took effect on ${formatDay(lastIncrease)}`,
      source,
    });
  }
  const earliest = rules.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const day = periodStartOnOrAfter(earliest);
  rules.push({ rule: 'rent-period', day, text: `The first day of a rent period from ${formatDay(earliest)}`, source });
  return { day, rules };
}
