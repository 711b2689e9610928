/** Losses of a UK property business, by boxes of SA105. Amounts are pence. */
import type { RuleSource } from '../../../shared/rule-source.ts';

export const LOSSES_SOURCE: RuleSource = {
  name: 'HMRC Property Income Manual, PIM4210: losses',
  link: 'https://www.gov.uk/hmrc-internal-manuals/property-income-manual/pim4210',
  effectiveFrom: '2007-04-06',
  jurisdiction: 'UK',
};

/** Earlier losses reduce the first later profit automatically and in full. `result` is negative for a loss. */
export function offsetLosses({ result, broughtForward }: { result: number; broughtForward: number }) {
  const profit = Math.max(0, result);
  const loss = Math.max(0, -result);
  const used = Math.min(profit, broughtForward);
  return {
    /** Box 38 */ profit,
    /** Box 39 */ used,
    /** Box 40 */ taxable: profit - used,
    /** Box 41 */ loss,
    /** Box 43 */ carriedForward: broughtForward - used + loss,
  };
}
