import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPence, MAX_PENCE, parsePounds, penceAsTyped } from './money.ts';
import { optionalPence, penceField, typedOptionalPence, typedPence, typedPounds } from './schemas.ts';

const pence = fc.integer({ min: -MAX_PENCE, max: MAX_PENCE });
const parsed = (text: string) => {
  const result = parsePounds(text);
  return result.ok ? result.pence : result.reason;
};

describe('an amount', () => {
  it('is formatted in pounds, with commas and two decimals', () => {
    expect([0, 5, 123_450, MAX_PENCE, -123_450].map(formatPence)).toEqual([
      '£0.00',
      '£0.05',
      '£1,234.50',
      '£99,999,999.99',
      '−£1,234.50',
    ]);
  });

  it('parses back to the same pence after formatting', () => {
    fc.assert(
      fc.property(pence, (amount) => {
        expect(parsed(formatPence(amount))).toBe(amount);
        expect(parsed(penceAsTyped(amount))).toBe(amount);
      }),
      { numRuns: 1_000, examples: [[0], [1], [-1], [99], [-100], [MAX_PENCE], [-MAX_PENCE]] },
    );
  });

  it('is formatted to the penny for any safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        const exact = BigInt(formatPence(amount).replace(/[£,.]/g, '').replace('−', '-'));
        expect(exact).toBe(BigInt(amount));
      }),
      { numRuns: 1_000, examples: [[Number.MAX_SAFE_INTEGER], [-Number.MAX_SAFE_INTEGER], [9_007_199_254_740_901]] },
    );
  });

  it('fills a field without pound sign, commas or zero pence', () => {
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

describe('a typed amount in pounds', () => {
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
    ['1,234.5', 123_450],
    ['£1,234.50', 123_450],
    ['1 234.50', 123_450],
    ['1\u00a0234\u202f567', 123_456_700],
    ['-12', -1_200],
    ['+12', 1_200],
    ['(12)', -1_200],
    ['( £1,234.50 )', -123_450],
    ['-£12', -1_200],
    ['£-12', -1_200],
    ['− £ 12', -1_200],
    ['+ £12', 1_200],
  ])('parses %s', (text, amount) => {
    expect(parsed(text)).toBe(amount);
  });

  it.each([
    ['', 'empty'],
    [' £ ', 'empty'],
    ['12.345', 'three_decimals'],
    ['1.200', 'three_decimals'],
    ['100000000', 'payload_too_large'],
    ['1,23', 'not_money'],
    ['1 234,50', 'not_money'],
    ['1.234,50', 'not_money'],
    ['12 50', 'not_money'],
    ['1, 234', 'not_money'],
    ['1,234 567', 'not_money'],
    ['1£50', 'not_money'],
    ['££1', 'not_money'],
    ['-£-1', 'not_money'],
    ['(-12)', 'not_money'],
    ['(12', 'not_money'],
    ['12)', 'not_money'],
    ['()', 'not_money'],
    ['12-', 'not_money'],
    ['$12', 'not_money'],
    ['1/2', 'not_money'],
    ['1\u202f23', 'not_money'],
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
  ])('rejects %j as %s', (text, reason) => {
    expect(parsed(text)).toBe(reason);
  });

  it('is never rounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (pounds, rest) => {
        expect(parsed(`${pounds}.${String(rest).padStart(2, '0')}`)).toBe(pounds * 100 + rest);
      }),
    );
  });

  it('ignores thousands separators, pound sign, surrounding spaces and the position of the sign', () => {
    const written = fc.record({ amount: pence, apart: fc.constantFrom('', ',', ' '), pound: fc.boolean() });
    const around = fc.record({ before: fc.constantFrom('', ' ', '\t'), minus: fc.constantFrom('-', '−', '–') });
    fc.assert(
      fc.property(written, around, fc.boolean(), ({ amount, apart, pound }, { before, minus }, signFirst) => {
        const shown = formatPence(Math.abs(amount)).slice(1).replaceAll(',', apart);
        const sign = amount < 0 ? minus : '';
        const marks = signFirst ? [sign, pound ? '£' : ''] : [pound ? '£' : '', sign];
        expect(parsed(`${before}${marks.join('')}${shown}${before}`)).toBe(amount);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is either rejected or parsed to the digits that were typed', () => {
    const likeMoney = fc.string({ unit: fc.constantFrom(...'0123456789.,£+-()  ') });
    fc.assert(
      fc.property(fc.oneof(likeMoney, fc.string({ unit: 'binary' })), (text) => {
        const result = parsePounds(text);
        if (!result.ok) return;
        expect(Math.abs(result.pence)).toBeLessThanOrEqual(MAX_PENCE);
        const [whole = '', rest = ''] = text.replace(/[^\d.]/g, '').split('.');
        expect(BigInt(Math.abs(result.pence))).toBe(BigInt(`${whole}${rest.padEnd(2, '0')}`));
        expect(text).toMatch(/^[\d.,£+\-−–()\s]+$/);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a money field', () => {
  const sentence = (field: ReturnType<typeof typedPence>, text: string) =>
    field.safeParse(text).error?.issues[0]?.message;

  it('returns a message for a wrong or missing amount', () => {
    const field = typedPence('Rent amount is required');
    expect(field.parse('1,450')).toBe(145_000);
    expect(['', '-1', 'x', '1.234', '100000000'].map((text) => sentence(field, text))).toEqual([
      'Rent amount is required',
      'Rent amount is required',
      'Enter pounds and pence, e.g. 1250.50',
      'Enter pounds and pence, e.g. 1250.50',
      'Enter £99,999,999.99 or less',
    ]);
  });

  it('accepts whole pence from zero to the maximum', () => {
    const field = penceField('Needed');
    const wrong = [-1, 0.5, MAX_PENCE + 1, NaN, Infinity, '1', null, undefined];
    expect([0, 1, MAX_PENCE].every((amount) => field.safeParse(amount).success)).toBe(true);
    expect(wrong.filter((amount) => field.safeParse(amount).success)).toEqual([]);
  });
});

describe('a signed money field', () => {
  it('keeps the typed sign and returns the usual messages', () => {
    const field = typedPounds('Amount is required');
    expect(['-12', '(0.5)', '+3', '0'].map((text) => field.parse(text))).toEqual([-1_200, -50, 300, 0]);
    expect(field.safeParse('').error?.issues[0]?.message).toBe('Amount is required');
    expect(field.safeParse('1.234').error?.issues[0]?.message).toBe('Enter pounds and pence, e.g. 1250.50');
  });
});

describe('an optional amount', () => {
  it('is null when left out, typed or not', () => {
    expect([undefined, null].map((none) => optionalPence().parse(none))).toEqual([null, null]);
    expect(['', '  '].map((none) => typedOptionalPence().parse(none))).toEqual([null, null]);
  });

  it('is zero pence or more when given', () => {
    expect(optionalPence().parse(0)).toBe(0);
    expect(['0', '£1,234.50', '99999999.99'].map((text) => typedOptionalPence().parse(text))).toEqual([
      0,
      123_450,
      MAX_PENCE,
    ]);
  });

  it.each([
    ['-1', 'Enter an amount of 0 or more'],
    ['x', 'Enter pounds and pence, e.g. 1250.50'],
    ['1.234', 'Enter pounds and pence, e.g. 1250.50'],
    ['100000000', 'Enter £99,999,999.99 or less'],
  ])('returns one message for %s', (text, sentence) => {
    const { error } = typedOptionalPence().safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });
});

describe('a sum of amounts', () => {
  const amounts = fc.array(pence, { maxLength: 1_000 });
  const sum = (all: number[]) => all.reduce((total, amount) => total + amount, 0);

  it('is exact to the penny in any order of addition', () => {
    fc.assert(
      fc.property(
        amounts.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const exact = all.reduce((total, amount) => total + BigInt(amount), 0n);
          expect(BigInt(sum(all))).toBe(exact);
          expect(sum(shuffled)).toBe(sum(all));
          expect(BigInt(formatPence(sum(all)).replace(/[£,.]/g, '').replace('−', '-'))).toBe(exact);
        },
      ),
    );
  });

  it('equals the sum of the typed amounts', () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const typed = all.map((amount) => parsed(penceAsTyped(amount)));
        expect(typed.reduce<number>((total, amount) => total + Number(amount), 0)).toBe(sum(all));
      }),
    );
  });
});
