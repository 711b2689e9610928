/** Properties over HTTP: adding, finding, paging, and what is odd and may be all the same. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord, listedProperties } from '../../../test/landlords.ts';
import { newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { NO_COMPLIANCE } from './compliance/compliance.ts';
import { Property, PropertyInput, PropertyRecord } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const search = (words: string) => `?q=${encodeURIComponent(words)}`;

describe('a property', () => {
  it('is kept as it was entered, with what the specification adds', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { bedrooms: 3, rent: 145_050, city: 'Bristol' });
    expect(house).toEqual({
      ...PropertyInput.parse(newProperty({ rent: 145_050 })),
      removedCertificates: undefined,
      removedInvoices: undefined,
      compliance: NO_COMPLIANCE,
      id: house.id,
      state: 'Bristol',
      chosenStatus: 'vacant',
      dateAdded: house.dateAdded,
      version: 1,
    });
    const [row] = await query(
      server.database,
      'select size, monthly_rent, purchase_price, purchase_date, user_id from properties where id = $1',
      [house.id],
    );
    expect(row).toEqual({
      size: 300,
      monthly_rent: '1450.50',
      purchase_price: '0.00',
      purchase_date: null,
      user_id: ada.id,
    });
  });

  it('reads the same wherever it is read', async () => {
    const ada = await landlord();
    const added = await addedProperty(ada);
    const changed = (await ada.put(at(added), newProperty({ description: '' }), 1)).as(PropertyRecord);
    expect((await ada.get(at(added))).as(PropertyRecord)).toEqual(changed);
    expect((await listedProperties(ada)).items).toEqual([Property.parse(changed)]);
    expect(changed).toEqual({ ...added, description: '', version: 2 });
    expect(added.dateAdded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('needs neither description nor status', async () => {
    const ada = await landlord();
    const input = { ...newProperty(), description: undefined, status: undefined };
    const added = await ada.post('/api/properties', input);
    expect(added.as(PropertyRecord)).toMatchObject({ description: '', status: 'vacant' });
  });

  it('follows its town with the county only as long as the two were one', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { city: 'Bristol' });
    const moved = (await ada.put(at(house), newProperty({ city: 'Bath' }), 1)).as(PropertyRecord);
    expect(moved.state).toBe('Bath');
    await query(server.database, `update properties set state = 'Somerset' where id = $1`, [house.id]);
    const again = (await ada.put(at(house), newProperty({ city: 'Wells' }), 3)).as(PropertyRecord);
    expect(again.state).toBe('Somerset');
  });
});

describe('what may be a property, however odd', () => {
  it.each([
    '<script>alert(1)</script>',
    `'; drop table properties; --`,
    '🏠 Château d’If — 7½ Ḉ',
    'شارع الملك فهد ١٢',
    'רחוב הרצל 5',
    '\u202Egnitsil a\u202C listing',
    '&amp; %00 \\u0000 {{7*7}} #{7*7}',
    'e\u0301 and é',
  ])('%s comes back as it was', async (text) => {
    const ada = await landlord();
    const wanted = { address: text, description: `${text}\n\n\t${text}` };
    const house = await addedProperty(ada, wanted);
    expect((await ada.get(at(house))).as(PropertyRecord)).toMatchObject(wanted);
    expect((await listedProperties(ada, search(text))).items).toMatchObject([wanted]);
  });

  it('may be as long as it gets: 200 characters of address, 2,000 of description, the most rent', async () => {
    const ada = await landlord();
    const wanted = { address: '🏠'.repeat(200), description: '🛁'.repeat(2000), rent: 9_999_999_999, bedrooms: 1000 };
    const house = await addedProperty(ada, wanted);
    expect((await ada.get(at(house))).as(PropertyRecord)).toMatchObject(wanted);
  });

  it('belongs to who adds it, whatever the body says', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedProperty(bob);
    const extra = {
      id: theirs.id,
      user_id: bob.id,
      userId: bob.id,
      version: 77,
      dateAdded: '2001-01-01',
      state: 'Mine',
    };
    const mine = (await ada.post('/api/properties', { ...newProperty(), ...extra })).as(PropertyRecord);
    expect(mine).toMatchObject({ version: 1, state: 'Bristol' });
    expect(mine.id).not.toBe(theirs.id);
    const changed = (await ada.put(at(mine), { ...newProperty({ rent: 1 }), ...extra }, 1)).as(PropertyRecord);
    expect(changed).toEqual({ ...mine, rent: 1, version: 2 });
    expect((await bob.get(at(theirs))).as(PropertyRecord)).toEqual(theirs);
    expect((await listedProperties(bob)).total).toBe(1);
  });
});

describe('an id', () => {
  let ada: Landlord;
  beforeAll(async () => {
    ada = await landlord();
  });

  it.each([
    randomUUID(),
    'x',
    '1',
    '%00',
    '..%2f..',
    'null',
    `${randomUUID()}x`,
    '00000000-0000-0000-0000-000000000000',
    '%F0%9F%8F%A0',
  ])('that nobody has (%s) is not found, to read, to change and to remove', async (id) => {
    const answers = [
      await ada.get(at({ id })),
      await ada.put(at({ id }), newProperty(), 1),
      await ada.delete(at({ id }), 1),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('404 not_found'));
  });

  it('is the same in capitals', async () => {
    const house = await addedProperty(ada);
    expect((await ada.get(at({ id: house.id.toUpperCase() }))).as(PropertyRecord)).toEqual(house);
  });
});
