/** Sensible input for each noun, as its zod schema takes it; a test names only what it is about. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { SignUpInput } from '../src/features/account/account.ts';
import type { PropertyInput } from '../src/features/property/property.ts';

export function newPerson(given: Partial<SignUpInput> = {}): SignUpInput {
  return {
    name: 'Ada Lovelace',
    email: `ada.${randomUUID()}@tenure.example`,
    password: 'correct horse battery',
    acceptTerms: true,
    ...given,
  };
}

export function newProperty(given: Partial<z.input<typeof PropertyInput>> = {}): z.input<typeof PropertyInput> {
  return {
    address: '14 Chandos Terrace',
    city: 'Bristol',
    postalCode: 'BS6 6QJ',
    propertyType: 'terraced',
    bedrooms: 3,
    bathrooms: 1,
    rent: 145_000,
    description: 'A terrace near the park.',
    status: 'vacant',
    ...given,
  };
}
