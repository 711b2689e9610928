/** Postcodes: told when one looks odd, never refused for it. */
import { describe, expect, it } from 'vitest';
import { looksLikePostcode, normalisePostcode, postcodeHint } from './postcode.ts';

describe('a British postcode', () => {
  it.each(['M1 1AE', 'B33 8TH', 'CR2 6XH', 'DN55 1PT', 'W1A 0AX', 'EC1A 1BB', 'GIR 0AA', 'ls81qs', ' LS8  1QS '])(
    'is recognised: %s',
    (text) => {
      expect(looksLikePostcode(text)).toBe(true);
      expect(postcodeHint(text)).toBeUndefined();
    },
  );

  it.each(['12345', '75008', 'LS8 1Q', 'LS8 11QS', 'LLS8 1QS', '8LS 1QS', 'D02 X285'])(
    'is missed, and said so: %s',
    (text) => {
      expect(looksLikePostcode(text)).toBe(false);
      expect(postcodeHint(text)).toBe('This does not look like a British postcode. You can save it all the same.');
    },
  );

  it('is not missed before enough is typed to tell', () => {
    expect(['', 'L', 'LS8 '].map(postcodeHint)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a postcode as it is kept', () => {
  it.each([
    ['sw1a1aa', 'SW1A 1AA'],
    ['SW1A 1AA', 'SW1A 1AA'],
    [' sw1a  1aa ', 'SW1A 1AA'],
    ['m11ae', 'M1 1AE'],
    ['gir0aa', 'GIR 0AA'],
  ])('%s becomes %s', (typed, kept) => {
    expect(normalisePostcode(typed)).toBe(kept);
  });

  it.each(['75008', 'D02 X285', 'ls8 1q', 's w1a 1aa', 'sw1a1\u00a01aa'])(
    'stays as typed where it is none: %s',
    (typed) => {
      expect(normalisePostcode(typed)).toBe(typed);
    },
  );
});
