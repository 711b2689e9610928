/** A certificate of a property: its fields, and the compliance item that its name suggests. */
import { z } from 'zod';
import { fields, maybeDay, maybeLongText, maybeText, option, text } from '../../../shared/fields.ts';
import { maybeFile, maybeSum } from '../part-fields.ts';

export const RENEWAL_FREQUENCIES = [
  'Monthly',
  'Quarterly',
  'Biannually',
  'Yearly',
  'Every 2 Years',
  'Every 5 Years',
  'Every 10 Years',
  'Other',
] as const;

/** The compliance items that a certificate can prove: its expiry date is then the item's. */
export const CERTIFIED_ITEMS = ['gasSafety', 'energyPerformance', 'electricalSafety'] as const;
export type CertifiedItem = (typeof CERTIFIED_ITEMS)[number];

const FREQUENCY_MESSAGE = 'Please choose how often it is renewed';

const noItem = z
  .enum(CERTIFIED_ITEMS)
  .nullable()
  .default(null)
  .describe('The compliance item whose expiry date is the one of this certificate');
const complianceItem = {
  kind: 'custom' as const,
  label: 'Gives its expiry date to',
  optional: true,
  input: noItem,
  form: noItem,
  stored: z.enum(CERTIFIED_ITEMS).nullable(),
  blank: null as CertifiedItem | null,
  toForm: (item: CertifiedItem | null) => item,
  show: (item: CertifiedItem | null) => item ?? '',
};

export const CERTIFICATE = fields({
  name: text('Certificate Name', { min: 1, max: 200, message: 'Certificate name is required' }),
  issueDate: maybeDay('Issue Date'),
  expirationDate: maybeDay('Expiration Date'),
  renewalFrequency: {
    ...option('Renewal Frequency', RENEWAL_FREQUENCIES, { message: FREQUENCY_MESSAGE }),
    input: z.enum(RENEWAL_FREQUENCIES, { error: FREQUENCY_MESSAGE }).default('Yearly'),
    blank: 'Yearly',
  },
  cost: maybeSum('Cost'),
  providerName: maybeText('Provider Name', { max: 200 }),
  notes: maybeLongText('Notes', { max: 2000 }),
  file: maybeFile('property-certificates'),
  complianceItem,
});

/** With an id it changes that certificate, without one it is new. */
export const CertificateInput = CERTIFICATE.input.extend({ id: z.uuid().optional() });
export type CertificateInput = z.infer<typeof CertificateInput>;

export const CertificateForm = CERTIFICATE.form.extend({ id: z.uuid().optional() });
export type CertificateFormValues = z.input<typeof CertificateForm>;

export const Certificate = CERTIFICATE.stored.extend({ id: z.uuid() }).meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof Certificate>;

const NAMED: [CertifiedItem, RegExp][] = [
  ['gasSafety', /\b(gas|cp12|lgsr)\b/i],
  ['energyPerformance', /\b(epc|energy performance)\b/i],
  ['electricalSafety', /\b(electric(al|s|ity)?|eicr)\b/i],
];

/** The compliance item that a certificate's name suggests: 'Gas Safety Record' → 'gasSafety'. */
export function itemNamed(name: string): CertifiedItem | undefined {
  return NAMED.find(([, words]) => words.test(name))?.[0];
}
