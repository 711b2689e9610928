/** A supplier as the form holds it: every field as text, and what has become of its links. */
import type { z } from 'zod';
import type { SupplierForm, SupplierInput, SupplierRecord } from './supplier.ts';

type Fields = z.input<typeof SupplierForm>;

/** No field is left out, so that each control has something to show. */
export type SupplierFormValues = { [field in keyof Fields]-?: Exclude<Fields[field], undefined> };

/** What the form makes of it, when all of it is right. */
export type SupplierFormOutput = z.output<typeof SupplierForm>;

/** An empty form. */
export const BLANK_SUPPLIER: SupplierFormValues = {
  name: '',
  email: '',
  phone: '',
  serviceType: '',
  contactPerson: '',
  address: '',
  website: '',
  notes: '',
  logo: null,
  servicedProperties: [],
  addedProperties: [],
  removedProperties: [],
};

/** The form filled with a supplier. */
export function toFormValues(supplier: SupplierRecord): SupplierFormValues {
  return {
    name: supplier.name,
    email: supplier.email,
    phone: supplier.phone,
    serviceType: supplier.serviceType,
    contactPerson: supplier.contactPerson,
    address: supplier.address,
    website: supplier.website,
    notes: supplier.notes,
    logo: supplier.logo,
    servicedProperties: supplier.servicedProperties,
    addedProperties: [],
    removedProperties: [],
  };
}

/** What a save sends: of the links only what has changed. */
export function inputOf({ servicedProperties: _, addedProperties, ...rest }: SupplierFormOutput): SupplierInput {
  return { ...rest, addedProperties: addedProperties.map(({ id }) => id) };
}

/** A form that was opened on one version, as it can be saved over `theirs`: what they linked stays, what they have done already is not done again. */
export function rebase(yours: SupplierFormOutput, { servicedProperties }: SupplierRecord): SupplierFormOutput {
  const linked = new Set(servicedProperties.map(({ id }) => id));
  return {
    ...yours,
    servicedProperties,
    addedProperties: yours.addedProperties.filter(({ id }) => !linked.has(id)),
    removedProperties: yours.removedProperties.filter((id) => linked.has(id)),
  };
}
