import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../../../shared/dates.ts';
import { type PaidLoan, paymentParts } from './payments.ts';

const LOAN: PaidLoan = {
  amount: 150_000_00,
  opened: '2026-03-15',
  months: 300,
  kind: 'repayment',
  rates: [{ from: '2026-03-15', percent: 4.5 }],
  limit: null,
};
const paid = (days: readonly string[], amount = 833_75) => days.map((day) => ({ day, amount }));
/** One payment in each month of the tax year, on another day than in the schedule. */
const MONTHLY = Array.from({ length: 12 }, (_, place) => addMonths('2026-04-28', place));
const total = (parts: ReturnType<typeof paymentParts>, of: 'interest' | 'capital' | 'private') =>
  parts.reduce((sum, part) => sum + part[of], 0);

describe('paymentParts', () => {
  it('T60, T61: has the interest of the plan’s month on another day', () => {
    const parts = paymentParts(LOAN, [], paid(MONTHLY));
    expect([parts[0], parts[1], parts[11]].map((part) => [part?.interest, part?.capital])).toEqual([
      [562_50, 271_25],
      [561_48, 272_27],
      [551_10, 282_65],
    ]);
    expect([total(parts, 'interest'), total(parts, 'capital')]).toEqual([6_682_02, 3_322_98]);
    expect(parts.every(({ estimated }) => estimated)).toBe(true);
  });

  it('T62: has exactly the interest of the lender’s statement', () => {
    const statement = { from: '2026-04-06', to: '2027-04-05', interest: 6_690_00 };
    const parts = paymentParts(LOAN, [statement], paid([...MONTHLY, '2027-04-28']));
    const year = parts.slice(0, 12);
    expect([total(year, 'interest'), total(year, 'capital')]).toEqual([6_690_00, 3_315_00]);
    expect(parts.map(({ estimated }) => estimated).indexOf(true)).toBe(12);
  });

  it('T64: separates interest above the limit, rounded once a year', () => {
    const limited: PaidLoan = {
      ...LOAN,
      amount: 125_000_00,
      kind: 'interest-only',
      rates: [{ from: '2026-03-15', percent: 4 }],
      limit: { valueWhenLet: 120_000_00, capitalAdded: 0 },
    };
    const statement = { from: '2026-04-06', to: '2027-04-05', interest: 5_000_00 };
    const parts = paymentParts(limited, [statement], paid(MONTHLY, 416_67));
    expect([total(parts, 'interest'), total(parts, 'private')]).toEqual([4_800_00, 200_00]);
  });

  it.each([
    ['an early payment for the next month', ['2026-10-01', '2026-10-31', '2026-12-01'], [6, 7, 8]],
    ['a late payment for the month before', ['2026-10-15', '2026-11-02', '2026-11-05'], [6, 7, null]],
    ['an overpayment', ['2026-10-01', '2026-10-12', '2026-11-01'], [6, null, 7]],
    ['a missing payment', ['2026-10-01', '2026-12-01'], [6, 8]],
    ['the month of the loan, and a payment after its term', ['2026-03-31', '2051-04-01'], [0, null]],
  ])('finds the plan’s month of %s', (_, days, expected) => {
    const months = paymentParts(
      LOAN,
      [],
      paid(Array.from({ length: 9 }, (_, place) => addMonths('2026-04-15', place))),
    );
    // A payment in the month of opening has the interest of the first scheduled payment.
    const interest = expected.map((place) => (place === null ? 0 : months[place]?.interest));
    expect(paymentParts(LOAN, [], paid(days)).map((part) => part.interest)).toEqual(interest);
  });

  it('always adds up to the payments, and never goes below zero', () => {
    const payments = fc
      .array(fc.record({ after: fc.nat(45), amount: fc.integer({ min: 1, max: 200_000_00 }) }), { maxLength: 30 })
      .map((all) => {
        let day = LOAN.opened;
        return all.map(({ after, amount }) => {
          day = addDays(day, after);
          return { day, amount };
        });
      });
    fc.assert(
      fc.property(
        payments,
        fc.integer({ min: 1, max: 200_000_00 }),
        fc.nat(20_000_00),
        (all, valueWhenLet, interest) => {
          const loan = { ...LOAN, limit: { valueWhenLet, capitalAdded: 0 } };
          const statement = { from: '2026-04-06', to: '2027-04-05', interest };
          const parts = paymentParts(loan, [statement], all);
          const exact = parts.filter(({ estimated }) => !estimated);
          const lenders = exact.length > 0 ? interest : 0;
          expect(total(exact, 'interest') + total(exact, 'private')).toBe(lenders);
          for (const [place, part] of parts.entries()) {
            expect(part.interest + part.private + part.capital).toBe(all[place]?.amount);
            expect(Math.min(part.interest, part.private, part.capital)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
