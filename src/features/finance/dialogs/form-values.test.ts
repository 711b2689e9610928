import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../transaction/transaction.ts';
import {
  blankTransaction,
  changeOf,
  mergeTransactions,
  needsRefundAnswer,
  type TransactionFormValues,
  toFormOutput,
  toFormValues,
  transactionForm,
} from './form-values.ts';

const TODAY = '2026-11-21';
const FAR = 'Enter a date from 01 Jan 1990 to five years from now';
const HOME = '5f9f1f6e-4b1c-4a57-9a54-1f0c9d1f9a01';

const EXPENSE: Transaction = {
  id: '5f9f1f6e-4b1c-4a57-9a54-1f0c9d1f9a02',
  date: '2026-11-12',
  description: 'Boiler repair call-out',
  category: 'maintenance',
  type: 'expense',
  status: 'overdue',
  reference: 'INV-0931',
  amount: -28_640,
  propertyId: HOME,
  propertyAddress: '47 Knavesmire Crescent, York',
  bankAccountId: null,
  bankAccount: null,
  source: 'hand',
  refund: false,
  supplierId: null,
  supplier: null,
  tenancyId: null,
  tenancy: null,
  splitId: null,
  splitAmount: null,
  file: null,
  moreFiles: [],
  receiptWaived: false,
  taxLine: null,
  version: 3,
};
const RENT: Transaction = { ...EXPENSE, type: 'income', status: 'completed', category: 'rent', amount: 185_000 };
const INCOME: Transaction = { ...RENT, source: 'bank' };

const TYPED: TransactionFormValues = {
  ...blankTransaction(TODAY),
  amount: '286.40',
  category: 'maintenance',
  description: 'Boiler repair',
};

function problems(typed: Partial<TransactionFormValues>, before?: Transaction): Record<string, string> {
  const { error } = transactionForm({ today: TODAY, ...(before && { before }) }).safeParse({ ...TYPED, ...typed });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

describe('an expense form', () => {
  it('requires amount, category and description, and starts with today and Paid (S2.2.49, S2.5.20)', () => {
    expect(problems(blankTransaction(TODAY))).toEqual({
      amount: 'Enter an amount of at least £0.01',
      category: 'Choose a category',
      description: 'Description is required',
    });
    expect(transactionForm({ today: TODAY }).parse(TYPED)).toEqual({
      propertyId: null,
      amount: 28_640,
      category: 'maintenance',
      description: 'Boiler repair',
      date: TODAY,
      status: 'completed',
      type: 'expense',
      refund: false,
      supplierId: null,
      bankAccountId: null,
      tenancyId: null,
      file: null,
      moreFiles: [],
    });
  });

  it('starts with the property and category of the list’s filter', () => {
    const start = (propertyId: string, category: string) => {
      const { propertyId: home, category: chosen } = blankTransaction(TODAY, { propertyId, category });
      return [home, chosen];
    };
    expect(start(HOME, 'tax')).toEqual([HOME, 'tax']);
    for (const category of ['rent', 'tax,other']) expect(start('none', category)).toEqual(['', '']);
  });

  it.each([
    ['-75.50', '', 'Choose whether this is a refund', undefined],
    ['-75.50', 'no', undefined, { type: 'expense', refund: false }],
    ['−75.50', 'yes', undefined, { type: 'income', refund: true, category: 'maintenance' }],
    ['75.50', 'yes', undefined, { type: 'expense', refund: false }],
  ] as const)('for %s, refund %j, shows %s and is saved as %j', (typed, refund, sentence, kept) => {
    expect(needsRefundAnswer({ ...TYPED, amount: typed })).toBe(typed !== '75.50');
    expect(problems({ amount: typed, refund })).toEqual(sentence ? { refund: sentence } : {});
    const { data } = transactionForm({ today: TODAY }).safeParse({ ...TYPED, amount: typed, refund });
    expect(data ?? {}).toMatchObject(kept ? { ...kept, amount: 7_550 } : {});
  });

  it.each([
    [{ date: '1990-01-01' }, {}],
    [{ date: '2031-11-21' }, {}],
    [{ date: '1989-12-31' }, { date: FAR }],
    [{ date: '2031-11-22' }, { date: FAR }],
    [{ description: '   ' }, { description: 'Description is required' }],
    [{ category: 'rent' }, { category: 'Choose a category' }],
    [{ category: 'Made up' }, { category: 'Choose a category' }],
  ])('for %j shows %j (S2.5.20, S2.9.12)', (typed, expected) => {
    expect(problems(typed)).toEqual(expected);
  });
});

describe('an edit form', () => {
  it('shows the amount without its sign, and overdue as To pay (S2.3.11)', () => {
    expect(toFormValues(EXPENSE)).toEqual({
      propertyId: HOME,
      amount: '286.40',
      category: 'maintenance',
      description: 'Boiler repair call-out',
      date: '2026-11-12',
      status: 'pending',
      type: 'expense',
      refund: '',
      supplierId: '',
      bankAccountId: '',
      tenancyId: '',
      file: null,
      moreFiles: [],
    });
    expect(toFormValues({ ...EXPENSE, propertyId: null, status: 'completed' })).toMatchObject({
      propertyId: '',
      status: 'completed',
    });
  });

  it('sends only changed fields (S2.7.13)', () => {
    const filled = toFormOutput(EXPENSE);
    expect(changeOf(filled, EXPENSE)).toEqual({});
    expect(changeOf({ ...filled, amount: 30_000, propertyId: null }, EXPENSE)).toEqual({
      amount: 30_000,
      propertyId: null,
    });
    expect(changeOf({ ...filled, status: 'completed' }, EXPENSE)).toEqual({ status: 'completed' });
    expect(changeOf(filled, { ...EXPENSE, description: 'Theirs', version: 4 })).toEqual({
      description: 'Boiler repair call-out',
    });
  });

  it('keeps unchanged imported values that break a rule (S2.9.12)', () => {
    const imported = { ...EXPENSE, category: 'subscriptions', description: 'x'.repeat(300), date: '1985-01-01' };
    expect(problems({ ...toFormValues(imported), amount: '1' }, imported)).toEqual({});
    expect(problems({ ...toFormValues(imported), category: 'rent', description: 'x'.repeat(299) }, imported)).toEqual({
      category: 'Choose a category',
      description: 'Use 200 characters or fewer',
    });
  });

  it('changes every field of income entered by hand, without a minus', () => {
    const typed = { ...toFormValues(RENT), amount: '1900', category: 'grant' };
    const filled = transactionForm({ today: TODAY, before: RENT }).parse(typed);
    expect(changeOf(filled, RENT)).toEqual({ amount: 190_000, category: 'grant' });
    expect(problems({ ...typed, amount: '-1' }, RENT)).toEqual({ amount: 'Enter income without a minus sign' });
    const refund = { ...RENT, refund: true, category: 'tax' };
    expect(changeOf(transactionForm({ today: TODAY, before: refund }).parse(toFormValues(refund)), refund)).toEqual({});
  });

  it('sends a file only if it was replaced', () => {
    const file = {
      url: '/api/files/transaction-files/x/a.pdf',
      name: 'a.pdf',
      contentType: 'application/pdf',
      bytes: 1,
    };
    const before = { ...EXPENSE, file };
    expect(changeOf({ ...toFormOutput(before), file: { ...file } }, before)).toEqual({});
    expect(changeOf({ ...toFormOutput(before), file: null }, before)).toEqual({ file: null });
    expect(changeOf({ ...toFormOutput(before), file }, EXPENSE)).toEqual({ file });
  });

  it('changes only property and category of imported income, and offers rent (S2.6.4)', () => {
    const typed = { ...toFormValues(INCOME), amount: '1', category: 'other', propertyId: '' };
    const filled = transactionForm({ today: TODAY, before: INCOME }).parse(typed);
    expect(changeOf(filled, INCOME)).toEqual({ category: 'other', propertyId: null });
    expect(problems({ ...toFormValues(INCOME), category: 'tax' }, INCOME)).toEqual({});
    const nothing = { ...INCOME, amount: 0, category: 'tax' };
    expect(problems({ ...toFormValues(nothing), category: 'rent' }, nothing)).toEqual({});
    expect(problems({ ...toFormValues(nothing), category: 'Made up' }, nothing).category).toBe('Choose a category');
  });
});

describe('two changes of a transaction', () => {
  const other = { propertyId: null, amount: 30_000, category: 'tax', date: '2026-12-01', status: 'completed' as const };
  const mine = { ...toFormOutput(EXPENSE), ...other, description: 'Boiler replaced' };

  it('merges their changes, and asks about fields changed in both', () => {
    const theirs = {
      ...EXPENSE,
      amount: -10_000,
      description: 'Boiler',
      category: 'other',
      status: 'completed' as const,
    };
    const { merged, questions, taken } = mergeTransactions({
      base: EXPENSE,
      mine: { ...mine, category: 'maintenance' },
      theirs,
    });
    expect(merged).toEqual({ ...mine, category: 'other' });
    expect(taken).toEqual(['Category']);
    expect(questions).toMatchObject([
      { label: 'Amount (£)', yours: '£300.00', theirs: '£100.00' },
      { label: 'Description', yours: 'Boiler replaced', theirs: 'Boiler' },
    ]);
    expect(questions.reduce((all, { take }) => take(all), merged)).toMatchObject({
      amount: 10_000,
      description: 'Boiler',
    });
  });

  it('shows a property by its address', () => {
    const moved = { ...mine, propertyId: '5f9f1f6e-4b1c-4a57-9a54-1f0c9d1f9a09' };
    const theirs = { ...EXPENSE, propertyId: null, propertyAddress: null };
    const questionOf = (place?: string) =>
      mergeTransactions({ base: EXPENSE, mine: moved, theirs }, place).questions[0];
    expect(questionOf('2 Mill Lane, Leeds')).toMatchObject({ yours: '2 Mill Lane, Leeds', theirs: 'No property' });
    expect(questionOf()).toMatchObject({ yours: 'Another property' });
  });
});
