/** A property in the words of the screens. */
import { describe, expect, it } from 'vitest';
import { propertyDifferences } from './differences.ts';
import { PropertyForm, type PropertyInput } from './property.ts';
import { asTyped, BLANK_PROPERTY } from './typed-property.ts';
import { bedsLine, countLine, placeLine, rentLine } from './words.ts';

const home: PropertyInput = {
  address: '14 Chandos Terrace',
  city: 'Leeds',
  postalCode: 'LS8 1QS',
  propertyType: 'semi-detached',
  bedrooms: 1000,
  bathrooms: 0,
  rent: 115_050,
  description: 'South-facing yard.\nCellar dry.',
  status: 'maintenance',
};

describe('a property in words', () => {
  it('tells its rent by the month, in pounds', () => {
    expect(rentLine({ rent: 115_000 })).toBe('£1,150.00/mo');
    expect(rentLine({ rent: 0 })).toBe('£0.00/mo');
  });

  it('has one bed or several', () => {
    expect([0, 1, 3].map((bedrooms) => bedsLine({ bedrooms, propertyType: 'flat' }))).toEqual([
      '0 beds · flat',
      '1 bed · flat',
      '3 beds · flat',
    ]);
  });

  it('is counted in singular and plural', () => {
    expect([0, 1, 9, 5000].map(countLine)).toEqual(['0 Properties', '1 Property', '9 Properties', '5,000 Properties']);
  });

  it('names the county only where it is not the city again', () => {
    expect(placeLine({ city: 'Leeds', state: 'Leeds', postalCode: 'LS8 1QS' })).toBe('Leeds, LS8 1QS');
    expect(placeLine({ city: 'Otley', state: 'West Yorkshire', postalCode: 'LS21 1BT' })).toBe(
      'Otley, West Yorkshire, LS21 1BT',
    );
  });
});

describe('the form', () => {
  it('filled with a property gives the same property back', () => {
    expect(PropertyForm.parse(asTyped(home))).toEqual(home);
  });

  it('left empty names everything that is required', () => {
    const { error } = PropertyForm.safeParse(BLANK_PROPERTY);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Address must be at least 5 characters',
      'City is required',
      'Valid postal code is required',
      'Property type is required',
      'Number of bedrooms is required',
      'Number of bathrooms is required',
      'Rent amount is required',
    ]);
  });
});

describe('two versions of a property', () => {
  it('differ in the fields that differ, in words', () => {
    const theirs: PropertyInput = { ...home, rent: 120_000, status: 'vacant', description: '' };
    expect(propertyDifferences(home, theirs)).toEqual([
      { label: 'Rent per month', yours: '£1,150.50', theirs: '£1,200.00' },
      { label: 'Description', yours: 'South-facing yard.\nCellar dry.', theirs: '' },
      { label: 'Status', yours: 'Maintenance', theirs: 'Vacant' },
    ]);
  });

  it('do not differ when they say the same', () => {
    expect(propertyDifferences(home, { ...home })).toEqual([]);
  });
});
