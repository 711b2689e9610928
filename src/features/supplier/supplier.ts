/** A supplier: its fields, what a list may be asked, and its sentences. */
import { z } from 'zod';
import { email, fields, longText, maybeLongText, option, phone, picture, text, website } from '../../shared/fields.ts';
import { listQuery } from '../../shared/list-query.ts';
import { recordTexts } from '../../shared/record-texts.ts';
import { counted } from '../../shared/text.ts';
import { fileUrl } from '../file/file.ts';

export const SERVICE_TYPES = [
  'Plumbing',
  'Electrical',
  'HVAC',
  'Cleaning',
  'Landscaping',
  'General Maintenance',
  'Locksmith',
  'Pest Control',
  'Painting',
  'Roofing',
  'Carpentry',
  'Flooring',
] as const;

export const SUPPLIER = fields({
  logo: picture('Logo', fileUrl('supplier_images'), 'A logo of its own'),
  name: text('Company Name', { min: 2, max: 200, message: 'Name is required' }),
  serviceType: option('Service Type', SERVICE_TYPES, {
    message: 'Service type is required',
    placeholder: 'Choose a service type',
  }),
  contactPerson: text('Contact Person', { min: 2, max: 200, message: 'Contact person name is required' }),
  email: email('Email', 'Valid email is required'),
  phone: phone('Phone', { min: 6, max: 50, message: 'Phone number is required' }),
  website: website('Website', 'Valid website URL is required'),
  address: longText('Address', { min: 5, max: 500, message: 'Address is required' }),
  notes: maybeLongText('Notes', { max: 2000 }),
});

export const TEXTS = {
  ...recordTexts({ one: 'supplier', many: 'suppliers' }),
  emptyHint: 'Keep the people you call here: the plumber, the electrician, the cleaners.',
  noWebsite: 'Not provided',
  noNotes: 'No notes available.',
};

/** The properties that a supplier looks after, in the form and on its page. */
export const SERVICED = 'Properties Serviced';

/** The most properties that one save links or unlinks. */
const MAX_LINKS = 5_000;
const links = z.array(z.uuid()).max(MAX_LINKS).default([]);

/** Links to properties that it does not mention stay. */
export const SupplierInput = SUPPLIER.input
  .extend({
    addedProperties: links.describe('Ids of properties that the supplier looks after from now on'),
    removedProperties: links.describe('Ids of properties that the supplier no longer looks after'),
  })
  .meta({ id: 'SupplierInput' });
export type SupplierInput = z.infer<typeof SupplierInput>;

const ServicedProperty = z.object({ id: z.uuid(), address: z.string(), city: z.string() });
export type ServicedProperty = z.infer<typeof ServicedProperty>;

/** In the form properties have their addresses: those that it was opened with, and those that were added. */
export const SupplierForm = SUPPLIER.form.extend({
  servicedProperties: z.array(ServicedProperty),
  addedProperties: z.array(ServicedProperty).max(MAX_LINKS),
  removedProperties: z.array(z.uuid()).max(MAX_LINKS),
});
export type SupplierFormValues = z.input<typeof SupplierForm>;
export type SupplierFormOutput = z.output<typeof SupplierForm>;

export const BLANK_SUPPLIER: SupplierFormValues = {
  ...SUPPLIER.blank,
  servicedProperties: [],
  addedProperties: [],
  removedProperties: [],
};

/** A supplier as lists show it. */
export const Supplier = SUPPLIER.stored
  .extend({
    id: z.uuid(),
    properties: z.number().int().describe('How many properties it looks after'),
    dateAdded: z.string().describe('Instant, ISO 8601'),
    version: z.number().int().describe('Rises by one with each change; the ETag'),
  })
  .meta({ id: 'Supplier' });
export type Supplier = z.infer<typeof Supplier>;

/** A supplier with the properties it looks after, by address. */
export const SupplierRecord = Supplier.extend({ servicedProperties: z.array(ServicedProperty) }).meta({
  id: 'SupplierRecord',
});
export type SupplierRecord = z.infer<typeof SupplierRecord>;

export const SUPPLIER_LIST = listQuery({
  search: 'name, service type or email',
  filters: {
    serviceType: z.enum(SERVICE_TYPES),
    propertyId: z.uuid().describe('Only those that look after this property'),
  },
  apiOnly: ['propertyId'],
  sorts: { name: 'Name A to Z', newest: 'Newest first' },
});
export type SupplierQuery = z.output<typeof SUPPLIER_LIST.query>;

export function toFormValues(supplier: SupplierRecord): SupplierFormValues {
  const { servicedProperties } = supplier;
  return { ...SUPPLIER.toForm(supplier), servicedProperties, addedProperties: [], removedProperties: [] };
}

/** What a save sends: of the links only what has changed. */
export function toInput({ servicedProperties: _, addedProperties, ...rest }: SupplierFormOutput): SupplierInput {
  return { ...rest, addedProperties: addedProperties.map(({ id }) => id) };
}

/** A form as it can be saved over `theirs`: links that they made or removed already are left out. */
export function rebase(yours: SupplierFormOutput, { servicedProperties }: SupplierRecord): SupplierFormOutput {
  const linked = new Set(servicedProperties.map(({ id }) => id));
  return {
    ...yours,
    servicedProperties,
    addedProperties: yours.addedProperties.filter(({ id }) => !linked.has(id)),
    removedProperties: yours.removedProperties.filter((id) => linked.has(id)),
  };
}

/** Where a form, rebased on `theirs`, differs from it; in the order of the form. */
export function supplierDifferences(yours: SupplierFormOutput, theirs: SupplierRecord) {
  const link = ({ address, city }: ServicedProperty) => `${SERVICED}: ${address}, ${city}`;
  const removed = theirs.servicedProperties.filter(({ id }) => yours.removedProperties.includes(id));
  return [
    ...SUPPLIER.differences(yours, theirs),
    ...removed.map((property) => ({ label: link(property), yours: 'Removed', theirs: 'Is there' })),
    ...yours.addedProperties.map((property) => ({
      label: link(property),
      yours: 'Is there',
      theirs: 'Is not there',
    })),
  ];
}

/** '3 Properties', '1 Property'. */
export function propertiesLine(count: number): string {
  return counted(count, 'Property', 'Properties');
}

/** '3 property links and 1 file go with it.', and `went` once it is done; '' where only the supplier itself is deleted. */
export function deletionSummary({ properties, logo }: Pick<Supplier, 'properties' | 'logo'>, went = false): string {
  const parts = [...(properties > 0 ? [counted(properties, 'property link')] : []), ...(logo ? ['1 file'] : [])];
  if (parts.length === 0) return '';
  return `${parts.join(' and ')} ${verb(parts.length === 1 && properties < 2, went)} with it.`;
}

/** The same of the links that a deleted property had to suppliers. */
export function linksSummary(count: number, went = false): string {
  return count === 0 ? '' : `${counted(count, 'supplier link')} ${verb(count === 1, went)} with it.`;
}

function verb(single: boolean, went: boolean): string {
  return went ? 'went' : single ? 'goes' : 'go';
}
