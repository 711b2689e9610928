/** Text as people type it: what is kept as it is, and what cannot be kept. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { line, paragraph, typedCount, typedOptionalCount } from './schemas.ts';
import { capitalise, counted, deletedAlong, initials, isPlainText, sortKey } from './text.ts';

describe('text that can be kept', () => {
  it('is anything people write, and no control character or half of a letter', () => {
    const fine = ['', 'Zoë', 'مرحبا', '🏠👩‍💻', '<b>', 'a\tb\r\nc', '\u200f\u202e', 'e\u0301'];
    const not = ['\0', 'a\u0008', '\u000b', '\u000c', '\u001b[31m', '\u007f', '\ud83d', 'a\udc00b', '\udc00\ud83d'];
    expect(fine.filter((text) => !isPlainText(text))).toEqual([]);
    expect(not.filter(isPlainText)).toEqual([]);
  });

  it('goes through UTF-8 unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const kept = isPlainText(text);
        expect(!kept || Buffer.from(text, 'utf8').toString('utf8') === text).toBe(true);
      }),
    );
  });
});

describe('a field of text', () => {
  const name = line({ min: 2, max: 5, message: 'Needed' });

  it('is trimmed, and counted in characters as people see them', () => {
    expect(name.parse('  Ada \n')).toBe('Ada');
    expect(name.parse('🏠🏠🏠🏠🏠')).toBe('🏠🏠🏠🏠🏠');
    expect(name.safeParse('🏠').success).toBe(false);
    expect(name.safeParse('🏠🏠🏠🏠🏠🏠').success).toBe(false);
  });

  it('of one line has no second', () => {
    for (const text of ['a\nb', 'a\rb', 'a\r\nb']) expect(name.safeParse(text).success).toBe(false);
    expect(paragraph({ max: 5 }).parse('a\nb')).toBe('a\nb');
    expect(paragraph({ max: 5 }).parse('   ')).toBe('');
  });

  it('is not filled by what nobody can see', () => {
    const says = (unseen: string) => name.safeParse(unseen).error?.issues.map(({ message }) => message);
    for (const unseen of ['\u200b\u200b', '\u2060\u200d\ufeff', '\u3164\u3164', ' \u200b \u200b '])
      expect(says(unseen)).toEqual(['Needed']);
    expect(name.parse('\u200ba')).toBe('\u200ba');
    expect(paragraph({ max: 5 }).parse('\u200b')).toBe('\u200b');
  });

  it('says in words what is missing or too much', () => {
    const says = (text: unknown) => name.safeParse(text).error?.issues[0]?.message;
    expect([undefined, null, 7, ' ', 'abcdef'].map(says)).toEqual([
      'Needed',
      'Needed',
      'Needed',
      'Needed',
      'Please keep this to 5 characters',
    ]);
    expect(line({ min: 2, max: 5 }).safeParse('a').error?.issues[0]?.message).toBe(
      'Please enter at least 2 characters',
    );
    expect(paragraph({ max: 2000 }).safeParse('x'.repeat(2001)).error?.issues[0]?.message).toBe(
      'Please keep this to 2,000 characters',
    );
  });
});

describe('a count as typed', () => {
  const rule = z.number().int('Whole').min(0, 'Needed').max(2000, 'Too many');
  const says = (text: string) => {
    const { data, error } = typedCount('Needed', rule).safeParse(text);
    return data ?? error?.issues[0]?.message;
  };

  it('is a number, or a sentence', () => {
    expect(['3', ' 12 ', '1,200', '0', '007', '3.', '3.0'].map(says)).toEqual([3, 12, 1200, 0, 7, 3, 3]);
    expect(['', ' ', 'x', '1e3', '1,2', '3.5', '-1', '99999', '9'.repeat(400), 'NaN'].map(says)).toEqual([
      'Needed',
      'Needed',
      'Please enter a number',
      'Please enter a number',
      'Please enter a number',
      'Whole',
      'Needed',
      'Too many',
      'Please enter a number',
      'Please enter a number',
    ]);
  });
});

describe('a count that may be left out', () => {
  const count = typedOptionalCount(z.number().int('Whole, please').min(0, 'None or more, please'));

  it('is null where there is none, and a number where there is one', () => {
    expect(['', '  ', '0', ' 1,200 '].map((text) => count.parse(text))).toEqual([null, null, 0, 1200]);
  });

  it.each([
    ['x', 'Please enter a number'],
    ['1.5', 'Whole, please'],
    ['-1', 'None or more, please'],
  ])('is refused as %s, with one sentence', (text, sentence) => {
    expect(count.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });
});

describe('small words', () => {
  it('begin with a capital', () => {
    expect([capitalise('house'), capitalise(''), capitalise('semi-detached')]).toEqual(['House', '', 'Semi-detached']);
  });

  it('are counted', () => {
    expect([counted(1, 'day'), counted(0, 'day'), counted(1234, 'property', 'properties')]).toEqual([
      '1 day',
      '0 days',
      '1,234 properties',
    ]);
  });

  it('of a name are its initials', () => {
    expect(
      ['Ada Lovelace', ' ada ', 'Ada King Lovelace', 'éa', '', '🏠 x', 'Sparks & Daughters'].map(initials),
    ).toEqual(['AL', 'A', 'AK', 'É', '', '🏠X', 'SD']);
  });
});

describe('names', () => {
  it('are sorted without regard to case and accents', () => {
    const names = ['Zoë', 'Siân', 'sian', 'Ångström', 'adams', 'Ørsted', 'Éclair', 'eclair b', 'ECLAIR'];
    const sorted = names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0));
    expect(sorted).toEqual(['adams', 'Ångström', 'Éclair', 'ECLAIR', 'eclair b', 'Siân', 'sian', 'Zoë', 'Ørsted']);
  });

  it('are the same to the sort however their accents were typed', () => {
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
] as const)('of %j tells before and after what is deleted along', (parts, before, after) => {
  expect([deletedAlong(parts), deletedAlong(parts, true)]).toEqual([before, after]);
});
