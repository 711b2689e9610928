import { describe, expect, it } from 'vitest';
import { countLine, deletedSummary, deletionSummary, linksGo, linksWent, placeOf, propertiesLine } from './labels.ts';

describe('a supplier in words', () => {
  it('counts in the singular and the plural', () => {
    expect([countLine(0), countLine(1), countLine(2000)]).toEqual(['0 Suppliers', '1 Supplier', '2,000 Suppliers']);
    const badges = [0, 1, 2].map((properties) => propertiesLine({ properties }));
    expect(badges).toEqual(['0 Properties', '1 Property', '2 Properties']);
  });

  it('names a property with its city', () => {
    expect(placeOf({ address: '14 Chandos Terrace', city: 'Leeds' })).toBe('14 Chandos Terrace, Leeds');
  });

  it('says before it is deleted what goes with it, and after it what went', () => {
    expect(deletionSummary({ properties: 0, logo: null })).toBe('');
    expect(deletionSummary({ properties: 1, logo: null })).toBe('1 property link goes with it.');
    expect(deletionSummary({ properties: 3, logo: null })).toBe('3 property links go with it.');
    expect(deletionSummary({ properties: 0, logo: '/files/a' })).toBe('1 file goes with it.');
    expect(deletionSummary({ properties: 1, logo: '/files/a' })).toBe('1 property link and 1 file go with it.');
    expect(deletedSummary({ properties: 2, logo: '/files/a' })).toBe('2 property links and 1 file went with it.');
    expect(deletedSummary({ properties: 0, logo: null })).toBe('');
  });

  it('says how many of its links go with a property', () => {
    expect([0, 1, 2].map(linksGo)).toEqual(['', '1 supplier link goes with it.', '2 supplier links go with it.']);
    expect([0, 1, 2].map(linksWent)).toEqual(['', '1 supplier link went with it.', '2 supplier links went with it.']);
  });
});
