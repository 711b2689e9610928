/** Tenants and suppliers in the history of a property: who came, who went, and nothing of any other property. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { query } from '../../../test/database.ts';
import { addedProperty, addedSupplier, addedTenant, type Landlord, landlord } from '../../../test/landlords.ts';
import { newProperty, newTenant } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { uploadedPhoto } from '../../../test/uploads.ts';
import { HistoryEntry } from './history.ts';
import { entryLines } from './history-words.ts';

const tenantAt = ({ id }: { id: string }) => `/api/tenants/${id}`;

async function historyOf(ada: Landlord, { id }: { id: string }): Promise<HistoryEntry[]> {
  return (await ada.get(`/api/properties/${id}/history`)).as(z.object({ items: z.array(HistoryEntry) })).items;
}
const linesOf = async (ada: Landlord, house: { id: string }) => (await historyOf(ada, house)).map(entryLines);

describe('a tenant', () => {
  it('is there from being added to being removed', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const tenant = await addedTenant(ada, { propertyId: house.id, name: 'Grace Hopper' });
    await ada.patch(tenantAt(tenant), { movedOut: '2026-06-30' }, 1);
    await ada.patch(tenantAt(tenant), { movedOut: null }, 2);
    await ada.patch(tenantAt(tenant), { periodic: true }, 3);
    await ada.delete(tenantAt(tenant), 4);
    expect(await linesOf(ada, house)).toEqual([
      ['Tenant Grace Hopper removed'],
      ['Tenant Grace Hopper: tenancy made periodic'],
      ['Tenant Grace Hopper lives here again'],
      ['Tenant Grace Hopper moved out on 30 Jun 2026'],
      ['Tenant Grace Hopper added'],
      ['Property added'],
    ]);
  });

  it('is told in the names and units of the API', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const { url } = await uploadedPhoto(ada, { bucket: 'tenant_images' });
    const tenant = await addedTenant(ada, { propertyId: house.id, rentAmount: 120_050, depositAmount: 1 });
    const input = { rentAmount: 125_075, depositAmount: 2, avatar: url, leaseEnd: '2027-03-31' };
    await ada.put(tenantAt(tenant), newTenant({ propertyId: house.id, ...input }), 1);
    const [entry] = await historyOf(ada, house);
    expect(entry?.changes?.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'avatar', was: null, is: url },
      { field: 'depositAmount', was: 1, is: 2 },
      { field: 'leaseEnd', was: '2199-12-31', is: '2027-03-31' },
      { field: 'rentAmount', was: 120_050, is: 125_075 },
    ]);
  });

  it('who goes to another property is seen to go by the one and to come by the other, and neither names the other', async () => {
    const ada = await landlord();
    const [house, flat] = [await addedProperty(ada), await addedProperty(ada)];
    const tenant = await addedTenant(ada, { propertyId: house.id, name: 'Grace Hopper' });
    await ada.put(tenantAt(tenant), newTenant({ propertyId: flat.id, rentAmount: 1 }), 1);
    await ada.put(tenantAt(tenant), newTenant({ propertyId: flat.id, rentAmount: 2 }), 2);
    expect(await linesOf(ada, house)).toEqual([
      ['Tenant Grace Hopper assigned elsewhere'],
      ['Tenant Grace Hopper added'],
      ['Property added'],
    ]);
    expect(await linesOf(ada, flat)).toEqual([
      ['Tenant Grace Hopper: rent per month £0.01 → £0.02'],
      expect.arrayContaining(['Tenant Grace Hopper assigned', 'Tenant Grace Hopper: rent per month £1,450.00 → £0.01']),
      ['Property added'],
    ]);
    expect(await linesOf(ada, { id: house.id.toUpperCase() })).toEqual(await linesOf(ada, house));
    expect(JSON.stringify(await historyOf(ada, house))).not.toContain(flat.id);
    expect(JSON.stringify(await historyOf(ada, flat))).not.toContain(house.id);
  });

  it('who was assigned to a property that is gone comes from nowhere', async () => {
    const ada = await landlord();
    const [house, flat] = [await addedProperty(ada), await addedProperty(ada)];
    const tenant = await addedTenant(ada, { propertyId: house.id });
    await ada.delete(`/api/properties/${house.id}`, 1);
    await ada.put(tenantAt(tenant), newTenant({ propertyId: flat.id }), 2);
    expect(await linesOf(ada, flat)).toEqual([['Tenant Grace Hopper assigned'], ['Property added']]);
  });

  it('is not said to have changed because the address did, nor because a question was answered', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const tenant = await addedTenant(ada, { propertyId: house.id, leaseEnd: '2026-01-31' });
    await ada.patch(tenantAt(tenant), { periodic: false }, 1);
    await ada.put(`/api/properties/${house.id}`, newProperty({ address: 'New House' }), 1);
    expect(await linesOf(ada, house)).toEqual([
      ['Address: 14 Chandos Terrace → New House'],
      ['Tenant Grace Hopper added'],
      ['Property added'],
    ]);
  });

  it('of another landlord is in nobody else’s history', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const house = await addedProperty(ada);
    await addedTenant(bob);
    expect(await linesOf(ada, house)).toEqual([['Property added']]);
  });
});

describe('a supplier', () => {
  it('is linked and unlinked', async () => {
    const ada = await landlord();
    const [house, supplier] = [await addedProperty(ada), await addedSupplier(ada)];
    const link = `/api/suppliers/${supplier.id}/properties/${house.id}`;
    expect((await ada.put(link, undefined)).status).toBe(204);
    expect((await ada.delete(link)).status).toBe(204);
    expect(await linesOf(ada, house)).toEqual([['Supplier unlinked'], ['Supplier linked'], ['Property added']]);
  });
});

it('what has no words yet is not in the history of a property', async () => {
  const ada = await landlord();
  const house = await addedProperty(ada);
  await query(
    server.database,
    `insert into activity (user_id, at, noun, action, record_count, about) values ($1, now(), 'dragon', 'added', 1, $2)`,
    [ada.id, house.id],
  );
  expect(await linesOf(ada, house)).toEqual([['Property added']]);
});
