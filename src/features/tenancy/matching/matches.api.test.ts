/** Rent among bank rows: found with its reasons, accepted onto a ledger, undone, and dismissed for good. */
import { expect, it } from 'vitest';
import { broughtTransaction, type Landlord, landlord } from '../../../../test/landlords.ts';
import { server } from '../../../../test/server.ts';
import { addedTenancy, ledgerOf } from '../../../../test/tenancies.ts';
import { londonDay } from '../../../shared/dates.ts';
import { Transaction } from '../../transaction/transaction.ts';
import { MatchOutcome, RentMatches } from './matches.ts';

const month = () => `${londonDay(server.services.clock.now()).slice(0, 8)}01`;
const found = async (owner: Landlord) => (await owner.get('/api/rent/matches')).as(RentMatches).items;

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
  expect(proposal).toMatchObject({ tenancyId: tenancy.id, certain: true });
  expect(proposal?.reasons).toContain('same amount');
  // Nothing is posted by itself.
  expect((await ledgerOf(ada, tenancy)).balance).toBe(120_000);
  const rows = [{ id: row.id, version: row.version, tenancyId: tenancy.id }];
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

it('a bank row that is dismissed for a tenancy is not proposed for it again; another landlord’s is nobody’s', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const { tenancy, row } = await portfolio(ada);
  expect(
    (await bob.post('/api/rent/matches/accept', { rows: [{ id: row.id, version: 1, tenancyId: tenancy.id }] })).as(
      MatchOutcome,
    ).done,
  ).toBe(0);
  await ada.post('/api/rent/matches/dismiss', { id: row.id, tenancyId: tenancy.id });
  expect((await found(ada)).flatMap(({ proposals }) => proposals.map(({ tenancyId }) => tenancyId))).not.toContain(
    tenancy.id,
  );
});
