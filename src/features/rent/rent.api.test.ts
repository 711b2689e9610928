import { expect, it } from 'vitest';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf, paid } from '../../../test/fixtures/tenancies.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, formatDay, londonDay } from '../../shared/dates.ts';
import { Arrears, RentMonth } from './rent.ts';

const monthOf = async (owner: Landlord, month: string) => (await owner.get(`/api/rent?month=${month}`)).as(RentMonth);
const entered = (owner: Landlord, { id }: { id: string }, entry: object) =>
  owner.post(`/api/tenancies/${id}/entries`, { note: 'Agreed', ...entry });

it('counts a write-off in its own month, and the next rent as late', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { ended: '2025-03-01' });
  await entered(ada, tenancy, { kind: 'written-off', date: '2025-02-10', amount: 120_000 });
  expect(await monthOf(ada, '2025-01')).toMatchObject({ due: { amount: 0, count: 0 }, outstanding: { amount: 0 } });
  const all = { amount: 120_000, count: 1 };
  expect(await monthOf(ada, '2025-02')).toMatchObject({ due: all, received: 0, outstanding: all, late: all });
});

it('shows the rent of the chosen day with arrears, not today’s', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { frequency: 'weekly', rentDay: 1, rent: 10_000 });
  await ada.post(`/api/tenancies/${tenancy.id}/rents`, { from: '2025-06-02', amount: 20_000 });
  const on = async (day: string) => (await ada.get(`/api/rent/arrears?on=${day}`)).as(Arrears).items[0];
  expect(await on('2025-02-15')).toMatchObject({ rent: 10_000, rentAMonth: 43_333 });
  expect(await on('2025-07-15')).toMatchObject({ rent: 20_000, rentAMonth: 86_667 });
});

it('refuses a credit for rent that is not on the ledger yet, and a write-off after today', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada);
  const today = londonDay(server.services.clock.now());
  const fieldsOf = async (kind: string, days: number) =>
    (await entered(ada, tenancy, { kind, date: addDays(today, days), amount: 1_000 })).fields;
  const tooLate = { date: `Enter a date up to ${formatDay(addDays(today, 60))}. Later rent is not on the ledger yet.` };
  for (const kind of ['rent-free', 'reduction'])
    expect([await fieldsOf(kind, 60), await fieldsOf(kind, 61)]).toEqual([{}, tooLate]);
  expect(await fieldsOf('written-off', 0)).toEqual({});
  expect(await fieldsOf('written-off', 1)).toEqual({ date: 'Enter a date up to today' });
});

it('lowers the rent of a rent-free period, not an older unpaid one', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { ended: '2025-03-01' });
  await entered(ada, tenancy, { kind: 'rent-free', date: '2025-02-14', amount: 70_000 });
  const { unpaid } = await ledgerOf(ada, tenancy);
  expect(unpaid.map(({ date, left }) => [date, left])).toEqual([
    ['2025-01-01', 120_000],
    ['2025-02-01', 50_000],
  ]);
  expect((await monthOf(ada, '2025-01')).outstanding.amount).toBe(120_000);
  expect(await monthOf(ada, '2025-02')).toMatchObject({ due: { amount: 50_000 }, outstanding: { amount: 50_000 } });
});

it('adds up received and outstanding rent to the rent due in a month, for any ledgers', async () => {
  const ada = await landlord();
  const [advance, arrears, opening] = [
    await addedTenancy(ada, { ended: '2025-05-01' }),
    await addedTenancy(ada, { ended: '2025-05-01', timing: 'arrears', rent: 90_000 }),
    await addedTenancy(ada, { ended: '2025-05-01', rent: 70_000 }),
  ];
  await entered(ada, opening, { kind: 'opening', date: '2025-01-31', amount: 20_000, inCredit: true });
  await entered(ada, advance, { kind: 'reduction', date: '2025-02-10', amount: 150_000 });
  await entered(ada, arrears, { kind: 'charge', date: '2025-02-10', amount: 5_000 });
  await entered(ada, arrears, { kind: 'rent-free', date: '2025-03-10', amount: 10_000 });
  await paid(ada, advance, ['2025-02-01', 130_000], ['2025-02-03', -30_000]);
  await paid(ada, arrears, ['2025-03-01', 45_000]);
  await ada.post(`/api/tenancies/${advance.id}/rents`, { from: '2025-01-01', amount: 110_000 });
  // Advance, 1,100 a month: the 1,500 pays February and 300 of March; the 1,300 pays January and the refund.
  // In arrears: January's 900 and the charge of 50 are due in February (450 paid); March's, less 100, in April.
  const figures = [];
  for (const month of ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05']) {
    const { due, received, outstanding, late, notYetDue } = await monthOf(ada, month);
    figures.push([month, due.amount, received, outstanding.amount]);
    expect([month, late, notYetDue]).toEqual([month, outstanding, 0]);
  }
  expect(figures).toEqual([
    ['2025-01', 180_000, 130_000, 50_000],
    ['2025-02', 165_000, 45_000, 120_000],
    ['2025-03', 240_000, 0, 240_000],
    ['2025-04', 260_000, 0, 260_000],
    ['2025-05', 90_000, 0, 90_000],
  ]);
  let balance = 0;
  for (const tenancy of [advance, arrears, opening]) balance += (await ledgerOf(ada, tenancy)).balance;
  expect((await ada.get('/api/rent/arrears')).as(Arrears).owed).toEqual({ amount: balance, count: 3 });
});

it('lowers a part-paid month after a correction, while an older month is unpaid', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { ended: '2025-03-01' });
  const { unpaid } = await ledgerOf(ada, tenancy);
  const february = unpaid.find(({ date }) => date === '2025-02-01');
  const part = { date: '2025-02-03', amount: 10_000, goesTo: [{ entryId: february?.id, amount: 10_000 }] };
  await ada.post('/api/rent/payments', { tenancyId: tenancy.id, reference: '', ...part });
  await ada.post(`/api/tenancies/${tenancy.id}/rents`, { from: '2025-02-01', amount: 100_000 });
  expect(await monthOf(ada, '2025-01')).toMatchObject({ due: { amount: 120_000 }, outstanding: { amount: 120_000 } });
  expect(await monthOf(ada, '2025-02')).toMatchObject({
    due: { amount: 100_000 },
    received: 10_000,
    outstanding: { amount: 90_000 },
  });
});

it('has no arrears on a day before a payment was returned', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { ended: '2025-03-01' });
  const [january] = await paid(ada, tenancy, ['2025-01-02', 120_000]);
  await ada.post(`/api/rent/payments/${january?.id}/return`, { date: '2025-02-10', amount: 90_000, reason: 'bounced' });
  const on = async (day: string) => {
    const { balance, unpaid } = await ledgerOf(ada, tenancy, day);
    const { owed, items } = (await ada.get(`/api/rent/arrears?on=${day}`)).as(Arrears);
    return [balance, unpaid.map(({ date, left }) => [date, left]), owed.amount, items[0]?.since];
  };
  expect(await on('2025-01-31')).toEqual([0, [], 0, undefined]);
  expect(await on('2025-02-09')).toEqual([120_000, [['2025-02-01', 120_000]], 120_000, '2025-02-01']);
  const both = [
    ['2025-01-01', 90_000],
    ['2025-02-01', 120_000],
  ];
  expect(await on('2025-02-10')).toEqual([210_000, both, 210_000, '2025-01-01']);
});
