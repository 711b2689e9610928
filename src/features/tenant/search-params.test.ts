/** The address of the list of tenants. */
import { describe, expect, it } from 'vitest';
import { filterOf, isNarrowed, TenantListSearch } from './search-params.ts';

describe('the address of the list of tenants', () => {
  it('is plain when everything is at its default', () => {
    expect(TenantListSearch.parse({ q: '', sort: 'name' })).toEqual({});
  });

  it('keeps search, lease state and sort', () => {
    const search = { q: 'Ada', state: 'moved-out', sort: 'leaseEnd' };
    expect(TenantListSearch.parse(search)).toEqual(search);
  });

  it('opens the whole list where it says what does not exist', () => {
    expect(TenantListSearch.parse({ q: '  ', state: 'evicted', sort: 'height' })).toEqual({});
  });

  it('never asks for a text longer than the server takes', () => {
    expect(TenantListSearch.parse({ q: 'x'.repeat(500) }).q).toHaveLength(200);
  });

  it('asks the server by name unless it says otherwise', () => {
    expect(filterOf({ state: 'expiring' })).toEqual({ q: '', state: 'expiring', sort: 'name' });
    expect(filterOf({ sort: 'newest' })).toEqual({ q: '', sort: 'newest' });
  });

  it('narrows the list by search and lease state, not by sort', () => {
    expect([isNarrowed({ q: 'a' }), isNarrowed({ state: 'active' }), isNarrowed({ sort: 'newest' })]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
