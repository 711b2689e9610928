/** The history of a property over HTTP: told in the words and units of the API, newest first, a page at a time. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, type Landlord, landlord } from '../../../test/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty } from '../../../test/make.ts';
import { uploadedPhoto } from '../../../test/uploads.ts';
import { HistoryEntry } from './history.ts';
import { PropertyRecord } from './property.ts';

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

  it('has 50 entries a page', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    for (let rent = 1; rent <= 50; rent++) await ada.put(`/api/properties/${house.id}`, newProperty({ rent }), rent);
    const { items, nextCursor } = await historyOf(ada, house);
    expect(items).toHaveLength(50);
    const { items: rest } = await historyOf(ada, house, `?cursor=${encodeURIComponent(nextCursor ?? '')}`);
    expect(rest).toMatchObject([{ action: 'added' }]);
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
