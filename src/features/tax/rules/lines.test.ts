import { describe, expect, it } from 'vitest';
import { INCOME_CATEGORIES, TAX_LINE_IDS, type TaxLine } from '../../transaction/listed.ts';
import { AGENT_FEES } from '../../transaction/split/split.ts';
import { DEFAULT_LINES, isLarge, lineOf, TAX_LINES, type TaxRow } from './lines.ts';
import { optionsOf, QUESTIONS, type Question, questionOf } from './questions.ts';

const HOME = { choices: new Map<string, TaxLine>(), residentialPercent: 100 };
const expense = (category: string, more: Partial<TaxRow> = {}): TaxRow => ({
  type: 'expense',
  category,
  refund: false,
  ownLine: null,
  isLarge: false,
  ...more,
});
const income = (category: string, more: Partial<TaxRow> = {}) => expense(category, { type: 'income', ...more });
const refund = (category: string, more: Partial<TaxRow> = {}) => income(category, { refund: true, ...more });

describe('lineOf', () => {
  it('has a default line with a dated source for every category of Finance', () => {
    for (const category of [...INCOME_CATEGORIES, AGENT_FEES]) expect(DEFAULT_LINES).toHaveProperty([category, 'line']);
    for (const [category, { source }] of Object.entries(DEFAULT_LINES)) {
      expect(category).toMatch(/^[a-z][a-z0-9 -]{0,49}$/);
      expect(source).toMatchObject({ jurisdiction: 'UK', effectiveFrom: '2025-04-06' });
    }
  });

  it.each<[string, TaxRow, TaxLine]>([
    ['rent', income('rent'), 'rent'],
    ['returned rent', expense('rent'), 'rent'],
    ['rent marked as a refund', refund('rent'), 'ask'],
    ['a kept deposit', income('kept deposit'), 'other_income'],
    ['a deposit', expense('deposit'), 'not_tax'],
    ['a private transaction', income('personal'), 'not_tax'],
    ['savings interest', income('interest'), 'not_tax'],
    ['a grant', income('grant'), 'ask'],
    ['a cost', expense('insurance'), 'premises'],
    ['a refund of a cost', refund('insurance'), 'premises'],
    // An insurer's payment for lost rent is income, but one for damage lowers the cost of the repair.
    ['income in a category of costs', income('insurance'), 'ask'],
    ['ground rent paid', expense('ground rent'), 'premises'],
    ['ground rent received', income('ground rent'), 'other_income'],
    ['mortgage capital', expense('mortgage capital'), 'not_tax'],
    ['domestic items', expense('domestic items'), 'domestic_item'],
    ['an improvement', expense('improvement'), 'capital'],
    ['a name of an object’s own property', expense('constructor'), 'ask'],
  ])('places %s', (_, row, line) => {
    expect(lineOf(row, HOME)).toBe(line);
  });

  it('prefers the own line to the landlord’s choice, and the choice to the default', () => {
    const settings = { ...HOME, choices: new Map<string, TaxLine>([['utilities', 'other']]) };
    expect(lineOf(expense('utilities'), HOME)).toBe('premises');
    expect(lineOf(expense('utilities'), settings)).toBe('other');
    expect(lineOf(refund('utilities'), settings)).toBe('other');
    expect(lineOf(income('utilities'), settings)).toBe('ask');
    expect(lineOf(income('utilities', { ownLine: 'other_income' }), settings)).toBe('other_income');
    expect(lineOf(expense('maintenance', { ownLine: 'capital', isLarge: true }), settings)).toBe('capital');
  });

  it('needs an answer from £1,000.00 of maintenance, also in a refund', () => {
    expect([isLarge(-999_99), isLarge(-1_000_00), isLarge(1_000_00)]).toEqual([false, true, true]);
    expect(lineOf(expense('maintenance'), HOME)).toBe('repairs');
    expect(lineOf(expense('maintenance', { isLarge: true }), HOME)).toBe('ask');
    expect(lineOf(refund('maintenance', { isLarge: true }), HOME)).toBe('ask');
    expect(lineOf(expense('insurance', { isLarge: true }), HOME)).toBe('premises');
    const choices = new Map<string, TaxLine>([
      ['maintenance', 'capital'],
      ['boiler cover', 'repairs'],
    ]);
    expect(lineOf(expense('maintenance', { isLarge: true }), { ...HOME, choices })).toBe('capital');
    expect(lineOf(expense('boiler cover', { isLarge: true }), { ...HOME, choices })).toBe('repairs');
  });

  it('needs an answer for unknown categories, unlike Landlord Vision, which adds them to box 29', () => {
    expect(lineOf(expense('sundries'), HOME)).toBe('ask');
    expect(lineOf(expense('other'), HOME)).toBe('ask');
  });

  it('follows the kind of letting for finance costs, apart from an own line', () => {
    const shop = { ...HOME, residentialPercent: 0 };
    const mixed = { ...HOME, residentialPercent: 60 };
    expect(lineOf(expense('loan fees'), HOME)).toBe('finance_residential');
    expect(lineOf(expense('loan fees'), shop)).toBe('finance_other');
    expect(lineOf(expense('loan fees'), mixed)).toBe('finance_residential');
    expect(lineOf(expense('loan fees', { ownLine: 'finance_residential' }), shop)).toBe('finance_residential');
  });
});

describe('TAX_LINES', () => {
  it('has the boxes of SA105 without 5 to 19, which the mapping file of HMRC still has', () => {
    const boxes = new Set(TAX_LINE_IDS.flatMap((line) => TAX_LINES[line].box ?? []));
    expect([...boxes].sort()).toEqual(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '36', '44']);
  });
});

describe('questionOf', () => {
  it.each<[string, TaxRow, Question]>([
    ['T28 a tax', expense('tax'), 'tax'],
    ['a grant', income('grant'), 'grant'],
    ['other income', income('other'), 'income'],
    ['a refund without a known cost', refund('other'), 'refund'],
    ['an own category', expense('sundries'), 'expense'],
    ['large maintenance', expense('maintenance', { isLarge: true }), 'repair'],
    ['large income in maintenance', income('maintenance', { isLarge: true }), 'income'],
  ])('is about %s', (_, row, question) => {
    expect(lineOf(row, HOME)).toBe('ask');
    expect(questionOf(row)).toBe(question);
  });

  it('offers each line once, and never box 29 first', () => {
    for (const { options } of Object.values(QUESTIONS)) {
      const lines = options.map(({ line }) => line);
      expect(new Set(lines).size).toBe(lines.length);
      expect(lines[0]).not.toBe('other');
    }
  });

  it('offers finance costs of the property’s kind of letting', () => {
    const finance = (residentialPercent: number) =>
      optionsOf('expense', { residentialPercent }).flatMap(({ line }) => (line.startsWith('finance') ? line : []));
    expect(finance(100)).toEqual(['finance_residential']);
    expect(finance(0)).toEqual(['finance_other']);
    expect(finance(60)).toEqual(['finance_residential', 'finance_other']);
  });
});
