/**
 * Normalises letters and punctuation for comparison in searches, pickers and bank rows.
 * `app.fold_letters`, `app.search_text` and `app.search_words` do the same in SQL; test/fold.test.ts compares them.
 */
import { isAscii, sortKey } from './text.ts';

/** Letters that Unicode does not decompose, and final sigma. */
const SINGLE: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' };
const DOUBLE: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };
const LETTERS = new Map(Object.entries({ ...SINGLE, ...DOUBLE }));

/** Letters with a two-letter spelling, common in bank texts ('MUELLER' for 'Müller'). Keys are lower-case NFD. */
const SPELLED = new Map(
  Object.entries({ 'a\u0308': 'ae', 'o\u0308': 'oe', 'u\u0308': 'ue', 'a\u030a': 'aa', ø: 'oe' }),
);

// Apostrophes, accents typed instead of apostrophes, and zero-width characters.
const DROPPED = /['`\u00b4\u00ad\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032\uff07\u200b-\u200f]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const BLANKS =
  /[ \t\n\r,;:()[\]"#\u00a0\u2009\u202f\u3000\u00a3\u20ac\u00ab\u00bb\u201c\u201d\u201e\u2026\u00b7\u2022]/g;

/** Converts text to lower case without accents, in English letters where possible: 'Łukasz Größe' → 'lukasz grosse'. */
export function foldLetters(text: string): string {
  const key = sortKey(text);
  return isAscii(key) ? key : Array.from(key, (letter) => LETTERS.get(letter) ?? letter).join('');
}

/** Replaces letters that have a two-letter spelling: 'Müller' → 'mueller'. Null if unchanged. */
export function spelledOut(text: string): string | null {
  const plain = text.normalize('NFD').toLowerCase();
  let spelled = plain;
  for (const [letter, two] of SPELLED) spelled = spelled.replaceAll(letter, two);
  return spelled === plain ? null : spelled;
}

/** Returns the text that searches match: folded, with two-letter spellings, and a space before each word. */
export function searchText(text: string): string {
  const spelled = spelledOut(text);
  return foldText(spelled === null ? text : `${text} ${spelled}`);
}

/** Folds text for comparison, without apostrophes and with a space before each word. */
export const foldText = (text: string) =>
  ` ${foldLetters(text).replace(BLANKS, ' ').replace(DASHES, '-').replace(DROPPED, '')}`;

/**
 * Returns the typed words to find in `searchText` in any order, longest first. Among several words, words with digits
 * match only at the start of a word: '2 mill lane' does not match '12 Mill Lane'. An empty list matches nothing.
 */
export function searchWords(typed: string): string[] {
  const words = foldText(typed)
    .replace(/(?<=\p{Alphabetic})-(?=\p{Alphabetic})/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/\.+$/, ''))
    .filter(Boolean)
    .sort((one, other) => [...other].length - [...one].length);
  return words.length < 2 ? words : words.map((word) => (/[0-9]/.test(word) ? ` ${word}` : word));
}

export function isFound(text: string, typed: string): boolean {
  const [words, body] = [searchWords(typed), searchText(text)];
  return words.length > 0 && words.every((word) => body.includes(word));
}
