import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  type Landlord,
  landlord,
} from '../../../../test/fixtures/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty, newTenant } from '../../../../test/fixtures/make.ts';
import { uploadedPhoto } from '../../../../test/fixtures/uploads.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { PropertyRecord } from '../property.ts';
import { HistoryEntry } from './history.ts';
import { entryLines } from './history-lines.ts';

const Page = z.object({ items: z.array(HistoryEntry), nextCursor: z.string().nullable() }).strict();
const historyAt = ({ id }: { id: string }) => `/api/properties/${id}/history`;
const tenantAt = ({ id }: { id: string }) => `/api/tenants/${id}`;

const historyOf = async (ada: Landlord, home: { id: string }, query = '') =>
  (await ada.get(`${historyAt(home)}${query}`)).as(Page);
const linesOf = async (ada: Landlord, home: { id: string }) => (await historyOf(ada, home)).items.map(entryLines);
const byField = (entry: HistoryEntry | undefined) =>
  entry?.changes?.toSorted((a, b) => a.field.localeCompare(b.field)) ?? [];

async function save(ada: Landlord, home: PropertyRecord, changes: Parameters<typeof newProperty>[0]) {
  const before = (await historyOf(ada, home)).items.length;
  const answer = await ada.put(`/api/properties/${home.id}`, newProperty(changes), home.version);
  const after = (await historyOf(ada, home)).items;
  return { home: answer.as(PropertyRecord), entries: after.slice(0, after.length - before) };
}

describe('the history of a property', () => {
  it('starts with the values it was added with', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, {
      certificates: [newCertificate({ name: 'CP12' })],
      compliance: newCompliance(),
      invoices: [newInvoice(), newInvoice()],
    });
    const { items, nextCursor } = await historyOf(ada, home);
    expect(items).toMatchObject([
      { noun: 'invoice', action: 'added', label: null, count: 2, changes: null },
      { noun: 'compliance', action: 'added', label: null, count: 1, changes: null },
      { noun: 'certificate', action: 'added', label: 'CP12', count: 1, changes: null },
      { noun: 'property', action: 'added', label: '14 Chandos Terrace', count: 1, changes: null },
    ]);
    expect(nextCursor).toBeNull();
    expect(items.map((entry) => new Date(entry.at).toISOString())).toEqual(Array(4).fill(home.dateAdded));
  });

  it('uses API names, without key codes and long texts', async () => {
    const ada = await landlord();
    const photo = await uploadedPhoto(ada);
    const start = await addedProperty(ada, {
      rent: 145_050,
      keyCode: '4711',
      certificates: [newCertificate({ cost: 1 })],
      compliance: newCompliance(),
    });
    const changed = { cost: 9_999_999_999, expirationDate: null, notes: 'long '.repeat(100) };
    const certificates = start.certificates.map((one) => newCertificate({ ...one, ...changed }));
    const { gasSafety, ...others } = newCompliance();
    const compliance = { ...others, gasSafety: { ...gasSafety, expiryDate: '2028-01-01' } };
    const changes = { rent: 150_099, postalCode: 'ba11aa', imageUrl: photo.url, keyCode: '0815' };
    const { entries } = await save(ada, start, { ...changes, certificates, compliance });
    expect(entries.map(({ noun, action, label }) => [noun, action, label])).toEqual([
      ['compliance', 'changed', null],
      ['certificate', 'changed', 'Gas Safety Record'],
      ['property', 'changed', '14 Chandos Terrace'],
    ]);
    expect(entries.map(byField)).toEqual([
      [{ field: 'gasSafety.expiryDate', was: '2027-02-28', is: '2028-01-01' }],
      [
        { field: 'cost', was: 1, is: 9_999_999_999 },
        { field: 'expirationDate', was: '2027-02-28', is: null },
        { field: 'notes', was: 'Boiler and hob.', is: '…' },
      ],
      [
        { field: 'imageUrl', was: null, is: photo.url },
        { field: 'keyCode', was: '…', is: '…' },
        { field: 'postalCode', was: 'BS6 6QJ', is: 'BA1 1AA' },
        { field: 'rent', was: 145_050, is: 150_099 },
      ],
    ]);
  });

  it('belongs to one property until it is deleted', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { certificates: [newCertificate()] });
    await addedProperty(ada);
    expect((await historyOf(ada, home)).items).toHaveLength(2);
    await ada.delete(`/api/properties/${home.id}`, 1);
    expect((await ada.get(historyAt(home))).outcome).toBe('404 not_found');
  });

  it('has pages of any size with each entry once, also for simultaneous entries', async () => {
    const ada = await landlord();
    let home = await addedProperty(ada, { certificates: [newCertificate()], invoices: [newInvoice()] });
    for (const rent of [1, 2]) ({ home } = await save(ada, home, { rent, certificates: [{ name: `EPC ${rent}` }] }));
    const whole = (await historyOf(ada, home)).items;
    expect(whole).toHaveLength(7);
    for (const limit of [1, 2, 7]) {
      const pieces: HistoryEntry[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const page: z.infer<typeof Page> = await historyOf(ada, home, `?limit=${limit}${after}`);
        pieces.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(pieces).toEqual(whole);
    }
    const cursors = ['x', '[]', '["0000-01-01T00:00:00.000Z","1"]', `["2026-01-01T00:00:00.000Z","${'9'.repeat(19)}"]`];
    for (const query of ['limit=0', 'limit=101', ...cursors.map((one) => `cursor=${encodeURIComponent(one)}`)])
      expect([query, (await ada.get(`${historyAt(home)}?${query}`)).outcome]).toEqual([query, '400 bad_request']);
  });

  it('omits unknown nouns', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    await query(
      server.database,
      `insert into activity (user_id, at, noun, action, record_count, about) values ($1, now(), 'dragon', 'added', 1, $2)`,
      [ada.id, home.id],
    );
    expect(await linesOf(ada, home)).toEqual([['Property added']]);
  });
});

describe('the tenants and suppliers of a property', () => {
  it('have entries from arrival to departure', async () => {
    const ada = await landlord();
    const [home, supplier] = [await addedProperty(ada), await addedSupplier(ada)];
    const tenant = await addedTenant(ada, { propertyId: home.id, name: 'Grace Hopper' });
    await ada.patch(tenantAt(tenant), { movedOut: '2026-06-30' }, 1);
    await ada.patch(tenantAt(tenant), { movedOut: null }, 2);
    await ada.patch(tenantAt(tenant), { periodic: true }, 3);
    await ada.delete(tenantAt(tenant), 4);
    const link = `/api/suppliers/${supplier.id}/properties/${home.id}`;
    expect([(await ada.put(link, undefined)).status, (await ada.delete(link)).status]).toEqual([204, 204]);
    expect((await linesOf(ada, home)).flat()).toEqual([
      'Supplier Harbour Plumbing Ltd unlinked',
      'Supplier Harbour Plumbing Ltd linked',
      'Tenant Grace Hopper removed',
      'Tenant Grace Hopper: tenancy made periodic',
      'Tenant Grace Hopper moved back in',
      'Tenant Grace Hopper moved out on 30 Jun 2026',
      'Tenant Grace Hopper added',
      'Property added',
    ]);
  });

  it('have entries in the names and units of the API', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const { url } = await uploadedPhoto(ada, { bucket: 'tenant_images' });
    const tenant = await addedTenant(ada, { propertyId: home.id, rentAmount: 120_050, depositAmount: 1 });
    const input = { rentAmount: 125_075, depositAmount: 2, avatar: url, leaseEnd: '2027-03-31' };
    await ada.put(tenantAt(tenant), newTenant({ propertyId: home.id, ...input }), 1);
    expect(byField((await historyOf(ada, home)).items[0])).toEqual([
      { field: 'avatar', was: null, is: url },
      { field: 'depositAmount', was: 1, is: 2 },
      { field: 'leaseEnd', was: '2199-12-31', is: '2027-03-31' },
      { field: 'rentAmount', was: 120_050, is: 125_075 },
    ]);
  });

  it('move between properties without mentioning the other one', async () => {
    const ada = await landlord();
    const [home, flat] = [await addedProperty(ada), await addedProperty(ada)];
    const tenant = await addedTenant(ada, { propertyId: home.id, name: 'Grace Hopper' });
    await ada.put(tenantAt(tenant), newTenant({ propertyId: flat.id, rentAmount: 1 }), 1);
    await ada.put(tenantAt(tenant), newTenant({ propertyId: flat.id, rentAmount: 2 }), 2);
    expect(await linesOf(ada, home)).toEqual([
      ['Tenant Grace Hopper moved to another property'],
      ['Tenant Grace Hopper added'],
      ['Property added'],
    ]);
    expect(await linesOf(ada, flat)).toEqual([
      ['Tenant Grace Hopper: rent per month £0.01 → £0.02'],
      expect.arrayContaining(['Tenant Grace Hopper assigned', 'Tenant Grace Hopper: rent per month £1,450.00 → £0.01']),
      ['Property added'],
    ]);
    expect(await linesOf(ada, { id: home.id.toUpperCase() })).toEqual(await linesOf(ada, home));
    expect(JSON.stringify(await historyOf(ada, home))).not.toContain(flat.id);
    expect(JSON.stringify(await historyOf(ada, flat))).not.toContain(home.id);
  });

  it('have no entry when the address changes, and no mention of a deleted property', async () => {
    const ada = await landlord();
    const [home, gone] = [await addedProperty(ada), await addedProperty(ada)];
    const tenant = await addedTenant(ada, { propertyId: gone.id, leaseEnd: '2026-01-31' });
    await ada.delete(`/api/properties/${gone.id}`, 1);
    await ada.put(tenantAt(tenant), newTenant({ propertyId: home.id, leaseEnd: '2026-01-31' }), 2);
    await ada.patch(tenantAt(tenant), { periodic: false }, 3);
    await ada.put(`/api/properties/${home.id}`, newProperty({ address: 'New House' }), 1);
    expect(await linesOf(ada, home)).toEqual([
      ['Address: 14 Chandos Terrace → New House'],
      ['Tenant Grace Hopper assigned'],
      ['Property added'],
    ]);
  });
});
