/** The columns that history names, under the names and in the units of the API. */
import { COMPLIANCE_COLUMNS } from './compliance-columns.ts';

const NAMES = new Map([
  ...COMPLIANCE_COLUMNS.map(({ column, item, field }) => [column, `${item}.${field}`] as const),
  ['zipcode', 'postalCode'],
  ['type', 'propertyType'],
  ['monthly_rent', 'rent'],
  ['file_url', 'file'],
]);

const IN_POUNDS = ['monthly_rent', 'cost', 'amount', 'rent_amount', 'deposit_amount'];

/** 'monthly_rent' → 'rent', 'expiration_date' → 'expirationDate', 'gas_safety_notes' → 'gasSafety.notes'. */
export function fieldOf(column: string, noun: string): string {
  if (noun === 'tenant' && column === 'image_url') return 'avatar';
  return NAMES.get(column) ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A column's value as the API tells it: pounds become pence. */
export function toldValue<Value>(column: string, value: Value): Value | number {
  return IN_POUNDS.includes(column) && typeof value === 'number' ? Math.round(value * 100) : value;
}
