/**
 * Earliest date of a new rent in England: section 13 of the Housing Act 1988 and Form 4A, as amended by the Renters'
 * Rights Act 2025 from 1 May 2026. Dates are YYYY-MM-DD.
 */
import { addDays, addMonths, formatDay } from '../../../shared/dates.ts';
import { RENT_INCREASE_SOURCE, type RuleSource } from './sources.ts';

const NOTICE_MONTHS = 2;
/** Weeks after the tenancy started and between increases. */
const INCREASE_WEEKS = 52;

/** A rule and the earliest date it allows. */
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
  /** Date on which Form 4A is or was served. */
  served: string;
  periodStartOnOrAfter: (day: string) => string;
};

/**
 * The latest date of all rules, moved to the start of a rent period. The Act sometimes requires 53 weeks between
 * increases, which is mentioned but not calculated.
 */
export function earliestIncrease(given: IncreaseGiven): { day: string; rules: IncreaseRule[] } {
  const { start, lastIncrease, served, periodStartOnOrAfter } = given;
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
  if (lastIncrease !== null)
    rules.push({
      rule: 'last-increase',
      day: addDays(lastIncrease, INCREASE_WEEKS * 7),
      text: `${INCREASE_WEEKS} weeks, in some years 53, after the last increase took effect on ${formatDay(lastIncrease)}`,
      source,
    });
  const open = rules.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const day = periodStartOnOrAfter(open);
  rules.push({ rule: 'rent-period', day, text: `The first day of a rent period from ${formatDay(open)}`, source });
  return { day, rules };
}
