/** A property in the words of the screens. */
import { describe, expect, it } from 'vitest';
import { bedsLine, countLine, placeLine, rentLine } from './labels.ts';

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
