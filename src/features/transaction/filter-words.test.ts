/** What is filtered, in words. */
import { expect, it } from 'vitest';
import { categoriesLine, countOf } from './filter-words.ts';

it('Chosen categories are named while they are few, or by the one that is left out', () => {
  const offered = ['rent', 'maintenance', 'tax', 'insurance', 'utilities', 'other', 'parking'];
  expect(categoriesLine(['tax'], offered)).toBe('Taxes');
  expect(categoriesLine(['rent', 'parking'], offered)).toBe('Rent Payments, Parking');
  expect(categoriesLine(['rent', 'maintenance', 'tax'], offered)).toBe('3 categories');
  expect(categoriesLine(offered.slice(1), offered)).toBe('All categories except Rent Payments');
});

it('How many are shown is told beside how many there are, where that is more', () => {
  expect(countOf(184, 186)).toBe('184 of 186 transactions');
  expect(countOf(0, 1)).toBe('0 of 1 transaction');
  expect(countOf(1186, 1186)).toBe('1,186 transactions');
  expect(countOf(1, undefined)).toBe('1 transaction');
  expect(countOf(undefined, 186)).toBe('counting…');
});
