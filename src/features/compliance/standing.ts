/** States of compliance items at a date, with their text and totals. */
import { z } from 'zod';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { COMPLIANCE_ITEMS, type Compliance, ITEM_FIELDS } from './compliance.ts';
import { type ComplianceItem, type Standing, standing } from './marks.ts';

/** An item's stored state, independent of the date. `missing`: a required field. */
type ComplianceFact =
  | { state: 'not_applicable'; reason: string }
  | { state: 'ends' | 'recorded'; day: string }
  | { state: 'incomplete'; missing: string }
  | { state: 'not_recorded' };

/** `day`: the expiry date, or the date of the last check. */
export type ComplianceState =
  | Exclude<ComplianceFact, { state: 'ends' | 'recorded' }>
  | { state: Standing | 'recorded'; day: string };

/** Uses the latest of the item's own expiry date, which a licence may set, and those of current linked certificates. */
function complianceFact(name: ComplianceItem, { compliance, certificates }: StoredRecord): ComplianceFact {
  const kept: Record<string, unknown> = compliance[name];
  const { own, needs } = ITEM_FIELDS[name];
  if (typeof kept.notApplicable === 'string') return { state: 'not_applicable', reason: kept.notApplicable };
  const proofs = certificates.filter(({ complianceItem, replacedBy }) => complianceItem === name && !replacedBy);
  const recorded = proofs.length > 0 || [...Object.keys(own), 'completed'].some((field) => kept[field]);
  if (!recorded) return { state: 'not_recorded' };
  const proven = latestOf(proofs);
  const isLater = proven && !(typeof kept.expiryDate === 'string' && kept.expiryDate > proven);
  const values: Record<string, unknown> = { ...kept, ...(isLater && { expiryDate: proven }) };
  const missing = Object.keys(needs).find((field) => !values[field]);
  if (missing) return { state: 'incomplete', missing };
  const day = Object.keys(needs)[0] ?? '';
  return { state: day === 'expiryDate' ? 'ends' : 'recorded', day: String(values[day]) };
}

/** The state of a badge. */
export const LOOKS = {
  valid: 'good',
  recorded: 'good',
  expiring: 'soon',
  expired: 'bad',
  incomplete: 'lacking',
  not_recorded: 'missing',
  not_applicable: 'none',
} as const;

/** The next action for an item; 'Edit' if in order. */
export const ACTS: Partial<Record<ComplianceState['state'], string>> = {
  expiring: 'Renew',
  expired: 'Renew',
  incomplete: 'Add',
  not_recorded: 'Add',
};

/** `today` is YYYY-MM-DD. */
export function complianceState(name: ComplianceItem, kept: StoredRecord & { today: string }): ComplianceState {
  const fact = complianceFact(name, kept);
  return fact.state === 'ends' ? { state: standing(fact.day, kept.today), day: fact.day } : (fact as ComplianceState);
}

type StoredRecord = {
  compliance: Compliance;
  certificates: {
    complianceItem: ComplianceItem | null;
    expirationDate: string | null;
    replacedBy?: string | null;
  }[];
};

function latestOf(certificates: StoredRecord['certificates']): string | undefined {
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

/** Only the latest certificate of each name counts; one without an expiry is 'recorded'. */
type Named = StoredRecord['certificates'][number] & { id: string; name: string; issueDate: string | null };

/** Summary in one column, for lists and filters. */
export function complianceSummary({
  compliance,
  certificates,
}: Pick<StoredRecord, 'compliance'> & { certificates: Named[] }): ComplianceSummary {
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

/** Other values of an item without notes: 'Rating C', 'Policy number 88-213'. */
export function itemFacts(name: ComplianceItem, compliance: Compliance): string[] {
  const kept: Record<string, unknown> = compliance[name];
  return Object.entries(ITEM_FIELDS[name].own)
    .filter(([field, { kind }]) => kept[field] && kind !== 'day')
    .map(([field, { label, show }]) => `${label} ${show(kept[field])}`);
}

/** Most urgent first, with the words used in totals. */
const ORDER: readonly [words: string, ...ComplianceState['state'][]][] = [
  ['expired', 'expired'],
  ['expiring', 'expiring'],
  ['incomplete', 'incomplete'],
  ['not recorded', 'not_recorded'],
  ['in order', 'valid', 'recorded'],
  ['not applicable', 'not_applicable'],
];

/** Sort key, most urgent first. */
export function urgency({ state }: ComplianceState): number {
  return ORDER.findIndex(([, ...states]) => states.includes(state));
}

/** '1 expired, 2 not recorded, 6 in order', omitting zeros. */
export function summaryLine(states: readonly ComplianceState['state'][]): string {
  return ORDER.flatMap(([words, ...those]) => {
    const count = states.filter((state) => those.includes(state)).length;
    return count > 0 ? `${count} ${words}` : [];
  }).join(', ');
}
