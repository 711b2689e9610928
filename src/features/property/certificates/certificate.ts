/** A certificate of a property: what a landlord may enter, and which compliance item its name speaks of. */
import { z } from 'zod';
import { optionalDay } from '../../../shared/dates.ts';
import { optionalPence, typedOptionalPence } from '../../../shared/money.ts';
import { line, paragraph } from '../../../shared/text.ts';
import { fileUrl, StoredFile } from '../../file/file.ts';

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

/** One schema for form and API. With an id it changes that certificate, without one it is new. */
export const CertificateInput = z.object({
  id: z.uuid().optional(),
  name: line({ min: 1, max: 200, message: 'Certificate name is required' }),
  issueDate: optionalDay(),
  expirationDate: optionalDay(),
  renewalFrequency: z.enum(RENEWAL_FREQUENCIES, { error: 'Please choose how often it is renewed' }).default('Yearly'),
  cost: optionalPence().describe('In pence'),
  providerName: line({ max: 200 }).default(''),
  notes: paragraph({ max: 2000 }).default(''),
  file: z
    .object({ url: fileUrl('property-certificates') })
    .nullable()
    .default(null),
  complianceItem: z
    .enum(CERTIFIED_ITEMS)
    .nullable()
    .default(null)
    .describe('The compliance item whose expiry date is the one of this certificate'),
});
export type CertificateInput = z.infer<typeof CertificateInput>;

/** The same in the form. The file is kept whole there, so that its name can be shown. */
export const CertificateForm = CertificateInput.extend({
  renewalFrequency: z.string().pipe(CertificateInput.shape.renewalFrequency.unwrap()),
  file: StoredFile.extend({ url: fileUrl('property-certificates') }).nullable(),
  cost: typedOptionalPence(),
});

export const Certificate = CertificateInput.extend({
  id: z.uuid(),
  issueDate: z.string().nullable(),
  expirationDate: z.string().nullable(),
  cost: z.number().int().nullable().describe('In pence'),
  file: StoredFile.nullable(),
}).meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof Certificate>;

const NAMED: [CertifiedItem, RegExp][] = [
  ['gasSafety', /\b(gas|cp12|lgsr)\b/i],
  ['energyPerformance', /\b(epc|energy performance)\b/i],
  ['electricalSafety', /\b(electric(al|s|ity)?|eicr)\b/i],
];

/** Which compliance item a certificate of this name speaks of: 'Gas Safety Record' → 'gasSafety'. */
export function itemNamed(name: string): CertifiedItem | undefined {
  return NAMED.find(([, words]) => words.test(name))?.[0];
}
