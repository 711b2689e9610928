import { expect, it } from 'vitest';
import { checkedRows } from '../../../test/fixtures/checked-rows.ts';
import { UNREADABLE, WRONG_ROWS } from '../../../test/fixtures/wrong-files.ts';
import { readFile } from '../import-file/read/read-file.server.ts';

it.each(UNREADABLE)('refuses a file that %s', async (_what, make, sentence) => {
  expect(await readFile(await make(), { name: 'file.xlsx' })).toEqual({ refused: sentence });
});

it.each(WRONG_ROWS)('words %s', async (_what, files, sentence) => {
  const rows = await checkedRows(files);
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong');
  expect(wrong.flatMap(({ findings }) => findings.problems.map(({ message }) => message))).toContain(sentence);
  expect(wrong).toHaveLength(1);
});

it('has at least 40 of them, with different sentences', () => {
  const sentences = [...UNREADABLE, ...WRONG_ROWS].map(([, , sentence]) => sentence);
  expect(new Set(sentences).size).toBeGreaterThanOrEqual(40);
});
