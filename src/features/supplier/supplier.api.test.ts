import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import {
  addedProperty,
  addedSupplier,
  type Landlord,
  landlord,
  listedSuppliers,
} from '../../../test/fixtures/landlords.ts';
import { newSupplier } from '../../../test/fixtures/make.ts';
import { expectUnchanged } from '../../../test/reading/snapshot.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { SUPPLIER_LIST, TEXTS } from './listed.ts';
import { SUPPLIER, Supplier, SupplierRecord } from './supplier.ts';

type Id = { id: string };
const at = ({ id }: Id) => `/api/suppliers/${id}`;
const link = (supplier: Id, property: Id) => `${at(supplier)}/properties/${property.id}`;

describe('suppliers pass the record contract (S2.3.1, S2.6.1, S2.7.2, S2.7.3, S2.7.4, S2.7.5, S2.7.6)', () => {
  recordContract({
    path: '/api/suppliers',
    notFound: TEXTS.notFound,
    record: SupplierRecord,
    item: Supplier,
    fields: SUPPLIER,
    input: async () => newSupplier(),
    wrong: [
      [{ website: 'javascript:alert(1)' }, { website: 'Valid website URL is required' }],
      [{ logo: 'https://elsewhere.example/x.jpg' }, { logo: 'Upload the file again' }],
      [{ serviceType: 'Taxidermy' }, { serviceType: 'Service type is required' }],
      [{ addedProperties: ['x'] }, { 'addedProperties.0': 'Invalid UUID' }],
    ],
    sorts: Object.keys(SUPPLIER_LIST.sorts),
    searched: 'name',
    wrongQueries: ['serviceType=plumbing', 'propertyId=x'],
    picture: { field: 'logo', bucket: 'supplier_images' },
  });
});

it('searches name, service type, email and phone only (S2.2.7, S2.5.10, S2.7.1)', async () => {
  const ada = await landlord();
  await addedSupplier(ada, { name: 'Pike', serviceType: 'General Maintenance', email: 'office@pike.example' });
  const phone = '+44 (0)113 496-0175';
  await addedSupplier(ada, {
    name: 'Éclair',
    phone,
    contactPerson: 'Zebedee',
    address: '7 Xylophone Way',
    notes: 'Hush',
  });
  const found = async (q: string) =>
    (await listedSuppliers(ada, `?q=${encodeURIComponent(q)}`)).items.map(({ name }) => name);
  expect(await found('PIKE')).toEqual(['Pike']);
  expect(await found('general m')).toEqual(['Pike']);
  expect(await found('pike.EX')).toEqual(['Pike']);
  for (const words of ['0113 496 0175', '4960175', '+44 (0)113']) expect(await found(words)).toEqual(['Éclair']);
  for (const words of ['0113 496 0176', '()()', 'Zebedee', 'Xylophone', 'Hush', 'PikeGeneral'])
    expect(await found(words)).toEqual([]);
});

it('filters by service type or property, and sorts without regard to case and accents', async () => {
  const ada = await landlord();
  const [mill, quay] = [await addedProperty(ada), await addedProperty(ada)];
  await addedSupplier(ada, { name: 'pike', addedProperties: [mill.id, quay.id] });
  await addedSupplier(ada, { name: 'Öl', serviceType: 'Roofing', addedProperties: [mill.id] });
  await addedSupplier(ada, { name: 'Perch', addedProperties: [quay.id] });
  const names = async (query: string) => (await listedSuppliers(ada, query)).items.map(({ name }) => name);
  expect(await names('')).toEqual(['Öl', 'Perch', 'pike']);
  expect(await names('?sort=newest')).toEqual(['Perch', 'Öl', 'pike']);
  expect(await names('?serviceType=Plumbing')).toEqual(['Perch', 'pike']);
  expect(await names(`?propertyId=${mill.id.toUpperCase()}&serviceType=Plumbing`)).toEqual(['pike']);
  expect((await listedSuppliers(ada, `?propertyId=${mill.id}&limit=1`)).total).toBe(2);
  expect((await listedSuppliers(await landlord(), `?propertyId=${mill.id}`)).total).toBe(0);
});

/** Returns the ids of a supplier's properties, and checks that page and list agree on their number. */
async function looksAfter(ada: Landlord, supplier: Id): Promise<string[]> {
  const { properties, servicedProperties } = (await ada.get(at(supplier))).as(SupplierRecord);
  const listed = (await listedSuppliers(ada)).items.find(({ id }) => id === supplier.id);
  expect([properties, listed?.properties]).toEqual([servicedProperties.length, servicedProperties.length]);
  return servicedProperties.map(({ id }) => id);
}

describe('the properties of a supplier (S2.3.3)', () => {
  it('are linked and unlinked by a save, sorted by address, and unchanged if not mentioned', async () => {
    const ada = await landlord();
    const [ten, two, six] = [
      await addedProperty(ada, { address: '10 Mill Lane' }),
      await addedProperty(ada, { address: '2 Mill Lane' }),
      await addedProperty(ada, { address: '6 Mill Lane' }),
    ];
    const plumber = await addedSupplier(ada, { addedProperties: [ten.id, two.id, two.id.toUpperCase()] });
    expect(plumber.servicedProperties.map(({ address }) => address)).toEqual(['2 Mill Lane', '10 Mill Lane']);
    const change = newSupplier({ addedProperties: [six.id, two.id], removedProperties: [ten.id, randomUUID()] });
    expect((await ada.put(at(plumber), change, 1)).as(SupplierRecord)).toMatchObject({ properties: 2, version: 2 });
    expect(await looksAfter(ada, plumber)).toEqual([two.id, six.id]);
    await ada.delete(`/api/properties/${two.id}`, 1);
    expect(await looksAfter(ada, plumber)).toEqual([six.id]);
  });

  it('rejects a link to a missing property or another landlord’s, and saves nothing', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [mine, theirs] = [await addedProperty(ada), await addedProperty(bob)];
    const theirPlumber = await addedSupplier(bob, { addedProperties: [theirs.id] });
    const plumber = await addedSupplier(ada);
    const odd = [link(plumber, { id: 'x' }), link({ id: 'x' }, mine)];
    await expectUnchanged(server.database, [ada, bob], async () => {
      for (const unknown of [theirs.id, randomUUID()]) {
        const wrong = newSupplier({ notes: 'New', addedProperties: [mine.id, unknown] });
        for (const answer of [await ada.post('/api/suppliers', wrong), await ada.put(at(plumber), wrong, 1)])
          expect([answer.outcome, answer.fields]).toEqual([
            '422 invalid_input',
            { addedProperties: 'One of these properties no longer exists. Choose again.' },
          ]);
      }
      for (const path of [link(plumber, theirs), link(theirPlumber, mine), link(theirPlumber, theirs), ...odd])
        for (const answer of [await ada.put(path, undefined), await ada.delete(path)])
          expect(answer.outcome).toBe('404 not_found');
    });
    await ada.put(at(plumber), newSupplier({ removedProperties: [theirs.id] }), 1);
    expect(await looksAfter(bob, theirPlumber)).toEqual([theirs.id]);
  });

  it('are linked once on the property’s page, even by concurrent requests', async () => {
    const ada = await landlord();
    const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.put(link(plumber, house), undefined)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await looksAfter(ada, plumber)).toEqual([house.id]);
    const both = await Promise.all([ada.delete(link(plumber, house)), ada.delete(link(plumber, house))]);
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect(await looksAfter(ada, plumber)).toEqual([]);
    const links = `select action, about from activity where user_id = $1 and noun = 'supplier link' order by id`;
    const rows = await query(server.database, links, [ada.id]);
    expect(rows).toEqual(['added', 'removed'].map((action) => ({ action, about: house.id })));
  });

  it('do not deadlock when the form and the page link the same properties concurrently', async () => {
    const ada = await landlord();
    const ids = (await Promise.all(Array.from({ length: 5 }, () => addedProperty(ada)))).map(({ id }) => id);
    const plumber = await addedSupplier(ada);
    const answers = await Promise.all([
      ada.put(at(plumber), newSupplier({ addedProperties: ids }), 1),
      ...ids.map((id) => ada.put(link(plumber, { id }), undefined)),
      ...ids.toReversed().map((id) => ada.post('/api/suppliers', newSupplier({ addedProperties: [id, ...ids] }))),
    ]);
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
    expect((await looksAfter(ada, plumber)).sort()).toEqual(ids.sort());
  });

  it('are removed when supplier and property are deleted concurrently', async () => {
    const ada = await landlord();
    for (const path of ['/api/properties', '/api/suppliers', '/api/properties', '/api/suppliers']) {
      const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
      const gone = path === '/api/properties' ? house : plumber;
      const [linked, deleted] = await Promise.all([
        ada.put(link(plumber, house), undefined),
        ada.delete(`${path}/${gone.id}`, 1),
      ]);
      expect([linked?.status, deleted?.status]).toEqual([expect.toBeOneOf([204, 404]), 204]);
    }
    expect(await query(server.database, 'select id from supplier_properties where user_id = $1', [ada.id])).toEqual([]);
  });
});
