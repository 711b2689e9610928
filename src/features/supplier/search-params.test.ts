/** The address of the list screen. */
import { describe, expect, it } from 'vitest';
import { filterOf, isNarrowed, SupplierListSearch } from './search-params.ts';

describe('the address of the list', () => {
  it('is plain when everything is at its default', () => {
    expect(SupplierListSearch.parse({ q: '', sort: 'name' })).toEqual({});
  });

  it('keeps search, service type and sort', () => {
    const search = { q: 'York', serviceType: 'Pest Control', sort: 'newest' };
    expect(SupplierListSearch.parse(search)).toEqual(search);
  });

  it('opens the whole list where it says what does not exist', () => {
    expect(SupplierListSearch.parse({ q: '  ', serviceType: 'Magic', sort: 'colour' })).toEqual({});
  });

  it('never asks for a text longer than the server takes', () => {
    expect(SupplierListSearch.parse({ q: 'x'.repeat(500) }).q).toHaveLength(200);
  });

  it('asks the server for the names in their order unless it says otherwise', () => {
    expect(filterOf({ serviceType: 'HVAC' })).toEqual({ q: '', serviceType: 'HVAC', sort: 'name' });
    expect(filterOf({ sort: 'newest' })).toEqual({ q: '', sort: 'newest' });
  });

  it('narrows the list by search and service type, not by sort', () => {
    const narrowed = [{ q: 'a' }, { serviceType: 'HVAC' }, { sort: 'newest' }] as const;
    expect(narrowed.map(isNarrowed)).toEqual([true, true, false]);
  });
});
