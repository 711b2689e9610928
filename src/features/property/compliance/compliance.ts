/** The nine things a landlord must keep in order for a property, and their fields. How each stands on a day: standing.ts. */
import { z } from 'zod';
import { type Field, fields, maybeDay, maybeLongText, maybeText } from '../../../shared/fields.ts';
import type { Merge, Versions } from '../../../shared/merge.ts';
import { paragraph } from '../../../shared/schemas.ts';
import { type ComplianceItem, isComplianceItem } from './marks.ts';

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

type Words = {
  /** The fields without which an item that is recorded is not in order, and what is said then. */
  needs: Partial<Record<string, string>>;
  /** Before the day of an item that does not expire. */
  seen?: string;
};

/** `own` are the fields that an item has beside those of all. */
function item<Own extends Record<string, Field>>(label: string, own: Own, words: Words) {
  const notes = { ...maybeLongText('Notes', { max: 2000 }), rows: 2 };
  return { label, own, ...words, ...fields({ completed, ...own, notes, notApplicable }) };
}

const expiryDate = maybeDay('Expiry Date');
const ends = { needs: { expiryDate: 'Expiry date missing' } };

/** In the order of form and page. */
const COMPLIANCE = {
  gasSafety: item('Gas Safety', { expiryDate }, ends),
  energyPerformance: item('Energy Performance (EPC)', { expiryDate, rating: epcRating }, ends),
  electricalSafety: item('Electrical Safety', { expiryDate }, ends),
  alarms: item(
    'Smoke and CO Alarms',
    { lastChecked: maybeDay('Last Checked') },
    { needs: { lastChecked: 'Date of check missing' }, seen: 'Last checked' },
  ),
  depositProtection: item(
    'Deposit Protection',
    {
      scheme: maybeText('Scheme', { max: 200 }),
      reference: maybeText('Reference', { max: 100 }),
      protectionDate: maybeDay('Protection Date'),
    },
    { needs: { protectionDate: 'Protection date missing' }, seen: 'Protected' },
  ),
  hhsrs: item(
    'Health and Safety Rating (HHSRS)',
    { lastInspection: maybeDay('Last Inspection') },
    { needs: { lastInspection: 'Date of inspection missing' }, seen: 'Last inspected' },
  ),
  propertyLicensing: item(
    'Property Licensing',
    { number: maybeText('Licence Number', { max: 100 }), expiryDate },
    ends,
  ),
  tenancyAgreement: item(
    'Tenancy Agreement',
    { agreementDate: maybeDay('Agreement Date') },
    {
      needs: { agreementDate: 'Agreement date missing', completed: 'Not marked as completed' },
      seen: 'Agreed',
    },
  ),
  landlordInsurance: item(
    'Landlord Insurance',
    {
      provider: maybeText('Provider', { max: 200 }),
      policyNumber: maybeText('Policy Number', { max: 100 }),
      expiryDate,
    },
    ends,
  ),
} satisfies Record<ComplianceItem, unknown>;
export const COMPLIANCE_ITEMS = Object.keys(COMPLIANCE) as ComplianceItem[];

const eachItem = <T>(make: (name: ComplianceItem) => T) =>
  Object.fromEntries(COMPLIANCE_ITEMS.map((name) => [name, make(name)])) as Record<ComplianceItem, T>;

export const COMPLIANCE_LABELS = eachItem((name) => COMPLIANCE[name].label);

/** An item's fields for code that takes all items alike: TypeScript cannot tell that a name and its values belong together. */
type ItemFields = Words & {
  label: string;
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
export const CERTIFIED_ITEMS = [
  'gasSafety',
  'energyPerformance',
  'electricalSafety',
  'propertyLicensing',
  'landlordInsurance',
] as const;
export type CertifiedItem = (typeof CERTIFIED_ITEMS)[number];

/** Whether an item, or the certificate with an id, can be renewed: the other items have days of checks only. */
export const isRenewable = (about: string): boolean =>
  !isComplianceItem(about) || CERTIFIED_ITEMS.some((item) => item === about);

/** Nothing recorded yet. */
export const NO_COMPLIANCE: Compliance = ComplianceInput.parse(eachItem(() => ({})));

/** How many items a landlord has entered anything for, were it only a note. */
export function enteredItems(compliance: Compliance): number {
  return COMPLIANCE_ITEMS.filter((item) => Object.values(compliance[item]).some(Boolean)).length;
}
