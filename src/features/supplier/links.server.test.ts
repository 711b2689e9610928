/** Which properties a supplier looks after: linked and unlinked from either side, counted, and never another landlord's. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedProperty, addedSupplier, type Landlord, landlord, listedSuppliers } from '../../../test/landlords.ts';
import { newSupplier } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { SupplierRecord } from './supplier.ts';

type Id = { id: string };
const at = ({ id }: Id) => `/api/suppliers/${id}`;
const link = (supplier: Id, property: Id) => `${at(supplier)}/properties/${property.id}`;
const NO_PROPERTY = { addedProperties: 'A property is no longer there. Please choose again.' };

const read = async (ada: Landlord, supplier: Id) => (await ada.get(at(supplier))).as(SupplierRecord);
/** The ids of what it looks after, as its page and its list agree on how many there are. */
async function looksAfter(ada: Landlord, supplier: Id): Promise<string[]> {
  const { properties, servicedProperties } = await read(ada, supplier);
  const listed = (await listedSuppliers(ada)).items.find(({ id }) => id === supplier.id);
  expect([properties, listed?.properties]).toEqual([servicedProperties.length, servicedProperties.length]);
  return servicedProperties.map(({ id }) => id);
}

describe('on the form of a supplier', () => {
  it('properties are linked when it is added, and listed by address as people sort', async () => {
    const ada = await landlord();
    const [ten, two] = [
      await addedProperty(ada, { address: '10 Mill Lane', city: 'Bath' }),
      await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' }),
    ];
    const plumber = await addedSupplier(ada, { addedProperties: [ten.id, two.id] });
    expect(plumber.servicedProperties).toEqual([
      { id: two.id, address: '2 Mill Lane', city: 'Bath' },
      { id: ten.id, address: '10 Mill Lane', city: 'Bath' },
    ]);
    expect(await looksAfter(ada, plumber)).toEqual([two.id, ten.id]);
  });

  it('some are linked and some unlinked by one change, and what it does not mention stays', async () => {
    const ada = await landlord();
    const [kept, left, taken] = [await addedProperty(ada), await addedProperty(ada), await addedProperty(ada)];
    const plumber = await addedSupplier(ada, { addedProperties: [kept.id, left.id] });
    const change = newSupplier({ addedProperties: [taken.id], removedProperties: [left.id] });
    const changed = (await ada.put(at(plumber), change, 1)).as(SupplierRecord);
    expect(changed).toMatchObject({ properties: 2, version: 2 });
    expect((await looksAfter(ada, plumber)).sort()).toEqual([kept.id, taken.id].sort());
  });

  it('one may be named twice, in capitals, again, or unlinked without having been linked', async () => {
    const ada = await landlord();
    const [house, other] = [await addedProperty(ada), await addedProperty(ada)];
    const plumber = await addedSupplier(ada, { addedProperties: [house.id, house.id.toUpperCase()] });
    expect(plumber.properties).toBe(1);
    const change = newSupplier({ addedProperties: [house.id], removedProperties: [other.id, randomUUID()] });
    expect((await ada.put(at(plumber), change, 1)).as(SupplierRecord).properties).toBe(1);
  });

  it('one that is both linked and unlinked is linked', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const plumber = await addedSupplier(ada, { addedProperties: [house.id], removedProperties: [house.id] });
    expect(plumber.properties).toBe(1);
    const change = newSupplier({ addedProperties: [house.id], removedProperties: [house.id] });
    expect((await ada.put(at(plumber), change, 1)).as(SupplierRecord).properties).toBe(1);
  });

  it('5,000 are linked at once, and one more is too many', async () => {
    const ada = await landlord();
    await query(
      server.database,
      `insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
       select $1, n || ' Mill Lane', 'Bath', 'Bath', 'BA1 1AA', 'house', 1, 1, 1, 1 from generate_series(1, 5000) n`,
      [ada.id],
    );
    const rows = await query<Id>(server.database, 'select id from properties where user_id = $1', [ada.id]);
    const ids = rows.map(({ id }) => id);
    const plumber = await addedSupplier(ada, { addedProperties: ids });
    expect(plumber.properties).toBe(5000);
    const emptied = await ada.put(at(plumber), newSupplier({ removedProperties: ids }), 1);
    expect(emptied.as(SupplierRecord).properties).toBe(0);
    for (const many of [{ addedProperties: [...ids, randomUUID()] }, { removedProperties: [...ids, randomUUID()] }]) {
      const answer = await ada.post('/api/suppliers', newSupplier(many));
      expect([answer.outcome, Object.keys(answer.fields)]).toEqual(['422 invalid_input', Object.keys(many)]);
    }
  });

  it('one that is not there is refused in words, and nothing of the save is kept', async () => {
    const ada = await landlord();
    const [house, gone] = [await addedProperty(ada), await addedProperty(ada)];
    const plumber = await addedSupplier(ada, { addedProperties: [house.id] });
    await ada.delete(`/api/properties/${gone.id}`, 1);
    const before = await snapshot(server.database);
    for (const unknown of [gone.id, randomUUID()]) {
      const wrong = newSupplier({ notes: 'New', addedProperties: [unknown], removedProperties: [house.id] });
      const answers = [await ada.post('/api/suppliers', wrong), await ada.put(at(plumber), wrong, 1)];
      for (const answer of answers) expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', NO_PROPERTY]);
    }
    expect(await snapshot(server.database)).toEqual(before);
  });

  it.each([['x'], [''], [12], [null], ['../x']])('%j is no id of a property', async (wrong) => {
    const ada = await landlord();
    const answer = await ada.post('/api/suppliers', { ...newSupplier(), addedProperties: [wrong] });
    expect([answer.outcome, Object.keys(answer.fields)]).toEqual(['422 invalid_input', ['addedProperties.0']]);
  });
});

describe('on the page of a property', () => {
  it('a supplier is linked and unlinked, however often it is said', async () => {
    const ada = await landlord();
    const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
    for (let time = 0; time < 2; time++) {
      expect((await ada.put(link(plumber, house), undefined)).status).toBe(204);
      expect(await looksAfter(ada, plumber)).toEqual([house.id]);
    }
    for (let time = 0; time < 2; time++) {
      expect((await ada.delete(link(plumber, house))).status).toBe(204);
      expect(await looksAfter(ada, plumber)).toEqual([]);
    }
  });

  it('leaves the supplier as it is for whoever has it open on a form', async () => {
    const ada = await landlord();
    const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
    await ada.put(link(plumber, house), undefined);
    const changed = (await ada.put(at(plumber), newSupplier({ notes: 'New' }), 1)).as(SupplierRecord);
    expect(changed).toMatchObject({ notes: 'New', properties: 1, version: 2 });
  });

  it('takes ids in capitals', async () => {
    const ada = await landlord();
    const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
    const capitals = link({ id: plumber.id.toUpperCase() }, { id: house.id.toUpperCase() });
    expect((await ada.put(capitals, undefined)).status).toBe(204);
    expect(await looksAfter(ada, plumber)).toEqual([house.id]);
  });

  it('is one link when twenty say it at once', async () => {
    const ada = await landlord();
    const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
    const links = await Promise.all(Array.from({ length: 20 }, () => ada.put(link(plumber, house), undefined)));
    expect(new Set(links.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await looksAfter(ada, plumber)).toEqual([house.id]);
    const unlinks = await Promise.all(Array.from({ length: 20 }, () => ada.delete(link(plumber, house))));
    expect(new Set(unlinks.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await looksAfter(ada, plumber)).toEqual([]);
  });

  it('and on its form at once, in any order, nothing fails and nothing is linked twice', async () => {
    const ada = await landlord();
    const houses = await Promise.all(Array.from({ length: 6 }, () => addedProperty(ada)));
    const ids = houses.map(({ id }) => id);
    const plumber = await addedSupplier(ada);
    const answers = await Promise.all([
      ada.put(at(plumber), newSupplier({ addedProperties: ids }), 1),
      ...houses.map((house) => ada.put(link(plumber, house), undefined)),
      ...houses.reverse().map((house) => ada.put(link(plumber, house), undefined)),
      ...ids.map((id) => ada.post('/api/suppliers', newSupplier({ addedProperties: [id, ...ids] }))),
    ]);
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
    expect((await looksAfter(ada, plumber)).sort()).toEqual(ids.sort());
  });

  it('is either linked or not there when the property or the supplier is deleted at the same moment', async () => {
    const ada = await landlord();
    for (const path of ['/api/properties', '/api/suppliers']) {
      for (let round = 0; round < 5; round++) {
        const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
        const gone = path === '/api/properties' ? house : plumber;
        const [linked, deleted] = await Promise.all([
          ada.put(link(plumber, house), undefined),
          ada.delete(`${path}/${gone.id}`, 1),
        ]);
        expect([linked?.outcome === '404 not_found' || linked?.status === 204, deleted?.status]).toEqual([true, 204]);
      }
    }
    expect(await query(server.database, 'select id from supplier_properties where user_id = $1', [ada.id])).toEqual([]);
  });
});

describe('a deleted', () => {
  it('property is looked after by nobody', async () => {
    const ada = await landlord();
    const [house, other] = [await addedProperty(ada), await addedProperty(ada)];
    const plumber = await addedSupplier(ada, { addedProperties: [house.id, other.id] });
    expect((await ada.delete(`/api/properties/${house.id}`, 1)).status).toBe(204);
    expect(await looksAfter(ada, plumber)).toEqual([other.id]);
  });

  it('supplier looks after nothing, and the property and its other suppliers stay', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const [plumber, roofer] = [
      await addedSupplier(ada, { addedProperties: [house.id] }),
      await addedSupplier(ada, { addedProperties: [house.id] }),
    ];
    expect((await ada.delete(at(plumber), 1)).status).toBe(204);
    expect((await listedSuppliers(ada, `?propertyId=${house.id}`)).items.map(({ id }) => id)).toEqual([roofer.id]);
    expect((await ada.get(`/api/properties/${house.id}`)).status).toBe(200);
    expect(await looksAfter(ada, roofer)).toEqual([house.id]);
  });
});

describe('what is another landlord’s', () => {
  it('cannot be linked from a form: their property is as unknown as one that nobody has', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [mine, theirs] = [await addedProperty(ada), await addedProperty(bob)];
    const plumber = await addedSupplier(ada);
    const before = await snapshot(server.database);
    const wrong = newSupplier({ addedProperties: [mine.id, theirs.id] });
    const answers = [await ada.post('/api/suppliers', wrong), await ada.put(at(plumber), wrong, 1)];
    for (const answer of answers) expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', NO_PROPERTY]);
    expect(await snapshot(server.database)).toEqual(before);
  });

  it('cannot be linked or unlinked from a page, whichever of the two is theirs', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [house, plumber] = [await addedProperty(ada), await addedSupplier(ada)];
    const theirHouse = await addedProperty(bob);
    const theirPlumber = await addedSupplier(bob, { addedProperties: [theirHouse.id] });
    const before = await snapshot(server.database);
    const paths = [link(plumber, theirHouse), link(theirPlumber, house), link(theirPlumber, theirHouse)];
    for (const path of paths) {
      const answers = [await ada.put(path, undefined), await ada.delete(path)];
      expect(answers.map(({ outcome }) => outcome)).toEqual(['404 not_found', '404 not_found']);
    }
    expect(await snapshot(server.database)).toEqual(before);
  });

  it('is not unlinked by naming it in a change', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirHouse = await addedProperty(bob);
    const theirPlumber = await addedSupplier(bob, { addedProperties: [theirHouse.id] });
    const plumber = await addedSupplier(ada);
    const change = newSupplier({ removedProperties: [theirHouse.id] });
    expect((await ada.put(at(plumber), change, 1)).status).toBe(200);
    expect(await looksAfter(bob, theirPlumber)).toEqual([theirHouse.id]);
  });

  it('cannot be looked for: a property of theirs has no suppliers', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirHouse = await addedProperty(bob);
    await addedSupplier(bob, { addedProperties: [theirHouse.id] });
    await addedSupplier(ada);
    expect(await listedSuppliers(ada, `?propertyId=${theirHouse.id}`)).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
    });
  });
});

describe('the history of a property', () => {
  it('remembers that a supplier was linked and unlinked, once each, and not what changed nothing', async () => {
    const ada = await landlord();
    const [plumber, house] = [await addedSupplier(ada), await addedProperty(ada)];
    for (let time = 0; time < 2; time++) await ada.put(link(plumber, house), undefined);
    for (let time = 0; time < 2; time++) await ada.delete(link(plumber, house));
    const rows = await query(
      server.database,
      `select noun, action, about from activity where user_id = $1 and noun = 'supplier link' order by id`,
      [ada.id],
    );
    expect(rows).toEqual(['added', 'removed'].map((action) => ({ noun: 'supplier link', action, about: house.id })));
  });
});
