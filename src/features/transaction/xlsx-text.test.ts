import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { xlsxText } from './xlsx-text.ts';

const parts = [
  '_',
  'x',
  '_x',
  '000D_',
  '_x0041_',
  '\r',
  '\n',
  '\t',
  '\u0001',
  '\u0085',
  '\ufffd',
  '\uffff',
  '\u{1ffff}',
  ' ',
];
const part = fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
// PostgreSQL keeps no NUL.
const text = fc.string({ unit: part, minLength: 1 }).filter((one) => !one.includes('\0'));

/** The texts as an Excel file brings them back. */
async function broughtBack(texts: string[]): Promise<unknown[]> {
  const bytes = await writeExcelFile(texts.map((one) => [xlsxText(one)])).toBuffer();
  return (await readSheet(bytes, { trim: false })).map(([cell]) => cell);
}

describe('a text in an Excel file', () => {
  it('is read back as it was, whatever it is made of', async () => {
    const texts = fc.sample(text, 3000);
    expect(await broughtBack(texts)).toEqual(texts);
  });

  it('is read back also where it is called like what every object has', async () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    expect(names).toContain('constructor');
    expect(await broughtBack(names)).toEqual(names);
  });

  it('stays as it is where nothing is amiss', () => {
    const plain = ['Rent (Nov)', '=1+1', 'snake_case_x1', 'two\nlines', '🏠 naïve'];
    expect(plain.map(xlsxText)).toEqual(plain);
  });
});
