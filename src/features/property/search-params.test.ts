/** The address of the list screen. */
import { describe, expect, it } from 'vitest';
import { filterOf, isNarrowed, PropertyListSearch } from './search-params.ts';

describe('the address of the list', () => {
  it('is plain when everything is at its default', () => {
    expect(PropertyListSearch.parse({ q: '', sort: 'newest' })).toEqual({});
  });

  it('keeps search, status and sort', () => {
    const search = { q: 'York', status: 'vacant', sort: 'rent' };
    expect(PropertyListSearch.parse(search)).toEqual(search);
  });

  it('opens the whole list where it says what does not exist', () => {
    expect(PropertyListSearch.parse({ q: '  ', status: 'haunted', sort: 'colour' })).toEqual({});
  });

  it('never asks for a text longer than the server takes', () => {
    expect(PropertyListSearch.parse({ q: 'x'.repeat(500) }).q).toHaveLength(200);
  });

  it('asks the server for the newest first unless it says otherwise', () => {
    expect(filterOf({ status: 'vacant' })).toEqual({ q: '', status: 'vacant', sort: 'newest' });
    expect(filterOf({ sort: 'address' })).toEqual({ q: '', sort: 'address' });
  });

  it('narrows the list by search and status, not by sort', () => {
    expect([isNarrowed({ q: 'a' }), isNarrowed({ status: 'vacant' }), isNarrowed({ sort: 'rent' })]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
