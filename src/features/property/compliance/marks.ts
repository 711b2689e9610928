/** What a list shows of compliance: the items that end soon or have ended, as marks. Apart from their fields, which forms need. */
import { daysBetween } from '../../../shared/dates.ts';

/** The short name of each item in the mark next to an address: 'Gas' in 'Gas expired'. In the order of form and page. */
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

/** An item that ends within so many days is 'expiring'. */
export const EXPIRING_DAYS = 60;

export type Standing = 'expired' | 'expiring' | 'valid';

/** The state of an item that expires on `day`; it is still valid on that day. Both days are YYYY-MM-DD. */
export function standing(day: string, today: string): Standing {
  const left = daysBetween(today, day);
  if (left < 0) return 'expired';
  return left <= EXPIRING_DAYS ? 'expiring' : 'valid';
}

/** The day on which each item ends, and each certificate that proves none, by its id: YYYY-MM-DD. */
type Ends = Record<string, string>;

/** The marks next to an address: 'Gas expired', '2 expiring'. */
export function complianceMarks(ends: Ends, today: string) {
  const marks = (['expired', 'expiring'] as const).map((state) => {
    const those = Object.entries(ends).filter(([, day]) => standing(day, today) === state);
    const [name = ''] = those[0] ?? [];
    const one = isComplianceItem(name) ? MARKS[name] : 'Certificate';
    return { state, words: `${those.length === 1 ? one : those.length} ${state}`, count: those.length };
  });
  return marks.filter(({ count }) => count > 0);
}

/** What ends first of a property, or ended first and was not renewed. */
export function endsFirst(ends: Ends): { what: string; day: string } | undefined {
  const [first] = Object.entries(ends).toSorted(([, one], [, other]) => one.localeCompare(other));
  if (!first) return undefined;
  const [name, day] = first;
  return { what: isComplianceItem(name) ? MARKS[name] : 'Certificate', day };
}
