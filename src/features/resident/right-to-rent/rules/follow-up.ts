/** When a right-to-rent check is due and when it is repeated, in England. Dates are YYYY-MM-DD. */
import { addDays, addMonths } from '../../../../shared/dates.ts';
import type { RuleSource } from '../../../../shared/rule-source.ts';

export const RIGHT_TO_RENT_SOURCE: RuleSource = {
  name: 'Immigration Act 2014, section 27',
  link: 'https://www.legislation.gov.uk/ukpga/2014/22/section/27',
  effectiveFrom: '2014-12-01',
  jurisdiction: 'England',
};

/** A person with a time limit is checked at most 28 days before the start. */
const MAX_DAYS_BEFORE = 28;

type Check = { checkedOn: string; unlimited: boolean; leaveEnds: string | null; documentEnds: string | null };

/**
 * Last day for the follow-up check: the latest of one year beginning with the check, the end of leave and the end of
 * the document. Null if the right is unlimited.
 */
export function followUp({ checkedOn, unlimited, leaveEnds, documentEnds }: Check): string | null {
  if (unlimited) return null;
  const year = yearFrom(checkedOn);
  return [year, leaveEnds, documentEnds].reduce<string>((latest, day) => (day && day > latest ? day : latest), year);
}

/** The last day of the year that begins with `day`. */
export const yearFrom = (day: string): string => addDays(addMonths(day, 12), -1);

/** The first day on which a person with a time limit may be checked for a tenancy from `start`. */
export const earliestCheck = (start: string): string => addDays(start, -MAX_DAYS_BEFORE);

/** `typed` without spaces, in upper case, or why it is not a share code for renting. */
export function readShareCode(typed: string): { code: string } | { problem: string } {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  if (!code.startsWith('R')) return { problem: 'A share code for renting begins with R' };
  return /^[A-Z0-9]{9}$/.test(code) ? { code } : { problem: 'A share code has 9 letters and numbers' };
}
