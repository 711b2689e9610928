import { expect, it } from 'vitest';
import { type Landlord, landlord, listedTransactions } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf, paid } from '../../../test/fixtures/tenancies.ts';
import { TenancyRecord } from '../tenancy/tenancy.ts';
import { TenantRecord } from '../tenant/tenant.ts';
import { endingOf, endingSummary, wouldPay } from './ending.ts';

const end = (owner: Landlord, { id }: { id: string }, body: object) => owner.post(`/api/tenancies/${id}/end`, body);
const DEPOSIT = { depositAmount: 138_461 };

it('moves the tenants out, charges the last days, and records deposit deductions', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { names: ['Ben', 'Aisha'], ...DEPOSIT });
  await paid(ada, tenancy, ['2025-01-01', 120_000], ['2025-02-01', 120_000]);
  const settled = { returned: '2025-03-14', forRent: 38_710, forDamage: 20_000, reason: 'Carpet cleaned' };
  const answer = await end(ada, tenancy, { ended: '2025-03-11', ...settled });
  expect(answer.as(TenancyRecord)).toMatchObject({
    ended: '2025-03-11',
    depositReturned: '2025-03-14',
    depositDeductions: 58_710,
    depositRecorded: 58_710,
    balance: 0,
  });
  for (const { id } of tenancy.tenants)
    expect((await ada.get(`/api/tenants/${id}`)).as(TenantRecord).movedOut).toBe('2025-03-11');
  const { entries } = await ledgerOf(ada, tenancy);
  const [rent, ...kept] = entries.slice(0, 4).toSorted((one, other) => other.amount - one.amount);
  expect(rent).toMatchObject({ date: '2025-03-01', kind: 'rent', amount: 38_710, method: '10 of 31 days' });
  expect(kept.map(({ date, kind, amount, note }) => [date, kind, amount, note])).toEqual([
    ['2025-03-14', 'charge', 20_000, 'Carpet cleaned'],
    ['2025-03-14', 'payment', -20_000, 'Kept from the deposit, Ben, Aisha'],
    ['2025-03-14', 'payment', -38_710, 'Kept from the deposit, Ben, Aisha'],
  ]);
  const { items } = await listedTransactions(ada);
  const income = items.filter(({ category }) => category === 'kept deposit').map(({ amount }) => amount);
  expect(new Set(income)).toEqual(new Set([20_000, 38_710]));
});

it('previews the balance that the ledger then shows', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada);
  await paid(ada, tenancy, ['2025-01-01', 120_000]);
  const day = { ended: '2025-02-11', today: '2025-03-20' };
  const { balance } = await ledgerOf(ada, tenancy, day.today);
  const ending = endingOf({ tenancy, ...day, balance });
  expect(endingSummary(ending)).toBe(
    'The last rent is £428.57 for 01 Feb 2025 to 10 Feb 2025 (10 of 28 days). They will owe £428.57.',
  );
  await end(ada, tenancy, { ended: day.ended });
  expect((await ledgerOf(ada, tenancy, day.today)).balance).toBe(ending.owed);
});

it('shows how much of the amount owed the deposit would pay', () => {
  expect(wouldPay(148_000, 50_000)).toBe('£500.00 would pay part of the £1,480.00 owed.');
  expect(wouldPay(42_857, 50_000)).toBe('£428.57 would pay the amount owed.');
});

it('rejects invalid input without changes, and a second end', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, DEPOSIT);
  const good = { ended: '2025-03-11', returned: '2025-03-14' };
  for (const [change, fields] of [
    [{ ended: '2025-01-01' }, { ended: 'Enter a date after the tenancy started' }],
    [{ returned: '2199-01-01' }, { returned: 'Enter a date up to today' }],
    [{ forDamage: 20_000 }, { reason: 'Enter why you kept it' }],
    [{ forRent: 1, returned: null }, { returned: 'Enter the date you settled the deposit' }],
    [{ forRent: 138_462 }, { forRent: 'The deposit is £1,384.61. Enter that amount or less.' }],
    [
      { forRent: 100_000, forDamage: 38_462, reason: 'Cleaning' },
      { forDamage: 'The two amounts together are more than the deposit of £1,384.61. Reduce one of them.' },
    ],
  ] as const)
    expect((await end(ada, tenancy, { ...good, ...change })).fields).toEqual(fields);
  expect((await ada.get(`/api/tenancies/${tenancy.id}`)).as(TenancyRecord)).toMatchObject({
    ended: null,
    version: tenancy.version,
  });
  expect((await end(ada, tenancy, good)).status).toBe(200);
  expect((await end(ada, tenancy, good)).status).toBe(409);
});
