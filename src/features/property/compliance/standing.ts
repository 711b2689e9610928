/** The state of each compliance item of a property on a day, in words and as totals. */
import { z } from 'zod';
import { daysBetween, formatDay } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { COMPLIANCE_ITEMS, type Compliance, ITEM_FIELDS } from './compliance.ts';
import { type ComplianceItem, type Standing, standing } from './marks.ts';

/** What is kept of an item, whatever day it is. `missing` is the field without which it is not in order. */
type ComplianceFact =
  | { state: 'not_applicable'; reason: string }
  | { state: 'ends' | 'recorded'; day: string }
  | { state: 'incomplete'; missing: string }
  | { state: 'not_recorded' };

/** How an item stands. `day` is its expiry, or for an item without one the day of the last check. */
export type ComplianceState =
  | Exclude<ComplianceFact, { state: 'ends' | 'recorded' }>
  | { state: Standing | 'recorded'; day: string };

/**
 * In order is only what is complete and in date. The expiry of a certificate that proves the item counts as the item's own, the latest
 * one where there are several.
 */
function complianceFact(name: ComplianceItem, { compliance, certificates }: Kept): ComplianceFact {
  const kept: Record<string, unknown> = compliance[name];
  const { own, needs } = ITEM_FIELDS[name];
  if (typeof kept.notApplicable === 'string') return { state: 'not_applicable', reason: kept.notApplicable };
  const proofs = certificates.filter(({ complianceItem }) => complianceItem === name);
  const recorded = proofs.length > 0 || [...Object.keys(own), 'completed'].some((field) => kept[field]);
  if (!recorded) return { state: 'not_recorded' };
  const proven = latestOf(proofs);
  const values: Record<string, unknown> = { ...kept, ...(proven && { expiryDate: proven }) };
  const missing = Object.keys(needs).find((field) => !values[field]);
  if (missing) return { state: 'incomplete', missing };
  const day = Object.keys(needs)[0] ?? '';
  return { state: day === 'expiryDate' ? 'ends' : 'recorded', day: String(values[day]) };
}

/** How an item stands on `today` (YYYY-MM-DD). */
export function complianceState(name: ComplianceItem, kept: Kept & { today: string }): ComplianceState {
  const fact = complianceFact(name, kept);
  return fact.state === 'ends' ? { state: standing(fact.day, kept.today), day: fact.day } : (fact as ComplianceState);
}

type Kept = {
  compliance: Compliance;
  certificates: { complianceItem: ComplianceItem | null; expirationDate: string | null }[];
};

function latestOf(certificates: Kept['certificates']): string | undefined {
  return certificates
    .flatMap(({ expirationDate }) => expirationDate ?? [])
    .sort()
    .at(-1);
}

/** By item, or by the id of a certificate that proves none: the day, the missing field, the reason. */
const byName = z.record(z.string(), z.string());
export const ComplianceSummary = z.object({
  ends: byName,
  recorded: byName,
  incomplete: byName,
  notApplicable: byName,
});
export type ComplianceSummary = z.infer<typeof ComplianceSummary>;

/** Of certificates with one name the latest counts; one without an expiry is recorded. */
type Named = Kept['certificates'][number] & { id: string; name: string; issueDate: string | null };

/** What lists and filters need to know of a property, so that they read one column. */
export function complianceSummary({
  compliance,
  certificates,
}: Pick<Kept, 'compliance'> & { certificates: Named[] }): ComplianceSummary {
  const summary: ComplianceSummary = { ends: {}, recorded: {}, incomplete: {}, notApplicable: {} };
  for (const name of COMPLIANCE_ITEMS) {
    const fact = complianceFact(name, { compliance, certificates });
    if (fact.state === 'not_applicable') summary.notApplicable[name] = fact.reason;
    else if (fact.state === 'incomplete') summary.incomplete[name] = fact.missing;
    else if (fact.state !== 'not_recorded') summary[fact.state][name] = fact.day;
  }
  const latest = new Map<string, Named>();
  for (const one of certificates.filter(({ complianceItem }) => complianceItem === null)) {
    const key = one.name.trim().toLowerCase();
    if ((one.expirationDate ?? '') >= (latest.get(key)?.expirationDate ?? '')) latest.set(key, one);
  }
  for (const { id, expirationDate, issueDate } of latest.values()) {
    if (expirationDate) summary.ends[id] = expirationDate;
    else summary.recorded[id] = issueDate ?? '';
  }
  return summary;
}

/** 'Valid until 12 Mar 2027', 'Expires 12 Mar 2027 (in 40 days)', 'Last checked 12 Mar 2026', 'Not recorded'. */
export function stateWords(item: ComplianceItem, stands: ComplianceState, today: string): string {
  switch (stands.state) {
    case 'valid':
      return `Valid until ${formatDay(stands.day)}`;
    case 'expiring':
      return `Expires ${formatDay(stands.day)} (${awayWords(daysBetween(today, stands.day))})`;
    case 'expired':
      return `Expired ${formatDay(stands.day)} (${counted(daysBetween(stands.day, today), 'day')} ago)`;
    case 'recorded':
      return `${ITEM_FIELDS[item].seen ?? 'Recorded'} ${formatDay(stands.day)}`;
    case 'incomplete':
      return ITEM_FIELDS[item].needs[stands.missing] ?? 'Incomplete';
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
export function itemFacts(name: ComplianceItem, compliance: Compliance): string[] {
  const kept: Record<string, unknown> = compliance[name];
  return Object.entries(ITEM_FIELDS[name].own)
    .filter(([field, { kind }]) => kept[field] && kind !== 'day')
    .map(([field, { label, show }]) => `${label} ${show(kept[field])}`);
}

/** What needs something first; each with its words in a sum. */
const ORDER: readonly [words: string, ...ComplianceState['state'][]][] = [
  ['expired', 'expired'],
  ['expiring', 'expiring'],
  ['incomplete', 'incomplete'],
  ['not recorded', 'not_recorded'],
  ['in order', 'valid', 'recorded'],
  ['not applicable', 'not_applicable'],
];

/** Sorts the most urgent first. */
export function urgency({ state }: ComplianceState): number {
  return ORDER.findIndex(([, ...states]) => states.includes(state));
}

/** '1 expired, 2 not recorded, 6 in order'; what there is none of is left out. */
export function summaryLine(states: readonly ComplianceState['state'][]): string {
  return ORDER.flatMap(([words, ...those]) => {
    const count = states.filter((state) => those.includes(state)).length;
    return count > 0 ? `${count} ${words}` : [];
  }).join(', ');
}
