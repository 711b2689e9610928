import { expect, it } from 'vitest';
import { acceptanceOf, decided, inSection, takenBack } from '../../../../test/fixtures/bank-rows.ts';
import { importAccount } from '../../../../test/fixtures/imported.ts';
import { addedTransaction, type Landlord, landlord, listedTransactions } from '../../../../test/fixtures/landlords.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { runOnBehalfOf } from '../../../server/session/with-user.server.ts';
import { type ImportLine, importEntries } from '../../bank-row/entries.server.ts';
import { SplitOutcome } from './split.ts';

const ask = (text: string, values: unknown[] = []) => query(server.database, text, values);
const offers = (owner: Landlord) => inSection(owner, 'same');

function take(owner: Landlord, accountId: string, ...lines: Partial<ImportLine>[]) {
  const { jobsPool: pool, clock } = server.services;
  const target = { accountId, provider: 'gocardless', kind: 'bank', from: '2025-01-01', to: '2025-12-31' } as const;
  const line = { externalId: 'a', date: '2025-03-12', amount: 108_000, text: 'MARLOW', reference: '', category: null };
  const all = lines.map((given) => ({ ...line, ...given }));
  return runOnBehalfOf(pool, { userId: owner.id, now: clock.now() }, (db) => importEntries(db, target, all));
}

/** Splits a transaction into parts. The first part has its own date. */
async function split(owner: Landlord, { id, version }: { id: string; version: number }, amounts: number[]) {
  const parts = amounts.map((amount, place) => ({
    amount,
    category: amount > 0 ? 'rent' : 'agent fees',
    description: 'Part',
    propertyId: null,
    tenancyId: null,
    ...(place === 0 && { date: '2025-03-03' }),
  }));
  return (await owner.post('/api/transactions/split', { rows: [{ id, version }], parts })).as(SplitOutcome).parts;
}
const rows = async (owner: Landlord) =>
  (await listedTransactions(owner)).items
    .map(({ id, version: _, ...row }) => ({ id, ...row }))
    .toSorted((a, b) => a.amount - b.amount);

it('offers a payment split by hand as the bank’s row of the whole, joins both, and separates them with Undo', async () => {
  const ada = await landlord();
  const accountId = await importAccount(ask, ada);
  const own = await addedTransaction(ada, { type: 'income', category: 'rent', amount: 108_000, date: '2025-03-11' });
  const [rent] = await split(ada, own, [120_000, -12_000]);
  expect(await take(ada, accountId, { externalId: 'rent', amount: 120_000, date: '2025-03-03' })).toMatchObject({
    offered: 0,
  });
  expect(await take(ada, accountId, {})).toMatchObject({ offered: 1 });
  const before = await rows(ada);
  const [offer] = await offers(ada);
  expect(offer).toMatchObject({ amount: 108_000, choices: [{ transactionId: rent?.id }] });
  const { undo } = await decided(ada, acceptanceOf(offer));
  const [fee, ...more] = await rows(ada);
  expect(fee).toMatchObject({ amount: -12_000, date: '2025-03-11', bankAccountId: accountId });
  expect(more.map(({ id, amount, date, source }) => [id === rent?.id, amount, date, source])).toEqual(
    expect.arrayContaining([[true, 120_000, '2025-03-03', 'bank']]),
  );
  expect(more).toHaveLength(2);
  expect(await offers(ada)).toEqual([]);
  await takenBack(ada, undo);
  expect(await rows(ada)).toEqual(before);
});

it('does not offer one part of a bank row as another bank row', async () => {
  const ada = await landlord();
  const accountId = await importAccount(ask, ada);
  await take(ada, accountId, {});
  const [row] = (await listedTransactions(ada)).items;
  if (!row) throw new Error('a row');
  await split(ada, row, [50_000, 58_000]);
  expect(await take(ada, accountId, { externalId: 'b', amount: 58_000 })).toMatchObject({ imported: 1, offered: 0 });
});

it('keeps the parts when the bank corrects the amount', async () => {
  const ada = await landlord();
  const accountId = await importAccount(ask, ada);
  await take(ada, accountId, {});
  const [row] = (await listedTransactions(ada)).items;
  if (!row) throw new Error('a row');
  await split(ada, row, [108_000, 12_000, -12_000]);
  expect(await take(ada, accountId, { amount: 107_000 })).toMatchObject({ imported: 0, known: 1 });
  expect((await rows(ada)).map(({ amount }) => amount)).toEqual([-12_000, 12_000, 108_000]);
});
