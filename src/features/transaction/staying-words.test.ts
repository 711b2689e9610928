/** A landlord who deletes a property reads that its transactions stay. */
import { expect, it } from 'vitest';
import { whatStays } from './staying-words.ts';

it('The transactions of a deleted property are counted in the singular and the plural', () => {
  expect([0, 1, 2, 1234].map(whatStays)).toEqual([
    '',
    '1 transaction stays, with its address.',
    '2 transactions stay, with its address.',
    '1,234 transactions stay, with its address.',
  ]);
});
