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

/** 'expiring' from this many days before the expiry. */
export const EXPIRING_DAYS = 60;

export type Standing = 'expired' | 'expiring' | 'valid';

/** An item is still valid on `day`. Dates are YYYY-MM-DD. */
export function standing(day: string, today: string): Standing {
  const left = daysBetween(today, day);
  if (left < 0) return 'expired';
  return left <= EXPIRING_DAYS ? 'expiring' : 'valid';
}

/** Expiry dates (YYYY-MM-DD) by item, or by id of other certificates. */
type Ends = Record<string, string>;

/** 'Gas expired', '2 expiring'. */
export function complianceMarks(ends: Ends, today: string) {
  const marks = (['expired', 'expiring'] as const).map((state) => {
    const those = Object.entries(ends).filter(([, day]) => standing(day, today) === state);
    const [name = ''] = those[0] ?? [];
    const one = isComplianceItem(name) ? MARKS[name] : 'Certificate';
    return { state, words: `${those.length === 1 ? one : those.length} ${state}`, count: those.length };
  });
  return marks.filter(({ count }) => count > 0);
}

/** The earliest expiry, past or future. */
export function endsFirst(ends: Ends): { what: string; day: string } | undefined {
  const [first] = Object.entries(ends).toSorted(([, one], [, other]) => one.localeCompare(other));
  if (!first) return undefined;
  const [name, day] = first;
  return { what: isComplianceItem(name) ? MARKS[name] : 'Certificate', day };
}
