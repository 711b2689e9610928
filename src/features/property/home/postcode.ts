export const COUNTRIES = ['England', 'Wales', 'Scotland', 'Northern Ireland'] as const;

// Outward code: one or two letters, a digit, and an optional digit or letter. Inward code: a digit and two letters.
// Source: Royal Mail, Programmers' Guide to the Postcode Address File, 'Postcode format'. GIR 0AA is the one exception.
const POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|GIR ?0AA)$/i;

export function looksLikePostcode(typed: string): boolean {
  return POSTCODE.test(typed.trim().replace(/\s+/g, ' '));
}

/** Only a hint, since the property may be abroad or have a new kind of code. */
export function postcodeHint(typed: string): string | undefined {
  if (typed.trim().length < 5 || looksLikePostcode(typed)) return undefined;
  return 'This does not look like a UK postcode. You can still save it.';
}

/** Formats a postcode: 'sw1a1aa' → 'SW1A 1AA'. Other text is unchanged. */
export function normalisePostcode(typed: string): string {
  if (!looksLikePostcode(typed)) return typed;
  const code = typed.replace(/\s/g, '').toUpperCase();
  return `${code.slice(0, -3)} ${code.slice(-3)}`;
}
