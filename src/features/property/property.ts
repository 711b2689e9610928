/** A property: what a landlord may enter, what they see, and the rules between. */
import { z } from 'zod';
import { formatPence, penceField, typedPence } from '../../shared/money.ts';
import {
  capitalise,
  counted,
  isPlainText,
  line,
  paragraph,
  typedCount,
  typedOptionalCount,
} from '../../shared/text.ts';
import { fileUrl } from '../file/file.ts';
import { GUARANTOR_LABELS } from '../guarantor/guarantor.ts';
import { Certificate, CertificateForm, CertificateInput } from './certificates/certificate.ts';
import { ComplianceInput } from './compliance/compliance.ts';
import { Invoice, InvoiceForm, InvoiceInput } from './invoices/invoice.ts';

export const PROPERTY_TYPES = ['flat', 'house', 'detached', 'semi-detached', 'bungalow', 'terraced'] as const;
export const PROPERTY_STATUSES = ['vacant', 'occupied', 'maintenance'] as const;
export type PropertyStatus = (typeof PROPERTY_STATUSES)[number];

/** Badge colours, as the specification assigns them. */
export const STATUS_COLOURS = { occupied: 'green', vacant: 'amber', maintenance: 'blue' } as const;

const count = (required: string) =>
  z
    .number({ error: required })
    .int('Please enter a whole number')
    .min(0, required)
    .max(1000, 'Please enter at most 1,000');

const keys = z
  .number({ error: 'Please enter a number' })
  .int('Please enter a whole number')
  .min(0, 'Please enter 0 or more')
  .max(1000, 'Please enter at most 1,000');

const removed = z.array(z.uuid()).max(1000).default([]);

/** One schema for form and API: the whole property with all its parts. Certificates and invoices it does not mention stay. */
export const PropertyInput = z
  .object({
    address: line({ min: 5, max: 200, message: 'Address must be at least 5 characters' }),
    city: line({ min: 2, max: 100, message: 'City is required' }),
    postalCode: line({ min: 5, max: 12, message: 'Valid postal code is required' }).transform(normalisePostcode),
    propertyType: z.enum(PROPERTY_TYPES, { error: 'Property type is required' }),
    bedrooms: count('Number of bedrooms is required'),
    bathrooms: count('Number of bathrooms is required'),
    rent: penceField('Rent amount is required').describe('Rent per month, in pence'),
    description: paragraph({ max: 2000 }).default(''),
    status: z.enum(PROPERTY_STATUSES, { error: 'Status is required' }).default('vacant'),
    imageUrl: fileUrl('property_images').nullable().default(null),
    keyType: line({ max: 100 }).default(''),
    keyCode: line({ max: 100 }).default(''),
    keysAmount: keys.nullable().default(null),
    guarantorName: line({ max: 200 }).default(''),
    guarantorAddress: paragraph({ max: 500 }).default(''),
    guarantorPhone: line({ max: 50 }).default(''),
    guarantorAltContact: line({ max: 200 }).default(''),
    certificates: z.array(CertificateInput).max(200, 'Please keep this to 200 certificates').default([]),
    removedCertificates: removed.describe('Ids of certificates to remove; those not mentioned stay'),
    compliance: ComplianceInput.optional().describe('Left out, it stays as it is'),
    invoices: z.array(InvoiceInput).max(500, 'Please keep this to 500 invoices').default([]),
    removedInvoices: removed.describe('Ids of invoices to remove; those not mentioned stay'),
  })
  .meta({ id: 'PropertyInput' });
export type PropertyInput = z.infer<typeof PropertyInput>;

/** The same in the form, where numbers and money are what was typed, and no type is chosen at first. */
export const PropertyForm = PropertyInput.extend({
  propertyType: z.string().pipe(PropertyInput.shape.propertyType),
  bedrooms: typedCount('Number of bedrooms is required', PropertyInput.shape.bedrooms),
  bathrooms: typedCount('Number of bathrooms is required', PropertyInput.shape.bathrooms),
  rent: typedPence('Rent amount is required'),
  keysAmount: typedOptionalCount(keys),
  certificates: z.array(CertificateForm).max(200, 'Please keep this to 200 certificates'),
  compliance: ComplianceInput,
  invoices: z.array(InvoiceForm).max(500, 'Please keep this to 500 invoices'),
});

/** A property as lists show it. */
export const Property = z
  .object({
    id: z.uuid(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    propertyType: z.enum(PROPERTY_TYPES),
    bedrooms: z.number().int(),
    bathrooms: z.number().int(),
    rent: z.number().int().describe('Rent per month, in pence'),
    description: z.string(),
    status: z
      .enum(PROPERTY_STATUSES)
      .describe(
        'maintenance where the landlord set it, else occupied where a tenant lives there or the landlord set it, else vacant',
      ),
    imageUrl: z.string().nullable(),
    dateAdded: z.string().describe('Instant, ISO 8601'),
    version: z.number().int().describe('Rises by one with each change; the ETag'),
  })
  .meta({ id: 'Property' });
export type Property = z.infer<typeof Property>;

/** A property with all its parts: what its page and its form show, read in one answer. */
export const PropertyRecord = Property.extend({
  chosenStatus: z
    .enum(PROPERTY_STATUSES)
    .describe('The status that the landlord set; the form shows and sends this one'),
  keyType: z.string(),
  keyCode: z.string(),
  keysAmount: z.number().int().nullable(),
  guarantorName: z.string(),
  guarantorAddress: z.string(),
  guarantorPhone: z.string(),
  guarantorAltContact: z.string(),
  certificates: z.array(Certificate),
  compliance: ComplianceInput,
  invoices: z.array(Invoice),
}).meta({ id: 'PropertyRecord' });
export type PropertyRecord = z.infer<typeof PropertyRecord>;

/** What is told of a property where one is to be chosen. */
export const PropertyChoice = Property.pick({ id: true, address: true, city: true }).meta({ id: 'PropertyChoice' });
export type PropertyChoice = z.infer<typeof PropertyChoice>;

/** Ways to sort the list, and how each is called. */
export const PROPERTY_SORTS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  address: 'Address A to Z',
  rent: 'Highest rent first',
} as const;
export type PropertySort = keyof typeof PROPERTY_SORTS;
const sorts = Object.keys(PROPERTY_SORTS) as [PropertySort, ...PropertySort[]];

/** What the list may be asked. */
export const PropertyFilter = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .refine(isPlainText)
    .default('')
    .describe('Case-insensitive part of address, city, type or postcode'),
  status: z.enum(PROPERTY_STATUSES).optional(),
  sort: z.enum(sorts).default('newest'),
});
export type PropertyFilter = z.infer<typeof PropertyFilter>;

/** Size in square feet as the specification stores it on add; never shown as a fact. */
export function nominalSize(bedrooms: number): number {
  return bedrooms * 100;
}

// Outward part: one or two letters, a digit, perhaps one more digit or letter. Inward part: a digit and two letters.
// Source: Royal Mail, Programmers' Guide to the Postcode Address File, 'Postcode format'. GIR 0AA is the one exception.
const POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|GIR ?0AA)$/i;

/** Whether the text has the shape of a postcode in use in Britain. */
export function looksLikePostcode(text: string): boolean {
  return POSTCODE.test(text.trim().replace(/\s+/g, ' '));
}

/** The hint below the field, once enough is typed to tell. */
export function postcodeHint(text: string): string | undefined {
  if (text.trim().length < 5 || looksLikePostcode(text)) return undefined;
  return 'This does not look like a British postcode. You can save it all the same.';
}

/** 'sw1a1aa' → 'SW1A 1AA'. What does not look like a British postcode stays as it was typed. */
export function normalisePostcode(text: string): string {
  if (!looksLikePostcode(text)) return text;
  const code = text.replace(/\s/g, '').toUpperCase();
  return `${code.slice(0, -3)} ${code.slice(-3)}`;
}

/** What each field is called, in the form and wherever a field is named. Those of the rows and items stand in part-words.ts. */
export const FIELD_LABELS = {
  address: 'Address',
  city: 'City',
  postalCode: 'Postal Code',
  propertyType: 'Property Type',
  status: 'Status',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  rent: 'Rent per month',
  description: 'Description',
  imageUrl: 'Photo',
  keyType: 'Key Type',
  keyCode: 'Key Code',
  keysAmount: 'Keys Amount',
  ...GUARANTOR_LABELS,
  certificates: 'Certificates',
  compliance: 'Compliance',
  invoices: 'Invoices',
} as const satisfies Record<Exclude<keyof PropertyInput, 'removedCertificates' | 'removedInvoices'>, string>;

const asOption = <Value extends string>(value: Value) => ({ value, label: capitalise(value) });
export const TYPE_OPTIONS = PROPERTY_TYPES.map(asOption);
export const STATUS_OPTIONS = PROPERTY_STATUSES.map(asOption);
export const SORT_OPTIONS = Object.entries(PROPERTY_SORTS).map(([value, label]) => ({ value, label }));

/** 'Leeds, LS8 1QS'; the county, which only older records have, stands between where it is not the city again. */
export function placeLine({ city, state, postalCode }: Pick<Property, 'city' | 'state' | 'postalCode'>): string {
  return [city, state === city ? '' : state, postalCode].filter(Boolean).join(', ');
}

/** '3 beds · terraced'. */
export function bedsLine({ bedrooms, propertyType }: Pick<Property, 'bedrooms' | 'propertyType'>): string {
  return `${counted(bedrooms, 'bed')} · ${propertyType}`;
}

/** '£1,150.00/mo'. */
export function rentLine({ rent }: Pick<Property, 'rent'>): string {
  return `${formatPence(rent)}/mo`;
}

/** '9 Properties', '1 Property'. */
export function countLine(count: number): string {
  return counted(count, 'Property', 'Properties');
}

/** The sentences of toasts, errors and questions. */
export const PROPERTY_MESSAGES = {
  added: 'Property added successfully!',
  changed: 'Property updated successfully!',
  removed: 'Property deleted successfully',
  addFailed: 'Failed to add property',
  changeFailed: 'Failed to update property',
  removeFailed: 'There was an error deleting the property.',
  addSignedOut: 'You must be logged in to add a property',
  changeSignedOut: 'You must be logged in to update a property',
  removeSignedOut: 'You must be logged in to delete a property',
  missing: 'Property not found',
  loading: 'Loading Property...',
  listFailed: 'Failed to load properties',
  editFailed: 'Error loading property data',
  detailFailed: 'There was an error loading the property details.',
  removeQuestion: 'Are you sure you want to delete this property?',
} as const;
