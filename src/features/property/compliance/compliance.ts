/** The nine things a landlord must keep in order for a property: their fields, how each stands on a day, and that in words. */
import { z } from 'zod';
import { daysBetween, formatDay } from '../../../shared/dates.ts';
import { type Field, fields, maybeDay, maybeLongText, maybeText } from '../../../shared/fields.ts';
import type { Merge, Versions } from '../../../shared/merge.ts';
import { counted, paragraph } from '../../../shared/text.ts';

const flag = z.boolean().default(false);
const completed = {
  kind: 'custom' as const,
  label: 'Completed',
  optional: true,
  input: flag,
  form: flag,
  stored: z.boolean(),
  blank: false,
  toForm: (value: boolean) => value,
  show: (value: boolean) => (value ? 'Yes' : 'No'),
};

const reason = paragraph({ min: 1, max: 500, message: 'Please say why this does not apply' })
  .nullable()
  .default(null)
  .describe('The reason why the item does not apply; null where it does');
const notApplicable = {
  kind: 'custom' as const,
  label: 'Not Applicable',
  optional: true,
  input: reason,
  form: reason,
  stored: z.string().nullable(),
  blank: null as string | null,
  toForm: (value: string | null) => value,
  show: (value: string | null) => value ?? '',
};

const EPC_RATINGS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
type Rating = (typeof EPC_RATINGS)[number];
const rating = z
  .union([z.literal('').transform(() => null), z.enum(EPC_RATINGS)], { error: 'Please choose a rating' })
  .nullable()
  .default(null);
const epcRating = {
  kind: 'option' as const,
  label: 'Rating',
  optional: true,
  input: rating,
  form: rating,
  stored: z.enum(EPC_RATINGS).nullable(),
  blank: '' as '' | Rating,
  toForm: (value: Rating | null) => value ?? '',
  show: (value: Rating | null) => value ?? '',
  options: EPC_RATINGS.map((value) => ({ value, label: value })),
  placeholder: 'Not rated',
};

/** `own` are the fields that an item has beside those of all. */
function item<Own extends Record<string, Field>>(label: string, own: Own) {
  const notes = { ...maybeLongText('Notes', { max: 2000 }), rows: 2 };
  return { label, own, ...fields({ completed, ...own, notes, notApplicable }) };
}

const expiryDate = maybeDay('Expiry Date');

/** In the order of form and page. */
const COMPLIANCE = {
  gasSafety: item('Gas Safety', { expiryDate }),
  energyPerformance: item('Energy Performance (EPC)', { expiryDate, rating: epcRating }),
  electricalSafety: item('Electrical Safety', { expiryDate }),
  alarms: item('Smoke and CO Alarms', { lastChecked: maybeDay('Last Checked') }),
  depositProtection: item('Deposit Protection', {
    scheme: maybeText('Scheme', { max: 200 }),
    reference: maybeText('Reference', { max: 100 }),
  }),
  hhsrs: item('Health and Safety Rating (HHSRS)', { lastInspection: maybeDay('Last Inspection') }),
  propertyLicensing: item('Property Licensing', { number: maybeText('Licence Number', { max: 100 }), expiryDate }),
  tenancyAgreement: item('Tenancy Agreement', { agreementDate: maybeDay('Agreement Date') }),
  landlordInsurance: item('Landlord Insurance', {
    provider: maybeText('Provider', { max: 200 }),
    policyNumber: maybeText('Policy Number', { max: 100 }),
    expiryDate,
  }),
};
export type ComplianceItem = keyof typeof COMPLIANCE;
export const COMPLIANCE_ITEMS = Object.keys(COMPLIANCE) as ComplianceItem[];

const eachItem = <T>(make: (name: ComplianceItem) => T) =>
  Object.fromEntries(COMPLIANCE_ITEMS.map((name) => [name, make(name)])) as Record<ComplianceItem, T>;

export const COMPLIANCE_LABELS = eachItem((name) => COMPLIANCE[name].label);

/** An item's fields for code that takes all items alike: TypeScript cannot tell that a name and its values belong together. */
type ItemFields = {
  own: Record<string, Field>;
  shape: Record<string, Field> & { completed: Field; notes: Field };
  toForm: (values: object) => Record<string, unknown>;
  merge: (versions: Versions<object>) => Merge<object>;
};
export const ITEM_FIELDS = COMPLIANCE as unknown as Record<ComplianceItem, ItemFields>;

type Inputs = { [Name in ComplianceItem]: (typeof COMPLIANCE)[Name]['input'] };

/** One schema for form and API. */
export const ComplianceInput = z
  .object(eachItem((name) => COMPLIANCE[name].input) as unknown as Inputs)
  .meta({ id: 'Compliance' });
export type Compliance = z.infer<typeof ComplianceInput>;

/** The items that a certificate can prove: its expiry date is then the item's. */
export const CERTIFIED_ITEMS = ['gasSafety', 'energyPerformance', 'electricalSafety'] as const;
export type CertifiedItem = (typeof CERTIFIED_ITEMS)[number];

/** Nothing recorded yet. */
export const NO_COMPLIANCE: Compliance = ComplianceInput.parse(eachItem(() => ({})));

/** An item that ends within so many days is 'expiring'. */
const EXPIRING_DAYS = 60;

/** How an item stands. `day` is its expiry, or for an item without one the day of the last check. */
export type ComplianceState =
  | { state: 'not_applicable'; reason: string }
  | { state: 'expired' | 'expiring' | 'valid'; day: string }
  | { state: 'recorded'; day: string | null }
  | { state: 'not_recorded' };

/**
 * How an item stands on `today` (YYYY-MM-DD). The expiry of a certificate that proves the item counts as the item's own, the latest
 * one where there are several.
 */
export function complianceState(
  name: ComplianceItem,
  { compliance, certificates, today }: Kept & { today: string },
): ComplianceState {
  const kept = compliance[name];
  if (kept.notApplicable !== null) return { state: 'not_applicable', reason: kept.notApplicable };
  const day = expiryOf(name, { compliance, certificates });
  if (day !== null) return { state: standing(day, today), day };
  const seen = daySeen(name, compliance);
  return kept.completed || saysSomething(name, compliance)
    ? { state: 'recorded', day: seen }
    : { state: 'not_recorded' };
}

/** How that stands which ends on `day`; on its last day it is still valid. Both days are YYYY-MM-DD. */
export function standing(day: string, today: string): 'expired' | 'expiring' | 'valid' {
  const left = daysBetween(today, day);
  if (left < 0) return 'expired';
  return left <= EXPIRING_DAYS ? 'expiring' : 'valid';
}

type Kept = {
  compliance: Compliance;
  certificates: { complianceItem: ComplianceItem | null; expirationDate: string | null }[];
};

/** The day on which an item ends; null where it has none. A linked certificate's date stands before the item's own. */
function expiryOf(name: ComplianceItem, { compliance, certificates }: Kept): string | null {
  const proven = certificates
    .filter(({ complianceItem }) => complianceItem === name)
    .flatMap(({ expirationDate }) => expirationDate ?? [])
    .sort()
    .at(-1);
  const kept = compliance[name];
  return proven ?? ('expiryDate' in kept ? kept.expiryDate : null);
}

function daySeen(name: ComplianceItem, { alarms, hhsrs, tenancyAgreement }: Compliance): string | null {
  if (name === 'alarms') return alarms.lastChecked;
  if (name === 'hhsrs') return hhsrs.lastInspection;
  return name === 'tenancyAgreement' ? tenancyAgreement.agreementDate : null;
}

/** True where an item has a value in a field of its own: a rating, a number, a name, a day. */
function saysSomething(name: ComplianceItem, compliance: Compliance): boolean {
  const kept: Record<string, unknown> = compliance[name];
  return Object.keys(ITEM_FIELDS[name].own).some((field) => Boolean(kept[field]));
}

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
export function itemFacts(name: ComplianceItem, compliance: Compliance): string[] {
  const kept: Record<string, unknown> = compliance[name];
  return Object.entries(ITEM_FIELDS[name].own)
    .filter(([field, { kind }]) => kept[field] && kind !== 'day')
    .map(([field, { label, show }]) => `${label} ${show(kept[field])}`);
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
