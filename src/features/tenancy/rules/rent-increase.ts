/**
 * When a new rent can begin in England: section 13 of the Housing Act 1988 and its Form 4A, as the Renters' Rights Act 2025 has them
 * from 1 May 2026. Pure, and facts only. Days are YYYY-MM-DD.
 */
import { addDays, addMonths, formatDay } from '../../../shared/dates.ts';
import { RENT_INCREASE_SOURCE, type RuleSource } from './sources.ts';

const NOTICE_MONTHS = 2;
/** Weeks after the tenancy began, and between one increase and the next. */
const INCREASE_WEEKS = 52;

/** The earliest day that one rule leaves, and the rule in words. */
export type IncreaseRule = {
  rule: 'notice' | 'first-weeks' | 'last-increase' | 'rent-period';
  day: string;
  text: string;
  source: RuleSource;
};

export type IncreaseGiven = {
  /** The first day of the tenancy, a fixed term before it included. */
  start: string;
  /** The day on which the last increase took effect, not that of its notice. */
  lastIncrease: string | null;
  /** The day on which Form 4A is or was served. */
  served: string;
  /** The first day of the rent period that begins on a day, or else of the next. */
  periodStartOnOrAfter: (day: string) => string;
};

/**
 * The earliest day of a new rent, and each rule with the day that it leaves: the latest of the first rules, then the next first day of
 * a rent period. In some years 53 weeks lie between increases instead of 52, so as to keep to the anniversary of the first; that is said,
 * not computed.
 */
export function earliestIncrease(given: IncreaseGiven): { day: string; rules: IncreaseRule[] } {
  const { start, lastIncrease, served, periodStartOnOrAfter } = given;
  const source = RENT_INCREASE_SOURCE;
  const rules: IncreaseRule[] = [
    {
      rule: 'notice',
      day: addMonths(served, NOTICE_MONTHS),
      text: `${NOTICE_MONTHS} months after notice is served, ${formatDay(served)}`,
      source,
    },
    {
      rule: 'first-weeks',
      day: addDays(start, INCREASE_WEEKS * 7),
      text: `${INCREASE_WEEKS} weeks after the tenancy began, ${formatDay(start)}`,
      source,
    },
  ];
  if (lastIncrease !== null)
    rules.push({
      rule: 'last-increase',
      day: addDays(lastIncrease, INCREASE_WEEKS * 7),
      text: `${INCREASE_WEEKS} weeks, in some years 53, after the last increase took effect, ${formatDay(lastIncrease)}`,
      source,
    });
  const open = rules.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const day = periodStartOnOrAfter(open);
  rules.push({ rule: 'rent-period', day, text: `The first day of a rent period from ${formatDay(open)} on`, source });
  return { day, rules };
}
