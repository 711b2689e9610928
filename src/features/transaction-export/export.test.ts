import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { xlsxText } from '../../server/http/downloads/workbook.server.ts';
import { MAX_PENCE } from '../../shared/money.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { plainPounds } from './export.ts';
import { openWorkbook } from './xlsx.server.ts';

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
// PostgreSQL cannot store NUL.
const text = fc.string({ unit: part, minLength: 1 }).filter((one) => !one.includes('\0'));

const TRANSACTION: Transaction = {
  id: '',
  amount: 5,
  description: '',
  date: '2026-01-05',
  category: 'rent',
  type: 'income',
  source: 'bank',
  refund: false,
  status: 'completed',
  reference: '',
  propertyId: null,
  propertyAddress: null,
  bankAccountId: null,
  bankAccount: null,
  supplierId: null,
  supplier: null,
  tenancyId: null,
  tenancy: null,
  splitId: null,
  splitAmount: null,
  file: null,
  moreFiles: [],
  receiptWaived: false,
  taxLine: null,
  version: 1,
};

async function restored(texts: string[]): Promise<unknown[]> {
  const workbook = openWorkbook();
  await workbook.add(texts.map((description) => ({ ...TRANSACTION, description })));
  return (await readSheet(await workbook.end(), { trim: false })).slice(1).map(([, cell]) => cell);
}

describe('a text in an Excel file', () => {
  it('is read back unchanged for any characters', async () => {
    // Names that every object has must not be treated as properties.
    const texts = [...fc.sample(text, 3000), ...Object.getOwnPropertyNames(Object.prototype)];
    expect(await restored(texts)).toEqual(texts);
  });

  it('is not changed without special characters', () => {
    const plain = ['Rent (Nov)', '=1+1', 'snake_case_x1', 'two\nlines', '🏠 naïve'];
    expect(plain.map(xlsxText)).toEqual(plain);
  });
});

it('reads back any amount in a file to the penny', () => {
  expect([-5, 0].map(plainPounds)).toEqual(['-0.05', '0.00']);
  fc.assert(
    fc.property(fc.integer({ min: -MAX_PENCE, max: MAX_PENCE }), (pence) => {
      expect(Math.round(Number(plainPounds(pence)) * 100)).toBe(pence);
      expect(plainPounds(pence)).toMatch(/^-?\d+\.\d\d$/);
    }),
  );
});
