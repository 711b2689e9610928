/** What a hurried or repeated acceptance of bank rows must not do. */
import { expect, it, vi } from 'vitest';
import { addedBankAccount } from '../../../test/fixtures/bank-accounts.ts';
import {
  addedProperty,
  broughtTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { importedStatement, sentStatement } from '../../../test/fixtures/statement-files.ts';
import { addedTenancy, ledgerOf, paid } from '../../../test/fixtures/tenancies.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import type { Clock } from '../../outside/clock.ts';
import { londonDay } from '../../shared/dates.ts';
import { Agent } from '../agent/agent.ts';
import { Transaction, TransactionTotals } from '../transaction/transaction.ts';
import { ACCEPT_CERTAIN, reconcileJobs } from './jobs.server.ts';
import { MatchOutcome, RentMatches } from './matches.ts';

const month = () => `${londonDay(server.services.clock.now()).slice(0, 8)}01`;
const found = async (owner: Landlord) => (await owner.get('/api/rent/matches')).as(RentMatches).items;
const terms = () => ({ start: month(), chargesFrom: month() });

it('a row that went out of the landlord’s other account is not proposed as rent, and one that paid a bill says nothing', async () => {
  const ada = await landlord();
  await addedTenancy(ada, { ...terms(), names: ['Oluwaseun Adeyemi'] });
  const [current, savings] = [
    (await addedBankAccount(ada)).id,
    (await addedBankAccount(ada, { accountNumber: '27182818' })).id,
  ];
  const given = { date: month(), amount: -120_000, description: 'A LOVELACE', bankAccountId: savings };
  await broughtTransaction(ada, { ...given, category: 'insurance' });
  const row = { date: month(), amount: 120_000, description: 'A WHITLOCK', category: 'rent', bankAccountId: current };
  await broughtTransaction(ada, row);
  expect(await found(ada)).toHaveLength(1);
  await broughtTransaction(ada, { ...given, category: 'other' });
  expect(await found(ada)).toEqual([]);
});

it('a row that bears the landlord’s name is not certain to be the rent of a tenant of that name', async () => {
  const [ada, bob] = [await landlord(), await landlord({ name: 'Bob Marsh' })];
  for (const owner of [ada, bob]) {
    await addedTenancy(owner, { ...terms(), names: ['Beth Lovelace'], rent: 89_500 });
    await broughtTransaction(owner, { date: month(), amount: 89_500, description: 'LOVELACE RENT', category: 'rent' });
  }
  const certain = async (owner: Landlord) => (await found(owner))[0]?.proposals[0]?.certain;
  expect([await certain(ada), await certain(bob)]).toEqual([false, true]);
});

/** A certain row of a tenancy that lets it onto its ledger by itself, where it is told so. */
async function certain(owner: Landlord, acceptsCertain = false) {
  const tenancy = await addedTenancy(owner, { ...terms(), names: ['Oluwaseun Adeyemi'] });
  await owner.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body: { agentId: null, acceptsCertain } });
  const given = { date: month(), amount: 120_000, description: 'O ADEYEMI RENT', category: 'rent' };
  return { tenancy, row: await broughtTransaction(owner, given) };
}
const balance = async (owner: Landlord, tenancy: { id: string }) => (await ledgerOf(owner, tenancy)).balance;
const acceptByItself = (clock: Clock = server.services.clock) =>
  runJob(reconcileJobs({ pool: server.services.jobsPool, clock }), ACCEPT_CERTAIN);
const accept = (owner: Landlord, ...rows: object[]) => owner.post('/api/rent/matches/accept', { rows });

it('two payments that the landlord said are two are not proposed as one, nor made one by themselves', async () => {
  const ada = await landlord();
  const { tenancy, row } = await certain(ada, true);
  const [byHand] = await paid(ada, tenancy, [month(), 120_000]);
  expect((await found(ada))[0]?.proposals[0]).toMatchObject({ kind: 'same-payment', paymentId: byHand?.id });
  const [offer] = await query(
    server.database,
    'insert into same_payments (user_id, imported_id, kept_id) values ($1, $2, $3) returning id',
    [ada.id, row.id, byHand?.id],
  );
  await ada.post(`/api/same-payments/${offer?.id}/decline`, {});
  expect((await found(ada)).flatMap(({ proposals }) => proposals.map(({ kind }) => kind))).not.toContain(
    'same-payment',
  );
  await acceptByItself();
  expect((await listedTransactions(ada)).items).toHaveLength(2);
  const sent = { id: row.id, version: row.version, paymentId: byHand?.id };
  const stale = await accept(ada, { ...sent, parts: [{ tenancyId: tenancy.id, amount: 120_000, fee: 0 }] });
  expect(stale.as(MatchOutcome)).toMatchObject({ done: 0, left: 1 });
});

it('a row that the landlord has taken off a ledger waits for them, though others go onto it by themselves', async () => {
  const ada = await landlord();
  const { tenancy, row } = await certain(ada, true);
  await acceptByItself();
  expect(await balance(ada, tenancy)).toBe(0);
  const { version } = (await ada.get(`/api/transactions/${row.id}`)).as(Transaction);
  await ada.patch(`/api/transactions/${row.id}`, { tenancyId: null }, version);
  await acceptByItself();
  expect(await balance(ada, tenancy)).toBe(120_000);
  expect(await found(ada)).toHaveLength(1);
});

it('a landlord whose rows cannot be accepted does not keep others from theirs', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const tenancies = [(await certain(ada, true)).tenancy, (await certain(bob, true)).tenancy] as const;
  const now = vi
    .fn<Clock['now']>(() => server.services.clock.now())
    .mockImplementationOnce(() => {
      throw new Error('no such moment');
    });
  await expect(acceptByItself({ now })).rejects.toThrow('no such moment');
  expect([await balance(ada, tenancies[0]), await balance(bob, tenancies[1])]).toContain(0);
});

it('parts of a row come to what was paid, also where it is one part', async () => {
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
    const wrong = await accept(ada, { id: row.id, version: row.version, parts });
    expect(wrong.outcome).toBe('422 invalid_input');
    expect(wrong.text).toContain('but £1,200.00 was paid.');
  }
  expect(await balance(ada, tenancy)).toBe(120_000);
});

it('a row that is accepted in two tabs at once goes onto its ledger once', async () => {
  const ada = await landlord();
  const { tenancy, row } = await certain(ada, true);
  const sent = { id: row.id, version: row.version, parts: [{ tenancyId: tenancy.id, amount: 120_000, fee: 0 }] };
  const [one, other] = await Promise.all([accept(ada, sent), accept(ada, sent), acceptByItself()]);
  expect(one.as(MatchOutcome).done + other.as(MatchOutcome).done).toBeLessThanOrEqual(1);
  expect(await balance(ada, tenancy)).toBe(0);
});

it('an agent’s payment of thirty rents is opened into all of them', async () => {
  const ada = await landlord();
  const agent = (await ada.post('/api/agents', { name: 'Marlow and Reed', feePercent: 10, vat: 'none' })).as(Agent);
  const { id: propertyId } = await addedProperty(ada);
  for (let tenant = 0; tenant < 30; tenant += 1) {
    const { id } = await addedTenancy(ada, { ...terms(), propertyId, names: [`Tenant Number${tenant}`], rent: 50_000 });
    const collection = { agentId: agent.id, acceptsCertain: false };
    await ada.send('PUT', `/api/tenancies/${id}/collection`, { body: collection });
  }
  const net = { date: month(), amount: 30 * 45_000, description: 'MARLOW AND REED CLIENT ACC', category: 'other' };
  const row = await broughtTransaction(ada, net);
  const [proposal] = (await found(ada))[0]?.proposals ?? [];
  expect(proposal).toMatchObject({ kind: 'agent', certain: true });
  const parts = (proposal?.parts ?? []).map(({ tenancyId, amount, fee }) => ({ tenancyId, amount, fee }));
  const outcome = (await accept(ada, { id: row.id, version: row.version, parts })).as(MatchOutcome);
  expect(outcome).toMatchObject({ done: 1, left: 0 });
  expect((await ada.get('/api/transactions/totals')).as(TransactionTotals)).toMatchObject({
    count: 60,
    income: 30 * 50_000,
    expenses: 30 * 5_000,
  });
});

it('a row that was dismissed is not proposed again where its import was undone and the file comes anew', async () => {
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
  const texts = async () => (await found(ada)).map(({ row }) => row.text).toSorted();
  const [row] = (await found(ada)).filter((match) => match.row.text === 'O ADEYEMI RENT');
  await ada.post('/api/rent/matches/dismiss', { id: row?.row.id, tenancyIds: [tenancy.id] });
  expect(await texts()).toEqual(['OLUWASEUN ADEYEMI']);
  await ada.post(`${path}/undo`);
  expect(await texts()).toEqual([]);
  await imported();
  expect((await listedTransactions(ada)).items).toHaveLength(2);
  expect(await texts()).toEqual(['OLUWASEUN ADEYEMI']);
});
