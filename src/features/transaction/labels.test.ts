import { describe, expect, it } from 'vitest';
import {
  amountLine,
  BELL_LABELS,
  CARD_LABELS,
  CATEGORY_OPTIONS,
  COLUMN_LABELS,
  categoriesLine,
  categoryLabel,
  countOf,
  DIALOG_TEXTS,
  doneLine,
  EXPENSE_CATEGORY_OPTIONS,
  FIELD_LABELS,
  formerProperty,
  incomeStays,
  keptTransactions,
  LIST_TEXTS,
  leftLine,
  monthLine,
  nameOf,
  overdueLine,
  overdueNote,
  pendingLine,
  SORT_OPTIONS,
  STATUS_OPTIONS,
  TOASTS,
} from './labels.ts';

const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label).join(', ');
const TODAY = '2026-11-21';

it.each([
  ['S1.2.138', COLUMN_LABELS.join(', '), 'Date, Description, Category, Status, Reference, Amount, Actions'],
  ['S1.2.139', LIST_TEXTS.search, 'Search transactions...'],
  ['S1.2.142', LIST_TEXTS.loading, 'Loading transactions...'],
  ['S1.2.143', `${LIST_TEXTS.empty}, ${LIST_TEXTS.clear}`, 'No transactions found, Clear filters'],
  ['S2.8.24', LIST_TEXTS.failed, 'Failed to load transactions.'],
  ['S1.2.45', BELL_LABELS.all, 'View All Finances'],
  ['S1.2.144', BELL_LABELS.more, 'View all transactions'],
  ['S1.2.145', DIALOG_TEXTS.remove, 'Delete Transaction'],
  [
    'S1.2.145 question',
    DIALOG_TEXTS.removeQuestion,
    'Are you sure you want to delete this transaction? This action cannot be undone.',
  ],
  ['S2.2.36', DIALOG_TEXTS.add, 'Add Expense Transaction'],
  ['S2.2.55', DIALOG_TEXTS.edit, 'Edit Transaction'],
  ['S2.2.58', DIALOG_TEXTS.update, 'Update Transaction'],
  ['S2.2.56', Object.values(FIELD_LABELS).join(', '), 'Property, Amount (£), Category, Description, Date, Status'],
  ['S2.2.37', CARD_LABELS.join(', '), 'Total Income, Total Expenses, Pending Transactions, Overdue Payments'],
  ['S2.2.44', labels(CATEGORY_OPTIONS), 'Rent Payments, Maintenance, Taxes, Insurance, Utilities, Other'],
  ['S2.2.51', labels(EXPENSE_CATEGORY_OPTIONS), 'Maintenance, Taxes, Insurance, Utilities, Other'],
  ['S2.2.45', labels(STATUS_OPTIONS), 'Completed, Pending, Overdue'],
  ['S2.2.46', labels(SORT_OPTIONS), 'Recent, Oldest, Highest, Lowest'],
  ['S2.8.29', TOASTS.add.done, 'Transaction added successfully'],
  ['S2.8.25', TOASTS.add.failed, 'Failed to add transaction'],
  ['S2.8.26', TOASTS.add.signedOut, 'Authentication error: User not found'],
  ['S2.8.30', `${TOASTS.change.done}: ${TOASTS.change.more}`, 'Success: Transaction updated successfully'],
  ['S2.8.27', `${TOASTS.change.title}: ${TOASTS.change.failed}`, 'Error: Failed to update transaction'],
  ['S1.8.51', `${TOASTS.remove.done}: ${TOASTS.remove.more}`, 'Success: Transaction deleted successfully'],
  ['S1.8.52', `${TOASTS.remove.title}: ${TOASTS.remove.failed}`, 'Error: Failed to delete transaction'],
])('%s: %s', (_, text, specified) => {
  expect(text).toBe(specified);
});

describe('a transaction', () => {
  it('capitalises an imported category (S1.5.37)', () => {
    expect(['parking', 'ground rent', 'constructor'].map(categoryLabel)).toEqual([
      'Parking',
      'Ground rent',
      'Constructor',
    ]);
  });

  it('shows income with a plus, an expense with a minus (S1.3.33)', () => {
    expect(amountLine({ type: 'income', amount: 185_000 })).toBe('+£1,850.00');
    expect(amountLine({ type: 'expense', amount: -3862 })).toBe('−£38.62');
    expect(amountLine({ type: 'income', amount: 0 })).toBe('+£0.00');
  });

  it('is named by description and date', () => {
    expect(nameOf({ description: 'Boiler repair', date: '2026-11-12' })).toBe('Boiler repair, 12 Nov 2026');
  });

  it('names its deleted property', () => {
    const place = '14 Chandos Terrace, Leeds';
    expect(formerProperty({ propertyId: null, propertyAddress: place })).toBe(
      `It was for ${place}, which has been deleted.`,
    );
    expect(formerProperty({ propertyId: null, propertyAddress: null })).toBeUndefined();
    expect(formerProperty({ propertyId: 'id', propertyAddress: place })).toBeUndefined();
  });

  it.each([
    ['2026-11-12', 'pending', 'Overdue. It was due on 12 Nov 2026, 9 days ago.'],
    ['2026-11-20', 'pending', 'Overdue. It was due on 20 Nov 2026, 1 day ago.'],
    ['2026-11-12', 'completed', undefined],
    [TODAY, 'pending', undefined],
    ['2027-01-01', 'pending', undefined],
    ['', 'pending', undefined],
  ])('of %j, %s, notes %s', (date, status, note) => {
    expect(overdueNote({ date, status }, TODAY)).toBe(note);
  });
});

describe('a filter', () => {
  it.each([
    [['tax'], 'Taxes'],
    [['rent', 'parking'], 'Rent Payments, Parking'],
    [['rent', 'maintenance', 'tax'], '3 categories'],
    [['maintenance', 'tax', 'insurance', 'utilities', 'other', 'parking'], 'All categories except Rent Payments'],
  ])('of %j reads %s', (chosen, line) => {
    const offered = ['rent', 'maintenance', 'tax', 'insurance', 'utilities', 'other', 'parking'];
    expect(categoriesLine(chosen, offered)).toBe(line);
  });

  it.each([
    [184, 186, '184 of 186 transactions'],
    [0, 1, '0 of 1 transaction'],
    [1186, 1186, '1,186 transactions'],
    [1, undefined, '1 transaction'],
    [undefined, 186, 'counting…'],
  ])('that matches %s of %s reads %s', (count, all, line) => {
    expect(countOf(count, all)).toBe(line);
  });
});

describe('a card', () => {
  it.each([
    [104_100, 100_000, '+4.1% from last month'],
    [97_500, 100_000, '-2.5% from last month'],
    [100_000, 100_000, '+0.0% from last month'],
    [100_049, 100_000, '+0.0% from last month'],
    [99_951, 100_000, '+0.0% from last month'],
    [100_050, 100_000, '+0.1% from last month'],
    [99_950, 100_000, '-0.1% from last month'],
    [0, 100_000, '-100.0% from last month'],
    [1_234_500, 100_000, '+1,134.5% from last month'],
    [999_999_999_999, 1, '+99,999,999,999,800.0% from last month'],
    [100, null, 'No data last month'],
    [100, 0, 'No data last month'],
  ])('of %i after %s reads %s (S2.2.38, S2.9.15)', (now, last, line) => {
    expect(monthLine(now, last)).toBe(line);
  });

  it.each([
    [1, '2026-11-28', '1 transaction, due 28 Nov 2026'],
    [3, '2026-11-28', '3 transactions, next due 28 Nov 2026'],
    [0, null, 'Nothing to pay'],
  ])('of %i pending, the first on %s, reads %s (S2.4.14)', (count, day, line) => {
    expect(pendingLine({ count, amount: 41_280, day })).toBe(line);
  });

  it.each([
    [1, '2026-11-12', '1 transaction, 9 days'],
    [1, '2026-11-20', '1 transaction, 1 day'],
    [1200, '2026-11-12', '1,200 transactions, up to 9 days'],
    [0, null, 'Nothing overdue'],
  ])('of %i overdue since %s reads %s (S2.4.14)', (count, day, line) => {
    expect(overdueLine({ count, amount: 1, day }, TODAY)).toBe(line);
  });
});

describe('a bulk change', () => {
  const left = (...reasons: ('income' | 'not_for_expenses' | 'changed_meanwhile' | 'not_found')[]) => ({
    done: 1,
    left: reasons.map((reason, index) => ({ id: `id-${index}`, reason })),
  });

  it('counts the rows that were changed', () => {
    expect(doneLine({ done: 12, left: [] }, { propertyId: null })).toBe('12 transactions updated');
    expect(doneLine({ done: 1, left: [] }, { remove: true })).toBe('1 transaction deleted');
  });

  it('explains the rows that were left', () => {
    expect(leftLine(left())).toBe('');
    expect(leftLine(left('income'))).toBe('1 left as it is: only expenses can be deleted.');
    expect(leftLine(left('not_for_expenses', 'not_for_expenses'))).toBe(
      '2 left as they are: rent is a category of income.',
    );
    expect(leftLine(left('not_found', 'changed_meanwhile', 'not_found'))).toBe(
      '3 left as they are: 1 (changed elsewhere since you read the list), 2 (no longer there).',
    );
  });

  it('counts the income that a deletion leaves', () => {
    const [income, expense] = [{ type: 'income' }, { type: 'expense' }];
    expect(incomeStays([expense])).toBe('');
    expect(incomeStays([income, expense])).toBe('1 of them is income and stays: only expenses can be deleted.');
    expect(incomeStays([income, income])).toBe('2 of them are income and stay: only expenses can be deleted.');
  });
});

it('counts the transactions that stay when their property is deleted', () => {
  expect([0, 1, 2, 1234].map(keptTransactions)).toEqual([
    '',
    '1 transaction stays, with its address.',
    '2 transactions stay, with its address.',
    '1,234 transactions stay, with its address.',
  ]);
});
