import { expect, it } from 'vitest';
import { GUIDES } from './guides.ts';
import { LAYOUTS } from './layouts.ts';

it('has a page for a spreadsheet and for each product whose files are recognised, except our template', () => {
  const ids = GUIDES.map(({ id }) => id);
  const expected = ['spreadsheet', ...LAYOUTS.map(({ id }) => id)].filter((id) => id !== 'template');
  expect(ids).toEqual(expect.arrayContaining(expected));
  expect(new Set(ids).size).toBe(ids.length);
});

it('lists imported and other records in short sentences, with the source of each product', () => {
  for (const { id, steps, over, lost } of GUIDES) {
    expect([id, over.length > 0, lost.length > 0]).toEqual([id, true, true]);
    expect(
      [...steps, ...over, ...lost].filter((line) => line.split('. ').some((one) => one.split(' ').length > 30)),
    ).toEqual([]);
  }
  const products = GUIDES.filter(({ id }) => ['arthur', 'rentila', 'patma'].includes(id));
  expect(products.map(({ source }) => /^[\w.]+\.uk\//.test(source ?? ''))).toEqual([true, true, true]);
});
