/** The history of a property over HTTP: told in the words and units of the API, newest first, a page at a time. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { query } from '../../../../test/database.ts';
import { addedProperty, addedSupplier, addedTenant, type Landlord, landlord } from '../../../../test/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty, newTenant } from '../../../../test/make.ts';
import { server } from '../../../../test/server.ts';
import { uploadedPhoto } from '../../../../test/uploads.ts';
import { PropertyRecord } from '../property.ts';
import { HistoryEntry } from './history.ts';
import { entryLines } from './history-lines.ts';

const Page = z.object({ items: z.array(HistoryEntry), nextCursor: z.string().nullable() }).strict();

async function historyOf(ada: Landlord, { id }: { id: string }, query = '') {
  return (await ada.get(`/api/properties/${id}/history${query}`)).as(Page);
}

/** Saves the property and answers with what its history has to say of that, newest first. */
async function save(ada: Landlord, house: PropertyRecord, given: Parameters<typeof newProperty>[0]) {
  const before = (await historyOf(ada, house)).items.length;
  const answer = await ada.put(`/api/properties/${house.id}`, newProperty(given), house.version);
  const after = (await historyOf(ada, house)).items;
  return { house: answer.as(PropertyRecord), entries: after.slice(0, after.length - before) };
}

describe('the history of a property', () => {
  it('begins with what it was added with', async () => {
    const ada = await landlord();
    const from = new Date().toISOString();
    const house = await addedProperty(ada, {
      certificates: [newCertificate({ name: 'CP12' })],
      compliance: newCompliance(),
      invoices: [newInvoice(), newInvoice()],
    });
    const { items, nextCursor } = await historyOf(ada, house);
    expect(items).toMatchObject([
      { noun: 'invoice', action: 'added', label: null, count: 2, changes: null },
      { noun: 'compliance', action: 'added', label: null, count: 1, changes: null },
      { noun: 'certificate', action: 'added', label: 'CP12', count: 1, changes: null },
      { noun: 'property', action: 'added', label: '14 Chandos Terrace', count: 1, changes: null },
    ]);
    expect(nextCursor).toBeNull();
    const at = items.map((entry) => new Date(entry.at).toISOString());
    expect(at).toEqual(Array(4).fill(house.dateAdded));
    expect(house.dateAdded >= from).toBe(true);
  });

  it('names what changed as the API does: rent in pence, days as days, fields by their names', async () => {
    const ada = await landlord();
    const photo = await uploadedPhoto(ada);
    const start = await addedProperty(ada, {
      rent: 145_050,
      certificates: [newCertificate({ cost: 1 })],
      compliance: newCompliance(),
    });
    const certificates = start.certificates.map((one) =>
      newCertificate({ ...one, cost: 9_999_999_999, expirationDate: null, providerName: '' }),
    );
    const { gasSafety, ...others } = newCompliance();
    const compliance = { ...others, gasSafety: { ...gasSafety, expiryDate: '2028-01-01', completed: false } };
    const given = {
      rent: 150_099,
      postalCode: 'ba11aa',
      propertyType: 'flat',
      imageUrl: photo.url,
      certificates,
    } as const;
    const { entries } = await save(ada, start, { ...given, compliance });
    const [complied, certified, changed, ...more] = entries;
    expect(more).toEqual([]);
    expect(complied).toMatchObject({ noun: 'compliance', action: 'changed', count: 1 });
    expect(complied?.changes).toEqual(
      expect.arrayContaining([
        { field: 'gasSafety.expiryDate', was: '2027-02-28', is: '2028-01-01' },
        { field: 'gasSafety.completed', was: true, is: false },
      ]),
    );
    expect(certified).toMatchObject({ noun: 'certificate', action: 'changed', label: 'Gas Safety Record' });
    expect(certified?.changes?.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'cost', was: 1, is: 9_999_999_999 },
      { field: 'expirationDate', was: '2027-02-28', is: null },
      { field: 'providerName', was: 'Warm & Sons', is: null },
    ]);
    expect(changed?.changes?.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'imageUrl', was: null, is: photo.url },
      { field: 'postalCode', was: 'BS6 6QJ', is: 'BA1 1AA' },
      { field: 'propertyType', was: 'terraced', is: 'flat' },
      { field: 'rent', was: 145_050, is: 150_099 },
    ]);
  });

  it('tells of what was removed by its name, and of several by their number', async () => {
    const ada = await landlord();
    const start = await addedProperty(ada, {
      certificates: [newCertificate({ name: 'EPC' })],
      invoices: [newInvoice(), newInvoice()],
    });
    const { entries } = await save(ada, start, {
      removedCertificates: start.certificates.map(({ id }) => id),
      removedInvoices: start.invoices.map(({ id }) => id),
    });
    expect(entries).toMatchObject([
      { noun: 'invoice', action: 'removed', label: null, count: 2 },
      { noun: 'certificate', action: 'removed', label: 'EPC', count: 1 },
    ]);
  });

  it('keeps no key code and no long text, only that they changed', async () => {
    const ada = await landlord();
    const start = await addedProperty(ada, { keyCode: '4711', certificates: [newCertificate({ notes: 'short' })] });
    const certificates = start.certificates.map((one) => newCertificate({ ...one, notes: 'long '.repeat(100) }));
    const { entries } = await save(ada, start, { keyCode: '0815', certificates });
    expect(entries.map(({ changes }) => changes)).toEqual([
      [{ field: 'notes', was: 'short', is: '…' }],
      [{ field: 'keyCode', was: '…', is: '…' }],
    ]);
  });

  it('says nothing of a save that changes nothing', async () => {
    const ada = await landlord();
    const parts = { certificates: [newCertificate()], compliance: newCompliance(), invoices: [newInvoice()] };
    const start = await addedProperty(ada, parts);
    const same = { ...start, certificates: start.certificates.map(newCertificate) };
    const { house, entries } = await save(ada, start, {
      ...parts,
      certificates: same.certificates,
      invoices: start.invoices,
    });
    expect([house.version, entries]).toEqual([2, []]);
  });

  it('is that of one property, and of its landlord only', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const house = await addedProperty(ada, { certificates: [newCertificate()] });
    await addedProperty(ada, { certificates: [newCertificate()] });
    expect((await historyOf(ada, house)).items).toHaveLength(2);
    const strange = [`/api/properties/${house.id}/history`, `/api/properties/${randomUUID()}/history`];
    for (const path of strange) expect((await bob.get(path)).outcome).toBe('404 not_found');
    expect((await ada.get('/api/properties/x/history')).outcome).toBe('404 not_found');
    await ada.delete(`/api/properties/${house.id}`, 1);
    expect((await ada.get(`/api/properties/${house.id}/history`)).outcome).toBe('404 not_found');
  });
});

describe('a long history', () => {
  it('comes a page at a time: each entry once, in pages of any size, also where many are of one moment', async () => {
    const ada = await landlord();
    let house = await addedProperty(ada, { certificates: [newCertificate()], invoices: [newInvoice()] });
    for (const rent of [1, 2]) ({ house } = await save(ada, house, { rent, certificates: [{ name: `EPC ${rent}` }] }));
    const whole = (await historyOf(ada, house)).items;
    expect(whole).toHaveLength(7);
    for (const limit of [1, 2, 7]) {
      const pieces: HistoryEntry[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const after = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const page: z.infer<typeof Page> = await historyOf(ada, house, `?limit=${limit}${after}`);
        pieces.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(pieces).toEqual(whole);
    }
  });

  it.each([
    'limit=0',
    'limit=101',
    'cursor=x',
    'cursor=[]',
    `cursor=${encodeURIComponent(JSON.stringify(['0000-01-01T00:00:00.000Z', '1']))}`,
    `cursor=${encodeURIComponent(JSON.stringify(['2026-01-01T00:00:00.000Z', '9'.repeat(19)]))}`,
    `cursor=${encodeURIComponent(JSON.stringify(["2026-01-01'; --", '1']))}`,
    `cursor=${encodeURIComponent(JSON.stringify(['2026-01-01T00:00:00.000Z', 'x']))}`,
  ])('asked for %s is refused', async (wrong) => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    expect((await ada.get(`/api/properties/${house.id}/history?${wrong}`)).outcome).toBe('400 bad_request');
  });
});

const tenantAt = ({ id }: { id: string }) => `/api/tenants/${id}`;

async function entriesOf(ada: Landlord, { id }: { id: string }): Promise<HistoryEntry[]> {
  return (await ada.get(`/api/properties/${id}/history`)).as(z.object({ items: z.array(HistoryEntry) })).items;
}
const linesOf = async (ada: Landlord, house: { id: string }) => (await entriesOf(ada, house)).map(entryLines);

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
    const [entry] = await entriesOf(ada, house);
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
    expect(JSON.stringify(await entriesOf(ada, house))).not.toContain(flat.id);
    expect(JSON.stringify(await entriesOf(ada, flat))).not.toContain(house.id);
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
