import { z } from 'zod';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { COMPLIANCE_ITEMS, type Compliance, ITEM_FIELDS } from './compliance.ts';
import { type ComplianceItem, type Standing, standing } from './marks.ts';

/** An item's stored state, independent of the date. `missing` is a required field. */
type ComplianceFact =
  | { state: 'not_applicable'; reason: string }
  | { state: 'ends' | 'recorded'; day: string }
  | { state: 'incomplete'; missing: string }
  | { state: 'not_recorded' };

/** `day` is the expiry date, or the date of the last check. */
export type ComplianceState =
  | Exclude<ComplianceFact, { state: 'ends' | 'recorded' }>
  | { state: Standing | 'recorded'; day: string };

/** Uses the latest of the item's own expiry date, which a licence may set, and those of current linked certificates. */
function complianceFact(name: ComplianceItem, { compliance, certificates }: ComplianceRecord): ComplianceFact {
  const stored: Record<string, unknown> = compliance[name];
  const { own, needs } = ITEM_FIELDS[name];
  if (typeof stored.notApplicable === 'string') return { state: 'not_applicable', reason: stored.notApplicable };
  const proofs = certificates.filter(({ complianceItem, replacedBy }) => complianceItem === name && !replacedBy);
  const recorded = proofs.length > 0 || [...Object.keys(own), 'completed'].some((field) => stored[field]);
  if (!recorded) return { state: 'not_recorded' };
  const proven = latestOf(proofs);
  const isLater = proven && !(typeof stored.expiryDate === 'string' && stored.expiryDate > proven);
  const values: Record<string, unknown> = { ...stored, ...(isLater && { expiryDate: proven }) };
  const missing = Object.keys(needs).find((field) => !values[field]);
  if (missing) return { state: 'incomplete', missing };
  const day = Object.keys(needs)[0] ?? '';
  return { state: day === 'expiryDate' ? 'ends' : 'recorded', day: String(values[day]) };
}

export const LOOKS = {
  valid: 'good',
  recorded: 'good',
  expiring: 'soon',
  expired: 'bad',
  incomplete: 'lacking',
  not_recorded: 'missing',
  not_applicable: 'none',
} as const;

/** Next action by state. The default is 'Edit'. */
export const ACTS: Partial<Record<ComplianceState['state'], string>> = {
  expiring: 'Renew',
  expired: 'Renew',
  incomplete: 'Add',
  not_recorded: 'Add',
};

/** `today` is YYYY-MM-DD. */
export function complianceState(name: ComplianceItem, record: ComplianceRecord & { today: string }): ComplianceState {
  const fact = complianceFact(name, record);
  return fact.state === 'ends' ? { state: standing(fact.day, record.today), day: fact.day } : (fact as ComplianceState);
}

type ComplianceRecord = {
  compliance: Compliance;
  certificates: {
    complianceItem: ComplianceItem | null;
    expirationDate: string | null;
    replacedBy?: string | null;
  }[];
};

function latestOf(certificates: ComplianceRecord['certificates']): string | undefined {
  return certificates
    .flatMap(({ expirationDate }) => expirationDate ?? [])
    .sort()
    .at(-1);
}

/** Date, missing field or reason, by item or by id of another certificate. */
const byName = z.record(z.string(), z.string());
export const ComplianceSummary = z.object({
  ends: byName,
  recorded: byName,
  incomplete: byName,
  notApplicable: byName,
});
export type ComplianceSummary = z.infer<typeof ComplianceSummary>;

type Named = ComplianceRecord['certificates'][number] & { id: string; name: string; issueDate: string | null };

/**
 * Summarises items and certificates for the column that lists and filters read. Only the latest of the other
 * certificates with the same name counts; without an expiry date, it is 'recorded'.
 */
export function complianceSummary({
  compliance,
  certificates,
}: Pick<ComplianceRecord, 'compliance'> & { certificates: Named[] }): ComplianceSummary {
  const summary: ComplianceSummary = { ends: {}, recorded: {}, incomplete: {}, notApplicable: {} };
  for (const name of COMPLIANCE_ITEMS) {
    const fact = complianceFact(name, { compliance, certificates });
    if (fact.state === 'not_applicable') summary.notApplicable[name] = fact.reason;
    else if (fact.state === 'incomplete') summary.incomplete[name] = fact.missing;
    else if (fact.state !== 'not_recorded') summary[fact.state][name] = fact.day;
  }
  const latest = new Map<string, Named>();
  for (const one of certificates.filter(({ complianceItem, replacedBy }) => complianceItem === null && !replacedBy)) {
    const key = one.name.trim().toLowerCase();
    if ((one.expirationDate ?? '') >= (latest.get(key)?.expirationDate ?? '')) latest.set(key, one);
  }
  for (const { id, expirationDate, issueDate } of latest.values()) {
    if (expirationDate) summary.ends[id] = expirationDate;
    else summary.recorded[id] = issueDate ?? '';
  }
  return summary;
}

export function stateWords(item: ComplianceItem, itemState: ComplianceState, today: string): string {
  switch (itemState.state) {
    case 'valid':
      return `Valid until ${formatDay(itemState.day)}`;
    case 'expiring':
      return `Expires ${formatDay(itemState.day)} (${timeUntilText(daysBetween(today, itemState.day))})`;
    case 'expired':
      return `Expired ${formatDay(itemState.day)} (${counted(daysBetween(itemState.day, today), 'day')} ago)`;
    case 'recorded':
      return `${ITEM_FIELDS[item].seen ?? 'Recorded'} ${formatDay(itemState.day)}`;
    case 'incomplete':
      return ITEM_FIELDS[item].needs[itemState.missing] ?? 'Incomplete';
    case 'not_applicable':
      return 'Not applicable';
    case 'not_recorded':
      return 'Not recorded';
  }
}

function timeUntilText(days: number): string {
  return days === 0 ? 'today' : `in ${counted(days, 'day')}`;
}

/** Values of an item other than dates and notes, for example 'Rating C' or 'Policy number 88-213'. */
export function itemFacts(name: ComplianceItem, compliance: Compliance): string[] {
  const values: Record<string, unknown> = compliance[name];
  return Object.entries(ITEM_FIELDS[name].own)
    .filter(([field, { kind }]) => values[field] && kind !== 'day')
    .map(([field, { label, show }]) => `${label} ${show(values[field])}`);
}

/** Groups of states, most urgent first, with the words used in totals. */
const ORDER: readonly [words: string, ...ComplianceState['state'][]][] = [
  ['expired', 'expired'],
  ['expiring', 'expiring'],
  ['incomplete', 'incomplete'],
  ['not recorded', 'not_recorded'],
  ['in order', 'valid', 'recorded'],
  ['not applicable', 'not_applicable'],
];

export function urgency({ state }: ComplianceState): number {
  return ORDER.findIndex(([, ...states]) => states.includes(state));
}

/** For example, '1 expired, 2 not recorded, 6 in order'. Zeros are omitted. */
export function summaryLine(states: readonly ComplianceState['state'][]): string {
  return ORDER.flatMap(([words, ...group]) => {
    const count = states.filter((state) => group.includes(state)).length;
    return count > 0 ? `${count} ${words}` : [];
  }).join(', ');
}
