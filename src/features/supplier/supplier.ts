import { z } from 'zod';
import { email, fields, longText, maybeLongText, option, phone, picture, text, website } from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import type { Merge, Versions } from '../../shared/records/merge.ts';
import { deletedAlong } from '../../shared/text.ts';
import { fileUrl } from '../file/file.ts';
import { SERVICE_TYPES, SUPPLIER_LIST, TEXTS } from './listed.ts';

export const SUPPLIER = fields({
  logo: picture('Logo', fileUrl('supplier_images'), 'Its own logo'),
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

/** Maximum properties that one save can link or unlink. */
const MAX_LINKS = 5_000;
const links = z.array(z.uuid()).max(MAX_LINKS).default([]);

/** Links to properties that are not mentioned are unchanged. */
export const SupplierInput = SUPPLIER.input
  .extend({
    addedProperties: links.describe('Ids of properties that the supplier looks after from now on'),
    removedProperties: links.describe('Ids of properties that the supplier no longer looks after'),
  })
  .meta({ id: 'SupplierInput' });
export type SupplierInput = z.infer<typeof SupplierInput>;

const ServicedProperty = z.object({ id: z.uuid(), address: z.string(), city: z.string() });

export const Supplier = SUPPLIER.record
  .extend({ properties: z.number().int().describe('How many properties it looks after') })
  .meta({ id: 'Supplier' });
export type Supplier = z.infer<typeof Supplier>;

export const SupplierRecord = Supplier.extend({ servicedProperties: z.array(ServicedProperty) }).meta({
  id: 'SupplierRecord',
});
export type SupplierRecord = z.infer<typeof SupplierRecord>;

/** A supplier in the results of the search over all records. */
export const FoundSupplier = Supplier.pick({ id: true, name: true, phone: true, serviceType: true });
export type FoundSupplier = z.infer<typeof FoundSupplier>;

export const SupplierChoice = Supplier.pick({ id: true, name: true, serviceType: true }).meta({ id: 'SupplierChoice' });
export type SupplierChoice = z.infer<typeof SupplierChoice>;

export const SupplierQuery = listSchema(SUPPLIER_LIST, {
  search: 'name, service type, email or phone',
  more: { propertyId: z.uuid().describe('Only those that look after this property') },
});
export type SupplierQuery = z.output<typeof SupplierQuery>;

/** The form shows the addresses of properties that were linked when it was opened, or that it adds. */
const schema = SUPPLIER.form.extend({
  servicedProperties: z.array(ServicedProperty),
  addedProperties: z.array(ServicedProperty).max(MAX_LINKS),
  removedProperties: z.array(z.uuid()).max(MAX_LINKS),
});
type Output = z.output<typeof schema>;
const NO_CHANGES = { addedProperties: [], removedProperties: [] };

export const SUPPLIER_FORM = {
  schema,
  record: SupplierRecord,
  blank: { ...SUPPLIER.blank, servicedProperties: [], ...NO_CHANGES },

  toForm(supplier: SupplierRecord): z.input<typeof schema> {
    return { ...SUPPLIER.toForm(supplier), servicedProperties: supplier.servicedProperties, ...NO_CHANGES };
  },

  /** A save sends only changes to links. */
  toInput({ servicedProperties: _, addedProperties, ...rest }: Output): SupplierInput {
    return { ...rest, addedProperties: addedProperties.map(({ id }) => id) };
  },

  /** Removes the existing record's links, except those that the form adds. */
  overwrite(yours: Output, { servicedProperties }: SupplierRecord): Output {
    const added = yours.addedProperties.map(({ id }) => id);
    return { ...yours, removedProperties: servicedProperties.map(({ id }) => id).filter((id) => !added.includes(id)) };
  },

  /** A form contains only changes to links, so both versions can always be merged. */
  merge(versions: Versions<Output, SupplierRecord>): Merge<Output> {
    const { merged, questions, taken } = SUPPLIER.merge(versions);
    const [was, now] = [versions.base, versions.theirs].map(({ servicedProperties }) => servicedProperties);
    const moved = [...(was ?? []), ...(now ?? [])].filter(
      ({ id }) =>
        !(has(was, id) && has(now, id)) && !has(merged.addedProperties, id) && !merged.removedProperties.includes(id),
    );
    return { merged, questions, taken: moved.length > 0 ? [...taken, TEXTS.serviced] : taken };
  },
};

function has(rows: readonly { id: string }[] = [], id: string): boolean {
  return rows.some((row) => row.id === id);
}

export function deletionSummary({ properties, logo }: Pick<Supplier, 'properties' | 'logo'>, went = false): string {
  const parts = [[properties, 'property link'] as const, [logo ? 1 : 0, 'file'] as const];
  return deletedAlong(parts, went);
}
