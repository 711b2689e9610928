import { describe, expect, it } from 'vitest';
import { between } from './selection.client.ts';

const page = (ids: string) => ({ items: [...ids].map((id) => ({ id })), nextCursor: null, total: null });
const PAGES = [page('abc'), page('def')];

describe('a range of rows', () => {
  it('goes from one row to the other, downwards and upwards, over pages', () => {
    expect(between(PAGES, 'b', 'e')).toEqual(['b', 'c', 'd', 'e']);
    expect(between(PAGES, 'e', 'b')).toEqual(['b', 'c', 'd', 'e']);
    expect(between(PAGES, 'c', 'c')).toEqual(['c']);
  });

  it('is the one row where it has no beginning, or none that is shown any more', () => {
    expect(between(PAGES, undefined, 'c')).toEqual(['c']);
    expect(between(PAGES, 'x', 'c')).toEqual(['c']);
    expect(between(PAGES, 'a', 'x')).toEqual(['x']);
  });
});
