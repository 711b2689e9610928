/** A notice survives one redirect, is shown once, and needs no storage to work. */
import { describe, expect, it } from 'vitest';
import { leaveNotice, takeNotice } from './notice.ts';

function shelfOf(items: Map<string, string>) {
  return () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
}

const refused = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

describe('a notice after a redirect', () => {
  it('is left before going to the prices and taken once', () => {
    const shelf = shelfOf(new Map());
    expect(leaveNotice('trial-expired', shelf)).toBe('/#pricing');
    expect(takeNotice({ shelf, search: '' })).toEqual({ name: 'trial-expired', search: '' });
    expect(takeNotice({ shelf, search: '' })).toEqual({ name: null, search: '' });
  });

  it('of a deleted account is left before going to the top of the front page', () => {
    expect(leaveNotice('account-deleted', shelfOf(new Map()))).toBe('/');
    expect(leaveNotice('account-deleted', refused)).toBe('/?notice=account-deleted');
  });

  it('travels in the address where the browser refuses storage, and leaves the rest of the query alone', () => {
    expect(leaveNotice('trial-expired', refused)).toBe('/?notice=trial-expired#pricing');
    expect(takeNotice({ shelf: refused, search: '?notice=trial-expired' })).toEqual({
      name: 'trial-expired',
      search: '',
    });
    expect(takeNotice({ shelf: refused, search: '?from=letter&notice=trial-expired' })).toEqual({
      name: 'trial-expired',
      search: '?from=letter',
    });
  });

  it('touches neither query nor screen when there is none', () => {
    expect(takeNotice({ shelf: shelfOf(new Map()), search: '?a=%20b' })).toEqual({ name: null, search: '?a=%20b' });
  });
});
