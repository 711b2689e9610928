/** Browser and database must sort names alike, so that a saved record's position is unchanged after a reload. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortKey } from '../src/shared/text.ts';
import { query, workerDatabase } from './servers/database.ts';

const LETTERS = Array.from({ length: 0x500 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20)).filter(
  (letter) => /[\p{L}\p{Mn} '.-]/u.test(letter),
);

it('calculates the same sort keys in browser and database', async () => {
  const database = await workerDatabase();
  const names = fc.sample(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 40 }), 2000);
  const rows = await query<{ key: string }>(
    database,
    'select app.sort_key(name) as key from unnest($1::text[]) with ordinality as given (name, place) order by place',
    [names],
  );
  const apart = names.filter((name, index) => sortKey(name) !== rows[index]?.key);
  expect(apart).toEqual([]);
});
