/** A run of digits with the usual punctuation: '+44 (0)7700 900-417'. */
const NUMBER = /\+?[\d(][\d\s().\u2010-\u2015-]{4,}\d/;

/**
 * The number for a `tel:` link: the first of several, without an extension, and without '(0)' after a country code.
 * Null if the text contains no number, as in 'ask at the shop'.
 */
export function dialled(typed: string): string | null {
  const [written] = NUMBER.exec(typed) ?? [];
  if (written === undefined) return null;
  const abroad = written.startsWith('+');
  const digits = (abroad ? written.replace('(0)', '') : written).replace(/\D/g, '');
  return digits.length < 6 ? null : `${abroad ? '+' : ''}${digits}`;
}
