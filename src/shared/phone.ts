/** A run of digits with the usual punctuation: '+44 (0)7700 900-417'. */
const NUMBER = /\+?[\d(][\d\s().\u2010-\u2015-]{4,}\d/;

/**
 * Returns the number for a `tel:` link: the first of several, without an extension, and without '(0)' after a country
 * code. Returns null if the text contains no number, as in 'ask at the shop'.
 */
export function dialled(typed: string): string | null {
  const [match] = NUMBER.exec(typed) ?? [];
  if (match === undefined) return null;
  const hasCountryCode = match.startsWith('+');
  const digits = (hasCountryCode ? match.replace('(0)', '') : match).replace(/\D/g, '');
  return digits.length < 6 ? null : `${hasCountryCode ? '+' : ''}${digits}`;
}
