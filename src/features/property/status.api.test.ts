/** The status of a property, the same on every screen: what the landlord set, and who lives there. */
import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTenant,
  type Landlord,
  landlord,
  lastingLandlord,
  listedProperties,
} from '../../../test/landlords.ts';
import { newProperty, newTenant } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { PROPERTY_STATUSES, PropertyRecord, type PropertyStatus } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const tenantAt = ({ id }: { id: string }) => `/api/tenants/${id}`;

/** The status on the property's page, checked against the list and its filters. */
async function statusOf(ada: Landlord, home: { id: string }): Promise<PropertyStatus> {
  const { status } = (await ada.get(at(home))).as(PropertyRecord);
  const listed = (await listedProperties(ada)).items.find(({ id }) => id === home.id);
  const filters = await Promise.all(
    PROPERTY_STATUSES.map(async (wanted) => {
      const { items, total } = await listedProperties(ada, `?status=${wanted}`);
      expect(total).toBe(items.length);
      return items.some(({ id }) => id === home.id) ? [wanted] : [];
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

  it('S1.4.21 S1.4.23 follows every tenant who comes and goes, and is then what the landlord set', async () => {
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

  it('is counted over all pages of the filtered list, each property once', async () => {
    const ada = await landlord();
    const chosen = ['vacant', 'vacant', 'occupied', 'maintenance'] as const;
    const homes = await Promise.all(chosen.map((status) => addedProperty(ada, { status })));
    for (const home of homes.slice(1))
      for (let count = 0; count < 2; count++) await addedTenant(ada, { propertyId: home.id });
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page = await listedProperties(ada, `?status=occupied&limit=1&q=chandos${after}`);
      expect(page.total).toBe(2);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found.sort()).toEqual([1, 2].map((place) => `${homes[place]?.id}`).sort());
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
    const ada = await lastingLandlord();
    const home = await addedProperty(ada);
    const tenant = await addedTenant(ada, { propertyId: home.id });
    await ada.patch(tenantAt(tenant), { movedOut }, 1);
    expect(await on(Date.parse(midnight) - 600_000, () => statusOf(ada, home))).toBe('occupied');
    expect(await on(Date.parse(midnight), () => statusOf(ada, home))).toBe('vacant');
  });
});
