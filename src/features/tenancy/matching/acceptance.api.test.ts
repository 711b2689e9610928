/** What a hurried or repeated acceptance of bank rows must not do. */
import { expect, it } from 'vitest';
import { addedBankAccount } from '../../../../test/bank-accounts.ts';
import { broughtTransaction, type Landlord, landlord } from '../../../../test/landlords.ts';
import { server } from '../../../../test/server.ts';
import { addedTenancy } from '../../../../test/tenancies.ts';
import { londonDay } from '../../../shared/dates.ts';
import { RentMatches } from './matches.ts';

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
