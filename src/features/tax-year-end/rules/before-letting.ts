/** Costs before the first letting of a property business. Days are YYYY-MM-DD. */
import { addMonths } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';

export const BEFORE_LETTING_SOURCE: RuleSource = {
  name: 'HMRC Property Income Manual, PIM2505: costs before letting starts',
  link: 'https://www.gov.uk/hmrc-internal-manuals/property-income-manual/pim2505',
  effectiveFrom: '2005-04-06',
  jurisdiction: 'UK',
};

const YEARS = 7;

/** Returns the later of payment and first letting; null if paid over seven years before letting. */
export function countsOn(paidOn: string, firstLetting: string): string | null {
  if (paidOn >= firstLetting) return paidOn;
  return paidOn >= addMonths(firstLetting, -12 * YEARS) ? firstLetting : null;
}
