import { describe, expect, it } from 'vitest';
import { joined } from './long-list.ts';

const pagesOf = (...lengths: number[]) => {
  let next = 0;
  return lengths.map((length) => ({ items: Array.from({ length }, () => next++) }));
};

describe('joined', () => {
  it.each([[[]], [[0]], [[3]], [[3, 2]], [[2, 0, 0, 3, 1]], [[0, 4]], [[1, 1, 1, 1, 1, 1, 1]]])(
    'slices %j records like a single array',
    (lengths) => {
      const pages = pagesOf(...lengths);
      const whole = pages.flatMap(({ items }) => items);
      const list = joined(pages);
      expect(list.length).toBe(whole.length);
      for (let first = 0; first <= whole.length; first++)
        for (let end = first; end <= whole.length + 1; end++)
          expect(list.slice(first, end), `${first} to ${end}`).toEqual(whole.slice(first, end));
    },
  );
});
