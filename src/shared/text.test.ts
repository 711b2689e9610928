import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { line, paragraph, typedCount, typedOptionalCount } from './schemas.ts';
import { capitalise, counted, deletedAlong, initials, isPlainText, sortKey } from './text.ts';

describe('text that can be stored', () => {
  it('excludes control characters and lone surrogates', () => {
    const fine = ['', 'Zoë', 'مرحبا', '🏠👩‍💻', '<b>', 'a\tb\r\nc', '\u200f\u202e', 'e\u0301'];
    const not = ['\0', 'a\u0008', '\u000b', '\u000c', '\u001b[31m', '\u007f', '\ud83d', 'a\udc00b', '\udc00\ud83d'];
    expect(fine.filter((text) => !isPlainText(text))).toEqual([]);
    expect(not.filter(isPlainText)).toEqual([]);
  });

  it('survives a UTF-8 round trip', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const isStorable = isPlainText(text);
        expect(!isStorable || Buffer.from(text, 'utf8').toString('utf8') === text).toBe(true);
      }),
    );
  });
});

describe('a text field', () => {
  const name = line({ min: 2, max: 5, message: 'Needed' });

  it('is trimmed and counts whole code points', () => {
    expect(name.parse('  Ada \n')).toBe('Ada');
    expect(name.parse('🏠🏠🏠🏠🏠')).toBe('🏠🏠🏠🏠🏠');
    expect(name.safeParse('🏠').success).toBe(false);
    expect(name.safeParse('🏠🏠🏠🏠🏠🏠').success).toBe(false);
  });

  it('rejects a second line unless it is a paragraph', () => {
    for (const text of ['a\nb', 'a\rb', 'a\r\nb']) expect(name.safeParse(text).success).toBe(false);
    expect(paragraph({ max: 5 }).parse('a\nb')).toBe('a\nb');
    expect(paragraph({ max: 5 }).parse('   ')).toBe('');
  });

  it('rejects invisible text when required', () => {
    const says = (unseen: string) => name.safeParse(unseen).error?.issues.map(({ message }) => message);
    for (const unseen of ['\u200b\u200b', '\u2060\u200d\ufeff', '\u3164\u3164', ' \u200b \u200b '])
      expect(says(unseen)).toEqual(['Needed']);
    expect(name.parse('\u200ba')).toBe('\u200ba');
    expect(paragraph({ max: 5 }).parse('\u200b')).toBe('\u200b');
  });

  it('returns a message when text is missing or too long', () => {
    const says = (text: unknown) => name.safeParse(text).error?.issues[0]?.message;
    expect([undefined, null, 7, ' ', 'abcdef'].map(says)).toEqual([
      'Needed',
      'Needed',
      'Needed',
      'Needed',
      'Use 5 characters or fewer',
    ]);
    expect(line({ min: 2, max: 5 }).safeParse('a').error?.issues[0]?.message).toBe('Enter at least 2 characters');
    expect(paragraph({ max: 2000 }).safeParse('x'.repeat(2001)).error?.issues[0]?.message).toBe(
      'Use 2,000 characters or fewer',
    );
  });
});

describe('a typed count', () => {
  const rule = z.number().int('Whole').min(0, 'Needed').max(2000, 'Too many');
  const says = (text: string) => {
    const { data, error } = typedCount('Needed', rule).safeParse(text);
    return data ?? error?.issues[0]?.message;
  };

  it('is a number or a message', () => {
    expect(['3', ' 12 ', '1,200', '0', '007', '3.', '3.0'].map(says)).toEqual([3, 12, 1200, 0, 7, 3, 3]);
    expect(['', ' ', 'x', '1e3', '1,2', '3.5', '-1', '99999', '9'.repeat(400), 'NaN'].map(says)).toEqual([
      'Needed',
      'Needed',
      'Enter a number',
      'Enter a number',
      'Enter a number',
      'Whole',
      'Needed',
      'Too many',
      'Enter a number',
      'Enter a number',
    ]);
  });
});

describe('an optional count', () => {
  const count = typedOptionalCount(z.number().int('Whole, please').min(0, 'None or more, please'));

  it('is null when left out and a number when given', () => {
    expect(['', '  ', '0', ' 1,200 '].map((text) => count.parse(text))).toEqual([null, null, 0, 1200]);
  });

  it.each([
    ['x', 'Enter a number'],
    ['1.5', 'Whole, please'],
    ['-1', 'None or more, please'],
  ])('returns one message for %s', (text, sentence) => {
    expect(count.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });
});

describe('words', () => {
  it('are capitalised', () => {
    expect([capitalise('house'), capitalise(''), capitalise('semi-detached')]).toEqual(['House', '', 'Semi-detached']);
  });

  it('are counted in the singular and plural', () => {
    expect([counted(1, 'day'), counted(0, 'day'), counted(1234, 'property', 'properties')]).toEqual([
      '1 day',
      '0 days',
      '1,234 properties',
    ]);
  });

  it('of a name are abbreviated to initials', () => {
    expect(
      ['Ada Lovelace', ' ada ', 'Ada King Lovelace', 'éa', '', '🏠 x', 'Sparks & Daughters'].map(initials),
    ).toEqual(['AL', 'A', 'AK', 'É', '', '🏠X', 'SD']);
  });
});

describe('names', () => {
  it('are sorted ignoring case and accents', () => {
    const names = ['Zoë', 'Siân', 'sian', 'Ångström', 'adams', 'Ørsted', 'Éclair', 'eclair b', 'ECLAIR'];
    const sorted = names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0));
    expect(sorted).toEqual(['adams', 'Ångström', 'Éclair', 'ECLAIR', 'eclair b', 'Siân', 'sian', 'Zoë', 'Ørsted']);
  });

  it('have the same sort key for composed and decomposed accents', () => {
    expect(sortKey('Zoe\u0308')).toBe(sortKey('Zo\u00eb'));
    expect(sortKey('ZO\u00cb')).toBe('zoe');
  });
});

it.each([
  [[[0, 'file']], '', ''],
  [[[1, 'file']], '1 file will be deleted too.', '1 file was deleted too.'],
  [[[2, 'file']], '2 files will be deleted too.', '2 files were deleted too.'],
  [
    [
      [1, 'invoice'],
      [0, 'note'],
      [1, 'file'],
    ],
    '1 invoice and 1 file will be deleted too.',
    '1 invoice and 1 file were deleted too.',
  ],
] as const)('lists %j as deleted too, before and after', (parts, before, after) => {
  expect([deletedAlong(parts), deletedAlong(parts, true)]).toEqual([before, after]);
});
