/** Rent among bank rows: found with its reasons, accepted onto a ledger, undone, and dismissed for good. */
import { expect, it } from 'vitest';
import { broughtTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf } from '../../../test/fixtures/tenancies.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { Agent } from '../agent/agent.ts';
import { Transaction } from '../transaction/transaction.ts';
import { ACCEPT_CERTAIN, reconcileJobs } from './jobs.server.ts';
import { MatchOutcome, type RentMatch, RentMatches } from './matches.ts';

const month = () => `${londonDay(server.services.clock.now()).slice(0, 8)}01`;
const found = async (owner: Landlord) => (await owner.get('/api/rent/matches')).as(RentMatches).items;

type Proposal = RentMatch['proposals'][number];
const acceptance = ({ id, version }: { id: string; version: number }, proposal: Proposal | undefined) => ({
  id,
  version,
  paymentId: proposal?.paymentId ?? null,
  parts: (proposal?.parts ?? []).map(({ tenancyId, amount, fee }) => ({ tenancyId, amount, fee })),
});

async function portfolio(owner: Landlord) {
  const terms = { start: month(), chargesFrom: month() };
  const tenancy = await addedTenancy(owner, { ...terms, names: ['Oluwaseun Adeyemi'] });
  await addedTenancy(owner, { ...terms, names: ['Jayesh Patel'], rent: 89_500 });
  const row = { date: month(), amount: 120_000, description: 'O ADEYEMI RENT', category: 'rent' };
  return { tenancy, row: await broughtTransaction(owner, row) };
}

it('a bank row is proposed with its reasons, goes onto the ledger when it is accepted, and comes back with Undo', async () => {
  const ada = await landlord();
  const { tenancy, row } = await portfolio(ada);
  await broughtTransaction(ada, { date: month(), amount: 417, description: 'INTEREST GROSS', category: 'interest' });
  const [match, ...more] = await found(ada);
  expect(more).toEqual([]);
  expect(match?.row).toMatchObject({ id: row.id, amount: 120_000, text: 'O ADEYEMI RENT' });
  const [proposal] = match?.proposals ?? [];
  expect(proposal).toMatchObject({ kind: 'rent', certain: true, parts: [{ tenancyId: tenancy.id, amount: 120_000 }] });
  expect(proposal?.reasons).toContain('same amount');
  // Nothing is posted by itself.
  expect((await ledgerOf(ada, tenancy)).balance).toBe(120_000);
  const rows = [acceptance(row, proposal)];
  const { done, batch } = (await ada.post('/api/rent/matches/accept', { rows })).as(MatchOutcome);
  expect(done).toBe(1);
  expect((await ledgerOf(ada, tenancy)).balance).toBe(0);
  expect((await ada.get(`/api/transactions/${row.id}`)).as(Transaction)).toMatchObject({
    propertyId: tenancy.propertyId,
    category: 'rent',
  });
  expect(await found(ada)).toEqual([]);
  expect((await ada.post('/api/rent/matches/accept', { rows })).as(MatchOutcome)).toMatchObject({ done: 0, left: 1 });
  await ada.post('/api/transactions/undo', { batch });
  expect((await ledgerOf(ada, tenancy)).balance).toBe(120_000);
  expect(await found(ada)).toHaveLength(1);
});

it('money in of nobody known is listed beside the proposals, and the next of its payer is proposed once it has a tenancy', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { start: month(), chargesFrom: month(), rent: 50_000 });
  const council = { amount: 43_210, description: 'LEEDS CITY COUNCIL HB 00217733', category: 'other' };
  const { id } = await broughtTransaction(ada, { ...council, date: month() });
  const { items, unmatched } = (await ada.get('/api/rent/matches')).as(RentMatches);
  expect(items).toEqual([]);
  expect(unmatched).toMatchObject([{ id, amount: 43_210, version: 1 }]);
  const parts = [{ tenancyId: tenancy.id, amount: 43_210, fee: 0 }];
  await ada.post('/api/rent/matches/accept', { rows: [{ id, version: 1, parts }] });
  const { id: next } = await broughtTransaction(ada, { ...council, date: addDays(month(), 1) });
  const after = (await ada.get('/api/rent/matches')).as(RentMatches);
  expect(after.unmatched).toEqual([]);
  expect(after.items).toMatchObject([{ row: { id: next }, proposals: [{ parts: [{ tenancyId: tenancy.id }] }] }]);
});

it('a transfer from a tenant is proposed, unless the landlord called it a transfer', async () => {
  const ada = await landlord();
  const terms = { start: month(), chargesFrom: month() };
  const tenancy = await addedTenancy(ada, { ...terms, names: ['Oluwaseun Adeyemi'] });
  const text = 'TRANSFER FROM OLUWASEUN ADEYEMI';
  const row = { date: month(), amount: 120_000, description: text, category: 'transfer' };
  const { id, version } = await broughtTransaction(ada, row);
  const [match, ...more] = await found(ada);
  expect([match?.proposals[0]?.parts[0]?.tenancyId, more]).toEqual([tenancy.id, []]);
  await ada.patch(`/api/transactions/${id}`, { category: 'other' }, version);
  await ada.patch(`/api/transactions/${id}`, { category: 'transfer' }, version + 1);
  expect(await found(ada)).toEqual([]);
});

it('a bank row that is dismissed for a tenancy is not proposed for it again until that is undone; another landlord’s is nobody’s', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const { tenancy, row } = await portfolio(ada);
  expect(
    (
      await bob.post('/api/rent/matches/accept', {
        rows: [{ id: row.id, version: 1, parts: [{ tenancyId: tenancy.id, amount: 120_000, fee: 0 }] }],
      })
    ).as(MatchOutcome).done,
  ).toBe(0);
  const proposed = async () =>
    (await found(ada)).flatMap(({ proposals }) =>
      proposals.flatMap(({ parts }) => parts.map(({ tenancyId }) => tenancyId)),
    );
  const dismiss = (given: object) =>
    ada.post('/api/rent/matches/dismiss', { id: row.id, tenancyIds: [tenancy.id], ...given });
  await dismiss({});
  expect(await proposed()).not.toContain(tenancy.id);
  await dismiss({ dismissed: false });
  expect(await proposed()).toContain(tenancy.id);
});

const MARLOW = { name: 'Marlow and Reed', feePercent: 10, vat: 'none' };

it('only a tenancy that wants it so has certain rows put on its ledger by themselves', async () => {
  const ada = await landlord();
  const { tenancy, row } = await portfolio(ada);
  const { jobsPool: pool, clock } = server.services;
  const balance = async () => (await ledgerOf(ada, tenancy)).balance;
  await runJob(reconcileJobs({ pool, clock }), ACCEPT_CERTAIN);
  expect(await balance()).toBe(120_000);
  const collection = { agentId: null, acceptsCertain: true };
  await ada.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body: collection });
  await runJob(reconcileJobs({ pool, clock }), ACCEPT_CERTAIN);
  expect(await balance()).toBe(0);
  expect((await ada.get(`/api/transactions/${row.id}`)).as(Transaction).tenancyId).toBe(tenancy.id);
});

it('an agent of another landlord, and an agent with two fees, are refused', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const tenancy = await addedTenancy(ada);
  const theirs = (await bob.post('/api/agents', MARLOW)).as(Agent);
  const body = { agentId: theirs.id, acceptsCertain: false };
  expect((await ada.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body })).fields).toHaveProperty('agentId');
  expect((await ada.post('/api/agents', { ...MARLOW, feeFixed: 500 })).fields).toHaveProperty('feePercent');
});
