import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLateText, groundEight, groundEightOn } from './arrears.ts';
import { FREQUENCIES, type Frequency } from './frequency.ts';
import { GROUND_EIGHT_SOURCE } from './sources.ts';

const TODAY = '2026-11-21';

describe('daysLateText', () => {
  it.each([
    ['2026-11-01', '20 days late'],
    ['2026-11-20', '1 day late'],
    ['2026-11-21', 'Due today'],
    ['2026-11-22', 'Due in 1 day'],
    ['2026-11-24', 'Due in 3 days'],
    // Across the end of summer time and a leap day.
    ['2026-10-24', '28 days late'],
    ['2024-02-29', '996 days late'],
  ])('for rent due on %s is %s', (due, words) => {
    expect(daysLateText(due, TODAY)).toBe(words);
  });
});

describe('groundEight', () => {
  it.each<[number, number, Frequency, string]>([
    [1_560_00, 650_00, 'monthly', '2 months and 12 days of rent owed; the threshold is 3 months.'],
    [1_950_00, 650_00, 'monthly', '3 months of rent owed; the threshold is 3 months.'],
    [1_949_99, 650_00, 'monthly', '2 months and 30 days of rent owed; the threshold is 3 months.'],
    [650_00, 650_00, 'monthly', '1 month of rent owed; the threshold is 3 months.'],
    // £365.00 a month is £12.00 a day.
    [11_99, 365_00, 'monthly', 'Less than a day of rent owed; the threshold is 3 months.'],
    [12_00, 365_00, 'monthly', '1 day of rent owed; the threshold is 3 months.'],
    [377_00, 365_00, 'monthly', '1 month and 1 day of rent owed; the threshold is 3 months.'],
    [2_600_00, 200_00, 'weekly', '13 weeks of rent owed; the threshold is 13 weeks.'],
    [2_599_99, 200_00, 'weekly', '12 weeks and 6 days of rent owed; the threshold is 13 weeks.'],
    [70_00, 70_00, 'weekly', '1 week of rent owed; the threshold is 13 weeks.'],
    [80_00, 70_00, 'weekly', '1 week and 1 day of rent owed; the threshold is 13 weeks.'],
    [2_600_00, 400_00, '2-weekly', '13 weeks of rent owed; the threshold is 13 weeks.'],
    [2_600_00, 800_00, '4-weekly', '13 weeks of rent owed; the threshold is 13 weeks.'],
    [1_560_00, 1_950_00, 'quarterly', '2 months and 12 days of rent owed; the threshold is 3 months.'],
    // A third of the rent is not whole pence, but three months are still a quarter.
    [1_000_00, 1_000_00, 'quarterly', '3 months of rent owed; the threshold is 3 months.'],
    [1_560_00, 3_900_00, 'six-monthly', '2 months and 12 days of rent owed; the threshold is 3 months.'],
    [1_560_00, 7_800_00, 'yearly', '2 months and 12 days of rent owed; the threshold is 3 months.'],
  ])('with %i pence owed of %i, %s, is %s', (owed, rent, frequency, text) => {
    expect(groundEight({ owed, rent, frequency })).toMatchObject({ text, source: GROUND_EIGHT_SOURCE });
  });

  it('is null without arrears or rent', () => {
    const rentOwed = { owed: 1, rent: 1, frequency: 'monthly' } as const;
    expect([
      groundEight({ ...rentOwed, owed: 0 }),
      groundEight({ ...rentOwed, owed: -1 }),
      groundEight({ ...rentOwed, rent: 0 }),
    ]).toEqual([null, null, null]);
  });

  it('reaches the threshold at the exact penny', () => {
    const rents = fc.record({
      rent: fc.integer({ min: 100, max: 99_999_99 }),
      frequency: fc.constantFrom(...FREQUENCIES),
      owed: fc.integer({ min: 1, max: 999_999_99 }),
    });
    const inPeriod = {
      weekly: 1,
      '2-weekly': 2,
      '4-weekly': 4,
      monthly: 1,
      quarterly: 3,
      'six-monthly': 6,
      yearly: 12,
    };
    fc.assert(
      fc.property(rents, (example) => {
        const { rent, frequency, owed } = example;
        const shown = groundEight(example);
        const reached = (shown?.whole ?? 0) >= (shown?.threshold ?? 0);
        const threshold = frequency.endsWith('weekly') ? 13 : 3;
        expect(reached).toBe(BigInt(owed) * BigInt(inPeriod[frequency]) >= BigInt(threshold) * BigInt(rent));
      }),
    );
  });
});

describe('groundEightOn', () => {
  const ledger = {
    on: TODAY,
    frequency: 'monthly',
    unpaid: [{ kind: 'rent', left: 650_00 }],
    rents: [
      { from: '2026-11-10', amount: 650_00 },
      { from: '2025-01-01', amount: 500_00 },
    ],
  } as const;

  it('counts rent and the opening balance, not charges and interest', () => {
    const others = [
      { kind: 'charge', left: 900_00 },
      { kind: 'interest', left: 20_00 },
    ];
    expect(groundEightOn({ ...ledger, unpaid: [...ledger.unpaid, ...others] })).toMatchObject({ whole: 1, days: 0 });
    expect(groundEightOn({ ...ledger, unpaid: others })).toBeNull();
    const opening = { kind: 'opening', left: 650_00 };
    expect(groundEightOn({ ...ledger, unpaid: [...ledger.unpaid, opening] })).toMatchObject({ whole: 2, days: 0 });
  });

  it('uses the rent at that date, and is null before the rule came into force', () => {
    expect(groundEightOn({ ...ledger, on: '2026-11-09' })).toMatchObject({ whole: 1, days: 9 });
    expect(groundEightOn({ ...ledger, on: '2024-12-31' })).toBeNull();
    expect(groundEightOn({ ...ledger, on: '2026-04-30' })).toBeNull();
    expect(groundEightOn({ ...ledger, on: '2026-05-01' })).not.toBeNull();
  });
});
