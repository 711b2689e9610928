/** A property: what a landlord may enter, what they see, and the rules between. */
import { z } from 'zod';
import { penceField, typedPence } from '../../shared/money.ts';
import { isPlainText, line, paragraph, typedCount, typedOptionalCount } from '../../shared/text.ts';
import { fileUrl } from '../file/file.ts';
import { Certificate, CertificateForm, CertificateInput } from './certificate.ts';
import { ComplianceInput } from './compliance.ts';
import { Invoice, InvoiceForm, InvoiceInput } from './invoice.ts';
import { normalisePostcode } from './postcode.ts';

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
