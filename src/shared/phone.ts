/** Telephone numbers as people write them down, and what a telephone is to dial. */

/** A run of digits as numbers are written: '+44 (0)7700 900-417'. */
const NUMBER = /\+?[\d(][\d\s().\u2010-\u2015-]{4,}\d/;

/**
 * The number to dial for what was typed, for a `tel:` link: of two numbers the first, without an extension; after a country code
 * without the '(0)' that is dialled only at home. Null where there is no number in it, as in 'ask at the shop'.
 */
export function dialled(typed: string): string | null {
  const [written] = NUMBER.exec(typed) ?? [];
  if (written === undefined) return null;
  const abroad = written.startsWith('+');
  const digits = (abroad ? written.replace('(0)', '') : written).replace(/\D/g, '');
  return digits.length < 6 ? null : `${abroad ? '+' : ''}${digits}`;
}
