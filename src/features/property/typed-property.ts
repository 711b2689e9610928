/** A property as the form holds it: every field as text. */
import type { z } from 'zod';
import { penceAsTyped } from '../../shared/money.ts';
import type { PropertyForm, PropertyInput } from './property.ts';

export type TypedProperty = z.input<typeof PropertyForm>;

/** An empty form. */
export const BLANK_PROPERTY: TypedProperty = {
  address: '',
  city: '',
  postalCode: '',
  propertyType: '',
  bedrooms: '',
  bathrooms: '',
  rent: '',
  description: '',
  status: 'vacant',
};

/** The form filled with a property. */
export function asTyped(property: PropertyInput): TypedProperty {
  const { address, city, postalCode, propertyType, bedrooms, bathrooms, rent, description, status } = property;
  return {
    address,
    city,
    postalCode,
    propertyType,
    bedrooms: String(bedrooms),
    bathrooms: String(bathrooms),
    rent: penceAsTyped(rent),
    description,
    status,
  };
}
