/** A transaction in the words of the screens. */
import { expect, it } from 'vitest';
import { categoryLabel } from './category.ts';
import {
  amountLine,
  CATEGORY_OPTIONS,
  EXPENSE_CATEGORY_OPTIONS,
  nameOf,
  SORT_OPTIONS,
  STATUS_OPTIONS,
} from './labels.ts';

const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label);

it('Categories, statuses and sorts are called as specified, in their order', () => {
  const ofExpenses = ['Maintenance', 'Taxes', 'Insurance', 'Utilities', 'Other'];
  expect(labels(EXPENSE_CATEGORY_OPTIONS)).toEqual(ofExpenses);
  expect(labels(CATEGORY_OPTIONS)).toEqual(['Rent Payments', ...ofExpenses]);
  expect(labels(STATUS_OPTIONS)).toEqual(['Completed', 'Pending', 'Overdue']);
  expect(labels(SORT_OPTIONS)).toEqual(['Recent', 'Oldest', 'Highest', 'Lowest']);
});

it('A category that an import brought is capitalised, whatever it is', () => {
  expect(['parking', 'ground rent', 'constructor'].map(categoryLabel)).toEqual([
    'Parking',
    'Ground rent',
    'Constructor',
  ]);
});

it('Income has a plus, an expense a minus', () => {
  expect(amountLine({ type: 'income', amount: 185_000 })).toBe('+£1,850.00');
  expect(amountLine({ type: 'expense', amount: -3862 })).toBe('−£38.62');
  expect(amountLine({ type: 'income', amount: 0 })).toBe('+£0.00');
});

it('A transaction is named by what and when', () => {
  expect(nameOf({ description: 'Boiler repair call-out', date: '2026-11-12' })).toBe(
    'Boiler repair call-out, 12 Nov 2026',
  );
});
