import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isDay } from '../../shared/dates.ts';
import { BASE_RATES, type BaseRate, type LateRent, lateInterest } from './late-interest.ts';

const DUE = '2026-03-05';
const baseRates = BASE_RATES;
const flat = (percent: number): BaseRate[] => [{ from: '2019-01-01', percent }];
const unpaidSince = (due: string, amount: number, paid: LateRent['paid'] = []): LateRent => ({ due, amount, paid });

describe('BASE_RATES', () => {
  it('covers the time from before the Act to today in strictly ascending dates', () => {
    expect(BASE_RATES[0]?.from.localeCompare('2019-06-01')).toBe(-1);
    expect(BASE_RATES.filter(({ from }) => !isDay(from))).toEqual([]);
    const after = BASE_RATES.slice(1);
    expect(after.filter(({ from }, place) => from <= (BASE_RATES[place]?.from ?? ''))).toEqual([]);
    expect(after.filter(({ percent }, place) => percent === BASE_RATES[place]?.percent)).toEqual([]);
  });
});

describe('lateInterest', () => {
  // The published example: 3.75 % in total, 3 points over a base rate of 0.75 %, £782.00 × 3.75 % / 365 = 8.034 pence.
  it.each([
    [14, 1_12],
    [15, 1_20],
    [100, 8_03],
    [1_000, 80_34],
  ])('is, for £782.00 at 3.75 %% in all over %i days, %i pence', (days, total) => {
    const unpaid = [unpaidSince(DUE, 782_00)];
    expect(lateInterest({ unpaid, today: addDays(DUE, days), baseRates: flat(0.75) }).total).toBe(total);
  });

  it.each([
    // Published examples round to £2.47 and £1.34, slightly above the cap.
    [500_00, 3, 30, 2_46],
    [500_00, 0.75, 26, 1_33],
  ])('is rounded down: %i pence at base rate %d over %i days is %i', (amount, percent, days, total) => {
    const unpaid = [unpaidSince(DUE, amount)];
    expect(lateInterest({ unpaid, today: addDays(DUE, days), baseRates: flat(percent) }).total).toBe(total);
  });

  it('starts on the 14th day, from the day after the due date', () => {
    const on = (days: number) =>
      lateInterest({ unpaid: [unpaidSince(DUE, 782_00)], today: addDays(DUE, days), baseRates });
    expect(on(13)).toEqual({ total: 0, lines: [] });
    expect(on(14)).toEqual({
      total: 2_02,
      lines: [
        {
          due: DUE,
          from: '2026-03-06',
          to: '2026-03-19',
          days: 14,
          amount: 782_00,
          ratePercent: 6.75,
          interest: 2_02,
        },
      ],
    });
  });

  it('is zero for rent paid in full by day 13, and counts every day otherwise', () => {
    const paidOn = (days: number, amount: number) => {
      const paid = [{ date: addDays(DUE, days), amount }];
      return lateInterest({ unpaid: [unpaidSince(DUE, 1_000_00, paid)], today: addDays(DUE, 60), baseRates });
    };
    expect(paidOn(13, 1_000_00).lines).toEqual([]);
    expect(paidOn(14, 1_000_00).lines.map(({ days, amount }) => [days, amount])).toEqual([[13, 1_000_00]]);
    expect(paidOn(13, 999_99).lines.map(({ days, amount }) => [days, amount])).toEqual([
      [12, 1_000_00],
      [48, 1],
    ]);
    expect(paidOn(0, 400_00).lines.map(({ days, amount }) => [days, amount])).toEqual([[60, 600_00]]);
    expect(paidOn(14, 1_200_00).lines).toHaveLength(1);
  });

  it('includes a payment made today and ignores later ones', () => {
    const paidOn = (days: number) => {
      const paid = [{ date: addDays(DUE, days), amount: 400_00 }];
      const { lines } = lateInterest({
        unpaid: [unpaidSince(DUE, 1_000_00, paid)],
        today: addDays(DUE, 20),
        baseRates,
      });
      return lines.map(({ days, amount }) => [days, amount]);
    };
    expect(paidOn(21)).toEqual([[20, 1_000_00]]);
    expect(paidOn(20)).toEqual([
      [19, 1_000_00],
      [1, 600_00],
    ]);
  });

  it('adds up daily interest on the unpaid amount of each rent, oldest first', () => {
    const unpaid = [
      unpaidSince('2026-11-05', 650_00),
      unpaidSince('2026-10-05', 650_00),
      unpaidSince('2026-09-05', 650_00, [
        { date: '2026-10-14', amount: 140_00 },
        { date: '2026-09-11', amount: 250_00 },
      ]),
    ];
    const { total, lines } = lateInterest({ unpaid, today: '2026-11-21', baseRates });
    expect(lines.map(({ from, to, days, amount }) => [from, to, days, amount])).toEqual([
      ['2026-09-06', '2026-09-10', 5, 650_00],
      ['2026-09-11', '2026-10-13', 33, 400_00],
      ['2026-10-14', '2026-11-21', 39, 260_00],
      ['2026-10-06', '2026-11-21', 47, 650_00],
      ['2026-11-06', '2026-11-21', 16, 650_00],
    ]);
    // Interest on £67,540.00 for one day at 6.75 % is 1,249.03 pence.
    expect(total).toBe(12_49);
  });

  it('applies each day’s base rate, including the day of a change', () => {
    const { total, lines } = lateInterest({
      unpaid: [unpaidSince('2025-12-10', 1_000_00)],
      today: '2025-12-31',
      baseRates: [...baseRates].reverse(),
    });
    expect(lines.map(({ from, to, days, ratePercent }) => [from, to, days, ratePercent])).toEqual([
      ['2025-12-11', '2025-12-17', 7, 7],
      ['2025-12-18', '2025-12-31', 14, 6.75],
    ]);
    // The interest of the lines is 134.25 and 258.90 pence, 393.15 in all.
    expect(total).toBe(3_93);
  });

  it('counts a leap day like any other', () => {
    const { lines } = lateInterest({ unpaid: [unpaidSince('2028-02-20', 1_000_00)], today: '2028-03-05', baseRates });
    expect(lines.map(({ days }) => days)).toEqual([14]);
  });

  it('is zero for days without a known base rate', () => {
    const { lines } = lateInterest({
      unpaid: [unpaidSince(DUE, 1_000_00)],
      today: addDays(DUE, 20),
      baseRates: [{ from: addDays(DUE, 11), percent: 4 }],
    });
    expect(lines.map(({ from, days }) => [from, days])).toEqual([[addDays(DUE, 11), 10]]);
    expect(lateInterest({ unpaid: [unpaidSince(DUE, 1_000_00)], today: addDays(DUE, 20), baseRates: [] }).total).toBe(
      0,
    );
  });

  it('is within a penny below the cap, with lines that add up to it', () => {
    const rents = fc.array(
      fc.record({
        late: fc.nat(500),
        amount: fc.integer({ min: 1, max: 9_999_999_999 }),
        paid: fc.array(fc.record({ after: fc.integer({ min: -5, max: 500 }), part: fc.nat(100) }), { maxLength: 3 }),
      }),
      { maxLength: 3 },
    );
    const today = '2026-03-10';
    fc.assert(
      fc.property(rents, (given) => {
        const unpaid = given.map(({ late, amount, paid }) => {
          const due = addDays(today, -late);
          return {
            due,
            amount,
            paid: paid.map(({ after, part }) => ({
              date: addDays(due, after),
              amount: Math.floor((amount * part) / 100),
            })),
          };
        });
        const { total, lines } = lateInterest({ unpaid, today, baseRates });
        const cap = unpaid.reduce((sum, rent) => sum + capInUnits(rent, today), 0n);
        expect(BigInt(total) * 3_650_000n <= cap && cap < BigInt(total + 1) * 3_650_000n).toBe(true);
        expect(lines.reduce((sum, { interest }) => sum + interest, 0)).toBe(total);
      }),
      { numRuns: 60 },
    );
  });
});

/** The Act's cap: the sum of unpaid pence × hundredths of a percentage point for each day after the due date. */
function capInUnits({ due, amount, paid }: LateRent, today: string): bigint {
  const leftOn = (day: string) =>
    amount - paid.reduce((sum, payment) => (payment.date <= day ? sum + payment.amount : sum), 0);
  if (daysBetween(due, today) < 14 || leftOn(addDays(due, 13)) <= 0) return 0n;
  let sum = 0n;
  for (let day = addDays(due, 1); day <= today; day = addDays(day, 1)) {
    const rate = BASE_RATES.filter(({ from }) => from <= day).at(-1)?.percent ?? 0;
    sum += BigInt(Math.max(0, leftOn(day))) * BigInt(Math.round((rate + 3) * 100));
  }
  return sum;
}
