/** British postcodes: only a hint, because a property may lie elsewhere or have a new kind of code. */

// Outward part: one or two letters, a digit, perhaps one more digit or letter. Inward part: a digit and two letters.
// Source: Royal Mail, Programmers' Guide to the Postcode Address File, 'Postcode format'. GIR 0AA is the one exception.
const POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|GIR ?0AA)$/i;

/** Whether the text has the shape of a postcode in use in Britain. */
export function looksLikePostcode(text: string): boolean {
  return POSTCODE.test(text.trim().replace(/\s+/g, ' '));
}

/** The hint below the field, once enough is typed to tell. */
export function postcodeHint(text: string): string | undefined {
  if (text.trim().length < 5 || looksLikePostcode(text)) return undefined;
  return 'This does not look like a British postcode. You can save it all the same.';
}

/** 'sw1a1aa' → 'SW1A 1AA'. What does not look like a British postcode stays as it was typed. */
export function normalisePostcode(text: string): string {
  if (!looksLikePostcode(text)) return text;
  const code = text.replace(/\s/g, '').toUpperCase();
  return `${code.slice(0, -3)} ${code.slice(-3)}`;
}
