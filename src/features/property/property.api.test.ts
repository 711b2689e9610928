import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import {
  addedProperty,
  addedTenant,
  type Landlord,
  landlord,
  listedProperties,
  subscribedLandlord,
} from '../../../test/fixtures/landlords.ts';
import { newProperty, newTenant } from '../../../test/fixtures/make.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { PROPERTY_LIST, PROPERTY_STATUSES, type PropertyStatus, TEXTS } from './listed.ts';
import { PROPERTY, Property, PropertyChoice, PropertyRecord } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;

describe('properties fulfil the record contract (S1.6.2, S1.6.3, S1.7.6, S1.7.7, S1.7.12, S1.7.13)', () => {
  recordContract({
    path: '/api/properties',
    notFound: TEXTS.notFound,
    record: PropertyRecord,
    item: Property,
    fields: PROPERTY,
    input: async () => newProperty(),
    changed: {
      postalCode: 'M1 1AE',
      propertyType: 'flat',
      bedrooms: 1000,
      bathrooms: 0,
      keysAmount: 3,
      gas: true,
      letByRoom: false,
      leasehold: true,
      people: 1000,
      households: 0,
      unknownFacts: ['storeys'],
    },
    wrong: [
      [{ imageUrl: 'https://elsewhere.example/x.jpg' }, { imageUrl: 'Upload the file again' }],
      [{ status: 'haunted' }, { status: 'Status is required' }],
      [{ removedInvoices: ['x'] }, { 'removedInvoices.0': 'Invalid UUID' }],
    ],
    sorts: Object.keys(PROPERTY_LIST.sorts),
    searched: 'address',
    texts: ['address', 'city', 'description'],
    wrongQueries: ['status=haunted', 'sort=size'],
    picture: { field: 'imageUrl', bucket: 'property_images' },
  });
});

describe('a property', () => {
  it('S1.4.19 S1.5.14 can be added without description and status', async () => {
    const ada = await landlord();
    const input = { ...newProperty(), description: undefined, status: undefined };
    expect((await ada.post('/api/properties', input)).as(PropertyRecord)).toMatchObject({
      description: '',
      status: 'vacant',
    });
  });

  it('changes its county with its city only if they are the same', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { city: 'Bristol' });
    expect((await ada.put(at(home), newProperty({ city: 'Bath' }), 1)).as(PropertyRecord).state).toBe('Bath');
    await query(server.database, `update properties set state = 'Somerset' where id = $1`, [home.id]);
    expect((await ada.put(at(home), newProperty({ city: 'Wells' }), 3)).as(PropertyRecord).state).toBe('Somerset');
  });
});

describe('the list of properties', () => {
  it('S1.2.59 S1.2.60 S1.5.15 searches address, city, type and postcode, ignoring case', async () => {
    const ada = await landlord();
    const addressesFor = async (words: string) =>
      (await listedProperties(ada, `?q=${encodeURIComponent(words)}`)).items.map(({ address }) => address);
    await addedProperty(ada, { address: '14 Chandos Terrace', propertyType: 'flat', postalCode: 'bs66qj' });
    await addedProperty(ada, { address: '7 Mill Lane', city: 'Bath', propertyType: 'house', postalCode: '75 001' });
    for (const words of ['CHANDOS', 'flat', 'bs6 6', 'bs66qj', '6 6Q'])
      expect([words, await addressesFor(words)]).toEqual([words, ['14 Chandos Terrace']]);
    for (const words of ['bath', 'House', '75001', '75 001'])
      expect([words, await addressesFor(words)]).toEqual([words, ['7 Mill Lane']]);
    for (const words of ['LaneBath', 'bs6 6qjbs6', 'park'])
      expect([words, await addressesFor(words)]).toEqual([words, []]);
    expect(await addressesFor(' a ')).toHaveLength(2);
  });

  it('sorts by date, rent, and address in natural order', async () => {
    const ada = await landlord();
    for (const [address, rent] of [
      ['10 Mill Lane', 200],
      ['Éclair House', 300],
      ['2 Mill Lane', 100],
      ['eclair cottage', 0],
    ] as const)
      await addedProperty(ada, { address, rent });
    const rents = async (sort: string) => (await listedProperties(ada, `?sort=${sort}`)).items.map(({ rent }) => rent);
    expect(await rents('rent')).toEqual([300, 200, 100, 0]);
    expect(await rents('newest')).toEqual([0, 100, 300, 200]);
    expect(await rents('oldest')).toEqual([200, 300, 100, 0]);
    expect(await rents('address')).toEqual([100, 200, 0, 300]);
  });
});

describe('the property choices', () => {
  const choices = async (ada: Landlord, query = '') =>
    (await ada.get(`/api/properties/choices?${query}`)).as(z.object({ items: z.array(PropertyChoice).readonly() }))
      .items;

  it('S1.2.113 S2.2.49 S2.3.12 S2.7.14 are the landlord’s own, by address, with only the necessary fields', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const ten = await addedProperty(ada, { address: '10 Mill Lane', city: 'Bath' });
    const two = await addedProperty(ada, { address: '2 Mill Lane', city: 'Wells', postalCode: 'BA5 2PU' });
    const [first, second] = [two, ten].map(({ id, address, city, rent }) => ({ id, address, city, rent }));
    expect(JSON.parse((await ada.get('/api/properties/choices')).text)).toEqual({ items: [first, second] });
    expect(await choices(ada, 'q=%20mill%20&limit=1')).toEqual([first]);
    expect(await choices(ada, 'q=ba52pu')).toEqual([first]);
    expect(await choices(ada, 'q=BATH')).toEqual([second]);
    expect(await choices(ada, `id=${ten.id.toUpperCase()}`)).toEqual([second]);
    for (const query of ['', 'q=mill', `id=${ten.id}`]) expect(await choices(bob, query)).toEqual([]);
    for (const query of ['limit=0', 'id=x', 'q=%00'])
      expect((await ada.get(`/api/properties/choices?${query}`)).outcome).toBe('400 bad_request');
  });

  it('S1.6.14 are open after the trial, unlike other property data', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    await server.later(9 * 24 * 60 * 60 * 1000, async () => {
      expect(await choices(ada, `id=${home.id}`)).toHaveLength(1);
      expect((await ada.get(at(home))).outcome).toBe('402 trial_expired');
    });
  });
});

const tenantAt = ({ id }: { id: string }) => `/api/tenants/${id}`;

/** The status on the property's page, checked against the list and its filters. */
async function statusOf(ada: Landlord, home: { id: string }): Promise<PropertyStatus> {
  const { status } = (await ada.get(at(home))).as(PropertyRecord);
  const listed = (await listedProperties(ada)).items.find(({ id }) => id === home.id);
  const filters = await Promise.all(
    PROPERTY_STATUSES.map(async (filter) => {
      const { items, total } = await listedProperties(ada, `?status=${filter}`);
      expect(total).toBe(items.length);
      return items.some(({ id }) => id === home.id) ? [filter] : [];
    }),
  );
  expect([listed?.status, ...filters.flat()]).toEqual([status, status]);
  return status;
}

describe('the status of a property', () => {
  it.each([
    ['vacant', false, 'vacant'],
    ['vacant', true, 'occupied'],
    ['occupied', false, 'occupied'],
    ['maintenance', true, 'maintenance'],
  ] as const)('S1.4.22 S1.4.23 set to %s, with a tenant: %s, is %s', async (chosenStatus, lived, status) => {
    const ada = await landlord();
    await addedTenant(ada);
    const home = await addedProperty(ada, { status: chosenStatus });
    if (lived) await addedTenant(ada, { propertyId: home.id, leaseStart: '2020-01-01', leaseEnd: '2020-12-31' });
    expect(await statusOf(ada, home)).toBe(status);
    expect((await ada.get(at(home))).as(PropertyRecord).chosenStatus).toBe(chosenStatus);
  });

  it('S1.4.21 S1.4.23 follows tenants who move in and out, then is the one set by the landlord', async () => {
    const ada = await landlord();
    const [home, flat] = [await addedProperty(ada), await addedProperty(ada)];
    const both = async () => [await statusOf(ada, home), await statusOf(ada, flat)];
    const tenant = await addedTenant(ada, { propertyId: home.id });
    expect(await both()).toEqual(['occupied', 'vacant']);
    const saved = await ada.put(at(home), newProperty({ status: 'vacant', rent: 1 }), 1);
    expect(saved.as(PropertyRecord)).toMatchObject({ status: 'occupied', chosenStatus: 'vacant' });
    await ada.patch(tenantAt(tenant), { movedOut: '2026-01-01' }, 1);
    expect(await both()).toEqual(['vacant', 'vacant']);
    await ada.patch(tenantAt(tenant), { movedOut: null }, 2);
    const second = await addedTenant(ada, { propertyId: home.id });
    await ada.put(tenantAt(tenant), newTenant({ propertyId: flat.id }), 3);
    expect(await both()).toEqual(['occupied', 'occupied']);
    await ada.delete(tenantAt(tenant), 4);
    await ada.delete(tenantAt(second), 1);
    expect(await both()).toEqual(['vacant', 'vacant']);
  });

  it('is counted once per property over all pages of the filtered list', async () => {
    const ada = await landlord();
    const chosen = ['vacant', 'vacant', 'occupied', 'maintenance'] as const;
    const homes = await Promise.all(chosen.map((status) => addedProperty(ada, { status })));
    for (const home of homes.slice(1))
      for (let count = 0; count < 2; count++) await addedTenant(ada, { propertyId: home.id });
    const foundIds: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page = await listedProperties(ada, `?status=occupied&limit=1&q=chandos${after}`);
      expect(page.total).toBe(2);
      foundIds.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(foundIds.sort()).toEqual([1, 2].map((index) => `${homes[index]?.id}`).sort());
    expect((await listedProperties(ada, '?status=occupied&q=nowhere')).total).toBe(0);
  });

  it.each([
    ['in winter', '2027-01-15', '2027-01-15T00:00:00Z'],
    ['in summer, when London is an hour ahead', '2027-07-01', '2027-06-30T23:00:00Z'],
    ['the day after the clocks went forward', '2027-03-29', '2027-03-28T23:00:00Z'],
    ['the day after the clocks went back', '2027-11-01', '2027-11-01T00:00:00Z'],
  ])('changes at midnight in London on the day of moving out, %s', async (_, movedOut, midnight) => {
    const on = <T>(instant: number, work: () => Promise<T>) =>
      server.later(instant - server.services.clock.now().getTime(), work);
    const ada = await subscribedLandlord();
    const home = await addedProperty(ada);
    const tenant = await addedTenant(ada, { propertyId: home.id });
    await ada.patch(tenantAt(tenant), { movedOut }, 1);
    expect(await on(Date.parse(midnight) - 600_000, () => statusOf(ada, home))).toBe('occupied');
    expect(await on(Date.parse(midnight), () => statusOf(ada, home))).toBe('vacant');
  });
});
