import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, importedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedOwners, setShares } from '../../../test/fixtures/owners.ts';
import { answer, boxes, cost, figures, income, setLetting } from '../../../test/fixtures/tax.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { NO_FACTS } from '../tax/facts.ts';
import { TaxYearFigures } from '../tax/tax.ts';
import { AgentDays, CapitalProperty, YearEnd } from './year-end.ts';

const yearEnd = async (person: Pick<Landlord, 'get'>, year = '2026-27', owner = '') =>
  (await person.get(`/api/tax/${year}/year-end${owner && `?owner=${owner}`}`)).as(YearEnd);
const NONE = { equivalent: 0, incidental: 0, proceeds: 0 };

describe('a replaced domestic item', () => {
  it.each([
    ['T52', 55_000, { kind: 'replacement', equivalent: 40_000 }, 40_000],
    ['T53', 50_000, { kind: 'replacement', equivalent: 50_000, proceeds: 20_000 }, 30_000],
    ['T54', 60_000, { kind: 'replacement', equivalent: 60_000, incidental: 5_000, proceeds: 5_000 }, 60_000],
    ['T55', 90_000, { kind: 'first' }, 0],
  ])('%s of %i with %j is deducted with %i in box 36', async (_, amount, facts, relief) => {
    const ada = await landlord();
    const { id } = await cost(ada, 'domestic items', amount);
    expect(await boxes(ada)).toEqual({ 36: amount });
    expect((await ada.put(`/api/tax/domestic-items/${id}`, { ...NONE, ...facts })).status).toBe(204);
    expect(await boxes(ada)).toEqual(relief === 0 ? {} : { 36: relief });
    expect((await yearEnd(ada)).domesticItems).toMatchObject({ pence: relief, items: [{ id, cost: amount, relief }] });
  });

  it('T56 and T57 is a repair if fitted, and is not in an update', async () => {
    const ada = await landlord();
    const boiler = await cost(ada, 'domestic items', 90_000);
    const sofa = await cost(ada, 'domestic items', 55_000);
    await ada.put(`/api/tax/domestic-items/${sofa.id}`, { ...NONE, kind: 'replacement', equivalent: 40_000 });
    await answer(ada, boiler, 'repairs');
    const update = (await ada.get('/api/tax/2026-27?update=2')).as(
      z.object({ boxes: z.array(z.object({ box: z.string(), pence: z.number() })) }),
    );
    expect(update.boxes.filter(({ pence }) => pence !== 0)).toEqual([
      expect.objectContaining({ box: '25', pence: 90_000 }),
    ]);
    expect((await figures(ada)).atYearEnd).toEqual([expect.objectContaining({ box: '36', pence: 40_000 })]);
  });

  it('rejects negative amounts at their fields', async () => {
    const ada = await landlord();
    const { id } = await cost(ada, 'domestic items', 90_000);
    const wrong = await ada.put(`/api/tax/domestic-items/${id}`, { ...NONE, kind: 'other', proceeds: -1 });
    expect([wrong.status, Object.keys(wrong.fields ?? {})]).toEqual([422, ['kind', 'proceeds']]);
  });
});

describe('costs before the first letting', () => {
  const LET = { start: '2026-09-01' };

  it('T44 and T45 count on its first day, if paid in the seven years before', async () => {
    const ada = await landlord();
    const advert = await cost(ada, 'advertising', 6_000, { date: '2026-03-01' });
    const old = await cost(ada, 'advertising', 7_000, { date: '2019-08-31' });
    expect((await yearEnd(ada)).beforeLetting).toBeNull();
    await income(ada, 'rent', 100_000, { date: LET.start });
    const { beforeLetting } = await yearEnd(ada);
    expect(beforeLetting).toMatchObject({ firstLetting: LET.start, adds: true, boxes: [{ box: '29', pence: 6_000 }] });
    expect(beforeLetting?.items.map(({ id, countsOn }) => [id, countsOn])).toEqual([
      [advert.id, LET.start],
      [old.id, null],
    ]);
    // The boxes of 2025-26 contain the advert by its date.
    expect((await yearEnd(ada, '2025-26')).beforeLetting).toMatchObject({
      items: [{ id: advert.id }],
      adds: false,
      boxes: [{ box: '29', pence: 6_000 }],
    });
  });

  it('T34 and T35 correct the boxes of commercial and mixed properties, which divide interest once', async () => {
    const ada = await landlord();
    const [shop, mixed, home] = [await addedProperty(ada), await addedProperty(ada), await addedProperty(ada)];
    await setLetting(ada, shop, 0);
    await setLetting(ada, mixed, 60);
    const paid = (propertyId: string, amount: number) =>
      cost(ada, 'mortgage interest', amount, { propertyId, date: '2026-03-01' });
    await paid(shop.id, 100_000);
    await paid(home.id, 7_000);
    for (const amount of [50_002, 50_002]) await paid(mixed.id, amount);
    const inBoxes = { 26: 140_002, 44: 67_002 };
    expect(await boxes(ada, '2025-26')).toEqual(inBoxes);
    await income(ada, 'rent', 100_000, { date: LET.start });
    const corrected = async (...args: [year: string, owner?: string]) => {
      const { beforeLetting } = await yearEnd(ada, ...args);
      return Object.fromEntries(beforeLetting?.boxes.map(({ box, pence }) => [box, pence]) ?? []);
    };
    expect([await corrected('2025-26'), await corrected('2026-27')]).toEqual([inBoxes, inBoxes]);
    const [peter = '', tom = ''] = await addedOwners(ada, 'Peter', 'Tom');
    await setShares(ada, { property: mixed.id, from: '2025-04-06' }, { [peter]: '50', [tom]: '50' });
    expect(await corrected('2026-27', tom)).toEqual({ 26: 20_001, 44: 30_001 });
  });

  it('T46 count when paid, once a business lets', async () => {
    const ada = await landlord();
    await addedTenancy(ada);
    await cost(ada, 'advertising', 6_000, { date: '2026-03-01' });
    expect((await yearEnd(ada)).beforeLetting).toBeNull();
    expect(await boxes(ada, '2025-26')).toEqual({ 29: 6_000 });
  });
});

it('returns one owner’s year end, by their shares and quarters', async () => {
  const ada = await landlord();
  const { id: propertyId } = await addedProperty(ada);
  const [peter = '', tom = ''] = await addedOwners(ada, 'Peter', 'Tom');
  await setShares(ada, { property: propertyId, from: '2025-04-06' }, { [peter]: '60', [tom]: '40' });
  await cost(ada, 'domestic items', 50_001, { propertyId });
  await cost(ada, 'advertising', 6_000, { propertyId, date: '2026-03-01' });
  await income(ada, 'rent', 1_000_000, { propertyId, date: '2027-04-03' });
  const choose = (year: string, kind: string, owner: string) =>
    ada.put(`/api/tax-updates/${year}?owner=${owner}`, { kind, detail: 'itemised', browser: null });
  await choose('2026-27', 'calendar', tom);
  await choose('2027-28', 'standard', tom);
  const own = await yearEnd(ada, '2026-27', tom);
  expect(own).toMatchObject({
    domesticItems: { pence: 20_000, items: [{ relief: 50_001, part: 20_000 }] },
    noUpdate: { from: '2027-04-01', to: '2027-04-05', income: 400_000 },
    beforeLetting: { boxes: [{ box: '29', pence: 2_400 }], items: [{ pence: 6_000, part: 2_400 }] },
  });
  expect((await yearEnd(ada, '2026-27', peter)).noUpdate).toBeNull();
  const ends = async (owner: string) => {
    const { updates } = (await ada.get(`/api/tax/2026-27?owner=${owner}`)).as(TaxYearFigures);
    return updates.map(({ to }) => to.slice(5));
  };
  expect(await ends(tom)).toEqual(['06-30', '09-30', '12-31', '03-31']);
  expect(await ends(peter)).toEqual(['07-05', '10-05', '01-05', '04-05']);
  const last = (await ada.get(`/api/tax/2026-27?owner=${tom}&update=4`)).as(TaxYearFigures);
  expect([last.to, last.income]).toEqual(['2027-03-31', 0]);
  const bob = await landlord();
  expect((await bob.get(`/api/tax/2026-27/year-end?owner=${tom}`)).status).toBe(404);
});

it('T9 and T10 lists days that are in no update after a change from calendar quarters', async () => {
  const ada = await landlord();
  await income(ada, 'rent', 7_000, { date: '2027-04-03' });
  const choose = (year: string, kind: string) =>
    query(server.database, 'insert into tax_quarters (user_id, year, kind, detail) values ($1, $2, $3, $4)', [
      ada.id,
      year,
      kind,
      'itemised',
    ]);
  await choose('2026-27', 'calendar');
  expect((await yearEnd(ada)).noUpdate).toBeNull();
  await choose('2027-28', 'standard');
  expect((await yearEnd(ada)).noUpdate).toEqual({ from: '2027-04-01', to: '2027-04-05', income: 7_000, expenses: 0 });
});

it('warns above £150,000 of receipts, and names the allowance of the estimate', async () => {
  const ada = await landlord();
  const rent = await income(ada, 'rent', 90_000);
  await ada.put('/api/tax/2026-27/estimate', NO_FACTS);
  expect(await yearEnd(ada)).toMatchObject({ allowance: 90_000, overCashBasis: false });
  await cost(ada, 'insurance', 200_000);
  await income(ada, 'rent', 15_000_000 - rent.amount);
  expect(await yearEnd(ada)).toMatchObject({ allowance: null, overCashBasis: false });
  await income(ada, 'rent', 1);
  expect((await yearEnd(ada)).overCashBasis).toBe(true);
});

describe('the capital list', () => {
  const list = async (person: Pick<Landlord, 'get'>) =>
    (await person.get('/api/tax/capital')).as(z.object({ items: z.array(CapitalProperty) })).items;
  const PURCHASE = { price: 18_000_000, boughtOn: '2026-06-10', stampDuty: 540_000, legalFees: 180_000, otherCosts: 0 };

  it('T47 has price and buying costs, which are in no box, and T50 improvements', async () => {
    const ada = await landlord();
    const { id } = await addedProperty(ada);
    await ada.put(`/api/tax/capital/${id}`, PURCHASE);
    const extension = await cost(ada, 'maintenance', 2_000_000, { propertyId: id, description: '=Extension' });
    await answer(ada, extension, 'capital');
    await income(ada, 'improvement', 100_000, { propertyId: id, refund: true });
    const [only, ...more] = await list(ada);
    expect(only).toMatchObject({ propertyId: id, exists: true, purchase: PURCHASE, total: 20_620_000 });
    expect(only?.rows.map(({ pence }) => pence).sort()).toEqual([-100_000, 2_000_000]);
    expect([more, await boxes(ada)]).toEqual([[], {}]);
    const { text } = await ada.get('/api/tax/capital/export');
    expect(text).toContain(',2026-06-10,Price,180000.00\r\n');
    expect(text).toContain(",'=Extension,20000.00\r\n");
  });

  it('keeps a deleted property, and rows without one', async () => {
    const ada = await landlord();
    const { id, address, city } = await addedProperty(ada);
    await cost(ada, 'improvement', 50_000, { propertyId: id });
    await cost(ada, 'improvement', 10_000);
    await ada.delete(`/api/properties/${id}`, 1);
    expect(
      (await list(ada)).map(({ propertyId, address, exists, total }) => ({ propertyId, address, exists, total })),
    ).toEqual([
      { propertyId: id, address: `${address}, ${city}`, exists: false, total: 50_000 },
      { propertyId: null, address: 'No property', exists: false, total: 10_000 },
    ]);
    expect((await ada.put(`/api/tax/capital/${id}`, PURCHASE)).status).toBe(404);
  });
});

/** Runs the statement of the migration that lists fees to review. */
async function findAgentDays(): Promise<void> {
  const migration = await readFile('database/migrations/0018_tax_year_end.sql', 'utf8');
  const found = migration.slice(migration.indexOf('insert into public.agent_day_reviews')).replace(/;\s*$/, '');
  await query(server.database, `${found} on conflict do nothing`);
}

it('T41 lists fees with the day of the payment once, to change or keep', async () => {
  const ada = await landlord();
  const { id: tenancyId, propertyId } = await addedTenancy(ada);
  const { id, version } = await importedTransaction(ada, { amount: 99_500, date: '2026-04-06', category: 'rent' });
  const fee = { category: 'agent fees', description: 'Fee', propertyId };
  const parts = [
    { amount: 120_000, category: 'rent', description: 'Rent', date: '2026-03-28', propertyId, tenancyId },
    { ...fee, amount: -12_000 },
    { ...fee, amount: -8_000, category: 'maintenance' },
    { ...fee, amount: -500, date: '2026-03-28' },
  ];
  await ada.post('/api/transactions/split', { rows: [{ id, version }], parts });
  await cost(ada, 'agent fees', 100);
  await findAgentDays();
  expect((await yearEnd(ada)).agentDays).toBe(2);
  const { items } = (await ada.get('/api/tax/agent-days')).as(AgentDays);
  const one = items.find(({ pence }) => pence === -12_000);
  const other = items.find(({ pence }) => pence === -8_000);
  if (!one || !other) throw new Error('a fee and a cost');
  expect(one).toMatchObject({ date: '2026-04-06', receivedOn: '2026-03-28' });
  const send = (...days: { id: string; day: string }[]) => ada.post('/api/tax/agent-days', { days });
  const future = await send({ id: one.id, day: '2199-01-01' });
  expect([future.status, future.fields]).toEqual([422, { 'days.0.day': 'Enter today’s date or an earlier one' }]);
  expect((await send({ id: one.id, day: one.receivedOn })).as(AgentDays)).toEqual({ items: [other], total: 1 });
  expect(await boxes(ada, '2025-26')).toMatchObject({ 27: 12_500 });
  expect((await send({ id: one.id, day: one.receivedOn })).status).toBe(404);
  expect((await send({ id: other.id, day: other.date })).as(AgentDays).items).toEqual([]);
  expect(await boxes(ada)).toEqual({ 25: 8_000, 27: 100 });
});
