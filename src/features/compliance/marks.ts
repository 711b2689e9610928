/** Marks of expired and expiring items, separate from the field schemas to keep bundles small. */
import { daysBetween } from '../../shared/dates.ts';

/** Short names in marks ('Gas' in 'Gas expired'), in display order. */
export const MARKS = {
  gasSafety: 'Gas',
  energyPerformance: 'EPC',
  electricalSafety: 'Electrics',
  alarms: 'Alarms',
  depositProtection: 'Deposit',
  hhsrs: 'HHSRS',
  propertyLicensing: 'Licence',
  tenancyAgreement: 'Agreement',
  landlordInsurance: 'Insurance',
} as const;
export type ComplianceItem = keyof typeof MARKS;

export function isComplianceItem(name: string): name is ComplianceItem {
  return name in MARKS;
}

/** An item is 'expiring' from this many days before its expiry. */
export const EXPIRING_DAYS = 60;

export type Standing = 'expired' | 'expiring' | 'valid';

/** `day` is the last day on which the item is valid. Dates are YYYY-MM-DD. */
export function standing(day: string, today: string): Standing {
  const left = daysBetween(today, day);
  if (left < 0) return 'expired';
  return left <= EXPIRING_DAYS ? 'expiring' : 'valid';
}

/** Expiry dates (YYYY-MM-DD) by item, or by id of other certificates. */
type Ends = Record<string, string>;

/** For example, 'Gas expired' or '2 expiring'. */
export function complianceMarks(ends: Ends, today: string) {
  const marks = (['expired', 'expiring'] as const).map((state) => {
    const matching = Object.entries(ends).filter(([, day]) => standing(day, today) === state);
    const [name = ''] = matching[0] ?? [];
    const one = isComplianceItem(name) ? MARKS[name] : 'Certificate';
    return { state, words: `${matching.length === 1 ? one : matching.length} ${state}`, count: matching.length };
  });
  return marks.filter(({ count }) => count > 0);
}

/** Returns the earliest expiry, past or future. */
export function endsFirst(ends: Ends): { what: string; day: string } | undefined {
  const [first] = Object.entries(ends).toSorted(([, a], [, b]) => a.localeCompare(b));
  if (!first) return undefined;
  const [name, day] = first;
  return { what: isComplianceItem(name) ? MARKS[name] : 'Certificate', day };
}
