/** Tenants over HTTP: what is entered is kept, and belongs to who enters it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedProperty, addedTenant, type Landlord, landlord, listedTenants } from '../../../test/landlords.ts';
import { newTenant } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { uploadedPhoto } from '../../../test/uploads.ts';
import { Tenant, TenantInput, TenantRecord } from './tenant.ts';

const at = ({ id }: { id: string }) => `/api/tenants/${id}`;
const search = (words: string) => `?q=${encodeURIComponent(words)}`;

/** Every field filled, each with something of its own. */
async function everything(ada: Landlord, propertyId: string) {
  const { url } = await uploadedPhoto(ada, { bucket: 'tenant_images' });
  return newTenant({
    propertyId,
    name: 'Grace Hopper',
    email: 'grace@tenure.example',
    phone: '+44 20 7946 0018',
    leaseStart: '2025-11-22',
    leaseEnd: '2026-11-21',
    movedOut: '2026-10-31',
    rentAmount: 145_050,
    depositAmount: 167_307,
    avatar: url,
    guarantorName: 'Howard Aiken',
    guarantorAddress: '1 Oxford Street\nCambridge',
    guarantorPhone: '01223 496 0000',
    guarantorAltContact: 'howard@tenure.example',
  });
}

describe('a tenant', () => {
  it('is kept as they were entered, with the property as it is now', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { address: '14 Chandos Terrace', city: 'Bristol' });
    const input = await everything(ada, house.id);
    const answer = await ada.post('/api/tenants', input);
    const tenant = answer.as(TenantRecord.strict());
    expect(tenant).toEqual({
      ...TenantInput.parse(input),
      periodicDeclined: false,
      propertyName: '14 Chandos Terrace, Bristol',
      property: { id: house.id, address: '14 Chandos Terrace', city: 'Bristol', state: 'Bristol' },
      id: tenant.id,
      dateAdded: tenant.dateAdded,
      version: 1,
    });
    expect(tenant.dateAdded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect([answer.status, answer.headers.get('location')]).toEqual([201, at(tenant)]);
    expect(answer.headers.get('etag')).toContain('"1"');
  });

  it('reads the same wherever they are read', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const tenant = await addedTenant(ada, await everything(ada, house.id));
    const read = await ada.get(at(tenant));
    expect(read.as(TenantRecord.strict())).toEqual(tenant);
    expect(read.headers.get('etag')).toContain('"1"');
    expect((await listedTenants(ada)).items).toEqual([Tenant.parse(tenant)]);
  });

  it('is changed in every field, from one property to another', async () => {
    const ada = await landlord();
    const [house, flat] = [
      await addedProperty(ada),
      await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' }),
    ];
    const tenant = await addedTenant(ada, { propertyId: house.id, name: 'X Y', email: 'x@y.example', phone: '000000' });
    const input = await everything(ada, flat.id);
    const answer = await ada.put(at(tenant), input, 1);
    const changed = answer.as(TenantRecord.strict());
    expect(changed).toEqual({
      ...tenant,
      ...TenantInput.parse(input),
      propertyName: '2 Mill Lane, Bath',
      property: { id: flat.id, address: '2 Mill Lane', city: 'Bath', state: 'Bath' },
      version: 2,
    });
    expect(answer.headers.get('etag')).toContain('"2"');
    expect((await ada.get(at(tenant))).as(TenantRecord)).toEqual(changed);
    const bare = newTenant({ propertyId: house.id, guarantorName: '', guarantorAddress: '', guarantorPhone: '' });
    const emptied = await ada.put(at(tenant), { ...bare, guarantorAltContact: '' }, 2);
    expect(emptied.as(TenantRecord)).toMatchObject({
      movedOut: null,
      avatar: null,
      guarantorName: '',
      guarantorAddress: '',
      guarantorPhone: '',
      guarantorAltContact: '',
    });
  });

  it('is one row with the columns of the specification: days as days, what is empty as null', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const input = { ...(await everything(ada, house.id)), guarantorPhone: '', guarantorAltContact: ' ' };
    const { id } = await addedTenant(ada, input);
    const [row] = await query<{ row: object }>(
      server.database,
      'select to_jsonb(t) as row from tenants t where id = $1',
      [id],
    );
    expect(row?.row).toMatchObject({
      id,
      name: 'Grace Hopper',
      email: 'grace@tenure.example',
      phone: '+44 20 7946 0018',
      property_id: house.id,
      property_name: '14 Chandos Terrace, Bristol',
      lease_start: '2025-11-22',
      lease_end: '2026-11-21',
      moved_out: '2026-10-31',
      rent_amount: 1450.5,
      deposit_amount: 1673.07,
      image_url: input.avatar,
      guarantor_name: 'Howard Aiken',
      guarantor_address: '1 Oxford Street\nCambridge',
      guarantor_phone: null,
      guarantor_alt_contact: null,
      user_id: ada.id,
    });
    const none = { guarantorName: '', guarantorAddress: '', guarantorPhone: '', guarantorAltContact: '' };
    const bare = await addedTenant(ada, { propertyId: house.id, ...none });
    const kept = await query(
      server.database,
      `select num_nonnulls(guarantor_name, guarantor_address, guarantor_phone, guarantor_alt_contact) as fields
       from tenants where id = $1`,
      [bare.id],
    );
    expect(kept).toEqual([{ fields: 0 }]);
  });

  it.each([
    { rentAmount: 0, depositAmount: 0 },
    { rentAmount: 9_999_999_999, depositAmount: 9_999_999_999 },
    { rentAmount: 1, depositAmount: 57 },
  ])('may pay %j pence, to the penny', async (money) => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, money);
    expect((await ada.get(at(tenant))).as(TenantRecord)).toMatchObject(money);
  });

  it.each([
    ['<script>alert(1)</script>', 'x'],
    [`'; drop table tenants; --`, 'x'],
    ['Zoë Ḉ d’Arc — 7½', 'naïve\n\n\tcafé'],
    ['شارع فهد', 'רחוב הרצל 5'],
    ['\u202Egnitsil a\u202C', '&amp; %00 \\u0000 {{7*7}}'],
    ['🏠'.repeat(200), '🛁'.repeat(500)],
  ])('called %s comes back as they were entered, and is found by it', async (name, guarantorAddress) => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, { name, guarantorAddress });
    expect((await ada.get(at(tenant))).as(TenantRecord)).toMatchObject({ name, guarantorAddress });
    expect((await listedTenants(ada, search(name))).items).toMatchObject([{ name }]);
  });

  it('belongs to who adds them, whatever the body says', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedTenant(bob);
    const mine = await addedTenant(ada);
    const extra = {
      id: theirs.id,
      user_id: bob.id,
      version: 77,
      dateAdded: '2001-01-01',
      propertyName: 'Mine',
      periodicDeclined: true,
    };
    const input = { ...newTenant({ propertyId: mine.propertyId ?? '' }), ...extra };
    const another = (await ada.post('/api/tenants', input)).as(TenantRecord);
    expect(another).toMatchObject({ version: 1, propertyName: '14 Chandos Terrace, Bristol', periodicDeclined: false });
    expect(another.id).not.toBe(theirs.id);
    expect((await ada.put(at(mine), input, 1)).as(TenantRecord)).toEqual({ ...mine, version: 2 });
    expect((await bob.get(at(theirs))).as(TenantRecord)).toEqual(theirs);
    expect([(await listedTenants(bob)).total, (await listedTenants(ada)).total]).toEqual([1, 2]);
  });

  it('is removed, and counted no more', async () => {
    const ada = await landlord();
    const [one, two] = [await addedTenant(ada), await addedTenant(ada)];
    expect((await ada.delete(at(one), 1)).status).toBe(204);
    expect((await ada.get(at(one))).outcome).toBe('404 not_found');
    expect(await listedTenants(ada)).toEqual({ items: [Tenant.parse(two)], nextCursor: null, total: 1 });
  });
});

describe('a change that comes too late', () => {
  const late = { put: newTenant({ propertyId: randomUUID(), name: 'Late' }), patch: { movedOut: '2026-01-01' } };

  it('is answered with both versions, to change, to move out and to remove, and changes nothing', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    const current = (await ada.patch(at(tenant), { movedOut: '2027-01-31' }, 1)).as(TenantRecord);
    const before = await snapshot(server.database);
    const answers = [
      await ada.put(at(tenant), { ...late.put, propertyId: tenant.propertyId }, 1),
      await ada.patch(at(tenant), late.patch, 1),
      await ada.delete(at(tenant), 1),
      await ada.put(at(tenant), late.put, 3),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(4).fill('409 changed_meanwhile'));
    const errors = answers.map(({ text }) => (JSON.parse(text) as { error: object }).error);
    const yours = TenantInput.parse({ ...late.put, propertyId: tenant.propertyId });
    expect(errors).toMatchObject([{ current, yours }, { current, yours: late.patch }, { current }, { current }]);
    expect(await snapshot(server.database)).toEqual(before);
  });

  it('must say from which version it comes', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    const answers = [
      await ada.put(at(tenant), late.put),
      await ada.patch(at(tenant), late.patch),
      await ada.delete(at(tenant)),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('428 version_required'));
    expect((await ada.get(at(tenant))).as(TenantRecord)).toEqual(tenant);
  });

  it('is one of two that come at once', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    const input = { ...late.put, propertyId: tenant.propertyId };
    const answers = await Promise.all(Array.from({ length: 4 }, () => ada.put(at(tenant), input, 1)));
    const tooLate = '409 changed_meanwhile';
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([tooLate, tooLate, tooLate, 'served']);
  });
});

describe('an id', () => {
  let [ada, bob]: Landlord[] = [];
  let theirs: TenantRecord;
  beforeAll(async () => {
    [ada, bob] = [await landlord(), await landlord()];
    theirs = await addedTenant(bob);
  });

  it.each([
    () => theirs.id,
    () => randomUUID(),
    () => 'x',
    () => '%00',
    () => '..%2f..',
    () => `${randomUUID()}x`,
    () => '%F0%9F%8F%A0',
  ])('that is another landlord’s or nobody’s is not found: to read, change, move out and remove', async (some) => {
    const before = await snapshot(server.database);
    const path = at({ id: some() });
    const answers = [
      await ada?.get(path),
      await ada?.put(path, newTenant({ propertyId: theirs.propertyId ?? '' }), 1),
      await ada?.patch(path, { movedOut: '2026-01-01' }, 1),
      await ada?.patch(path, { periodic: true }, 1),
      await ada?.delete(path, 1),
    ];
    expect(answers.map((answer) => answer?.outcome)).toEqual(Array(5).fill('404 not_found'));
    expect(await snapshot(server.database)).toEqual(before);
  });
});
