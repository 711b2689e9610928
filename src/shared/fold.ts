/**
 * The one folding of letters and signs by which texts are compared: in searches, pickers and bank rows. `app.fold_letters`,
 * `app.search_text` and `app.search_words` do the same in SQL; test/fold.test.ts compares them.
 */
import { sortKey } from './text.ts';

/** Letters that have no accent to take off; final sigma is a sigma. */
const SINGLE: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' };
const DOUBLE: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };
const LETTERS = new Map(Object.entries({ ...SINGLE, ...DOUBLE }));

/** Letters that other languages write as two: 'Müller' is 'MUELLER' in many bank texts. After NFD, in lower case. */
const SPELLED = new Map(
  Object.entries({ 'a\u0308': 'ae', 'o\u0308': 'oe', 'u\u0308': 'ue', 'a\u030a': 'aa', ø: 'oe' }),
);

// Apostrophes, accents typed instead of them, and marks of no width.
const DROPPED = /['`\u00b4\u00ad\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032\uff07\u200b-\u200f]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const BLANKS =
  /[ \t\n\r,;:()[\]"#\u00a0\u2009\u202f\u3000\u00a3\u20ac\u00ab\u00bb\u201c\u201d\u201e\u2026\u00b7\u2022]/g;

/** In lower case, without accents, each letter written with those of English where it has one: 'Łukasz Größe' → 'lukasz grosse'. */
export function foldLetters(text: string): string {
  return Array.from(sortKey(text), (letter) => LETTERS.get(letter) ?? letter).join('');
}

/** The text with letters that have a spelling of two written so: 'Müller' → 'mueller'. Null where it has none. */
export function spelledOut(text: string): string | null {
  const plain = text.normalize('NFD').toLowerCase();
  let spelled = plain;
  for (const [letter, two] of SPELLED) spelled = spelled.replaceAll(letter, two);
  return spelled === plain ? null : spelled;
}

/** What a text is searched by: its letters folded, without apostrophes, a blank before each word. */
export function searchText(text: string): string {
  const spelled = spelledOut(text);
  return foldText(spelled === null ? text : `${text} ${spelled}`);
}

/** The text as it is compared: letters folded, no apostrophes, a blank before each word. */
export const foldText = (text: string) =>
  ` ${foldLetters(text).replace(BLANKS, ' ').replace(DASHES, '-').replace(DROPPED, '')}`;

/**
 * What the `searchText` of a match holds: each word that was typed, in any order; the longest first. Of several words those with digits match only where a word
 * begins, so that '2 mill lane' is not '12 Mill Lane'. Empty where only signs were typed, which matches nothing.
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

/** Whether the text matches what was typed. */
export function isFound(text: string, typed: string): boolean {
  const [words, body] = [searchWords(typed), searchText(text)];
  return words.length > 0 && words.every((word) => body.includes(word));
}
