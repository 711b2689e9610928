/** Codes for exact search, and the matching line of a search result. Pure. */

const MAX_CODES = 20_000;
const SEPARATED = /[a-z0-9]+(?:[-/.][a-z0-9]+)+/gi;
const POSTCODE = /\b[a-z]{1,2}\d[a-z\d]?\s+\d[a-z]{2}\b/gi;
const DIGIT_GROUPS = /\b\d{2,}(?: \d{2,})+\b/g;
const AMOUNT = /\b\d{1,3}(?:,\d{3})+(?:\.\d{2})?\b/g;

/**
 * Numbers and postcodes without separators, in lower case: 'bs66hs' for 'BS6 6HS', '123456' for '12-34-56'. Also the
 * parts of numbers with separators, and amounts without pence: '132692' and '1326' for '£1,326.92'.
 */
export function codesIn(text: string): string[] {
  const separated = text.match(SEPARATED) ?? [];
  const amounts = text.match(AMOUNT) ?? [];
  const found = [
    ...separated,
    ...amounts,
    ...[POSTCODE, DIGIT_GROUPS].flatMap((pattern) => text.match(pattern) ?? []),
    ...separated.flatMap((code) => code.split(/[-/.]/)),
    ...amounts.flatMap((amount) => amount.split('.')[0] ?? []),
  ];
  const codes = found.map((code) => code.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return [...new Set(codes)]
    .filter((code) => /\d/.test(code) && code.length >= 4 && code.length <= 60)
    .slice(0, MAX_CODES);
}

/** `at` is the part's offset in the line. */
export type HitPart = { at: number; text: string; match: boolean };

const MAX_LINE = 160;

/** The line with the first match, split into matching and other parts; empty without a match. `q` is the typed text. */
export function hitLine(around: string | null, q: string): HitPart[] {
  if (!around) return [];
  const pattern = patternOf(q);
  const first = pattern && around.search(pattern);
  if (!pattern || first === undefined || first < 0) return [];
  const from = around.lastIndexOf('\n', first) + 1;
  const end = around.indexOf('\n', first);
  const line = around
    .slice(from, end < 0 ? undefined : end)
    .replace(/\s+/g, ' ')
    .trim();
  const at = Math.max(0, line.search(pattern));
  const start = Math.max(0, at - 60);
  const shown = `${start > 0 ? '…' : ''}${line.slice(start, start + MAX_LINE)}${line.length > start + MAX_LINE ? '…' : ''}`;
  return split(shown, pattern);
}

function split(line: string, pattern: RegExp): HitPart[] {
  const parts: HitPart[] = [];
  let last = 0;
  for (const found of line.matchAll(new RegExp(pattern, 'giu'))) {
    if (found.index > last) parts.push({ at: last, text: line.slice(last, found.index), match: false });
    parts.push({ at: found.index, text: found[0], match: true });
    last = found.index + found[0].length;
  }
  return last < line.length ? [...parts, { at: last, text: line.slice(last), match: false }] : parts;
}

/** Matches plurals and other endings of words, and numbers with other separators. */
function patternOf(q: string): RegExp | undefined {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const code = q.replace(/[^\p{L}\p{N}]/gu, '');
  const separated = /\d/.test(code) && code.length >= 4 ? [[...code].join('[-/., ]?')] : [];
  const patterns = words
    .filter((word) => word.length > 1)
    .toSorted((one, other) => other.length - one.length)
    .map((word) => (/\d/.test(word) ? word : `${word.replace(/(?:ies|es|s|y)$/, '') || word}\\p{L}*`));
  return patterns.length + separated.length === 0 ? undefined : new RegExp([...separated, ...patterns].join('|'), 'iu');
}
