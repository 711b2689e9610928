/** The status of a property, the same on every screen and at once: what the landlord set, and who lives there. */
import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTenant,
  type Landlord,
  landlord,
  lastingLandlord,
  listedProperties,
  visitor,
} from '../../../test/landlords.ts';
import { newProperty, newTenant } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { TenantRecord } from '../tenant/tenant.ts';
import { PROPERTY_STATUSES, PropertyRecord, type PropertyStatus } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const tenantAt = ({ id }: { id: string }) => `/api/tenants/${id}`;

/** The status on the property's page, once it is sure that the list and its filters say the same. */
async function statusOf(ada: Landlord, house: { id: string }): Promise<PropertyStatus> {
  const { status } = (await ada.get(at(house))).as(PropertyRecord);
  const listed = (await listedProperties(ada)).items.find(({ id }) => id === house.id);
  const filters = await Promise.all(
    PROPERTY_STATUSES.map(async (wanted) => {
      const { items, total } = await listedProperties(ada, `?status=${wanted}`);
      expect(total).toBe(items.length);
      expect(items.filter((item) => item.status !== wanted)).toEqual([]);
      return items.some(({ id }) => id === house.id) ? [wanted] : [];
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
    ['occupied', true, 'occupied'],
    ['maintenance', false, 'maintenance'],
    ['maintenance', true, 'maintenance'],
  ] as const)('set to %s, with somebody living there: %s, is %s', async (chosenStatus, lived, status) => {
    const ada = await landlord();
    await addedTenant(ada);
    const house = await addedProperty(ada, { status: chosenStatus });
    if (lived) await addedTenant(ada, { propertyId: house.id });
    expect(await statusOf(ada, house)).toBe(status);
    expect((await ada.get(at(house))).as(PropertyRecord).chosenStatus).toBe(chosenStatus);
  });

  it('follows adding, moving out, moving back, assigning elsewhere and removing, at once', async () => {
    const ada = await landlord();
    const [house, flat] = [await addedProperty(ada), await addedProperty(ada)];
    const both = async () => [await statusOf(ada, house), await statusOf(ada, flat)];
    expect(await both()).toEqual(['vacant', 'vacant']);
    const tenant = await addedTenant(ada, { propertyId: house.id });
    expect(await both()).toEqual(['occupied', 'vacant']);
    await ada.patch(tenantAt(tenant), { movedOut: '2026-01-01' }, 1);
    expect(await both()).toEqual(['vacant', 'vacant']);
    await ada.patch(tenantAt(tenant), { movedOut: null }, 2);
    expect(await both()).toEqual(['occupied', 'vacant']);
    await ada.put(tenantAt(tenant), newTenant({ propertyId: flat.id }), 3);
    expect(await both()).toEqual(['vacant', 'occupied']);
    await ada.delete(tenantAt(tenant), 4);
    expect(await both()).toEqual(['vacant', 'vacant']);
  });

  it('is occupied until the last has moved out', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const [one, two] = [
      await addedTenant(ada, { propertyId: house.id }),
      await addedTenant(ada, { propertyId: house.id }),
    ];
    await addedTenant(ada, { propertyId: house.id, movedOut: '2020-01-01' });
    await ada.patch(tenantAt(one), { movedOut: '2026-01-01' }, 1);
    expect(await statusOf(ada, house)).toBe('occupied');
    await ada.delete(tenantAt(two), 1);
    expect(await statusOf(ada, house)).toBe('vacant');
  });

  it('has nothing to do with how a lease stands: who stays after its end lives there', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await addedTenant(ada, { propertyId: house.id, leaseStart: '2020-01-01', leaseEnd: '2020-12-31' });
    expect(await statusOf(ada, house)).toBe('occupied');
  });

  it('is what the landlord set again once nobody lives there, however often the form was saved meanwhile', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { status: 'vacant' });
    const tenant = await addedTenant(ada, { propertyId: house.id });
    const { chosenStatus, version } = (await ada.get(at(house))).as(PropertyRecord);
    const saved = await ada.put(at(house), newProperty({ status: chosenStatus, rent: 1 }), version);
    expect(saved.as(PropertyRecord)).toMatchObject({ status: 'occupied', chosenStatus: 'vacant' });
    await ada.delete(tenantAt(tenant), 1);
    expect(await statusOf(ada, house)).toBe('vacant');
  });

  it('is counted over all pages of the filtered list, each property once, and with a search', async () => {
    const ada = await landlord();
    const chosen = ['vacant', 'vacant', 'occupied', 'maintenance', 'vacant'] as const;
    const houses = await Promise.all(chosen.map((status) => addedProperty(ada, { status })));
    for (const house of houses.slice(1)) {
      for (let count = 0; count < 2; count++) await addedTenant(ada, { propertyId: house.id });
    }
    const occupied = [1, 2, 4].map((place) => `${houses[place]?.id}`).sort();
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page = await listedProperties(ada, `?status=occupied&limit=1&q=chandos${after}`);
      expect(page.total).toBe(3);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found.sort()).toEqual(occupied);
    expect((await listedProperties(ada, '?status=vacant&q=chandos')).total).toBe(1);
    expect((await listedProperties(ada, '?status=occupied&q=nowhere')).total).toBe(0);
  });

  it('is one landlord’s own affair', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const house = await addedProperty(ada);
    await addedTenant(bob);
    expect(await statusOf(ada, house)).toBe('vacant');
    expect((await listedProperties(bob, '?status=occupied')).total).toBe(1);
    expect((await visitor().get('/api/properties?status=occupied')).outcome).toBe('401 unauthenticated');
  });
});

describe('a day of moving out that is still to come', () => {
  const MINUTE = 60_000;
  /** Runs `work` with the server's clock at an instant to come. */
  const on = <T>(instant: string, work: () => Promise<T>) =>
    server.later(Date.parse(instant) - server.services.clock.now().getTime(), work);

  it.each([
    ['in winter', '2027-01-15', '2027-01-15T00:00:00Z'],
    ['in summer, when London is an hour ahead', '2027-07-01', '2027-06-30T23:00:00Z'],
    ['the day on which the clocks go forward', '2027-03-28', '2027-03-28T00:00:00Z'],
    ['the day after the clocks went forward', '2027-03-29', '2027-03-28T23:00:00Z'],
    ['the day on which the clocks go back', '2027-10-31', '2027-10-30T23:00:00Z'],
    ['the day after the clocks went back', '2027-11-01', '2027-11-01T00:00:00Z'],
    ['a leap day', '2028-02-29', '2028-02-29T00:00:00Z'],
  ])('(%s) counts from midnight in London', async (_, movedOut, midnight) => {
    const before = new Date(Date.parse(midnight) - 10 * MINUTE).toISOString();
    const ada = await lastingLandlord();
    const house = await addedProperty(ada);
    const tenant = await addedTenant(ada, { propertyId: house.id });
    expect((await ada.patch(tenantAt(tenant), { movedOut }, 1)).as(TenantRecord).movedOut).toBe(movedOut);
    expect(await on(before, () => statusOf(ada, house))).toBe('occupied');
    expect(await on(midnight, () => statusOf(ada, house))).toBe('vacant');
  });
});
