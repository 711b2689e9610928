import { expect, it, vi } from 'vitest';
import { acceptanceOf, decided, waitingRows } from '../../../test/fixtures/bank-rows.ts';
import {
  addedProperty,
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { importedStatement, sentStatement } from '../../../test/fixtures/statement-files.ts';
import { addedTenancy, ledgerOf, paid } from '../../../test/fixtures/tenancies.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { server } from '../../../test/servers/server.ts';
import type { Clock } from '../../outside/clock.ts';
import { londonDay } from '../../shared/dates.ts';
import { Agent } from '../agent/agent.ts';
import { Transaction, TransactionTotals } from '../transaction/transaction.ts';
import { AUTO_MATCH, reconcileJobs } from './jobs.server.ts';

const month = () => `${londonDay(server.services.clock.now()).slice(0, 8)}01`;
const terms = () => ({ start: month(), chargesFrom: month() });

/** A tenancy and its certain bank row. With `autoMatch`, the row is added to the ledger automatically. */
async function certain(owner: Landlord, autoMatch = false) {
  const tenancy = await addedTenancy(owner, { ...terms(), names: ['Oluwaseun Adeyemi'] });
  await owner.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body: { agentId: null, autoMatch } });
  const transaction = { date: month(), amount: 120_000, description: 'O ADEYEMI RENT', category: 'rent' };
  return { tenancy, row: await importedTransaction(owner, transaction) };
}
const balance = async (owner: Landlord, tenancy: { id: string }) => (await ledgerOf(owner, tenancy)).balance;
const turnOnAutoMatch = (clock: Clock = server.services.clock) =>
  runJob(reconcileJobs({ pool: server.services.jobsPool, clock }), AUTO_MATCH);

it('does not suggest or merge payments again that were kept as two', async () => {
  const ada = await landlord();
  const { tenancy, row } = await certain(ada, true);
  const [byHand] = await paid(ada, tenancy, [month(), 120_000]);
  const transactionId = byHand?.id ?? '';
  expect(await waitingRows(ada)).toMatchObject([{ section: 'same', choices: [{ as: 'same', transactionId }] }]);
  const { id, version } = row;
  await decided(ada, { id, version, as: 'two', transactionId });
  expect((await waitingRows(ada)).flatMap(({ choices }) => choices.map(({ as }) => as))).not.toContain('same');
  await turnOnAutoMatch();
  expect((await listedTransactions(ada)).items).toHaveLength(2);
  expect(await decided(ada, { id, version, as: 'same', transactionId })).toMatchObject({ done: 0, left: 1 });
});

it('does not accept a row automatically again after its removal from a ledger', async () => {
  const ada = await landlord();
  const { tenancy, row } = await certain(ada, true);
  await turnOnAutoMatch();
  expect(await balance(ada, tenancy)).toBe(0);
  const { version } = (await ada.get(`/api/transactions/${row.id}`)).as(Transaction);
  await ada.patch(`/api/transactions/${row.id}`, { tenancyId: null }, version);
  await turnOnAutoMatch();
  expect(await balance(ada, tenancy)).toBe(120_000);
  expect(await waitingRows(ada)).toHaveLength(1);
});

it('accepts certain rows automatically only for tenancies with that setting', async () => {
  const ada = await landlord();
  const { tenancy, row } = await certain(ada);
  await turnOnAutoMatch();
  expect(await balance(ada, tenancy)).toBe(120_000);
  const collection = { agentId: null, autoMatch: true };
  await ada.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body: collection });
  await turnOnAutoMatch();
  expect(await balance(ada, tenancy)).toBe(0);
  expect((await ada.get(`/api/transactions/${row.id}`)).as(Transaction).tenancyId).toBe(tenancy.id);
});

it('continues with other landlords after a failure', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const tenancies = [(await certain(ada, true)).tenancy, (await certain(bob, true)).tenancy] as const;
  const now = vi
    .fn<Clock['now']>(() => server.services.clock.now())
    .mockImplementationOnce(() => {
      throw new Error('no such moment');
    });
  await expect(turnOnAutoMatch({ now })).rejects.toThrow('no such moment');
  expect([await balance(ada, tenancies[0]), await balance(bob, tenancies[1])]).toContain(0);
});

it('rejects parts that do not add up to the amount, also a single one', async () => {
  const ada = await landlord();
  const { tenancy, row } = await certain(ada);
  const part = { tenancyId: tenancy.id, amount: 120_000, fee: 0 };
  for (const parts of [
    [{ ...part, amount: 119_999 }],
    [{ ...part, fee: 1 }],
    [part, { ...part, amount: 1 }],
    [
      { ...part, amount: 1 },
      { ...part, amount: 120_000, fee: 120_001 },
    ],
  ]) {
    const decisions = [{ id: row.id, version: row.version, as: 'rent', parts }];
    const wrong = await ada.post('/api/bank-rows/decide', { decisions });
    expect(wrong.outcome).toBe('422 invalid_input');
    expect(wrong.text).toContain('but the transaction is £1,200.00.');
  }
  expect(await balance(ada, tenancy)).toBe(120_000);
});

it('records a row once if two tabs accept it concurrently', async () => {
  const ada = await landlord();
  const { tenancy, row } = await certain(ada, true);
  const parts = [{ tenancyId: tenancy.id, amount: 120_000, fee: 0 }];
  const sent = { id: row.id, version: row.version, as: 'rent', parts } as const;
  const [one, other] = await Promise.all([decided(ada, sent), decided(ada, sent), turnOnAutoMatch()]);
  expect(one.done + other.done).toBeLessThanOrEqual(1);
  expect(await balance(ada, tenancy)).toBe(0);
});

it('splits an agent’s payment of thirty rents into all of them', async () => {
  const ada = await landlord();
  const agent = (await ada.post('/api/agents', { name: 'Marlow and Reed', feePercent: 10, vat: 'none' })).as(Agent);
  const { id: propertyId } = await addedProperty(ada);
  for (let tenant = 0; tenant < 30; tenant += 1) {
    const { id } = await addedTenancy(ada, { ...terms(), propertyId, names: [`Tenant Number${tenant}`], rent: 50_000 });
    const collection = { agentId: agent.id, autoMatch: false };
    await ada.send('PUT', `/api/tenancies/${id}/collection`, { body: collection });
  }
  const net = { date: month(), amount: 30 * 45_000, description: 'MARLOW AND REED CLIENT ACC', category: 'other' };
  await importedTransaction(ada, net);
  const [row] = await waitingRows(ada);
  expect(row).toMatchObject({ certain: true, choices: [{ as: 'agent', title: 'Rent for 30 tenancies' }] });
  expect(await decided(ada, acceptanceOf(row))).toMatchObject({ done: 1, left: 0 });
  expect((await ada.get('/api/transactions/totals')).as(TransactionTotals)).toMatchObject({
    count: 60,
    income: 30 * 50_000,
    expenses: 30 * 5_000,
  });
});

it('keeps a row dismissed after its import is undone and repeated', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { ...terms(), names: ['Oluwaseun Adeyemi'] });
  const [year, number, day] = month().split('-');
  const file = `Number,Date,Account,Amount,Subcategory,Memo
	 ,${day}/${number}/${year},20-45-12 12341185,"1,200.00",Credit,O ADEYEMI RENT
	 ,${day}/${number}/${year},20-45-12 12341185,"1,200.00",Credit,OLUWASEUN ADEYEMI
`;
  const imported = async () => {
    const path = await sentStatement(ada, 'rent.csv', file);
    await importedStatement(ada, path, { account: { institution: 'Barclays', accountType: 'business' } });
    return path;
  };
  const path = await imported();
  const texts = async () => (await waitingRows(ada)).map(({ text }) => text).toSorted();
  const { id = '', version } = (await waitingRows(ada)).find(({ text }) => text === 'O ADEYEMI RENT') ?? {};
  await decided(ada, { id, version: version ?? 0, as: 'not theirs', tenancyIds: [tenancy.id] });
  expect(await texts()).toEqual(['OLUWASEUN ADEYEMI']);
  await ada.post(`${path}/undo`);
  expect(await texts()).toEqual([]);
  await imported();
  expect((await listedTransactions(ada)).items).toHaveLength(2);
  expect(await texts()).toEqual(['OLUWASEUN ADEYEMI']);
});
