import { expect, it } from 'vitest';
import {
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf } from '../../../../test/fixtures/tenancies.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { BulkOutcome, type Transaction, TransactionTotals, UndoOutcome } from '../transaction.ts';
import { Split, type SplitInput, SplitOutcome } from './split.ts';

const DAY = '2025-03-04';
const rowsOf = (parts: readonly Pick<Transaction, 'id' | 'version'>[]) =>
  parts.map(({ id, version }) => ({ id, version }));
const partsOf = async (owner: Landlord, { id }: { id: string }) =>
  (await owner.get(`/api/transactions/${id}/split`)).as(Split);
const totals = async (owner: Landlord, filter = '') =>
  (await owner.get(`/api/transactions/totals${filter}`)).as(TransactionTotals);

async function netOfFee(owner: Landlord) {
  const tenancy = await addedTenancy(owner);
  const row = await importedTransaction(owner, {
    date: DAY,
    amount: 108_000,
    description: 'MARLOW AND REED CLIENT ACC',
    category: 'other',
  });
  const rent = { amount: 120_000, category: 'rent', description: 'Rent', propertyId: tenancy.propertyId } as const;
  const fee = {
    amount: -12_000,
    category: 'agent fees',
    description: 'Letting agent’s fee',
    propertyId: null,
  } as const;
  const parts: SplitInput['parts'] = [
    { ...rent, tenancyId: tenancy.id },
    { ...fee, tenancyId: null },
  ];
  return { tenancy, row, parts };
}

it('counts rent less a fee as rent and as a fee with the same net, and merges and undoes parts', async () => {
  const ada = await landlord();
  const { tenancy, row, parts } = await netOfFee(ada);
  const sent = { rows: rowsOf([row]), parts };
  const { batch, ...split } = (await ada.post('/api/transactions/split', sent)).as(SplitOutcome);
  expect(split).toMatchObject({
    amount: 108_000,
    parts: [
      { id: row.id, amount: 120_000, type: 'income', source: 'bank', description: 'MARLOW AND REED CLIENT ACC' },
      { amount: -12_000, type: 'expense', splitId: row.id, splitAmount: 108_000, date: DAY },
    ],
  });
  expect(await totals(ada)).toMatchObject({ count: 2, income: 120_000, expenses: 12_000 });
  expect(await totals(ada, `?propertyId=${tenancy.propertyId}`)).toMatchObject({
    count: 1,
    income: 120_000,
    expenses: 0,
  });
  expect((await ledgerOf(ada, tenancy, DAY)).lastPayment).toEqual({ date: DAY, amount: 120_000 });
  // The id of any part returns all parts.
  expect(await partsOf(ada, { id: split.parts[1]?.id ?? '' })).toEqual(split);

  const again = parts.map((part, place) => ({ ...part, id: split.parts[place]?.id }));
  const [rent, fee] = again;
  if (!rent || !fee) throw new Error('two parts');
  const third = [rent, { ...fee, amount: -7_000 }, { ...fee, id: undefined, amount: -5_000, category: 'maintenance' }];
  const more = (await ada.post('/api/transactions/split', { rows: rowsOf(split.parts), parts: third })).as(
    SplitOutcome,
  );
  expect(more.parts.map(({ amount, id }) => [amount, id === fee.id])).toEqual([
    [120_000, false],
    [-5_000, false],
    [-7_000, true],
  ]);
  await ada.post('/api/transactions/undo', { batch: more.batch });
  expect((await partsOf(ada, row)).parts.map(({ amount }) => amount)).toEqual([120_000, -12_000]);

  const now = (await partsOf(ada, row)).parts;
  const whole = [{ ...rent, amount: 108_000, tenancyId: null }];
  const joined = (await ada.post('/api/transactions/split', { rows: rowsOf(now), parts: whole })).as(SplitOutcome);
  expect(joined.parts).toMatchObject([{ id: row.id, amount: 108_000, splitId: null, splitAmount: null }]);
  expect((await listedTransactions(ada)).items).toHaveLength(1);
  // The first change can no longer be undone, because its rows have changed.
  expect((await ada.post('/api/transactions/undo', { batch })).as(UndoOutcome)).toMatchObject({ done: 0, kept: 2 });
  await ada.post('/api/transactions/undo', { batch: joined.batch });
  expect((await partsOf(ada, row)).parts).toHaveLength(2);
  expect((await ledgerOf(ada, tenancy, DAY)).lastPayment).toEqual({ date: DAY, amount: 120_000 });
});

it('can be undone in an account without a tenancy', async () => {
  const ada = await landlord();
  const row = await importedTransaction(ada, { amount: 108_000, category: 'other' });
  const parts = [100_000, 8_000].map((amount) => ({ amount, category: 'other', description: 'Part' }));
  const { batch } = (await ada.post('/api/transactions/split', { rows: rowsOf([row]), parts })).as(SplitOutcome);
  const undone = (await ada.post('/api/transactions/undo', { batch })).as(UndoOutcome);
  expect([undone.done, (await listedTransactions(ada)).items]).toEqual([2, [{ ...row, version: row.version + 2 }]]);
});

it('rejects parts with another sum, stale parts, and another landlord’s records', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const { row, parts } = await netOfFee(ada);
  const [rent, fee] = parts;
  if (!rent || !fee) throw new Error('two parts');
  const theirs = await addedTenancy(bob);
  const split = (change: object) => ada.post('/api/transactions/split', { rows: rowsOf([row]), parts, ...change });
  const short = await split({ parts: [rent, { ...fee, amount: -11_999 }] });
  expect(short.status).toBe(422);
  expect(short.text).toContain('The parts add up to £1,080.01, but the transaction is £1,080.00.');
  for (const [change, outcome] of [
    [{ parts: [{ ...rent, tenancyId: theirs.id }, fee] }, '422 invalid_input'],
    [{ parts: [{ ...rent, propertyId: theirs.propertyId }, fee] }, '422 invalid_input'],
    [{ parts: [rent, { ...fee, category: 'rent' }] }, '422 invalid_input'],
    [{ rows: [{ id: row.id, version: row.version + 1 }] }, '409 conflict'],
  ] as const)
    expect((await split(change)).outcome).toBe(outcome);
  expect((await listedTransactions(ada)).items).toEqual([row]);
});

it('rejects deleting one part or changing its amount or date, and enforces the sum in the database', async () => {
  const ada = await landlord();
  const { row, parts } = await netOfFee(ada);
  const [, fee] = (await ada.post('/api/transactions/split', { rows: rowsOf([row]), parts })).as(SplitOutcome).parts;
  if (!fee) throw new Error('two parts');
  const path = `/api/transactions/${fee.id}`;
  for (const change of [{ amount: 100 }, { date: '2025-03-05' }, { status: 'pending' }])
    expect((await ada.patch(path, change, fee.version)).outcome).toBe('422 invalid_input');
  expect((await ada.delete(path, fee.version)).outcome).toBe('422 invalid_input');
  const bulk = await ada.post('/api/transactions/bulk', { rows: rowsOf([fee]), change: { remove: true } });
  expect(bulk.as(BulkOutcome)).toMatchObject({ done: 0, left: [{ reason: 'part', count: 1 }] });
  expect((await ada.patch(path, { category: 'maintenance' }, fee.version)).status).toBe(200);
  const wrong = query(server.database, 'update transactions set amount = -1 where id = $1', [fee.id]);
  await expect(wrong).rejects.toThrow('parts that do not add up');
});
