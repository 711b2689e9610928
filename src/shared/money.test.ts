/** Money is exact from the keyboard to the screen. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPence,
  MAX_PENCE,
  optionalPence,
  parsePounds,
  penceAsTyped,
  penceField,
  typedOptionalPence,
  typedPence,
} from './money.ts';

const pence = fc.integer({ min: -MAX_PENCE, max: MAX_PENCE });
const parsed = (text: string) => {
  const result = parsePounds(text);
  return result.ok ? result.pence : result.reason;
};

describe('an amount', () => {
  it('is shown in pounds, with commas and two decimals', () => {
    expect([0, 5, 123_450, MAX_PENCE, -123_450].map(formatPence)).toEqual([
      '£0.00',
      '£0.05',
      '£1,234.50',
      '£99,999,999.99',
      '−£1,234.50',
    ]);
  });

  it('that is shown can be typed again and is the same, to the penny', () => {
    fc.assert(
      fc.property(pence, (amount) => {
        expect(parsed(formatPence(amount))).toBe(amount);
        expect(parsed(penceAsTyped(amount))).toBe(amount);
      }),
    );
  });

  it('fills a field without pound sign, commas or needless pence', () => {
    expect([145_000, 145_050, 5, 0, -5, -100, -123_450].map(penceAsTyped)).toEqual([
      '1450',
      '1450.50',
      '0.05',
      '0',
      '-0.05',
      '-1',
      '-1234.50',
    ]);
  });
});

describe('what a person types for pounds', () => {
  it.each([
    ['1200', 120_000],
    ['1,200', 120_000],
    ['£1200.50', 120_050],
    [' £ 12 ', 1_200],
    ['1,234,567.8', 123_456_780],
    ['.5', 50],
    ['5.', 500],
    ['007', 700],
    ['-3', -300],
    ['−3', -300],
    ['-0', 0],
    ['99,999,999.99', MAX_PENCE],
  ])('%s is taken', (text, amount) => {
    expect(parsed(text)).toBe(amount);
  });

  it.each([
    ['', 'empty'],
    [' £ ', 'empty'],
    ['12.345', 'three_decimals'],
    ['1.200', 'three_decimals'],
    ['100000000', 'too_large'],
    ['1,23', 'not_money'],
    ['1,2345', 'not_money'],
    ['1.200,50', 'not_money'],
    ['12a', 'not_money'],
    ['1e5', 'not_money'],
    ['NaN', 'not_money'],
    ['Infinity', 'not_money'],
    ['.', 'not_money'],
    ['-', 'not_money'],
    ['--1', 'not_money'],
    ['1.2.3', 'not_money'],
    ['٣', 'not_money'],
    ['0x10', 'not_money'],
  ])('%j is refused: %s', (text, reason) => {
    expect(parsed(text)).toBe(reason);
  });

  it('is never rounded: a float would lose a penny somewhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (pounds, rest) => {
        expect(parsed(`${pounds}.${String(rest).padStart(2, '0')}`)).toBe(pounds * 100 + rest);
      }),
    );
  });

  it('never breaks the field, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const result = parsePounds(text);
        expect(!result.ok || Number.isSafeInteger(result.pence)).toBe(true);
      }),
    );
  });
});

describe('a money field', () => {
  const sentence = (field: ReturnType<typeof typedPence>, text: string) =>
    field.safeParse(text).error?.issues[0]?.message;

  it('says what is wrong with the amount, or that one is needed', () => {
    const field = typedPence('Rent amount is required');
    expect(field.parse('1,450')).toBe(145_000);
    expect(['', '-1', 'x', '1.234', '100000000'].map((text) => sentence(field, text))).toEqual([
      'Rent amount is required',
      'Rent amount is required',
      'Please enter an amount like 1,250 or 1250.50',
      'Pounds have two decimals at most, for example 1250.50',
      'The most we can keep is £99,999,999.99',
    ]);
  });

  it('takes whole pence from zero to the most there is', () => {
    const field = penceField('Needed');
    const wrong = [-1, 0.5, MAX_PENCE + 1, NaN, Infinity, '1', null, undefined];
    expect([0, 1, MAX_PENCE].every((amount) => field.safeParse(amount).success)).toBe(true);
    expect(wrong.filter((amount) => field.safeParse(amount).success)).toEqual([]);
  });
});

describe('an amount that may be left out', () => {
  it('is null where there is none, typed or not', () => {
    expect([undefined, null].map((none) => optionalPence().parse(none))).toEqual([null, null]);
    expect(['', '  '].map((none) => typedOptionalPence().parse(none))).toEqual([null, null]);
  });

  it('is pence from zero on where there is one', () => {
    expect(optionalPence().parse(0)).toBe(0);
    expect(['0', '£1,234.50', '99999999.99'].map((text) => typedOptionalPence().parse(text))).toEqual([
      0,
      123_450,
      MAX_PENCE,
    ]);
  });

  it.each([
    ['-1', 'Please enter an amount of 0 or more'],
    ['x', 'Please enter an amount like 1,250 or 1250.50'],
    ['1.234', 'Pounds have two decimals at most, for example 1250.50'],
    ['100000000', 'The most we can keep is £99,999,999.99'],
  ])('is refused as %s, with one sentence', (text, sentence) => {
    const { error } = typedOptionalPence().safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });
});
