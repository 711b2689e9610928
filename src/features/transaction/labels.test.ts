import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../shared/error-codes.ts';
import { BELL } from '../finance/bell.ts';
import {
  amountLine,
  CARD_LABELS,
  CATEGORY_OPTIONS,
  COLUMN_LABELS,
  categoriesLine,
  categoryLabel,
  countOf,
  doneLine,
  errorOfSkipped,
  FIELD_LABELS,
  filterWords,
  formerProperty,
  incomeToo,
  keptTransactions,
  monthLine,
  nameOf,
  OPTIONS_OF_TYPE,
  overdueLine,
  overdueNote,
  pendingLine,
  placeLine,
  STATUS_OPTIONS,
  skippedText,
  TEXTS,
  TITLES,
  unchangedText,
  undoneLines,
} from './labels.ts';
import { TRANSACTION_LIST } from './listed.ts';

const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label).join(', ');
const TODAY = '2026-11-21';
const COSTS =
  'Maintenance, Taxes, Insurance, Utilities, Agent fees, Legal and professional fees, Mortgage interest, Mortgage capital, ' +
  'Loan fees, Ground rent and service charges, Council tax, Certificates, Cleaning, Gardening, Wages, Advertising, ' +
  'Office costs, Travel, Replacing domestic items, Improvement, Other';

it.each([
  ['S1.2.138', COLUMN_LABELS.join(', '), 'Date, Description, Category, Status, Reference, Amount, Actions'],
  ['S1.2.139', TEXTS.searchPlaceholder, 'Search transactions...'],
  ['S1.2.142', TEXTS.loadingList, 'Loading transactions...'],
  ['S1.2.143', `${TEXTS.empty}, ${TEXTS.clear}`, 'No transactions found, Clear filters'],
  ['S2.8.24', TEXTS.listFailed, 'Failed to load transactions.'],
  ['S1.2.45', BELL.viewAll, 'View All Finances'],
  ['S1.2.145', TEXTS.deleteTitle, 'Delete Transaction'],
  ['S1.2.145 question', TEXTS.deleteQuestion, 'Are you sure you want to delete this transaction?'],
  ['S2.2.36', TEXTS.addTitle, 'Add Expense Transaction'],
  ['S2.2.55', TEXTS.editTitle, 'Edit Transaction'],
  ['S2.2.58', TEXTS.update, 'Update Transaction'],
  [
    'S2.2.56',
    Object.values(FIELD_LABELS).join(', '),
    'Property, Amount (£), Category, Description, Date, Status, Supplier, Bank account, Receipt or invoice, Tenancy ledger',
  ],
  ['S2.2.37', CARD_LABELS.join(', '), 'Total Income, Total Expenses, Pending Transactions, Overdue Payments'],
  ['S2.2.44', labels(CATEGORY_OPTIONS), `Rent Payments, ${COSTS}`],
  ['S2.2.51', labels(OPTIONS_OF_TYPE.expense), `${COSTS}, Deposit, Transfer, Not for the lets`],
  [
    'of income',
    labels(OPTIONS_OF_TYPE.income),
    `Rent Payments, Interest, Grant, Kept deposit, ${COSTS}, Deposit, Transfer, Not for the lets`,
  ],
  ['S2.2.45', labels(STATUS_OPTIONS), 'Paid, To pay, Overdue'],
  ['S2.2.46', labels(TRANSACTION_LIST.sortOptions), 'Recent, Oldest, Highest, Lowest'],
  ['S2.8.29', TEXTS.added, 'Transaction added successfully'],
  ['S2.8.25', TEXTS.addFailed, 'Failed to add transaction'],
  ['S2.8.26', TEXTS.signInToAdd, 'Authentication error: User not found'],
  ['S2.8.30', `${TITLES.done}: ${TEXTS.updated}`, 'Success: Transaction updated successfully'],
  ['S2.8.27', `${TITLES.title}: ${TEXTS.updateFailed}`, 'Error: Failed to update transaction'],
  ['S1.8.51', `${TITLES.done}: ${TEXTS.deleted}`, 'Success: Transaction deleted successfully'],
  ['S1.8.52', `${TITLES.title}: ${TEXTS.deleteFailed}`, 'Error: Failed to delete transaction'],
])('%s: %s', (_, text, specified) => {
  expect(text).toBe(specified);
});

describe('a transaction', () => {
  it.each([
    ['capitalises an imported category (S1.5.37)', categoryLabel('refuse sacks'), 'Refuse sacks'],
    ['does not take a label from a property of every object', categoryLabel('constructor'), 'Constructor'],
    [
      'marks a refund',
      placeLine({ category: 'tax', refund: true, propertyAddress: '2 Mill Lane, Leeds', splitAmount: null }),
      'Refund, 2 Mill Lane, Leeds',
    ],
    [
      'marks a refund without a property',
      placeLine({ category: 'tax', refund: true, propertyAddress: null, splitAmount: null }),
      'Refund',
    ],
    [
      'marks a deposit',
      placeLine({ category: 'deposit', refund: false, propertyAddress: null, splitAmount: null }),
      'Not counted',
    ],
    [
      'shows the whole amount for a part',
      placeLine({ category: 'rent', refund: false, propertyAddress: null, splitAmount: 108_000 }),
      'Part of +£1,080.00',
    ],
    ['shows income with a plus (S1.3.33)', amountLine({ type: 'income', amount: 185_000 }), '+£1,850.00'],
    ['shows an expense with a minus (S1.3.33)', amountLine({ type: 'expense', amount: -3862 }), '−£38.62'],
    ['shows income of zero without a sign', amountLine({ type: 'income', amount: 0 }), '£0.00'],
    ['is named', nameOf({ description: 'Boiler repair', date: '2026-11-12' }), 'Boiler repair, 12 Nov 2026'],
  ])('%s: %s', (_, text, wanted) => {
    expect(text).toBe(wanted);
  });

  it('names its deleted property', () => {
    const place = '14 Chandos Terrace, Leeds';
    expect(formerProperty({ propertyId: null, propertyAddress: place })).toBe(
      `This was for ${place}, which has been deleted.`,
    );
    expect(formerProperty({ propertyId: null, propertyAddress: null })).toBeUndefined();
    expect(formerProperty({ propertyId: 'id', propertyAddress: place })).toBeUndefined();
  });

  it.each([
    ['2026-11-12', 'pending', 'Overdue. The due date was 12 Nov 2026, 9 days ago.'],
    ['2026-11-20', 'pending', 'Overdue. The due date was 20 Nov 2026, 1 day ago.'],
    ['2026-11-12', 'completed', undefined],
    [TODAY, 'pending', undefined],
    ['2027-01-01', 'pending', undefined],
    ['', 'pending', undefined],
  ])('for %j, %s, shows %s', (date, status, note) => {
    expect(overdueNote({ date, status }, TODAY)).toBe(note);
  });
});

describe('a filter', () => {
  it.each([
    [['tax'], 'Taxes'],
    [['rent', 'parking'], 'Rent Payments, Parking'],
    [['rent', 'maintenance', 'tax'], '3 categories'],
    [['maintenance', 'tax', 'insurance', 'utilities', 'other', 'parking'], 'All categories except Rent Payments'],
  ])('for %j shows %s', (chosen, line) => {
    const offered = ['rent', 'maintenance', 'tax', 'insurance', 'utilities', 'other', 'parking'];
    expect(categoriesLine(chosen, offered)).toBe(line);
  });

  it.each([
    [{}, []],
    [
      { q: 'boiler', status: 'pending' as const, category: 'tax,parking' },
      ['Taxes, Parking', '8 Mill Lane', 'To pay', '“boiler”'],
    ],
    [{ from: '2026-04-06', to: '2027-04-05' }, ['06 Apr 2026 – 05 Apr 2027', '8 Mill Lane']],
  ])('describes %j as %j in a file', (filter, words) => {
    expect(filterWords(filter, words.length > 0 ? '8 Mill Lane' : undefined)).toEqual(words);
  });

  it.each([
    [184, 186, '184 of 186 transactions'],
    [0, 1, '0 of 1 transaction'],
    [1186, 1186, '1,186 transactions'],
    [1, undefined, '1 transaction'],
    [undefined, 186, 'counting…'],
  ])('with %s of %s matches shows %s', (count, all, line) => {
    expect(countOf(count, all)).toBe(line);
  });
});

describe('a card', () => {
  it.each([
    [104_100, 100_000, '+4.1% from last month'],
    [97_500, 100_000, '−2.5% from last month'],
    [100_000, 100_000, 'No change from last month'],
    [100_049, 100_000, 'No change from last month'],
    [99_951, 100_000, 'No change from last month'],
    [null, 100_000, '−100.0% from last month'],
    [100_050, 100_000, '+0.1% from last month'],
    [99_950, 100_000, '−0.1% from last month'],
    [0, 100_000, '−100.0% from last month'],
    [1_234_500, 100_000, '+1,134.5% from last month'],
    [999_999_999_999, 1, '+99,999,999,999,800.0% from last month'],
    [100, null, 'No data last month'],
    [100, 0, 'No data last month'],
    [null, null, 'No data last month'],
  ])('with %s after %s shows %s (S2.2.38, S2.9.15)', (now, last, line) => {
    expect(monthLine(now, last)).toBe(line);
  });

  it.each([
    [1, '2026-11-28', '1 transaction, due 28 Nov 2026'],
    [3, '2026-11-28', '3 transactions, next due 28 Nov 2026'],
    [0, null, 'No payments due'],
  ])('with %i pending, the first on %s, shows %s (S2.4.14)', (count, day, line) => {
    expect(pendingLine({ count, amount: 41_280, day })).toBe(line);
  });

  it.each([
    [1, '2026-11-12', '1 transaction, 9 days'],
    [1, '2026-11-20', '1 transaction, 1 day'],
    [1200, '2026-11-12', '1,200 transactions, up to 9 days'],
    [0, null, 'No overdue payments'],
  ])('with %i overdue since %s shows %s (S2.4.14)', (count, day, line) => {
    expect(overdueLine({ count, amount: 1, day }, TODAY)).toBe(line);
  });
});

describe('a bulk change', () => {
  const left = (...reasons: ('income' | 'not_for_expenses' | 'conflict' | 'not_found')[]) => ({
    left: [...new Set(reasons)].map((reason) => ({ reason, count: reasons.filter((one) => one === reason).length })),
  });

  it.each([
    [doneLine({ done: 12 }, { propertyId: null }), '12 transactions updated'],
    [doneLine({ done: 1 }, { remove: true }), '1 transaction deleted'],
    [doneLine({ done: 19_700 }, { paid: true }), '19,700 transactions marked as paid'],
    [skippedText(left()), ''],
    [skippedText(left('income')), '1 not changed: imported income cannot be deleted or marked.'],
    [skippedText(left('not_for_expenses', 'not_for_expenses')), '2 not changed: rent is a category of income.'],
    [
      skippedText(left('not_found', 'conflict', 'not_found')),
      '3 not changed: 2 (no longer exists), 1 (changed after you opened the list).',
    ],
    [unchangedText(left()), ''],
    [unchangedText(left('income')), '1 will not change: imported income cannot be deleted or marked.'],
    [unchangedText(left('income', 'income')), '2 will not change: imported income cannot be deleted or marked.'],
    [incomeToo({ income: 0 }), ''],
    [incomeToo({ income: 1 }), '1 of these is income and will also change.'],
    [incomeToo({ income: 1200 }), '1,200 of these are income and will also change.'],
    [undoneLines('12 transactions deleted', { done: 12, kept: 0 }), { title: 'Undone: 12 transactions deleted' }],
    [
      undoneLines('12 transactions updated', { done: 10, kept: 2 }),
      { title: 'Undone: 12 transactions updated', more: '2 were not restored because they have changed.' },
    ],
    [undoneLines('2 transactions updated', { done: 1, kept: 1 }).more, '1 was not restored because it has changed.'],
  ])('explains its result: %j', (text, wanted) => {
    expect(text).toEqual(wanted);
  });
});

it('counts the transactions kept when their property is deleted', () => {
  expect([0, 1, 2, 1234].map(keptTransactions)).toEqual([
    '',
    'We keep 1 transaction and show the property’s address on it.',
    'We keep 2 transactions and show the property’s address on them.',
    'We keep 1,234 transactions and show the property’s address on them.',
  ]);
});

it.each([
  ['income', 'invalid_input', 'Imported income cannot be deleted or marked.'],
  ['part', 'invalid_input', 'Merge the parts of a split before you delete it.'],
  ['conflict', 'conflict', ERROR_CODES.conflict.message],
  ['not_found', 'not_found', ERROR_CODES.not_found.message],
] as const)('reports a transaction that was skipped because of %s as %s', (reason, code, message) => {
  expect(errorOfSkipped(reason)).toMatchObject({ code, message });
});
