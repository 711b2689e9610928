import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PENCE } from '../../../shared/money.ts';
import { FREQUENCIES, type Frequency, rentAMonth, rentAPeriod } from './frequency.ts';

const frequencies = fc.constantFrom(...FREQUENCIES);
const pence = fc.integer({ min: 0, max: MAX_PENCE });

describe('rentAMonth', () => {
  it.each<[Frequency, number, number]>([
    ['weekly', 200_00, 866_67],
    ['2-weekly', 400_00, 866_67],
    ['4-weekly', 800_00, 866_67],
    ['monthly', 650_00, 650_00],
    ['quarterly', 1_950_00, 650_00],
    ['six-monthly', 3_900_00, 650_00],
    ['yearly', 7_800_00, 650_00],
    // Rounds half a penny up.
    ['six-monthly', 3, 1],
    ['six-monthly', 9, 2],
    ['yearly', 6, 1],
    ['yearly', 5, 0],
    ['2-weekly', 3, 7],
  ])('%s, of %i pence is %i', (frequency, amount, month) => {
    expect(rentAMonth(amount, frequency)).toBe(month);
  });

  it('is the nearest penny to a twelfth of a year’s rent, also for large amounts', () => {
    const year = {
      weekly: 52n,
      '2-weekly': 26n,
      '4-weekly': 13n,
      monthly: 12n,
      quarterly: 4n,
      'six-monthly': 2n,
      yearly: 1n,
    };
    fc.assert(
      fc.property(pence, frequencies, (amount, frequency) => {
        const exact = BigInt(amount) * year[frequency];
        const off = 2n * (BigInt(rentAMonth(amount, frequency)) * 12n - exact);
        expect(-12n < off && off <= 12n).toBe(true);
      }),
    );
  });
});

describe('rentAPeriod', () => {
  it.each<[Frequency, number, number]>([
    ['weekly', 866_67, 200_00],
    ['2-weekly', 866_67, 400_00],
    ['4-weekly', 866_67, 800_00],
    ['quarterly', 650_00, 1_950_00],
    ['six-monthly', 650_00, 3_900_00],
    ['yearly', 650_00, 7_800_00],
    ['4-weekly', 13, 12],
  ])('%s, of %i pence a month is %i', (frequency, month, amount) => {
    expect(rentAPeriod(month, frequency)).toBe(amount);
  });

  it('restores the rent from a monthly amount for periods up to a month', () => {
    const short = fc.constantFrom<Frequency>('weekly', '2-weekly', '4-weekly', 'monthly');
    fc.assert(
      fc.property(pence, short, (amount, frequency) => {
        expect(rentAPeriod(rentAMonth(amount, frequency), frequency)).toBe(amount);
      }),
    );
  });

  it('restores the monthly amount from a rent for periods of a month or more', () => {
    const long = fc.constantFrom<Frequency>('monthly', 'quarterly', 'six-monthly', 'yearly');
    fc.assert(
      fc.property(pence, long, (amount, frequency) => {
        expect(rentAMonth(rentAPeriod(amount, frequency), frequency)).toBe(amount);
      }),
    );
  });
});
