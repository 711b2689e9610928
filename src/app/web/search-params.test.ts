/** Addresses keep what was typed, letter for letter. */
import { describe, expect, it } from 'vitest';
import { parseSearch, writeSearch } from './search-params.ts';

describe('the search part of an address', () => {
  it('keeps a house number, a flag and JSON as the words they are', () => {
    expect(parseSearch('?q=42&status=true&sort=%5B1%5D')).toEqual({ q: '42', status: 'true', sort: '[1]' });
  });

  it('comes back as it was written', () => {
    const search = { q: 'Flat 6 & “Albion” 50%+', status: 'vacant' };
    expect(parseSearch(writeSearch(search))).toEqual(search);
  });

  it('leaves out what is at its default, so that the plain list has the plain address', () => {
    expect(writeSearch({ q: undefined, status: '' })).toBe('');
  });
});
