import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import { addedJourney, mileage } from '../../../test/fixtures/journeys.ts';
import { added, addedProperty, type Landlord, landlord, listed } from '../../../test/fixtures/landlords.ts';
import { newJourney } from '../../../test/fixtures/make.ts';
import { boxes, cost, figures } from '../../../test/fixtures/tax.ts';
import { Owner } from '../owner/owner.ts';
import { JOURNEY, Journey, MileageChoice } from './journey.ts';
import { JOURNEY_LIST, TEXTS } from './listed.ts';
import { vehicleCostRefusal } from './rules/mileage.ts';

describe('journeys pass the record contract', () => {
  recordContract({
    path: '/api/journeys',
    notFound: TEXTS.notFound,
    record: Journey,
    item: Journey,
    fields: JOURNEY,
    input: async () => newJourney(),
    changed: {
      day: '2026-06-01',
      miles: 12.4,
      returnJourney: true,
      vehicle: 'motorcycle',
      vehicleName: 'AB12 CDE',
      extraKind: 'tolls',
      extra: 2_50,
    },
    wrong: [
      [{ miles: 0 }, { miles: 'Enter miles from 0.1 to 9,999.9, with one decimal' }],
      [{ miles: 12.34 }, { miles: 'Enter miles from 0.1 to 9,999.9, with one decimal' }],
      [{ day: '2199-01-01' }, { day: 'Enter today or an earlier date' }],
      [{ day: '2017-04-05' }, { day: 'Enter a date from 6 April 2017' }],
      [{ extraKind: 'parking' }, { extra: 'Enter the amount' }],
      [{ extra: 100 }, { extraKind: 'Choose what it was for' }],
      [
        { capitalAllowances: true },
        {
          capitalAllowances:
            'You claimed capital allowances on this vehicle, so it has no mileage rate. Add its costs as expenses.',
        },
      ],
    ],
    sorts: Object.keys(JOURNEY_LIST.sorts),
    searched: 'to',
    wrongQueries: ['year=2026', 'year=2026-28'],
    guarded: 'saves',
  });
});

const addedOwner = (account: Landlord, name: string) =>
  added(account, '/api/owners', { input: { name, kind: 'person', nation: 'England' }, record: Owner });

describe('the amount of a journey', () => {
  it('T72: changes with the rate on 6 April 2026', async () => {
    const ada = await landlord();
    const pence = async (day: string) => (await addedJourney(ada, { day })).pence;
    expect([await pence('2026-04-05'), await pence('2026-04-06')]).toEqual([9_00, 11_00]);
  });

  it('counts the way back, and miles before in the tax year towards the limit (T69)', async () => {
    const ada = await landlord();
    const later = await addedJourney(ada, { day: '2026-06-01', miles: 200, returnJourney: true });
    expect([later.totalMiles, later.pence]).toEqual([400, 220_00]);
    await addedJourney(ada, { day: '2026-05-01', miles: 5_000, returnJourney: true });
    expect((await ada.get(`/api/journeys/${later.id}`)).as(Journey).pence).toBe(100_00);
    expect(await mileage(ada)).toMatchObject({ journeys: 2, miles: 10_400, mileage: 5_600_00 });
    expect((await mileage(ada, '2025-26')).journeys).toBe(0);
  });

  it('T75: has a limit for each driver', async () => {
    const ada = await landlord();
    const [, second] = [await addedOwner(ada, 'Ada'), await addedOwner(ada, 'Grace')];
    const day = '2025-06-01';
    // A journey without a driver is the first owner's.
    for (const driverId of [null, second.id]) await addedJourney(ada, { day, miles: 8_000, driverId });
    await addedJourney(ada, { day: '2025-06-02', miles: 4_000 });
    await addedJourney(ada, { day: '2025-06-03', miles: 4_000, driverId: second.id });
    expect(await mileage(ada, '2025-26')).toMatchObject({ miles: 24_000, mileage: 2 * 5_000_00 });
    expect(await mileage(ada, `2025-26&owner=${second.id}`)).toMatchObject({ miles: 12_000, mileage: 5_000_00 });
    const [latest] = (await listed(ada, '/api/journeys', Journey)).items;
    expect([latest?.driver, latest?.pence]).toEqual(['Grace', 1_400_00]);
    expect((await ada.post('/api/journeys', newJourney({ driverId: randomUUID() }))).fields).toHaveProperty('driverId');
  });

  it('has 45p with the switch, and its note until the landlord chooses (T69)', async () => {
    const ada = await landlord();
    await addedJourney(ada, { miles: 5_200, returnJourney: true });
    expect(await mileage(ada)).toMatchObject({ rate: null, unconfirmed: true });
    expect((await mileage(ada, '2025-26')).unconfirmed).toBe(false);
    expect((await ada.put('/api/journeys/rate', { rate: '45p' })).as(MileageChoice)).toEqual({ rate: '45p' });
    expect(await mileage(ada)).toMatchObject({ rate: '45p', unconfirmed: false, mileage: 4_600_00 });
    await ada.put('/api/journeys/rate', { rate: '55p' });
    expect(await mileage(ada)).toMatchObject({ rate: '55p', unconfirmed: false, mileage: 5_600_00 });
    expect((await ada.put('/api/journeys/rate', { rate: '50p' })).fields).toEqual({ rate: 'Choose 55p or 45p' });
  });

  it('T74: refuses fuel, insurance and repairs at their field', async () => {
    const ada = await landlord();
    for (const extraKind of ['fuel', 'insurance', 'repairs'] as const) {
      const answer = await ada.post('/api/journeys', newJourney({ extraKind, extra: 60_00 }));
      expect([answer.status, answer.fields]).toEqual([422, { extraKind: vehicleCostRefusal(extraKind) }]);
    }
  });
});

describe('journeys on the tax return', () => {
  it('T73: are in box 29 with parking, apart from other travel, and bridged from Finance', async () => {
    const ada = await landlord();
    await addedJourney(ada, { miles: 20, returnJourney: true, extraKind: 'parking', extra: 8_50 });
    await cost(ada, 'travel', 12_00);
    expect(await boxes(ada)).toEqual({ '29': 42_50 });
    const { mileage: own, lines, bridge, expenses } = await figures(ada);
    expect(own).toEqual({ journeys: 1, miles: 40, mileage: 22_00, extras: 8_50, pence: 30_50 });
    expect(lines).toEqual([{ line: 'travel', rows: 1, pence: -12_00 }]);
    expect(expenses).toBe(42_50);
    expect(bridge.map(({ id, costs }) => [id, costs])).toEqual([
      ['finance', 12_00],
      ['mileage', 30_50],
      ['boxes', 42_50],
    ]);
    const { text } = await ada.get('/api/tax/2026-27/export');
    expect(text).toContain('29,Travel,expenses.travelCosts,12.00,1');
    expect(text).toContain('29,Mileage,expenses.travelCosts,30.50,1');
    expect(await boxes(await landlord())).toEqual({});
  });

  it('count in the update that has their day', async () => {
    const ada = await landlord();
    await addedJourney(ada, { day: '2026-07-05' });
    await addedJourney(ada, { day: '2026-07-06' });
    const { mileage: own } = await figures(ada, '2026-27?update=1');
    expect(own.journeys).toBe(1);
    expect((await ada.get('/api/tax-updates/2026-27/1')).text).toContain('\\"travelCosts\\":11');
  });
});

it('rejects the property of another landlord, and stays without its own after deletion', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const [mine, theirs] = [await addedProperty(ada), await addedProperty(bob)];
  expect((await ada.post('/api/journeys', newJourney({ propertyId: theirs.id }))).fields).toHaveProperty('propertyId');
  const journey = await addedJourney(ada, { propertyId: mine.id });
  expect(journey.property).toContain(mine.address);
  await ada.delete(`/api/properties/${mine.id}`, 1);
  expect((await ada.get(`/api/journeys/${journey.id}`)).as(Journey)).toMatchObject({
    propertyId: null,
    property: null,
  });
});
