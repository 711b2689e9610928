/** Properties over HTTP: adding, finding, paging, and everything people may type or send instead. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord, listedProperties } from '../../../test/landlords.ts';
import { newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { Property } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const search = (words: string) => `?q=${encodeURIComponent(words)}`;

describe('a property', () => {
  it('is kept as it was entered, with what the specification adds', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { bedrooms: 3, rent: 145_050, city: 'Bristol' });
    expect(house).toEqual({
      ...newProperty({ rent: 145_050 }),
      id: house.id,
      state: 'Bristol',
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
    const changed = (await ada.put(at(added), newProperty({ description: '' }), 1)).as(Property);
    expect((await ada.get(at(added))).as(Property)).toEqual(changed);
    expect((await listedProperties(ada)).items).toEqual([changed]);
    expect(changed).toEqual({ ...added, description: '', version: 2 });
    expect(added.dateAdded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('needs neither description nor status', async () => {
    const ada = await landlord();
    const input = { ...newProperty(), description: undefined, status: undefined };
    const added = await ada.post('/api/properties', input);
    expect(added.as(Property)).toMatchObject({ description: '', status: 'vacant' });
  });

  it('follows its town with the county only as long as the two were one', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { city: 'Bristol' });
    const moved = (await ada.put(at(house), newProperty({ city: 'Bath' }), 1)).as(Property);
    expect(moved.state).toBe('Bath');
    await query(server.database, `update properties set state = 'Somerset' where id = $1`, [house.id]);
    const again = (await ada.put(at(house), newProperty({ city: 'Wells' }), 3)).as(Property);
    expect(again.state).toBe('Somerset');
  });
});

describe('what cannot be a property', () => {
  const address = 'Address must be at least 5 characters';
  let cleo: Landlord;
  let house: Property;
  beforeAll(async () => {
    cleo = await landlord();
    house = await addedProperty(cleo);
  });

  it.each([
    ['an empty address', { address: '' }, { address }],
    ['an address of spaces', { address: '      ' }, { address }],
    ['an address of four letters in spaces', { address: '  abcd  ' }, { address }],
    ['an address of 201 characters', { address: 'x'.repeat(201) }, { address: 'Please keep this to 200 characters' }],
    ['an address of two lines', { address: '14 Chandos\nTerrace' }, { address: 'Please keep this to one line' }],
    ['NUL in the address', { address: '14 Cha\0ndos' }, { address: 'This contains characters that cannot be stored' }],
    ['half an emoji', { address: '14 Cha\ud83dndos' }, { address: 'This contains characters that cannot be stored' }],
    ['one emoji for a town', { city: '🏠' }, { city: 'City is required' }],
    ['a number for a town', { city: 12 }, { city: 'City is required' }],
    ['a list for a town', { city: ['Bath'] }, { city: 'City is required' }],
    ['null for a postcode', { postalCode: null }, { postalCode: 'Valid postal code is required' }],
    ['a castle', { propertyType: 'castle' }, { propertyType: 'Property type is required' }],
    ['minus one bedroom', { bedrooms: -1 }, { bedrooms: 'Number of bedrooms is required' }],
    ['half a bedroom', { bedrooms: 1.5 }, { bedrooms: 'Please enter a whole number' }],
    ['a million bedrooms', { bedrooms: 1e6 }, { bedrooms: 'Please enter at most 1,000' }],
    ['bathrooms as text', { bathrooms: '1' }, { bathrooms: 'Number of bathrooms is required' }],
    ['a negative rent', { rent: -1 }, { rent: 'Rent amount is required' }],
    ['a rent of 12.345', { rent: 12.345 }, { rent: 'Pence are whole numbers' }],
    ['more rent than there is', { rent: 1e10 }, { rent: 'The most we can keep is £99,999,999.99' }],
    ['a rent beyond all numbers', { rent: 1e300 }, { rent: 'Pence are whole numbers' }],
    ['rent as text', { rent: '1000' }, { rent: 'Rent amount is required' }],
    ['a status of its own', { status: 'haunted' }, { status: 'Status is required' }],
    [
      'a novel for a description',
      { description: 'x'.repeat(2001) },
      { description: 'Please keep this to 2,000 characters' },
    ],
  ])('%s is refused in words, and nothing is kept', async (_, wrong, fields) => {
    const body = { ...newProperty(), ...wrong };
    const added = await cleo.post('/api/properties', body);
    expect([added.outcome, added.fields]).toEqual(['422 invalid_input', fields]);
    const changed = await cleo.put(at(house), body, 1);
    expect([changed.outcome, changed.fields]).toEqual(['422 invalid_input', fields]);
    expect((await listedProperties(cleo)).items).toEqual([house]);
  });

  it('is named field by field, all at once', async () => {
    const { fields } = await cleo.post('/api/properties', {});
    expect(Object.keys(fields)).toEqual([
      'address',
      'city',
      'postalCode',
      'propertyType',
      'bedrooms',
      'bathrooms',
      'rent',
    ]);
  });

  it.each(['NaN', 'Infinity', '1e999'])('%s for a rent is refused', async (rent) => {
    const body = JSON.stringify(newProperty({ rent: 7 })).replace('"rent":7', `"rent":${rent}`);
    expect((await cleo.send('POST', '/api/properties', { body })).status).toBeOneOf([400, 422]);
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
    expect((await ada.get(at(house))).as(Property)).toMatchObject(wanted);
    expect((await listedProperties(ada, search(text))).items).toMatchObject([wanted]);
  });

  it('may be as long as it gets: 200 characters of address, 2,000 of description, the most rent', async () => {
    const ada = await landlord();
    const wanted = { address: '🏠'.repeat(200), description: '🛁'.repeat(2000), rent: 9_999_999_999, bedrooms: 1000 };
    const house = await addedProperty(ada, wanted);
    expect((await ada.get(at(house))).as(Property)).toMatchObject(wanted);
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
    const mine = (await ada.post('/api/properties', { ...newProperty(), ...extra })).as(Property);
    expect(mine).toMatchObject({ version: 1, state: 'Bristol' });
    expect(mine.id).not.toBe(theirs.id);
    const changed = (await ada.put(at(mine), { ...newProperty({ rent: 1 }), ...extra }, 1)).as(Property);
    expect(changed).toEqual({ ...mine, rent: 1, version: 2 });
    expect((await bob.get(at(theirs))).as(Property)).toEqual(theirs);
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
    expect((await ada.get(at({ id: house.id.toUpperCase() }))).as(Property)).toEqual(house);
  });
});
