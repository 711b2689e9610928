/** Where the rules of a property begin: the least that counts, and one less. */
import { describe, expect, it } from 'vitest';
import { newProperty } from '../../../test/make.ts';
import { PROPERTY_STATUSES, PROPERTY_TYPES, PropertyInput } from './property.ts';

const messages = (given: Record<string, unknown>) =>
  PropertyInput.safeParse({ ...newProperty(), ...given }).error?.issues.map(({ message }) => message) ?? [];

describe('the least that counts', () => {
  it.each([
    ['address', '1 Elm', '1 El', 'Address must be at least 5 characters'],
    ['city', 'Ae', 'A', 'City is required'],
    ['postalCode', 'M1 1A', 'M1 1', 'Valid postal code is required'],
    ['bedrooms', 0, -1, 'Number of bedrooms is required'],
    ['bathrooms', 0, -1, 'Number of bathrooms is required'],
    ['rent', 0, -1, 'Rent amount is required'],
    ['propertyType', 'flat', '', 'Property type is required'],
  ])('of %s is %j; %j is answered: %s', (field, enough, tooLittle, words) => {
    expect(messages({ [field]: enough })).toEqual([]);
    expect(messages({ [field]: tooLittle })).toEqual([words]);
  });
});

describe('what can be chosen', () => {
  it('is one of six types', () => {
    expect(PROPERTY_TYPES).toEqual(['flat', 'house', 'detached', 'semi-detached', 'bungalow', 'terraced']);
  });

  it('is one of three statuses', () => {
    expect([...PROPERTY_STATUSES].sort()).toEqual(['maintenance', 'occupied', 'vacant']);
  });
});
