/** The duty to report to HMRC four times a year, and the easement of three lines. Amounts are pence. */
import type { RuleSource } from '../../../shared/rule-source.ts';

const MANDATION_SOURCE: RuleSource = {
  name: 'HMRC, who must use Making Tax Digital for Income Tax',
  link: 'https://www.gov.uk/guidance/follow-the-rules-for-making-tax-digital-for-income-tax',
  effectiveFrom: '2026-04-06',
  jurisdiction: 'UK',
};

/** The duty begins on `from` if income in the tax year `income` was over `over`. */
const THRESHOLDS = [
  { from: '2026-04-06', income: '2024-25', over: 50_000_00, source: MANDATION_SOURCE },
  { from: '2027-04-06', income: '2025-26', over: 30_000_00, source: MANDATION_SOURCE },
  { from: '2028-04-06', income: '2026-27', over: 20_000_00, source: MANDATION_SOURCE },
] as const;

/**
 * Returns the threshold of a tax year such as '2027-28': the last one that has begun, otherwise the first. Income is
 * from self-employment, and the person's own share of boxes 20, 22 and 23, before expenses.
 */
export function thresholdOf(year: string): (typeof THRESHOLDS)[number] {
  return THRESHOLDS.findLast(({ from }) => from.slice(0, 4) <= year.slice(0, 4)) ?? THRESHOLDS[0];
}

/** The VAT registration threshold. */
export const THREE_LINES_UNDER = 90_000_00;

/** `turnover` is the sum of boxes 20, 22 and 23 of the year. */
export function mayUseThreeLines(turnover: number): boolean {
  return turnover < THREE_LINES_UNDER;
}
