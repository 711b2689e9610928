import { describe, expect, it } from 'vitest';
import { between } from './selection.client.ts';

const page = (ids: string) => ({ items: [...ids].map((id) => ({ id })), nextCursor: null, total: null });
const PAGES = [page('abc'), page('def')];

describe('a range of rows', () => {
  it('includes all rows in between, in both directions and across pages', () => {
    expect(between(PAGES, 'b', 'e')).toEqual(['b', 'c', 'd', 'e']);
    expect(between(PAGES, 'e', 'b')).toEqual(['b', 'c', 'd', 'e']);
    expect(between(PAGES, 'c', 'c')).toEqual(['c']);
  });

  it('is the one row if its start is missing or no longer shown', () => {
    expect(between(PAGES, undefined, 'c')).toEqual(['c']);
    expect(between(PAGES, 'x', 'c')).toEqual(['c']);
    expect(between(PAGES, 'a', 'x')).toEqual(['x']);
  });
});
