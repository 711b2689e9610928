import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import {
  addedProperty,
  addedTenant,
  type Landlord,
  landlord,
  listedTenants,
} from '../../../test/fixtures/landlords.ts';
import { newProperty, newTenant } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { expectUnchanged } from '../../../test/reading/snapshot.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { TENANT_LIST, TEXTS } from './listed.ts';
import { TENANT, Tenant, TenantRecord } from './tenant.ts';

const at = ({ id }: { id: string }) => `/api/tenants/${id}`;
const propertyAt = ({ id }: { id: string }) => `/api/properties/${id}`;
const read = async (ada: Landlord, tenant: { id: string }) => (await ada.get(at(tenant))).as(TenantRecord);
const photo = (ada: Landlord) => uploadedPhoto(ada, { bucket: 'tenant_images' });

const ada = await landlord();
const bob = await landlord();
const mill = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
const row = await addedProperty(ada, { address: '8 Laburnum Row', city: 'Leeds' });

/** A tenant with a different value in every field. */
async function everything(propertyId: string) {
  return newTenant({
    propertyId,
    name: 'Grace "Amazing" Hopper 🏠 <b>',
    email: 'grace@tenure.example',
    phone: '+44 20 7946 0018',
    leaseStart: '2025-11-22',
    leaseEnd: '2026-11-21',
    movedOut: '2026-10-31',
    rentAmount: 9_999_999_999,
    depositAmount: 57,
    avatar: (await photo(ada)).url,
    guarantorName: "'; drop table tenants; --",
    guarantorAddress: '1 Oxford Street\nCambridge',
    guarantorPhone: '01223 496 0000',
    guarantorAltContact: 'רחוב הרצל 5',
  });
}

describe('tenants fulfil the record contract (S1.3.27, S1.5.31, S1.7.32, S1.7.34, S1.7.35, S1.7.36, S1.7.37)', () => {
  recordContract({
    path: '/api/tenants',
    notFound: TEXTS.notFound,
    record: TenantRecord,
    item: Tenant,
    fields: TENANT,
    input: async (owner) => newTenant({ propertyId: (await addedProperty(owner)).id }),
    namesOwned: true,
    required: { leaseEnd: 'Lease end date is required' },
    wrong: [
      [{ movedOut: '31/12/2026' }, { movedOut: 'Enter a date' }],
      [{ avatar: 'https://elsewhere.example/x.jpg' }, { avatar: 'Upload the file again' }],
    ],
    sorts: Object.keys(TENANT_LIST.sorts),
    searched: 'name',
    wrongQueries: [
      'state=haunted',
      'state=',
      'propertyId=x',
      ...['infinity', '0000-01-01', '2026-02-29', '', 5].map(
        (day) => `sort=leaseEnd&cursor=${encodeURIComponent(JSON.stringify([day, randomUUID()]))}`,
      ),
    ],
    picture: { field: 'avatar', bucket: 'tenant_images' },
  });
});

describe('a tenant', () => {
  it('S1.3.26, S1.3.28, S1.3.29, S1.7.33: is stored with dates, pounds, and null for empty fields', async () => {
    const input = { ...(await everything(mill.id)), guarantorPhone: '', guarantorAltContact: ' ' };
    const { id } = await addedTenant(ada, input);
    const [stored] = await query<{ row: object }>(
      server.database,
      'select to_jsonb(t) as row from tenant_leases t where id = $1',
      [id],
    );
    const { name, email, phone, guarantorName, guarantorAddress } = input;
    expect(stored?.row).toMatchObject({
      id,
      name,
      email,
      phone,
      user_id: ada.id,
      property_id: mill.id,
      property_name: '2 Mill Lane, Bath',
      lease_start: '2025-11-22',
      lease_end: '2026-11-21',
      moved_out: '2026-10-31',
      rent_amount: 99_999_999.99,
      deposit_amount: 0.57,
      image_url: input.avatar,
      guarantor_name: guarantorName,
      guarantor_address: guarantorAddress,
      guarantor_phone: null,
      guarantor_alt_contact: null,
    });
  });

  it('S1.6.10: ignores fields in the body that only the server sets', async () => {
    const input = { ...newTenant({ propertyId: mill.id }), propertyName: 'Mine', periodicDeclined: true };
    const added = (await ada.post('/api/tenants', input)).as(TenantRecord.strict());
    expect(added).toMatchObject({
      propertyName: '2 Mill Lane, Bath',
      property: { id: mill.id, address: '2 Mill Lane', city: 'Bath', state: 'Bath' },
      periodicDeclined: false,
    });
    expect((await ada.put(at(added), input, 1)).as(TenantRecord)).toEqual({ ...added, version: 2 });
  });
});

describe('a refusal', () => {
  const NO_PROPERTY = 'This property has been deleted. Choose another.';

  /** Expects adding and changing a tenant to fail without changes, and returns the errors by field. */
  async function refusedFields(wrong: object): Promise<Record<string, string>> {
    const tenant = await addedTenant(ada, { propertyId: mill.id });
    const input = { ...newTenant({ propertyId: mill.id }), ...wrong };
    let fields = {};
    await expectUnchanged(server.database, [ada], async () => {
      const [added, changed] = [await ada.post('/api/tenants', input), await ada.put(at(tenant), input, 1)];
      expect([added.outcome, changed.outcome]).toEqual(['422 invalid_input', '422 invalid_input']);
      expect(changed.fields).toEqual(added.fields);
      fields = added.fields;
    });
    return fields;
  }

  it.each([
    ['another landlord’s', async () => (await addedTenant(bob)).propertyId],
    ['nobody’s', async () => randomUUID()],
    ['a tenant’s id', async () => (await addedTenant(ada)).id],
  ])('is returned for a property that is %s', async (_, some) => {
    expect(await refusedFields({ propertyId: await some() })).toEqual({ propertyId: NO_PROPERTY });
  });

  it('is returned for an invalid change without the form', async () => {
    const tenant = await addedTenant(ada);
    const days = [{ movedOut: '' }, { movedOut: '9999-01-01' }, { movedOut: 20260630 }];
    const mixed = [{ movedOut: null, periodic: true }, { movedOut: null, name: 'Eve' }, { rentAmount: 1 }];
    for (const change of [{}, [], { periodic: null }, ...days, ...mixed])
      expect((await ada.patch(at(tenant), change, 1)).outcome).toBe('422 invalid_input');
    expect(await read(ada, tenant)).toEqual(tenant);
  });

  it('S1.6.12: contains both versions of a conflicting change, and requires a version', async () => {
    const tenant = await addedTenant(ada);
    const current = (await ada.patch(at(tenant), { movedOut: '2027-01-31' }, 1)).as(TenantRecord);
    const yours = { movedOut: '2026-01-01' };
    const late = await ada.patch(at(tenant), yours, 1);
    expect(late.outcome).toBe('409 conflict');
    expect(JSON.parse(late.text)).toMatchObject({ error: { current, yours } });
    expect((await ada.patch(at(tenant), yours)).outcome).toBe('428 version_required');
    expect(await read(ada, tenant)).toEqual(current);
  });
});

describe('moving out, and continuing after the fixed term', () => {
  const passed = { leaseStart: '2024-01-01', leaseEnd: '2025-12-31' };

  it('changes only the date, and can be undone', async () => {
    const owner = await landlord();
    const tenant = await addedTenant(owner);
    const goneCount = async () => (await listedTenants(owner, '?state=moved-out')).total;
    const out = (await owner.patch(at(tenant), { movedOut: '2026-06-30' }, 1)).as(TenantRecord.strict());
    expect(out).toEqual({ ...tenant, movedOut: '2026-06-30', version: 2 });
    expect(await goneCount()).toBe(1);
    const back = (await owner.patch(at(tenant), { movedOut: null }, 2)).as(TenantRecord);
    expect(back).toEqual({ ...tenant, version: 3 });
    expect(await goneCount()).toBe(0);
  });

  it('makes the tenancy periodic, or keeps its end and stores the answer', async () => {
    const [one, two] = [await addedTenant(ada, passed), await addedTenant(ada, passed)];
    const periodic = (await ada.patch(at(one), { periodic: true }, 1)).as(TenantRecord);
    expect(periodic).toEqual({ ...one, periodic: true, leaseEnd: null, version: 2 });
    const declined = (await ada.patch(at(two), { periodic: false }, 1)).as(TenantRecord);
    expect(declined).toEqual({ ...two, periodicDeclined: true, version: 2 });
    const endless = (await ada.patch(at(one), { periodic: false }, 2)).as(TenantRecord);
    expect(endless).toEqual({ ...periodic, version: 3 });
  });

  it('asks again only once the lease end has changed', async () => {
    const tenant = await addedTenant(ada, passed);
    const input = newTenant({ propertyId: tenant.propertyId ?? '', ...passed });
    const save = async (changes: object, version: number) =>
      (await ada.put(at(tenant), { ...input, ...changes }, version)).as(TenantRecord).periodicDeclined;
    const settle = async (change: object, version: number) =>
      (await ada.patch(at(tenant), change, version)).as(TenantRecord).periodicDeclined;
    expect(await settle({ periodic: false }, 1)).toBe(true);
    expect(await save({ name: 'Grace Murray', leaseStart: '2024-02-01' }, 2)).toBe(true);
    expect(await save({ leaseEnd: '2026-01-31' }, 3)).toBe(false);
    expect(await settle({ periodic: false }, 4)).toBe(true);
    expect(await save({ periodic: true }, 5)).toBe(false);
    expect(await save({}, 6)).toBe(false);
    expect(await settle({ periodic: false }, 7)).toBe(true);
    expect(await settle({ movedOut: '2026-06-30' }, 8)).toBe(true);
    expect(await settle({ periodic: true }, 9)).toBe(false);
  });
});

describe('the name of the property', () => {
  it('S1.3.30: is updated from its address and city, without a new version of the tenants', async () => {
    const owner = await landlord();
    const [home, flat] = [await addedProperty(owner), await addedProperty(owner, { address: '2 Mill Lane' })];
    const [one, two, gone] = [
      await addedTenant(owner, { propertyId: home.id }),
      await addedTenant(owner, { propertyId: home.id }),
      await addedTenant(owner, { propertyId: home.id }),
    ];
    expect(one.propertyName).toBe('14 Chandos Terrace, Bristol');
    await owner.put(at(gone), newTenant({ propertyId: flat.id }), 1);
    await owner.put(propertyAt(home), newProperty({ address: '14a Chandos Terrace', city: 'Bath' }), 1);
    const names = await Promise.all([one, two, gone].map(async (tenant) => (await read(owner, tenant)).propertyName));
    expect(names).toEqual(['14a Chandos Terrace, Bath', '14a Chandos Terrace, Bath', '2 Mill Lane, Bristol']);
    expect((await listedTenants(owner, '?q=terrace%2C+bath')).total).toBe(2);
    // A form opened earlier can still be saved, and its history lists only the landlord's changes.
    const saved = await owner.put(at(one), newTenant({ propertyId: home.id, name: 'Grace Murray' }), 1);
    expect(saved.as(TenantRecord)).toMatchObject({ name: 'Grace Murray', version: 2 });
    const changes = `select columns from activity where record_id = $1 and action = 'changed'`;
    expect(await query(server.database, changes, [one.id])).toEqual([{ columns: ['name'] }]);
  });

  it('S1.2.123: is kept when the property is deleted, and the tenant can be reassigned or removed', async () => {
    const home = await addedProperty(ada);
    const tenant = await addedTenant(ada, { propertyId: home.id, avatar: (await photo(ada)).url });
    await ada.delete(propertyAt(home), 1);
    expect((await ada.get(`${tenant.avatar}`)).status).toBe(200);
    expect(await read(ada, tenant)).toEqual({ ...tenant, propertyId: null, property: null, version: 2 });
    const out = await ada.patch(at(tenant), { movedOut: '2026-06-30' }, 2);
    expect(out.as(TenantRecord)).toMatchObject({ movedOut: '2026-06-30', propertyId: null });
    const again = (await ada.put(at(tenant), newTenant({ propertyId: row.id }), 3)).as(TenantRecord);
    expect(again).toMatchObject({ propertyName: '8 Laburnum Row, Leeds', property: { id: row.id } });
    expect((await ada.delete(at(tenant), 4)).status).toBe(204);
  });

  const change = `update properties set address = 'New House' where id = $1`;

  it.each([
    ['added', async (id: string) => ada.post('/api/tenants', newTenant({ propertyId: id }))],
    ['moved there', async (id: string) => ada.put(at(await addedTenant(ada)), newTenant({ propertyId: id }), 1)],
    ['saved there', async (id: string, there: Tenant) => ada.put(at(there), newTenant({ propertyId: id }), 1)],
  ])('is the new one for a tenant %s during a change of address', async (_, save) => {
    const home = await addedProperty(ada);
    const there = await addedTenant(ada, { propertyId: home.id });
    await concurrently(async (other) => {
      await other.query('select from properties where id = $1 for update', [home.id]);
      const saving = save(home.id, there);
      await waitsForLock();
      await other.query(change, [home.id]);
      await other.query('commit');
      expect((await saving).as(TenantRecord).propertyName).toBe('New House, Bristol');
    });
  });

  it('is the new one when a change of address waits for a tenant who moves in', async () => {
    const [home, tenant] = [await addedProperty(ada), await addedTenant(ada)];
    await concurrently(async (other) => {
      await other.query('update tenants set property_id = $1 where id = $2', [home.id, tenant.id]);
      const changing = ada.put(propertyAt(home), newProperty({ address: 'New House' }), 1);
      await waitsForLock();
      await other.query('commit');
      expect((await changing).outcome).toBe('served');
    });
    expect((await read(ada, tenant)).propertyName).toBe('New House, Bristol');
  });

  it('is refused if the property is deleted concurrently', async () => {
    const { id } = await addedProperty(ada);
    await concurrently(async (other) => {
      await other.query('delete from properties where id = $1', [id]);
      const adding = ada.post('/api/tenants', newTenant({ propertyId: id }));
      await waitsForLock();
      await other.query('commit');
      expect(Object.keys((await adding).fields)).toEqual(['propertyId']);
    });
  });

  it('is correct after many concurrent saves of properties and tenants, without a deadlock', async () => {
    const homes = [await addedProperty(ada), await addedProperty(ada), await addedProperty(ada)];
    const tenants = await Promise.all(homes.map(({ id }) => addedTenant(ada, { propertyId: id })));
    const outcomes = new Set<string>();
    const saves = async (path: string, inputOf: (turn: number) => object) => {
      for (let turn = 0; turn < 5; turn++) {
        const { version } = JSON.parse((await ada.get(path)).text) as { version: number };
        outcomes.add((await ada.put(path, inputOf(turn), version)).outcome);
      }
    };
    await Promise.all([
      ...homes.map((home, index) =>
        saves(propertyAt(home), (turn) => newProperty({ address: `House ${index} of ${turn}` })),
      ),
      ...[...tenants, ...tenants].map((tenant, index) =>
        saves(at(tenant), (turn) => newTenant({ propertyId: homes[(index + turn) % 3]?.id ?? '' })),
      ),
    ]);
    // Two tabs save each tenant. A save may conflict but must not fail otherwise.
    expect([...outcomes].filter((outcome) => outcome !== 'served' && outcome !== '409 conflict')).toEqual([]);
    for (const { propertyName, property } of await Promise.all(tenants.map((one) => read(ada, one))))
      expect(propertyName).toBe(`${property?.address}, ${property?.city}`);
  });
});

describe('a property’s contacts', () => {
  it('are names and phones of current tenants, by name, for a member without the right to tenants', async () => {
    const owner = await landlord();
    const [near, far] = [await addedProperty(owner), await addedProperty(owner)];
    for (const name of ['Hugo Fernandes', 'Ada Okoye']) await addedTenant(owner, { propertyId: near.id, name });
    await addedTenant(owner, { propertyId: near.id, movedOut: '2026-01-31' });
    const worker = await member(owner, { role: 'maintenance', properties: [near.id] });
    const contacts = await worker.get(`${propertyAt(near)}/contacts`);
    const { phone } = newTenant({ propertyId: near.id });
    expect(JSON.parse(contacts.text)).toEqual({
      items: [
        { name: 'Ada Okoye', phone },
        { name: 'Hugo Fernandes', phone },
      ],
    });
    expect((await worker.get(`${propertyAt(far)}/contacts`)).outcome).toBe('404 not_found');
    expect((await worker.get('/api/tenants')).outcome).toBe('403 not_allowed');
  });
});
