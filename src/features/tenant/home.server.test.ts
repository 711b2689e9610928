/** The property a tenant is assigned to: called by its name as it is now, whatever happens to it, and kept by name when it is gone. */
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedProperty, addedTenant, type Landlord, landlord, listedTenants } from '../../../test/landlords.ts';
import { newProperty, newTenant } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { beside, waitsForLock } from '../../../test/waiting.ts';
import { TenantRecord } from './tenant.ts';

const at = ({ id }: { id: string }) => `/api/tenants/${id}`;
const houseAt = ({ id }: { id: string }) => `/api/properties/${id}`;
const read = async (ada: Landlord, tenant: { id: string }) => (await ada.get(at(tenant))).as(TenantRecord);

describe('the name of the property', () => {
  it('is its address and city, and follows both, in the list and the search too', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { address: '14 Chandos Terrace', city: 'Bristol' });
    const tenant = await addedTenant(ada, { propertyId: house.id });
    const other = await addedTenant(ada, { name: 'Elsewhere' });
    expect(tenant.propertyName).toBe('14 Chandos Terrace, Bristol');
    await ada.put(houseAt(house), newProperty({ address: '14a Chandos Terrace' }), 1);
    expect((await read(ada, tenant)).propertyName).toBe('14a Chandos Terrace, Bristol');
    await ada.put(houseAt(house), newProperty({ address: '14a Chandos Terrace', city: 'Bath' }), 2);
    expect(await read(ada, tenant)).toMatchObject({
      propertyName: '14a Chandos Terrace, Bath',
      property: { id: house.id, address: '14a Chandos Terrace', city: 'Bath', state: 'Bath' },
    });
    expect((await listedTenants(ada, '?q=terrace%2C+bath')).items.map(({ id }) => id)).toEqual([tenant.id]);
    expect((await listedTenants(ada, '?q=14a')).total).toBe(1);
    expect(await read(ada, other)).toEqual(other);
  });

  it('is carried to all who live there, and to nobody who lived there', async () => {
    const ada = await landlord();
    const [house, flat] = [
      await addedProperty(ada),
      await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' }),
    ];
    const [one, two, gone] = [
      await addedTenant(ada, { propertyId: house.id }),
      await addedTenant(ada, { propertyId: house.id }),
      await addedTenant(ada, { propertyId: house.id }),
    ];
    await ada.put(at(gone), newTenant({ propertyId: flat.id }), 1);
    await ada.put(houseAt(house), newProperty({ address: 'New House' }), 1);
    const names = await Promise.all([one, two, gone].map(async (tenant) => (await read(ada, tenant)).propertyName));
    expect(names).toEqual(['New House, Bristol', 'New House, Bristol', '2 Mill Lane, Bath']);
  });

  it('comes to a tenant without a new version, so that a form on which they stand can still be saved', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    await ada.put(`/api/properties/${tenant.propertyId}`, newProperty({ address: 'New House' }), 1);
    expect((await read(ada, tenant)).version).toBe(1);
    const saved = await ada.put(
      at(tenant),
      newTenant({ propertyId: tenant.propertyId ?? '', name: 'Grace Murray' }),
      1,
    );
    expect(saved.as(TenantRecord)).toMatchObject({
      name: 'Grace Murray',
      propertyName: 'New House, Bristol',
      version: 2,
    });
    const rows = await query(
      server.database,
      `select columns from activity where record_id = $1 and action = 'changed'`,
      [tenant.id],
    );
    expect(rows).toEqual([{ columns: ['name'] }]);
  });

  it('is not a landlord’s to write', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    const input = { ...newTenant({ propertyId: tenant.propertyId ?? '' }), propertyName: 'The Palace' };
    expect((await ada.put(at(tenant), input, 1)).as(TenantRecord).propertyName).toBe('14 Chandos Terrace, Bristol');
  });
});

describe('a tenant who is assigned while the address changes', () => {
  const change = `update properties set address = 'New House' where id = $1`;

  it.each([
    ['added', (ada: Landlord, house: string) => ada.post('/api/tenants', newTenant({ propertyId: house }))],
    [
      'moved there',
      async (ada: Landlord, house: string) => {
        const tenant = await addedTenant(ada);
        return ada.put(at(tenant), newTenant({ propertyId: house }), 1);
      },
    ],
  ])('(%s) waits for the change and has the new name', async (_, assign) => {
    const ada = await landlord();
    const { id } = await addedProperty(ada);
    await beside(async (other) => {
      await other.query(change, [id]);
      const assigning = assign(ada, id);
      await waitsForLock();
      await other.query('commit');
      expect((await assigning).as(TenantRecord).propertyName).toBe('New House, Bristol');
    });
  });

  it('first lets the change wait, which then brings the new name', async () => {
    const ada = await landlord();
    const [house, tenant] = [await addedProperty(ada), await addedTenant(ada)];
    await beside(async (other) => {
      await other.query('update tenants set property_id = $1 where id = $2', [house.id, tenant.id]);
      const changing = ada.put(houseAt(house), newProperty({ address: 'New House' }), 1);
      await waitsForLock();
      await other.query('commit');
      expect((await changing).outcome).toBe('served');
    });
    expect((await read(ada, tenant)).propertyName).toBe('New House, Bristol');
  });

  it('waits for the property before holding the tenant, whom the change is to reach', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    await beside(async (other) => {
      await other.query('select from properties where id = $1 for update', [tenant.propertyId]);
      const saving = ada.put(at(tenant), newTenant({ propertyId: tenant.propertyId ?? '', name: 'Zoë' }), 1);
      await waitsForLock();
      await other.query(change, [tenant.propertyId]);
      await other.query('commit');
      expect((await saving).as(TenantRecord)).toMatchObject({ name: 'Zoë', propertyName: 'New House, Bristol' });
    });
  });

  it('to a property that is deleted at the same moment is refused in words', async () => {
    const ada = await landlord();
    const { id } = await addedProperty(ada);
    await beside(async (other) => {
      await other.query('delete from properties where id = $1', [id]);
      const adding = ada.post('/api/tenants', newTenant({ propertyId: id }));
      await waitsForLock();
      await other.query('commit');
      expect((await adding).fields).toEqual({
        propertyId: 'This property is no longer there. Please choose another.',
      });
    });
  });

  it('also many at once, to and fro: nobody waits in a ring, and in the end every name is true', async () => {
    const ada = await landlord();
    const houses = [await addedProperty(ada), await addedProperty(ada), await addedProperty(ada)];
    const tenants = await Promise.all(houses.map(({ id }) => addedTenant(ada, { propertyId: id })));
    const outcomes = new Set<string>();
    const saves = async (path: string, inputs: object[]) => {
      for (const input of inputs) {
        const { version } = JSON.parse((await ada.get(path)).text) as { version: number };
        outcomes.add((await ada.put(path, input, version)).outcome);
      }
    };
    const turns = Array.from({ length: 8 }, (_, turn) => turn);
    await Promise.all([
      ...houses.map((house, place) =>
        saves(
          houseAt(house),
          turns.map((turn) => newProperty({ address: `House ${place} of ${turn}` })),
        ),
      ),
      ...[...tenants, ...tenants].map((tenant, place) =>
        saves(
          at(tenant),
          turns.map((turn) => newTenant({ propertyId: houses[(place + turn) % 3]?.id ?? '' })),
        ),
      ),
    ]);
    // Two tabs save each tenant: one of them may be late, and none may fail otherwise.
    expect([...outcomes].filter((outcome) => outcome !== 'served' && outcome !== '409 changed_meanwhile')).toEqual([]);
    for (const tenant of await Promise.all(tenants.map((one) => read(ada, one)))) {
      expect(tenant.propertyName).toBe(`${tenant.property?.address}, ${tenant.property?.city}`);
    }
  });
});

describe('a tenant whose property is deleted', () => {
  it('stays, unassigned, with everything else and the name of where they lived', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    expect((await ada.delete(`/api/properties/${tenant.propertyId}`, 1)).status).toBe(204);
    const left = await read(ada, tenant);
    expect(left).toEqual({ ...tenant, propertyId: null, property: null, version: 2 });
    expect(left.propertyName).toBe('14 Chandos Terrace, Bristol');
    expect((await listedTenants(ada, '?q=chandos')).total).toBe(1);
  });

  it('can be assigned to another, moved out, or removed', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    await ada.delete(`/api/properties/${tenant.propertyId}`, 1);
    const out = await ada.patch(at(tenant), { movedOut: '2026-06-30' }, 2);
    expect(out.as(TenantRecord)).toMatchObject({ movedOut: '2026-06-30', propertyId: null });
    const flat = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    const again = (await ada.put(at(tenant), newTenant({ propertyId: flat.id }), 3)).as(TenantRecord);
    expect(again).toMatchObject({ propertyName: '2 Mill Lane, Bath', property: { id: flat.id } });
    await ada.delete(houseAt(flat), 1);
    expect((await ada.delete(at(tenant), 5)).status).toBe(204);
  });
});
