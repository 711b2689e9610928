/** What is said after one change of many. */
import { expect, it } from 'vitest';
import { doneLine, leftLine, stayingLine } from './bulk-words.ts';

const left = (...reasons: ('income' | 'not_for_expenses' | 'changed_meanwhile' | 'not_found')[]) => ({
  done: 1,
  left: reasons.map((reason, index) => ({ id: `id-${index}`, reason })),
});

it('One change of many says how many were done', () => {
  expect(doneLine({ done: 12, left: [] }, { propertyId: null })).toBe('12 transactions updated');
  expect(doneLine({ done: 1, left: [] }, { remove: true })).toBe('1 transaction deleted');
});

it('and how many were left as they are, and why', () => {
  expect(leftLine(left())).toBe('');
  expect(leftLine(left('income'))).toBe('1 left as it is: only expenses can be deleted.');
  expect(leftLine(left('not_for_expenses', 'not_for_expenses'))).toBe(
    '2 left as they are: rent is a category of income.',
  );
  expect(leftLine(left('not_found', 'changed_meanwhile', 'not_found'))).toBe(
    '3 left as they are: 1 (changed elsewhere since you read the list), 2 (no longer there).',
  );
});

it('Before many are deleted it says which of them stay', () => {
  const [income, expense] = [{ type: 'income' }, { type: 'expense' }];
  expect(stayingLine([expense])).toBe('');
  expect(stayingLine([income, expense])).toBe('1 of them is income and stays: only expenses can be deleted.');
  expect(stayingLine([income, income])).toBe('2 of them are income and stay: only expenses can be deleted.');
});
