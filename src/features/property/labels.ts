/** A property in the words of the screens: labels, options, and short lines made of its facts. */
import { formatPence } from '../../shared/money.ts';
import { capitalise, counted } from '../../shared/text.ts';
import { GUARANTOR_LABELS } from '../guarantor/guarantor.ts';
import { PROPERTY_SORTS, PROPERTY_STATUSES, PROPERTY_TYPES, type Property, type PropertyInput } from './property.ts';

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
