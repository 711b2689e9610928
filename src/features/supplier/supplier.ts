/** A supplier: what a landlord may enter, what they see, and what the list may be asked. */
import { z } from 'zod';
import { isPlainText, line, paragraph } from '../../shared/text.ts';
import { fileUrl } from '../file/file.ts';
import { websiteField } from './website.ts';

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

const EMAIL = 'Valid email is required';

/** The most properties that one save links or unlinks. */
const MAX_LINKS = 5_000;

const links = z.array(z.uuid()).max(MAX_LINKS).default([]);

/** One schema for form and API. Links to properties that it does not mention stay. */
export const SupplierInput = z
  .object({
    name: line({ min: 2, max: 200, message: 'Name is required' }),
    email: z.string({ error: EMAIL }).trim().max(254, EMAIL).pipe(z.email(EMAIL)),
    phone: line({ min: 6, max: 50, message: 'Phone number is required' }),
    serviceType: z.enum(SERVICE_TYPES, { error: 'Service type is required' }),
    contactPerson: line({ min: 2, max: 200, message: 'Contact person name is required' }),
    address: paragraph({ min: 5, max: 500, message: 'Address is required' }),
    website: websiteField(),
    notes: paragraph({ max: 2000 }).default(''),
    logo: fileUrl('supplier_images').nullable().default(null),
    addedProperties: links.describe('Ids of properties that the supplier looks after from now on'),
    removedProperties: links.describe('Ids of properties that the supplier looks after no more'),
  })
  .meta({ id: 'SupplierInput' });
export type SupplierInput = z.infer<typeof SupplierInput>;

/** A property that a supplier looks after, as its screens name it. */
const ServicedProperty = z.object({ id: z.uuid(), address: z.string(), city: z.string() });
export type ServicedProperty = z.infer<typeof ServicedProperty>;

/**
 * The same in the form, where no service type is chosen at first, and where properties have their addresses: those that it was
 * opened with, and those that were added.
 */
export const SupplierForm = SupplierInput.extend({
  serviceType: z.string().pipe(SupplierInput.shape.serviceType),
  servicedProperties: z.array(ServicedProperty).default([]),
  addedProperties: z.array(ServicedProperty).max(MAX_LINKS).default([]),
});

/** A supplier as lists show it. */
export const Supplier = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    serviceType: z.enum(SERVICE_TYPES),
    contactPerson: z.string(),
    address: z.string(),
    website: z.string(),
    notes: z.string(),
    logo: z.string().nullable(),
    properties: z.number().int().describe('How many properties it looks after'),
    dateAdded: z.string().describe('Instant, ISO 8601'),
    version: z.number().int().describe('Rises by one with each change; the ETag'),
  })
  .meta({ id: 'Supplier' });
export type Supplier = z.infer<typeof Supplier>;

/** A supplier with the properties it looks after, by address. */
export const SupplierRecord = Supplier.extend({
  servicedProperties: z.array(ServicedProperty),
}).meta({ id: 'SupplierRecord' });
export type SupplierRecord = z.infer<typeof SupplierRecord>;

/** Ways to sort the list, and how each is called. */
export const SUPPLIER_SORTS = { name: 'Name A to Z', newest: 'Newest first' } as const;
export type SupplierSort = keyof typeof SUPPLIER_SORTS;
const sorts = Object.keys(SUPPLIER_SORTS) as [SupplierSort, ...SupplierSort[]];

/** What the list may be asked. */
export const SupplierFilter = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .refine(isPlainText)
    .default('')
    .describe('Case-insensitive part of name, service type or email'),
  serviceType: z.enum(SERVICE_TYPES).optional(),
  propertyId: z.uuid().optional().describe('Only those that look after this property'),
  sort: z.enum(sorts).default('name'),
});
export type SupplierFilter = z.infer<typeof SupplierFilter>;
