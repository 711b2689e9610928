/** Browser and database must fold texts alike, so that pickers and searches agree. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLetters, searchText, searchWords } from '../src/shared/fold.ts';
import { query, workerDatabase } from './servers/database.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => String.fromCodePoint(from + at));
/** European, Vietnamese, Greek, Arabic, Hebrew and Chinese letters, combining accents, symbols and spaces. */
const LETTERS = [
  ...range(0x20, 0x7f),
  ...range(0xa0, 0x500),
  ...range(0x5d0, 0x5eb),
  ...range(0x627, 0x652),
  ...range(0x1e00, 0x1fff),
  ...range(0x2000, 0x2030),
  ...range(0x4e00, 0x4e20),
  '\t',
  '\n',
  '\u2032',
  '\u20ac',
  '\u2212',
  '\u3000',
  '\uff07',
  '😀',
].filter((letter) => /[\p{L}\p{Mn}\p{N}\p{P}\p{Zs}\p{S}\t\n\u200b-\u200f\u00ad]/u.test(letter));

it('folds letters, texts and searches identically in browser and database', async () => {
  const database = await workerDatabase();
  const letters = fc.oneof(fc.constantFrom(...LETTERS), fc.constantFrom(..." -'.2üØß"));
  const texts = [...LETTERS, ...fc.sample(fc.string({ unit: letters, maxLength: 40 }), 3000)];
  const rows = await query<{ letters: string; text: string; words: string[] }>(
    database,
    `select app.fold_letters(body) as letters, app.search_text(body) as text, app.search_words(body) as words
     from unnest($1::text[]) with ordinality as given (body, place) order by place`,
    [texts],
  );
  const folded = texts.map((text) => ({
    letters: foldLetters(text),
    text: searchText(text),
    words: searchWords(text),
  }));
  const apart = texts.flatMap((text, at) =>
    JSON.stringify(folded[at]) === JSON.stringify(rows[at]) ? [] : [{ text, browser: folded[at], database: rows[at] }],
  );
  expect(apart.slice(0, 10)).toEqual([]);
});
