/** The nine things a landlord must keep in order for a property: their fields, how each stands on a day, and that in words. */
import { z } from 'zod';
import { daysBetween, formatDay, isDay, optionalDay } from '../../../shared/dates.ts';
import { counted, line, paragraph } from '../../../shared/text.ts';

export const EPC_RATINGS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;

const words = (max: number) => line({ max }).default('');

/** The fields that every item has. */
const shared = {
  completed: z.boolean().default(false),
  notApplicable: paragraph({ min: 1, max: 500, message: 'Please say why this does not apply' })
    .nullable()
    .default(null)
    .describe('The reason why the item does not apply; null where it does'),
  notes: paragraph({ max: 2000 }).default(''),
};
const item = <Own extends z.ZodRawShape>(own: Own) => z.object({ ...shared, ...own });

/** One schema for form and API. */
export const ComplianceInput = z
  .object({
    gasSafety: item({ expiryDate: optionalDay() }),
    energyPerformance: item({
      expiryDate: optionalDay(),
      rating: z
        .union([z.literal('').transform(() => null), z.enum(EPC_RATINGS)], { error: 'Please choose a rating' })
        .nullable()
        .default(null),
    }),
    electricalSafety: item({ expiryDate: optionalDay() }),
    alarms: item({ lastChecked: optionalDay() }),
    depositProtection: item({ scheme: words(200), reference: words(100) }),
    hhsrs: item({ lastInspection: optionalDay() }),
    propertyLicensing: item({ number: words(100), expiryDate: optionalDay() }),
    tenancyAgreement: item({ agreementDate: optionalDay() }),
    landlordInsurance: item({ provider: words(200), policyNumber: words(100), expiryDate: optionalDay() }),
  })
  .meta({ id: 'Compliance' });
export type Compliance = z.infer<typeof ComplianceInput>;
export type ComplianceItem = keyof Compliance;

/** The items in the order of form and page, and what each is called. */
export const COMPLIANCE_LABELS = {
  gasSafety: 'Gas Safety',
  energyPerformance: 'Energy Performance (EPC)',
  electricalSafety: 'Electrical Safety',
  alarms: 'Smoke and CO Alarms',
  depositProtection: 'Deposit Protection',
  hhsrs: 'Health and Safety Rating (HHSRS)',
  propertyLicensing: 'Property Licensing',
  tenancyAgreement: 'Tenancy Agreement',
  landlordInsurance: 'Landlord Insurance',
} as const satisfies Record<ComplianceItem, string>;
export const COMPLIANCE_ITEMS = Object.keys(COMPLIANCE_LABELS) as ComplianceItem[];

/** The items that a certificate can prove: its expiry date is then the item's. */
export const CERTIFIED_ITEMS = ['gasSafety', 'energyPerformance', 'electricalSafety'] as const;
export type CertifiedItem = (typeof CERTIFIED_ITEMS)[number];

type FieldOf<Item> = Item extends ComplianceItem ? keyof Compliance[Item] : never;
/** Every field that any item of the checklist has. */
export type ComplianceFieldName = FieldOf<ComplianceItem>;

export const COMPLIANCE_FIELD_LABELS = {
  completed: 'Completed',
  notApplicable: 'Not Applicable',
  notes: 'Notes',
  expiryDate: 'Expiry Date',
  rating: 'Rating',
  lastChecked: 'Last Checked',
  scheme: 'Scheme',
  reference: 'Reference',
  lastInspection: 'Last Inspection',
  number: 'Licence Number',
  agreementDate: 'Agreement Date',
  provider: 'Provider',
  policyNumber: 'Policy Number',
} as const satisfies Record<ComplianceFieldName, string>;

/** The fields of each item beside Completed, Not Applicable and Notes, in the order of form and page. */
export const COMPLIANCE_FIELDS = {
  gasSafety: ['expiryDate'],
  energyPerformance: ['expiryDate', 'rating'],
  electricalSafety: ['expiryDate'],
  alarms: ['lastChecked'],
  depositProtection: ['scheme', 'reference'],
  hhsrs: ['lastInspection'],
  propertyLicensing: ['number', 'expiryDate'],
  tenancyAgreement: ['agreementDate'],
  landlordInsurance: ['provider', 'policyNumber', 'expiryDate'],
} as const satisfies { [Item in ComplianceItem]: readonly OwnField<Item>[] };
type OwnField<Item extends ComplianceItem> = Exclude<keyof Compliance[Item], 'completed' | 'notApplicable' | 'notes'>;

/** True for a field that holds a day. */
export function isDayField(field: ComplianceFieldName): boolean {
  return ['expiryDate', 'lastChecked', 'lastInspection', 'agreementDate'].includes(field);
}

/** The value of a field in words: '02 Mar 2026', 'Yes'; '' for nothing. */
export function fieldWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return '';
  return isDay(value) ? formatDay(value) : value;
}

/** Nothing recorded yet. */
export const NO_COMPLIANCE: Compliance = ComplianceInput.parse(
  Object.fromEntries(COMPLIANCE_ITEMS.map((name) => [name, {}])),
);

/** An item that ends within so many days is 'expiring'. */
const EXPIRING_DAYS = 60;

/** How an item stands. `day` is its expiry, or for an item without one the day it was last seen to. */
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
  return Object.entries(compliance[name]).some(([field, value]) => !Object.hasOwn(shared, field) && Boolean(value));
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
