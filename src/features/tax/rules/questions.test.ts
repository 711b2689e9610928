import { describe, expect, it } from 'vitest';
import { mayBeLoanPayment, payeeOf } from './questions.ts';

const row = (description: string, more: object = {}) => ({
  description,
  type: 'expense' as const,
  category: 'other',
  refund: false,
  ownLine: null,
  isLarge: false,
  ...more,
});

describe('payeeOf', () => {
  it('is equal for texts that differ in numbers, spaces and case', () => {
    const payee = payeeOf(row('EE LIMITED  MOBILE Q0119922 DDR'));
    expect(payeeOf(row('EE Limited MOBILE Q0220033 DDR'))).toBe(payee);
    expect(payeeOf(row('O2 LIMITED MOBILE Q0119922 DDR'))).not.toBe(payee);
  });

  it('differs for income, refunds and payments with another question', () => {
    const payees = [
      row('APEX ROOFING'),
      row('APEX ROOFING', { type: 'income', category: 'other' }),
      row('APEX ROOFING', { category: 'tax' }),
      row('APEX ROOFING', { category: 'maintenance', isLarge: true }),
    ].map(payeeOf);
    expect(new Set(payees).size).toBe(payees.length);
  });

  it('is null for a text of numbers only', () => {
    expect(payeeOf(row('0042 118'))).toBeNull();
  });
});

describe('mayBeLoanPayment', () => {
  it.each<[string, 'income' | 'expense', boolean]>([
    ['NATWEST MORTGAGE ELM GROVE', 'expense', true],
    ['Bounce Back Loan 12', 'expense', true],
    ['NATWEST MORTGAGE ELM GROVE', 'income', false],
    ['Sloane Square flowers', 'expense', false],
  ])('%s as %s is %s', (description, type, expected) => {
    expect(mayBeLoanPayment({ description, type })).toBe(expected);
  });
});
