import { z } from 'zod';
import {
  count,
  fields,
  maybeCount,
  maybeLongText,
  maybeText,
  option,
  pence,
  picture,
  text,
  textOf,
} from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { line, penceField } from '../../shared/schemas.ts';
import { capitalise } from '../../shared/text.ts';
import { ComplianceInput } from '../compliance/compliance.ts';
import { ComplianceSummary } from '../compliance/standing.ts';
import { fileUrl } from '../file/file.ts';
import { GUARANTOR } from '../guarantor/guarantor.ts';
import { Certificate, CertificateForm, CertificateInput, Invoice, InvoiceForm, InvoiceInput } from './documents.ts';
import { HOME_FACTS } from './home/facts.ts';
import { normalisePostcode } from './home/postcode.ts';
import { PROPERTY_LIST, PROPERTY_STATUSES, PROPERTY_TYPES } from './listed.ts';

const upTo1000 = ({ required, least: tooSmall }: { required: string; least: string }) =>
  z.number({ error: required }).int('Enter a whole number').min(0, tooSmall).max(1000, 'Enter 1,000 or less');
const rooms = (label: string) => {
  const required = `Number of ${label.toLowerCase()} is required`;
  return count(label, required, upTo1000({ required, least: required }));
};

const STATUS_REQUIRED = 'Status is required';
const RENT_REQUIRED = 'Rent amount is required';
const RENT = 'Rent per month, in pence';

const LISTED = fields({
  address: {
    ...text('Address', { min: 5, max: 200, message: 'Address must be at least 5 characters' }),
    hint: 'House number and street.',
    wide: true,
  },
  city: text('City', { min: 2, max: 100, message: 'City is required' }),
  postalCode: textOf(
    'Postcode',
    line({ min: 5, max: 12, message: 'Valid postal code is required' }).transform(normalisePostcode),
  ),
  propertyType: option('Property type', PROPERTY_TYPES, {
    message: 'Property type is required',
    placeholder: 'Choose a type',
    show: capitalise,
  }),
  status: {
    ...option('Status', PROPERTY_STATUSES, { message: STATUS_REQUIRED, show: capitalise }),
    input: z.enum(PROPERTY_STATUSES, { error: STATUS_REQUIRED }).default('vacant'),
    blank: 'vacant',
    hint: 'Shown as Occupied while it has a tenant.',
  },
  bedrooms: rooms('Bedrooms'),
  bathrooms: rooms('Bathrooms'),
  rent: { ...pence('Rent per month', RENT_REQUIRED), input: penceField(RENT_REQUIRED).describe(RENT) },
  description: maybeLongText('Description', { max: 2000 }),
  imageUrl: picture('Photo', fileUrl('property_images'), 'Its own photo'),
});

const PAGE_FIELDS = fields({
  keyType: { ...maybeText('Key type', { max: 100 }), hint: 'For example Yale and mortice.' },
  keyCode: {
    ...maybeText('Key code', { max: 100 }),
    kind: 'code' as const,
    hint: 'For example the tag in your key cabinet.',
  },
  keysAmount: {
    ...maybeCount('Sets of keys', upTo1000({ required: 'Enter a number', least: 'Enter 0 or more' })),
    hint: 'The number of sets you have.',
  },
  ...GUARANTOR,
  ...HOME_FACTS.shape,
});

export const PROPERTY = fields({ ...LISTED.shape, ...PAGE_FIELDS.shape });

const certificates = 'Add 200 certificates or fewer';
const invoices = 'Add 500 invoices or fewer';
const removed = z.array(z.uuid()).max(1000).default([]);

/** A property with its parts. Omitted certificates and invoices are unchanged. */
export const PropertyInput = PROPERTY.input
  .extend({
    certificates: z.array(CertificateInput).max(200, certificates).default([]),
    removedCertificates: removed.describe('Ids of certificates to remove; omitted ones are kept'),
    compliance: ComplianceInput.optional().describe('Unchanged if omitted'),
    invoices: z.array(InvoiceInput).max(500, invoices).default([]),
    removedInvoices: removed.describe('Ids of invoices to remove; omitted ones are kept'),
  })
  .meta({ id: 'PropertyInput' });
export type PropertyInput = z.infer<typeof PropertyInput>;

/** Form schema, with file objects so that file names can be shown. */
export const PropertyForm = PROPERTY.form.extend({
  certificates: z.array(CertificateForm).max(200, certificates),
  removedCertificates: removed,
  compliance: ComplianceInput,
  invoices: z.array(InvoiceForm).max(500, invoices),
  removedInvoices: removed,
});

export const Property = z
  .object({
    ...LISTED.stored.shape,
    id: z.uuid(),
    state: z.string(),
    rent: z.number().int().describe(RENT),
    status: z
      .enum(PROPERTY_STATUSES)
      .describe('maintenance or occupied if set by the landlord, occupied if a tenant lives there, otherwise vacant'),
    tenants: z.array(z.string()).describe('Names of current tenants'),
    ends: ComplianceSummary.shape.ends.describe(
      'Expiry dates (YYYY-MM-DD) by compliance item, or by id of other certificates',
    ),
    dateAdded: z.string().describe('Instant, ISO 8601'),
    version: z.number().int().describe('Incremented by each change; the ETag'),
  })
  .meta({ id: 'Property' });
export type Property = z.infer<typeof Property>;

export const PropertyRecord = Property.extend({
  chosenStatus: z.enum(PROPERTY_STATUSES).describe('The status set by the landlord, used in the form'),
  ...PAGE_FIELDS.stored.shape,
  certificates: z.array(Certificate),
  compliance: ComplianceInput,
  invoices: z.array(Invoice),
}).meta({ id: 'PropertyRecord' });
export type PropertyRecord = z.infer<typeof PropertyRecord>;

export const FoundProperty = Property.pick({ id: true, address: true, city: true, postalCode: true, ends: true });
export type FoundProperty = z.infer<typeof FoundProperty>;

export const PropertyChoice = Property.pick({ id: true, address: true, city: true })
  .extend({ rent: Property.shape.rent.optional() })
  .meta({ id: 'PropertyChoice' });
export type PropertyChoice = z.infer<typeof PropertyChoice>;

export const PropertyQuery = listSchema(PROPERTY_LIST, {
  search: 'address, city, type, postcode or compliance item that is expired or expiring',
  more: {},
});
export type PropertyQuery = z.output<typeof PropertyQuery>;

export const PropertyFilter = PropertyQuery.omit({ sort: true });
export type PropertyFilter = z.output<typeof PropertyFilter>;

export const PropertyTotals = z
  .object({
    occupied: z.number().int(),
    vacant: z.number().int(),
    maintenance: z.number().int(),
    rent: z.number().int().describe('Total monthly rent in pence'),
  })
  .meta({ id: 'PropertyTotals' });
export type PropertyTotals = z.infer<typeof PropertyTotals>;

/** The size that the specification requires for a new property. It is never shown. */
export function nominalSize(bedrooms: number): number {
  return bedrooms * 100;
}
