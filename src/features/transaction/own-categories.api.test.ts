import { expect, it } from 'vitest';
import { addedTransaction, importedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newTransaction } from '../../../test/fixtures/make.ts';
import { at, CATEGORY, read } from '../../../test/fixtures/transactions.ts';
import { SplitOutcome } from './split/split.ts';
import { BulkOutcome, Transaction } from './transaction.ts';

const OWN = 'garden room hire';

async function withOwnCategory(): Promise<Landlord> {
  const ada = await landlord();
  await ada.put(`/api/tax/categories/${OWN}`, { line: 'other' });
  return ada;
}

const halves = ({ id, version, amount }: Transaction, category: string) => ({
  rows: [{ id, version }],
  parts: [
    { amount: amount - 100, category: 'maintenance', description: 'Repair' },
    { amount: 100, category, description: 'The rest' },
  ],
});

it('takes a category of the landlord’s own for expenses and income, in parts and in bulk changes', async () => {
  const ada = await withOwnCategory();
  for (const type of ['expense', 'income'] as const) {
    const added = await addedTransaction(ada, { type, category: OWN });
    expect(added.category).toBe(OWN);
    const other = await addedTransaction(ada, { type, category: 'other' });
    expect((await ada.patch(at(other), { category: OWN }, 1)).as(Transaction).category).toBe(OWN);
  }
  const { id, version } = await addedTransaction(ada);
  const changed = await ada.post('/api/transactions/bulk', { rows: [{ id, version }], change: { category: OWN } });
  expect([changed.as(BulkOutcome).done, (await read(ada, { id })).category]).toEqual([1, OWN]);
  const whole = await addedTransaction(ada);
  const split = (await ada.post('/api/transactions/split', halves(whole, OWN))).as(SplitOutcome);
  expect(split.parts.map(({ category }) => category)).toEqual(['maintenance', OWN]);
});

it('refuses unknown categories and another landlord’s at the field', async () => {
  await withOwnCategory();
  const bob = await landlord();
  const row = await addedTransaction(bob);
  for (const category of [OWN, 'sundries']) {
    const one = [
      await bob.post('/api/transactions', { ...newTransaction(), category }),
      await bob.patch(at(row), { category }, 1),
      await bob.post('/api/transactions/bulk', { rows: [{ id: row.id, version: 1 }], change: { category } }),
    ];
    for (const { outcome, fields } of one)
      expect([outcome, fields]).toEqual(['422 invalid_input', { category: CATEGORY }]);
    const part = await bob.post('/api/transactions/split', halves(row, category));
    expect([part.outcome, part.fields]).toEqual(['422 invalid_input', { 'parts.1.category': CATEGORY }]);
  }
  expect(await read(bob, row)).toEqual(row);
});

it('keeps an import’s own category, also in a part', async () => {
  const ada = await landlord();
  const cost = await importedTransaction(ada, { amount: -5_000, category: 'window boxes' });
  const same = await ada.patch(at(cost), { category: 'window boxes', description: 'Boxes' }, 1);
  expect(same.as(Transaction)).toMatchObject({ category: 'window boxes', description: 'Boxes' });
  const split = await ada.post('/api/transactions/split', halves(same.as(Transaction), 'window boxes'));
  expect(split.as(SplitOutcome).parts.map(({ category }) => category)).toEqual(['maintenance', 'window boxes']);
});
