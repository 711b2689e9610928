/** How the nine compliance items of a property stand, in words: a state each, what else is kept of them, and a line that sums them up. */
import { daysBetween, formatDay } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { COMPLIANCE_FIELD_LABELS, COMPLIANCE_FIELDS, type ComplianceFieldName, isDayField } from '../part-labels.ts';
import { COMPLIANCE_ITEMS, type Compliance, type ComplianceItem, type ComplianceState } from './compliance.ts';

/** The words before the day of an item that does not expire. */
const SEEN: Partial<Record<ComplianceItem, string>> = {
  alarms: 'Last checked',
  hhsrs: 'Last inspected',
  tenancyAgreement: 'Agreed',
};

/** 'Valid until 12 Mar 2027', 'Expires 12 Mar 2027 (in 40 days)', 'Last checked 12 Mar 2026', 'Not recorded'. */
export function stateWords(item: ComplianceItem, stands: ComplianceState, today: string): string {
  switch (stands.state) {
    case 'valid':
      return `Valid until ${formatDay(stands.day)}`;
    case 'expiring':
      return `Expires ${formatDay(stands.day)} (${awayWords(daysBetween(today, stands.day))})`;
    case 'expired':
      return `Expired ${formatDay(stands.day)}`;
    case 'recorded':
      return stands.day ? `${SEEN[item] ?? 'Recorded'} ${formatDay(stands.day)}` : 'Recorded';
    case 'not_applicable':
      return 'Not applicable';
    case 'not_recorded':
      return 'Not recorded';
  }
}

function awayWords(days: number): string {
  return days === 0 ? 'today' : `in ${counted(days, 'day')}`;
}

/** The facts of an item beside its state: 'Rating C', 'Policy Number 88-213'. Notes are not among them. */
export function itemFacts(item: ComplianceItem, compliance: Compliance): string[] {
  const kept: Partial<Record<ComplianceFieldName, string | boolean | null>> = compliance[item];
  return COMPLIANCE_FIELDS[item]
    .filter((field) => kept[field] && !isDayField(field))
    .map((field) => `${COMPLIANCE_FIELD_LABELS[field]} ${kept[field]}`);
}

/** '6 in order, 1 expiring, 2 not recorded'; what there is none of is left out. */
export function summaryLine(states: readonly ComplianceState['state'][]): string {
  const many = (...counts: ComplianceState['state'][]) => states.filter((state) => counts.includes(state)).length;
  const parts: [number, string][] = [
    [many('valid', 'recorded'), 'in order'],
    [many('expiring'), 'expiring'],
    [many('expired'), 'expired'],
    [many('not_recorded'), 'not recorded'],
    [many('not_applicable'), 'not applicable'],
  ];
  return parts.flatMap(([count, words]) => (count > 0 ? `${count} ${words}` : [])).join(', ');
}

/** How many items a landlord has entered anything for, were it only a note. */
export function enteredItems(compliance: Compliance): number {
  return COMPLIANCE_ITEMS.filter((item) => Object.values(compliance[item]).some(Boolean)).length;
}
