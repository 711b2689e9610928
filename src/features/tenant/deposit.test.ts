/** The cap on deposits in England, to the penny. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PENCE } from '../../shared/money.ts';
import { depositCap } from './deposit.ts';

describe('the most that may be asked as a deposit', () => {
  it.each([
    ['£1,200.00', 1_200_00, 1_384_61],
    ['nothing', 0, 0],
    ['a penny', 1, 1],
    ['£1,000.00', 1_000_00, 1_153_84],
    ['£1,733.33', 1_733_33, 1_999_99],
    // A year's rent of £49,999.92 is below £50,000, one of £50,000.04 is not: a month has no rent that makes exactly £50,000.
    ['£4,166.66', 4_166_66, 4_807_68],
    ['£4,166.67', 4_166_67, 5_769_23],
  ])('for a rent of %s a month', (_, rent, cap) => {
    expect(depositCap(rent)).toBe(cap);
  });

  it('is five weeks’ rent below £50,000 a year and six from there, never a penny more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_PENCE }), (rent) => {
        const weeks = rent * 12 < 50_000_00 ? 5n : 6n;
        // In whole numbers without end: the cap is the last penny that is not above the weeks' rent.
        const [exact, cap] = [BigInt(rent) * 12n * weeks, BigInt(depositCap(rent))];
        expect(cap * 52n <= exact && exact < (cap + 1n) * 52n).toBe(true);
      }),
    );
  });

  it('is never less for a higher rent', () => {
    const rents = fc.integer({ min: 0, max: MAX_PENCE - 1 });
    fc.assert(
      fc.property(rents, (rent) => {
        expect(depositCap(rent + 1)).toBeGreaterThanOrEqual(depositCap(rent));
      }),
    );
  });
});
