import { z } from 'zod';
import { type Field, fields, flag, maybeDay, maybeLongText, maybeOption, maybeText } from '../../shared/fields.ts';
import type { Merge, Versions } from '../../shared/records/merge.ts';
import { paragraph } from '../../shared/schemas.ts';
import { type ComplianceItem, isComplianceItem } from './marks.ts';

const completed = flag('Completed');

const reason = paragraph({ min: 1, max: 500, message: 'Enter why this does not apply' })
  .nullable()
  .default(null)
  .describe('Reason the item does not apply; null if it does');
const notApplicable = {
  kind: 'custom' as const,
  label: 'Not applicable',
  optional: true,
  input: reason,
  form: reason,
  stored: z.string().nullable(),
  blank: null as string | null,
  toForm: (value: string | null) => value,
  show: (value: string | null) => value ?? '',
};

const EPC_RATINGS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
const epcRating = maybeOption('Rating', EPC_RATINGS, { message: 'Choose a rating', placeholder: 'Not rated' });

type Words = {
  /** Required fields of a recorded item, with the message shown if missing. */
  needs: Partial<Record<string, string>>;
  /** Label of the date of an item that does not expire. */
  seen?: string;
};

function item<Own extends Record<string, Field>>(label: string, own: Own, words: Words) {
  const notes = { ...maybeLongText('Notes', { max: 2000 }), rows: 2 };
  return { label, own, ...words, ...fields({ completed, ...own, notes, notApplicable }) };
}

const expiryDate = maybeDay('Expiry date');
const SET_BY_LICENCE = 'A licence on the property’s page sets this.';
const ends = { needs: { expiryDate: 'Expiry date missing' } };

const COMPLIANCE = {
  gasSafety: item('Gas safety', { expiryDate }, ends),
  energyPerformance: item('Energy performance (EPC)', { expiryDate, rating: epcRating }, ends),
  electricalSafety: item('Electrical safety', { expiryDate }, ends),
  alarms: item(
    'Smoke and CO alarms',
    { lastChecked: maybeDay('Last checked') },
    { needs: { lastChecked: 'Date of check missing' }, seen: 'Last checked' },
  ),
  depositProtection: item(
    'Deposit protection',
    {
      scheme: maybeText('Scheme', { max: 200 }),
      reference: maybeText('Reference', { max: 100 }),
      protectionDate: maybeDay('Protection date'),
    },
    { needs: { protectionDate: 'Protection date missing' }, seen: 'Protected' },
  ),
  hhsrs: item(
    'Health and safety rating (HHSRS)',
    { lastInspection: maybeDay('Last inspection') },
    { needs: { lastInspection: 'Date of inspection missing' }, seen: 'Last inspected' },
  ),
  propertyLicensing: item(
    'Property licensing',
    {
      number: { ...maybeText('Licence number', { max: 100 }), hint: SET_BY_LICENCE },
      expiryDate: { ...expiryDate, hint: SET_BY_LICENCE },
    },
    ends,
  ),
  tenancyAgreement: item(
    'Tenancy agreement',
    { agreementDate: maybeDay('Agreement date') },
    {
      needs: { agreementDate: 'Agreement date missing', completed: 'Not marked as completed' },
      seen: 'Agreed',
    },
  ),
  landlordInsurance: item(
    'Landlord insurance',
    {
      provider: maybeText('Provider', { max: 200 }),
      policyNumber: maybeText('Policy number', { max: 100 }),
      expiryDate,
    },
    ends,
  ),
} satisfies Record<ComplianceItem, unknown>;
export const COMPLIANCE_ITEMS = Object.keys(COMPLIANCE) as ComplianceItem[];

const eachItem = <T>(make: (name: ComplianceItem) => T) =>
  Object.fromEntries(COMPLIANCE_ITEMS.map((name) => [name, make(name)])) as Record<ComplianceItem, T>;

export const COMPLIANCE_LABELS = eachItem((name) => COMPLIANCE[name].label);

/** For code generic over items, where TypeScript cannot relate a name to its values. */
type ItemFields = Words & {
  label: string;
  own: Record<string, Field>;
  shape: Record<string, Field> & { completed: Field; notes: Field };
  toForm: (values: object) => Record<string, unknown>;
  merge: (versions: Versions<object>) => Merge<object>;
};
export const ITEM_FIELDS = COMPLIANCE as unknown as Record<ComplianceItem, ItemFields>;

type Inputs = { [Name in ComplianceItem]: (typeof COMPLIANCE)[Name]['input'] };

export const ComplianceInput = z
  .object(eachItem((name) => COMPLIANCE[name].input) as unknown as Inputs)
  .meta({ id: 'Compliance' });
export type Compliance = z.infer<typeof ComplianceInput>;

export const CERTIFIED_ITEMS = [
  'gasSafety',
  'energyPerformance',
  'electricalSafety',
  'propertyLicensing',
  'landlordInsurance',
] as const;
export type CertifiedItem = (typeof CERTIFIED_ITEMS)[number];

/** `about` is an item or a certificate's id. Items with check dates cannot be renewed. */
export const isRenewable = (about: string): boolean =>
  !isComplianceItem(about) || CERTIFIED_ITEMS.some((item) => item === about);

export const NO_COMPLIANCE: Compliance = ComplianceInput.parse(eachItem(() => ({})));

/** Number of items with any value, even a note. */
export function enteredItems(compliance: Compliance): number {
  return COMPLIANCE_ITEMS.filter((item) => Object.values(compliance[item]).some(Boolean)).length;
}
