/** Suppliers over HTTP: adding, changing, removing, and what is odd and may be all the same. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { query } from '../../../test/database.ts';
import { addedProperty, addedSupplier, landlord, listedSuppliers } from '../../../test/landlords.ts';
import { newSupplier } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { SERVICE_TYPES, Supplier, SupplierRecord } from './supplier.ts';

const at = ({ id }: { id: string }) => `/api/suppliers/${id}`;
const search = (words: string) => `?q=${encodeURIComponent(words)}`;
const Conflict = z.object({ error: z.object({ current: SupplierRecord, yours: z.unknown().optional() }) });

describe('a supplier', () => {
  it('is kept as it was entered, every field of it, and belongs to who added it', async () => {
    const ada = await landlord();
    const plumber = await addedSupplier(ada);
    expect(plumber).toEqual({
      ...newSupplier(),
      logo: null,
      id: plumber.id,
      properties: 0,
      servicedProperties: [],
      dateAdded: plumber.dateAdded,
      version: 1,
    });
    const [row] = await query(
      server.database,
      `select user_id, name, email, phone, service_type, contact_person, address, website, notes, image_url
       from suppliers where id = $1`,
      [plumber.id],
    );
    expect(row).toEqual({
      user_id: ada.id,
      name: 'Harbour Plumbing Ltd',
      email: 'office@harbour-plumbing.example',
      phone: '0117 496 0123',
      service_type: 'Plumbing',
      contact_person: 'Mary Pike',
      address: '3 Dock Road, Bristol BS1 4RB',
      website: 'harbour-plumbing.example',
      notes: 'Closed on Fridays.',
      image_url: null,
    });
  });

  it('is changed in every field, and reads the same wherever it is read', async () => {
    const ada = await landlord();
    const added = await addedSupplier(ada);
    const other = {
      name: 'Éclair Électrique',
      email: 'mary.pike+new@example.org',
      phone: '+33 1 23 45 67 89',
      serviceType: 'Electrical',
      contactPerson: 'Jean d’Arc',
      address: '1 Rue de Rivoli\n75001 Paris',
      website: 'https://éclair.example/fr',
      notes: '',
    } as const;
    const changed = (await ada.put(at(added), newSupplier(other), 1)).as(SupplierRecord);
    expect(changed).toEqual({ ...added, ...other, version: 2 });
    expect((await ada.get(at(added))).as(SupplierRecord)).toEqual(changed);
    expect((await listedSuppliers(ada)).items).toEqual([Supplier.parse(changed)]);
    expect(added.dateAdded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('needs neither website nor notes', async () => {
    const ada = await landlord();
    const least = { ...newSupplier(), website: undefined, notes: undefined };
    const added = (await ada.post('/api/suppliers', least)).as(SupplierRecord);
    expect(added).toMatchObject({ website: '', notes: '', logo: null });
    expect(await query(server.database, 'select website, notes from suppliers where id = $1', [added.id])).toEqual([
      { website: null, notes: null },
    ]);
  });

  it.each(SERVICE_TYPES)('may offer %s', async (serviceType) => {
    expect(await addedSupplier(await landlord(), { serviceType })).toMatchObject({ serviceType });
  });

  it.each([
    '<script>alert(1)</script>',
    `'; drop table suppliers; --`,
    '🔧 Château d’If — 7½ Ḉ',
    'شارع الملك فهد ١٢',
    '\u202Egnitsil a\u202C listing',
    '&amp; %00 \\u0000 {{7*7}} #{7*7}',
    'e\u0301 and é',
  ])('may be called %s, which comes back and is found as it was', async (text) => {
    const ada = await landlord();
    const wanted = { name: text, contactPerson: text, address: text, notes: `${text}\n\n\t${text}` };
    const added = await addedSupplier(ada, wanted);
    expect((await ada.get(at(added))).as(SupplierRecord)).toMatchObject(wanted);
    expect((await listedSuppliers(ada, search(text))).items).toMatchObject([wanted]);
  });

  it('may be as long as it gets', async () => {
    const ada = await landlord();
    const wanted = {
      name: '🔧'.repeat(200),
      email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.example`,
      phone: '0'.repeat(50),
      contactPerson: '🙂'.repeat(200),
      address: '🏠'.repeat(500),
      website: `https://example.com/${'x'.repeat(480)}`,
      notes: '🛁'.repeat(2000),
    };
    expect(await addedSupplier(ada, wanted)).toMatchObject(wanted);
    expect((await listedSuppliers(ada, '?limit=1')).items).toMatchObject([wanted]);
  });

  it('belongs to who adds it, whatever the body says', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedSupplier(bob);
    const extra = {
      id: theirs.id,
      user_id: bob.id,
      userId: bob.id,
      version: 77,
      dateAdded: '2001-01-01',
      properties: 12,
      servicedProperties: [{ id: randomUUID(), address: 'x', city: 'y' }],
    };
    const mine = (await ada.post('/api/suppliers', { ...newSupplier(), ...extra })).as(SupplierRecord);
    expect(mine).toMatchObject({ version: 1, properties: 0, servicedProperties: [] });
    expect(mine.id).not.toBe(theirs.id);
    const changed = (await ada.put(at(mine), { ...newSupplier({ notes: '' }), ...extra }, 1)).as(SupplierRecord);
    expect(changed).toEqual({ ...mine, notes: '', version: 2 });
    expect((await bob.get(at(theirs))).as(SupplierRecord)).toEqual(theirs);
    expect((await listedSuppliers(bob)).total).toBe(1);
  });
});

describe('an id', () => {
  it.each([randomUUID(), 'x', '%00', '..%2f..', 'null', '00000000-0000-0000-0000-000000000000', '%F0%9F%8F%A0'])(
    'that nobody has (%s) is not found, to read, to change, to remove and to link',
    async (id) => {
      const ada = await landlord();
      const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
      const answers = [
        await ada.get(at({ id })),
        await ada.put(at({ id }), newSupplier(), 1),
        await ada.delete(at({ id }), 1),
        await ada.put(`${at({ id })}/properties/${house.id}`, undefined),
        await ada.delete(`${at({ id })}/properties/${house.id}`),
        await ada.put(`${at(plumber)}/properties/${id}`, undefined),
        await ada.delete(`${at(plumber)}/properties/${id}`),
      ];
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(7).fill('404 not_found'));
    },
  );
});

describe('two people and one supplier', () => {
  it('cannot both change it: the later is shown both versions, and nothing of theirs is kept', async () => {
    const ada = await landlord();
    const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
    const first = (await ada.put(at(plumber), newSupplier({ notes: 'First' }), 1)).as(SupplierRecord);
    const late = newSupplier({ notes: 'Second', addedProperties: [house.id] });
    const second = await ada.put(at(plumber), late, 1);
    expect(second.outcome).toBe('409 changed_meanwhile');
    expect(second.as(Conflict).error).toMatchObject({ current: first, yours: late });
    expect((await ada.get(at(plumber))).as(SupplierRecord)).toEqual(first);
  });

  it('can it neither be removed by who has not seen the change, nor changed without saying what was seen', async () => {
    const ada = await landlord();
    const plumber = await addedSupplier(ada);
    const changed = (await ada.put(at(plumber), newSupplier({ notes: 'First' }), 1)).as(SupplierRecord);
    const removal = await ada.delete(at(plumber), 1);
    expect([removal.outcome, removal.as(Conflict).error.current]).toEqual(['409 changed_meanwhile', changed]);
    expect((await ada.put(at(plumber), newSupplier())).outcome).toBe('428 version_required');
    expect((await ada.delete(at(plumber))).outcome).toBe('428 version_required');
    expect((await ada.get(at(plumber))).as(SupplierRecord)).toEqual(changed);
  });

  it('is gone once it was removed', async () => {
    const ada = await landlord();
    const [plumber, kept] = [await addedSupplier(ada), await addedSupplier(ada)];
    expect((await ada.delete(at(plumber), 1)).status).toBe(204);
    expect((await ada.get(at(plumber))).text).toContain('Supplier not found');
    expect((await ada.put(at(plumber), newSupplier(), 1)).outcome).toBe('404 not_found');
    expect((await ada.delete(at(plumber), 1)).outcome).toBe('404 not_found');
    expect(await listedSuppliers(ada)).toEqual({ items: [Supplier.parse(kept)], nextCursor: null, total: 1 });
  });

  it('takes one of ten changes that start from one version at once', async () => {
    const ada = await landlord();
    const plumber = await addedSupplier(ada);
    const all = Array.from({ length: 10 }, (_, index) => newSupplier({ notes: `${index}` }));
    const answers = await Promise.all(all.map((input) => ada.put(at(plumber), input, 1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'changed_meanwhile')).toHaveLength(9);
  });
});
