import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PENCE } from '../../shared/money.ts';
import { plainPounds } from './export.ts';

describe('an amount in a file', () => {
  it.each([
    [-123450, '-1234.50'],
    [5, '0.05'],
    [-5, '-0.05'],
    [0, '0.00'],
    [MAX_PENCE, '99999999.99'],
  ])('of %i pence is %s', (pence, text) => {
    expect(plainPounds(pence)).toBe(text);
  });

  it('is read back to the penny, whatever it is', () => {
    const pence = fc.integer({ min: -MAX_PENCE, max: MAX_PENCE });
    fc.assert(
      fc.property(pence, (one) => {
        expect(Math.round(Number(plainPounds(one)) * 100)).toBe(one);
      }),
    );
    fc.assert(
      fc.property(pence, (one) => {
        expect(plainPounds(one)).toMatch(/^-?\d+\.\d\d$/);
      }),
    );
  });
});
