/** A supplier in the words of the screens: labels, options, and short lines made of its facts. */
import { counted } from '../../shared/text.ts';
import { SERVICE_TYPES, type ServicedProperty, SUPPLIER_SORTS, type Supplier, type SupplierInput } from './supplier.ts';

/** What each field is called, in the form and wherever a field is named. */
export const FIELD_LABELS = {
  name: 'Company Name',
  serviceType: 'Service Type',
  contactPerson: 'Contact Person',
  email: 'Email',
  phone: 'Phone',
  website: 'Website',
  address: 'Address',
  notes: 'Notes',
  logo: 'Logo',
} as const satisfies Record<Exclude<keyof SupplierInput, 'addedProperties' | 'removedProperties'>, string>;

/** The properties that it looks after, in the form and on its page. */
export const SERVICED = 'Properties Serviced';

export const SERVICE_OPTIONS = SERVICE_TYPES.map((value) => ({ value, label: value }));
export const SORT_OPTIONS = Object.entries(SUPPLIER_SORTS).map(([value, label]) => ({ value, label }));

/** '9 Suppliers', '1 Supplier'. */
export function countLine(count: number): string {
  return counted(count, 'Supplier');
}

/** '3 Properties', '1 Property'. */
export function propertiesLine({ properties }: Pick<Supplier, 'properties'>): string {
  return counted(properties, 'Property', 'Properties');
}

/** '14 Chandos Terrace, Leeds'. */
export function placeOf({ address, city }: Pick<ServicedProperty, 'address' | 'city'>): string {
  return `${address}, ${city}`;
}

/** '3 property links and 1 file go with it.'; empty where there is nothing but the supplier itself. */
export function deletionSummary(supplier: Pick<Supplier, 'properties' | 'logo'>): string {
  const { list, single } = belongings(supplier);
  return list && `${list} ${single ? 'goes' : 'go'} with it.`;
}

/** The same once it is done. */
export function deletedSummary(supplier: Pick<Supplier, 'properties' | 'logo'>): string {
  const { list } = belongings(supplier);
  return list && `${list} went with it.`;
}

/** `single`: whether it is one thing, for the verb. */
function belongings({ properties, logo }: Pick<Supplier, 'properties' | 'logo'>): { list: string; single: boolean } {
  const parts = [...(properties > 0 ? [counted(properties, 'property link')] : []), ...(logo ? ['1 file'] : [])];
  return { list: parts.join(' and '), single: parts.length === 1 && properties < 2 };
}

/** In the question before a property is deleted: '2 supplier links go with it.'; empty where there are none. */
export function linksGo(count: number): string {
  return count === 0 ? '' : `${counted(count, 'supplier link')} ${count === 1 ? 'goes' : 'go'} with it.`;
}

/** The same once it is deleted. */
export function linksWent(count: number): string {
  return count === 0 ? '' : `${counted(count, 'supplier link')} went with it.`;
}
