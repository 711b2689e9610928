/** Properties over HTTP: added, read, searched, filtered, sorted, paged and chosen from. Saves of parts: save.api.test.ts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord, listedProperties } from '../../../test/landlords.ts';
import { newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { PROPERTY_LIST, Property, PropertyChoice, PropertyRecord } from './property.ts';

const ID = '3f0e2a6e-58c5-4b9e-9a5e-0123456789ab';
const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const search = (words: string) => `?q=${encodeURIComponent(words)}`;
const found = async (ada: Landlord, words: string) =>
  (await listedProperties(ada, search(words))).items.map(({ address }) => address).sort();

describe('a property', () => {
  it('S1.7.6 S1.7.7 S1.7.12 S1.7.13 reads the same wherever it is read', async () => {
    const ada = await landlord();
    const added = await addedProperty(ada);
    const changed = (await ada.put(at(added), newProperty({ description: '' }), 1)).as(PropertyRecord);
    expect(changed).toEqual({ ...added, description: '', version: 2 });
    expect((await ada.get(at({ id: added.id.toUpperCase() }))).as(PropertyRecord)).toEqual(changed);
    expect((await listedProperties(ada)).items).toEqual([Property.parse(changed)]);
    expect(added.dateAdded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('S1.4.19 S1.5.14 needs neither description nor status', async () => {
    const ada = await landlord();
    const input = { ...newProperty(), description: undefined, status: undefined };
    expect((await ada.post('/api/properties', input)).as(PropertyRecord)).toMatchObject({
      description: '',
      status: 'vacant',
    });
  });

  it('changes its county with its city only as long as the two are the same', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { city: 'Bristol' });
    expect((await ada.put(at(home), newProperty({ city: 'Bath' }), 1)).as(PropertyRecord).state).toBe('Bath');
    await query(server.database, `update properties set state = 'Somerset' where id = $1`, [home.id]);
    expect((await ada.put(at(home), newProperty({ city: 'Wells' }), 3)).as(PropertyRecord).state).toBe('Somerset');
  });

  it.each(['<script>alert(1)</script>', `'; drop table properties; --`, '🏠 Château — 7½ Ḉ', '\u202Eشارع 100%\u202C'])(
    'keeps and finds %s as it is',
    async (text) => {
      const ada = await landlord();
      const wanted = { address: text, description: `${text}\n\n\t${text}` };
      const home = await addedProperty(ada, wanted);
      expect((await ada.get(at(home))).as(PropertyRecord)).toMatchObject(wanted);
      expect((await listedProperties(ada, search(text))).items).toMatchObject([wanted]);
    },
  );

  it('may be as long as its limits', async () => {
    const wanted = { address: '🏠'.repeat(200), description: '🛁'.repeat(2000), rent: 9_999_999_999, bedrooms: 1000 };
    expect(await addedProperty(await landlord(), wanted)).toMatchObject(wanted);
  });

  it('S1.6.3 belongs to the landlord who adds it, whatever the body says', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedProperty(bob);
    const extra = { id: theirs.id, user_id: bob.id, userId: bob.id, version: 77, state: 'Mine' };
    const mine = (await ada.post('/api/properties', { ...newProperty(), ...extra })).as(PropertyRecord);
    expect(mine).toMatchObject({ version: 1, state: 'Bristol' });
    expect(mine.id).not.toBe(theirs.id);
    expect((await bob.get(at(theirs))).as(PropertyRecord)).toEqual(theirs);
  });

  it('is refused field by field, all at once, and nothing is kept', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    for (const answer of [await ada.post('/api/properties', {}), await ada.put(at(home), {}, 1)])
      expect(Object.keys(answer.fields).join()).toBe('address,city,postalCode,propertyType,bedrooms,bathrooms,rent');
    const body = JSON.stringify(newProperty({ rent: 7 })).replace('"rent":7', '"rent":1e999');
    expect((await ada.send('POST', '/api/properties', { body })).status).toBeOneOf([400, 422]);
    expect((await listedProperties(ada)).items).toEqual([Property.parse(home)]);
  });

  it.each([randomUUID(), 'x', '%00', '..%2f..', `${randomUUID()}x`, '%F0%9F%8F%A0'])(
    'S1.7.7 with the id %s is not found, to read, change or remove',
    async (id) => {
      const ada = await landlord();
      const answers = [
        await ada.get(at({ id })),
        await ada.put(at({ id }), newProperty(), 1),
        await ada.delete(at({ id }), 1),
      ];
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('404 not_found'));
    },
  );
});

describe('the search', () => {
  it('S1.2.60 S1.5.15 looks through address, city, type and postcode, in any case', async () => {
    const ada = await landlord();
    const chandos = { address: '14 Chandos Terrace', propertyType: 'flat', postalCode: 'bs66qj' } as const;
    await addedProperty(ada, chandos);
    await addedProperty(ada, {
      address: '100% Mill_Lane',
      city: "O'Bath \\",
      propertyType: 'house',
      postalCode: '75 001',
    });
    for (const words of ['CHANDOS', 'flat', 'bs6 6', 'bs66qj', '6 6Q'])
      expect(await found(ada, words)).toEqual([chandos.address]);
    for (const words of ["o'b", 'House', '%', '_', '\\', '75001', '75 001'])
      expect(await found(ada, words)).toHaveLength(1);
    for (const words of ['nowhere', "' or 1=1 --", '14.+', 'LaneO', 'bs6 6qjbs6'])
      expect(await found(ada, words)).toEqual([]);
    expect(await found(ada, ' a ')).toHaveLength(2);
  });

  it('S1.2.59 S1.6.2 S1.7.6 finds nothing of another landlord’s', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedProperty(ada, { address: '14 Chandos Terrace' });
    expect(await found(bob, 'Chandos')).toEqual([]);
    expect((await listedProperties(bob)).total).toBe(0);
  });
});

describe('the list', () => {
  it('sorts by date, rent, and address as people do', async () => {
    const ada = await landlord();
    for (const [address, rent] of [
      ['10 Mill Lane', 200],
      ['Éclair House', 300],
      ['2 Mill Lane', 100],
      ['eclair cottage', 0],
    ] as const)
      await addedProperty(ada, { address, rent });
    const rents = async (sort: string) => (await listedProperties(ada, `?sort=${sort}`)).items.map(({ rent }) => rent);
    expect(await rents('rent')).toEqual([300, 200, 100, 0]);
    expect(await rents('newest')).toEqual([0, 100, 300, 200]);
    expect(await rents('oldest')).toEqual([200, 300, 100, 0]);
    expect(await rents('address')).toEqual([100, 200, 0, 300]);
  });

  it.each(Object.keys(PROPERTY_LIST.sorts))('gives every property once over pages of any size, by %s', async (sort) => {
    const ada = await landlord();
    for (let count = 0; count < 5; count++)
      await addedProperty(ada, { rent: 100_000 + (count % 2), address: `${count % 2} "Quoted" \\ Lane, 🏠` });
    const whole = (await listedProperties(ada, `?sort=${sort}`)).items.map(({ id }) => id);
    for (const limit of [1, 2, 5]) {
      const pieces: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const page = await listedProperties(ada, `?sort=${sort}&limit=${limit}${after}`);
        expect(page.total).toBe(5);
        pieces.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(pieces).toEqual(whole);
    }
  });

  it('counts right when many are added and removed at once, some in vain', async () => {
    const ada = await landlord();
    const [kept, ...rest] = await Promise.all(Array.from({ length: 8 }, () => addedProperty(ada)));
    const removals = await Promise.all([...rest, ...rest].map((home) => ada.delete(at(home), 1)));
    expect(removals.filter(({ status }) => status === 204)).toHaveLength(7);
    expect((await ada.delete(at({ id: `${kept?.id}` }), 2)).outcome).toBe('409 changed_meanwhile');
    expect(await listedProperties(ada)).toEqual({ items: [Property.parse(kept)], nextCursor: null, total: 1 });
  });

  it('refuses a query or a cursor that it never gave', async () => {
    const ada = await landlord();
    const wrong = [
      'limit=0',
      'limit=101',
      'limit=1.5',
      'sort=size',
      'status=haunted',
      `q=${'x'.repeat(201)}`,
      'q=%00',
      'cursor=x',
      'cursor=%FF',
    ];
    const cursors: [string, unknown][] = [
      ['newest', ['0000-01-01T00:00:00.000Z', ID]],
      ['oldest', ["2026-01-01'; drop table properties; --", ID]],
      ['oldest', ['2026-01-01T00:00:00.000Z', 'not an id']],
      ['oldest', ['2026-01-01T00:00:00.000Z']],
      ['rent', ['abc', ID]],
      ['rent', [1e300, ID]],
      ['address', ['a\0b', ID]],
      ['address', ['\ud83d', ID]],
      ['address', null],
    ];
    const asked = [
      ...wrong,
      ...cursors.map(([sort, cursor]) => `sort=${sort}&cursor=${encodeURIComponent(JSON.stringify(cursor))}`),
    ];
    for (const one of asked)
      expect([one, (await ada.get(`/api/properties?${one}`)).outcome]).toEqual([one, '400 bad_request']);
  });
});

describe('the properties to choose from', () => {
  const choices = async (ada: Landlord, asked = '') =>
    (await ada.get(`/api/properties/choices?${asked}`)).as(z.object({ items: z.array(PropertyChoice).readonly() }))
      .items;

  it('S1.2.113 S2.2.49 S2.3.12 S2.7.14 are the landlord’s own, by address, with no more than a choice needs', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const ten = await addedProperty(ada, { address: '10 Mill Lane', city: 'Bath' });
    const two = await addedProperty(ada, { address: '2 Mill Lane', city: 'Wells', postalCode: 'BA5 2PU' });
    const [first, second] = [two, ten].map(({ id, address, city }) => ({ id, address, city }));
    expect(JSON.parse((await ada.get('/api/properties/choices')).text)).toEqual({ items: [first, second] });
    expect(await choices(ada, 'q=%20mill%20&limit=1')).toEqual([first]);
    expect(await choices(ada, 'q=ba52pu')).toEqual([first]);
    expect(await choices(ada, 'q=BATH')).toEqual([second]);
    expect(await choices(ada, `id=${ten.id.toUpperCase()}`)).toEqual([second]);
    for (const asked of ['', 'q=mill', `id=${ten.id}`]) expect(await choices(bob, asked)).toEqual([]);
    for (const asked of ['limit=0', 'id=x', 'q=%00'])
      expect((await ada.get(`/api/properties/choices?${asked}`)).outcome).toBe('400 bad_request');
  });

  it('S1.6.14 stay open after the trial, unlike anything else of a property', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    await server.later(9 * 24 * 60 * 60 * 1000, async () => {
      expect(await choices(ada, `id=${home.id}`)).toHaveLength(1);
      expect((await ada.get(at(home))).outcome).toBe('402 trial_expired');
    });
  });
});
