import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../shared/dates.ts';
import { exactInterest, type Loan, limitInterest, loanSchedule, splitPayment } from './schedule.ts';

const REPAYMENT: Loan = {
  amount: 150_000_00,
  opened: '2026-03-15',
  months: 300,
  kind: 'repayment',
  rates: [{ from: '2026-03-15', percent: 4.5 }],
};
const INTEREST_ONLY: Loan = { ...REPAYMENT, kind: 'interest-only' };
const YEAR = { from: '2026-04-06', to: '2027-04-05' };

const sums = (rows: ReturnType<typeof loanSchedule>) => ({
  payment: rows.reduce((sum, { payment }) => sum + payment, 0),
  interest: rows.reduce((sum, { interest }) => sum + interest, 0),
  capital: rows.reduce((sum, { capital }) => sum + capital, 0),
});

describe('loanSchedule', () => {
  it('T58: interest-only pays the same interest each month and the loan at the end', () => {
    const rows = loanSchedule(INTEREST_ONLY);
    expect(rows[0]).toMatchObject({
      day: '2026-04-15',
      payment: 562_50,
      interest: 562_50,
      capital: 0,
      estimated: true,
    });
    expect(sums(rows.slice(0, 12)).interest).toBe(6_750_00);
    expect(rows.at(-1)).toMatchObject({ day: '2051-03-15', payment: 150_562_50, capital: 150_000_00, balance: 0 });
  });

  it('T59: repayment has a level payment, and the last one clears the rest', () => {
    const rows = loanSchedule(REPAYMENT);
    expect(new Set(rows.slice(0, -1).map(({ payment }) => payment))).toEqual(new Set([833_75]));
    expect(rows).toHaveLength(300);
    expect(rows.at(-1)?.balance).toBe(0);
    expect(sums(rows).capital).toBe(150_000_00);
  });

  it.each([
    [1, 562_50, 271_25],
    [2, 561_48, 272_27],
    [12, 551_10, 282_65],
  ])('T60: payment %i has interest %i and capital %i', (number, interest, capital) => {
    expect(loanSchedule(REPAYMENT)[number - 1]).toMatchObject({ interest, capital });
  });

  it('T61: the first year adds up', () => {
    const year = loanSchedule(REPAYMENT).slice(0, 12);
    expect(sums(year)).toEqual({ payment: 10_005_00, interest: 6_682_02, capital: 3_322_98 });
    expect(year.at(-1)?.balance).toBe(146_677_02);
  });

  it('T62: takes the interest of a lender’s statement exactly, with the same payments', () => {
    const rows = loanSchedule(REPAYMENT, [{ ...YEAR, interest: 6_690_00 }]);
    const year = rows.slice(0, 12);
    expect(sums(year)).toEqual({ payment: 10_005_00, interest: 6_690_00, capital: 3_315_00 });
    expect(new Set(year.map(({ payment }) => payment))).toEqual(new Set([833_75]));
    expect(rows.map(({ estimated }) => estimated).indexOf(true)).toBe(12);
    // Later interest follows the new balance.
    expect(rows[12]).toMatchObject({ payment: 833_75, interest: 550_07 });
    expect(year.at(-1)?.balance).toBe(146_685_00);
    expect(sums(rows).capital).toBe(150_000_00);
  });

  it('T66: has a new rate from its day', () => {
    const rates = [...INTEREST_ONLY.rates, { from: '2026-10-01', percent: 5.1 }];
    for (const opened of ['2026-08-01', '2026-08-15', '2026-08-31'])
      expect(
        loanSchedule({ ...INTEREST_ONLY, opened, rates })
          .slice(0, 2)
          .map(({ day, interest }) => [day.slice(0, 7), interest]),
      ).toEqual([
        ['2026-09', 562_50],
        ['2026-10', 637_50],
      ]);
  });

  it('has a new level payment for the rest of the term from a new rate', () => {
    const rates = [...REPAYMENT.rates, { from: '2026-10-01', percent: 5.1 }];
    const rows = loanSchedule({ ...REPAYMENT, rates });
    const rest = { ...REPAYMENT, amount: rows[5]?.balance ?? 0, opened: '2026-09-15', months: 294 };
    expect(rows.slice(6)).toEqual(loanSchedule({ ...rest, rates: [{ from: '2026-10-01', percent: 5.1 }] }));
  });

  it('divides the loan evenly at 0 %', () => {
    const rows = loanSchedule({
      ...REPAYMENT,
      amount: 1_000_00,
      months: 3,
      rates: [{ from: '2026-03-15', percent: 0 }],
    });
    expect(rows.map(({ payment }) => payment)).toEqual([333_33, 333_33, 333_34]);
  });

  it('repays each loan exactly, with the interest of each statement', () => {
    const loans = fc.record({
      amount: fc.integer({ min: 1_00, max: 9_999_999_999 }),
      opened: fc.nat(400).map((days) => addDays('2026-01-01', days)),
      months: fc.integer({ min: 13, max: 420 }),
      kind: fc.constantFrom<Loan['kind']>('repayment', 'interest-only'),
      rates: fc
        .array(fc.integer({ min: 0, max: 25_000 }), { minLength: 1, maxLength: 4 })
        .map((all) => all.map((rate, place) => ({ from: `20${26 + 3 * place}-06-01`, percent: rate / 1_000 }))),
    });
    fc.assert(
      fc.property(loans, fc.integer({ min: 0, max: 100 }), (loan, part) => {
        const planned = loanSchedule(loan);
        const before = sums(planned.slice(0, 12));
        const interest = Math.round((before.interest * part) / 100);
        const statement = { from: loan.opened, to: planned[11]?.day ?? '', interest };
        const rows = loanSchedule(loan, [statement]);
        for (const all of [planned, rows]) {
          expect(sums(all).capital).toBe(loan.amount);
          expect(all.at(-1)?.balance).toBe(0);
        }
        expect(sums(rows.slice(0, 12)).interest).toBe(interest);
      }),
      { numRuns: 50 },
    );
  });
});

describe('splitPayment', () => {
  it.each([
    [833_75, 562_50, 271_25],
    [500_00, 500_00, 0],
  ])('splits an actual payment of %i into interest %i and capital %i', (payment, interest, capital) => {
    expect(splitPayment({ payment, balance: 150_000_00, percent: 4.5 })).toEqual({ interest, capital });
  });
});

describe('exactInterest', () => {
  const payments = [
    { payment: 100, interest: 60 },
    { payment: 100, interest: 30 },
  ];

  it.each([
    [90, [60, 30]],
    [60, [40, 20]],
    [0, [0, 0]],
    [112, [68, 44]],
    [200, [100, 100]],
    [201, null],
  ])('spreads %i pence within the payments', (interest, parts) => {
    expect(exactInterest(payments, interest)).toEqual(parts);
  });

  it('refuses interest without payments', () => {
    expect([exactInterest([], 1), exactInterest([], 0)]).toEqual([null, []]);
  });
});

describe('limitInterest', () => {
  it.each([
    ['T63', 115_000_00, 0, 5_000_00, 0],
    ['T64', 125_000_00, 0, 4_800_00, 200_00],
    ['capital added later', 125_000_00, 2_500_00, 4_900_00, 100_00],
  ])('%s: limits interest on a loan of %i', (_, loan, capitalAdded, allowed, disallowed) => {
    const args = { interest: 5_000_00, loan, valueWhenLet: 120_000_00, capitalAdded };
    expect(limitInterest(args)).toEqual({ allowed, private: disallowed });
  });
});
