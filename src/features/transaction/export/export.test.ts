import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { MAX_PENCE } from '../../../shared/money.ts';
import type { Transaction } from '../transaction.ts';
import { plainPounds } from './export.ts';
import { openWorkbook, xlsxText } from './xlsx.server.ts';

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

const TRANSACTION: Transaction = {
  id: '',
  amount: 5,
  description: '',
  date: '2026-01-05',
  category: 'rent',
  type: 'income',
  status: 'completed',
  reference: '',
  propertyId: null,
  propertyAddress: null,
  bankAccountId: null,
  bankAccount: null,
  version: 1,
};

/** The texts as an Excel file brings them back. */
async function broughtBack(texts: string[]): Promise<unknown[]> {
  const workbook = openWorkbook();
  await workbook.add(texts.map((description) => ({ ...TRANSACTION, description })));
  return (await readSheet(await workbook.end(), { trim: false })).slice(1).map(([, cell]) => cell);
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

describe('an amount in a file', () => {
  it.each([
    [-123450, '-1234.50'],
    [5, '0.05'],
    [-5, '-0.05'],
    [0, '0.00'],
    [MAX_PENCE, '99999999.99'],
  ])('of %i pence is %s', (pence, text) => {
    expect(plainPounds(pence)).toBe(text);
  });

  it('is read back to the penny, whatever it is', () => {
    const pence = fc.integer({ min: -MAX_PENCE, max: MAX_PENCE });
    fc.assert(
      fc.property(pence, (one) => {
        expect(Math.round(Number(plainPounds(one)) * 100)).toBe(one);
        expect(plainPounds(one)).toMatch(/^-?\d+\.\d\d$/);
      }),
    );
  });
});
