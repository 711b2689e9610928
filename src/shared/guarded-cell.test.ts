import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardCell, readGuardedCell } from './text.ts';

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
// Spaces, control characters and zero-width characters.
const INVISIBLE = [
  ' ',
  '\u00a0',
  '\u3000',
  '\u2003',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u0085',
  '\ufeff',
  '\u200b',
  '\u202e',
];

const start = fc.constantFrom(...STARTS);
const invisible = fc
  .array(fc.constantFrom(...INVISIBLE, '\t', '\r', '\n'), { maxLength: 5 })
  .map((some) => some.join(''));
const text = fc.string({ unit: 'binary', maxLength: 30 });
/** Mostly texts that a spreadsheet could run as formulas. */
const hostile = fc.oneof(
  text,
  fc.tuple(invisible, start, text).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom("'", "''", "'=", "' ="), text).map((parts) => parts.join('')),
);

describe('text in a CSV file', () => {
  it('reads back unchanged', () => {
    fc.assert(
      fc.property(hostile, (one) => {
        expect(readGuardedCell(guardCell(one))).toBe(one);
      }),
    );
  });

  it('differs for different texts', () => {
    const same = (one: string, other: string) => {
      expect(guardCell(one) === guardCell(other)).toBe(one === other);
    };
    fc.assert(fc.property(hostile, hostile, same));
  });

  it('starts with an apostrophe if it could run as a formula, even behind invisible characters', () => {
    const guarded = (before: string, sign: string, rest: string) => {
      expect(guardCell(before + sign + rest)).toBe(`'${before + sign + rest}`);
    };
    fc.assert(fc.property(invisible, start, text, guarded));
  });

  it('is unchanged if it is harmless', () => {
    const harmless = fc.tuple(fc.constantFrom('a', 'Ä', '7', '(', '"', '£', '木', ' b', 'e@f', 'a=b'), text);
    fc.assert(
      fc.property(harmless, ([first, rest]) => {
        expect(guardCell(first + rest)).toBe(first + rest);
      }),
    );
    expect(['', ' ', '12 Nov', 'Rent (Nov)', '£5 - late'].map(guardCell)).toEqual([
      '',
      ' ',
      '12 Nov',
      'Rent (Nov)',
      '£5 - late',
    ]);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['  =HYPERLINK("http://evil.example")', `'  =HYPERLINK("http://evil.example")`],
    ['+44 7700 900123', "'+44 7700 900123"],
    ['-38.62', "'-38.62"],
    ['＝cmd', "'＝cmd"],
    ["'quoted'", "''quoted'"],
    ['\t', "'\t"],
  ])('writes %j as %j', (one, cell) => {
    expect(guardCell(one)).toBe(cell);
  });
});
