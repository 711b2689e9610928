/** The list of properties: searched, filtered, sorted and paged, and what may be sent instead. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, type Landlord, landlord, listedProperties } from '../../../../test/landlords.ts';
import { server } from '../../../../test/server.ts';
import { PROPERTY_SORTS, Property, PropertyChoice } from '../property.ts';

const ID = '3f0e2a6e-58c5-4b9e-9a5e-0123456789ab';
// For what is refused: it changes nothing, so one landlord will do.
const cleo = await landlord();
const found = async (ada: Landlord, words: string) =>
  (await listedProperties(ada, `?q=${encodeURIComponent(words)}`)).items.map(({ address }) => address).sort();

describe('the search', () => {
  it('looks through address, town, type and postcode, in any case', async () => {
    const ada = await landlord();
    await addedProperty(ada, {
      address: '14 Chandos Terrace',
      city: 'Bristol',
      propertyType: 'flat',
      postalCode: 'BS6 6QJ',
    });
    await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath', propertyType: 'house', postalCode: 'BA1 1AA' });
    expect(await found(ada, 'CHANDOS')).toEqual(['14 Chandos Terrace']);
    expect(await found(ada, 'bath')).toEqual(['2 Mill Lane']);
    expect(await found(ada, 'House')).toEqual(['2 Mill Lane']);
    expect(await found(ada, 'bs6 6')).toEqual(['14 Chandos Terrace']);
    expect(await found(ada, ' a ')).toEqual(['14 Chandos Terrace', '2 Mill Lane']);
    expect(await found(ada, 'nowhere')).toEqual([]);
  });

  it('finds a postcode with and without its space, however it was typed', async () => {
    const ada = await landlord();
    await addedProperty(ada, { address: '10 Downing Street', postalCode: 'sw1a2aa' });
    await addedProperty(ada, { address: '1 Rue de Rivoli', postalCode: '75 001' });
    for (const words of ['sw1a2aa', 'SW1A 2AA', 'w1a2', 'a 2a'])
      expect(await found(ada, words)).toEqual(['10 Downing Street']);
    for (const words of ['75001', '75 001']) expect(await found(ada, words)).toEqual(['1 Rue de Rivoli']);
    expect(await found(ada, 'sw1a 2aasw1a')).toEqual([]);
  });

  it('takes every sign as itself: no wildcard, no SQL, and no match from one field into the next', async () => {
    const ada = await landlord();
    await addedProperty(ada, { address: '100% Wool Row', city: 'Under_score' });
    await addedProperty(ada, { address: "5 O'Brien \\ Close", city: 'Bath' });
    expect(await found(ada, '%')).toEqual(['100% Wool Row']);
    expect(await found(ada, '_')).toEqual(['100% Wool Row']);
    expect(await found(ada, '\\')).toEqual(["5 O'Brien \\ Close"]);
    expect(await found(ada, "'")).toEqual(["5 O'Brien \\ Close"]);
    expect(await found(ada, "' or 1=1 --")).toEqual([]);
    expect(await found(ada, '14.+')).toEqual([]);
    expect(await found(ada, 'RowUnder')).toEqual([]);
    expect(await found(ada, 'Row Under')).toEqual([]);
  });

  it('finds nothing of anybody else’s', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedProperty(ada, { address: '14 Chandos Terrace' });
    expect(await found(bob, 'Chandos')).toEqual([]);
    expect((await listedProperties(bob)).total).toBe(0);
  });
});

describe('the list', () => {
  it('shows one status when asked to', async () => {
    const ada = await landlord();
    for (const status of ['vacant', 'occupied', 'vacant', 'maintenance'] as const) await addedProperty(ada, { status });
    expect((await listedProperties(ada, '?status=vacant')).total).toBe(2);
    expect((await listedProperties(ada, '?status=maintenance&q=chandos')).total).toBe(1);
  });

  it('sorts addresses as people do', async () => {
    const ada = await landlord();
    const addresses = ['2 Mill Lane', '14 Chandos Terrace', 'Éclair House', 'eclair cottage', 'Zoo Lane'];
    for (const address of ['Zoo Lane', 'Éclair House', '14 Chandos Terrace', 'eclair cottage', '2 Mill Lane']) {
      await addedProperty(ada, { address });
    }
    const { items } = await listedProperties(ada, '?sort=address');
    expect(items.map(({ address }) => address)).toEqual([
      addresses[0],
      addresses[1],
      addresses[3],
      addresses[2],
      addresses[4],
    ]);
  });

  it.each(Object.keys(PROPERTY_SORTS))(
    'sorted by %s, gives every property once over pages of every size, also where many are alike',
    async (sort) => {
      const ada = await landlord();
      for (let count = 0; count < 7; count++) {
        await addedProperty(ada, { rent: 100_000 + (count % 3), address: `${count % 2} "Quoted" \\ Lane, 🏠` });
      }
      const whole = (await listedProperties(ada, `?sort=${sort}`)).items.map(({ id }) => id);
      expect(new Set(whole).size).toBe(7);
      for (const limit of [1, 2, 3, 7, 100]) {
        const pieces: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const after = cursor && `&cursor=${encodeURIComponent(cursor)}`;
          const page = await listedProperties(ada, `?sort=${sort}&limit=${limit}${after}`);
          expect(page.total).toBe(7);
          pieces.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        expect(pieces).toEqual(whole);
      }
    },
  );

  it('counts right, also when many are added and removed at once, some in vain', async () => {
    const ada = await landlord();
    const houses = await Promise.all(Array.from({ length: 12 }, () => addedProperty(ada)));
    expect((await listedProperties(ada)).total).toBe(12);
    const [kept, ...rest] = houses;
    const removals = [...rest, ...rest].map(({ id }) => ada.delete(`/api/properties/${id}`, 1));
    const wrong = ada.delete(`/api/properties/${kept?.id}`, 2);
    expect((await Promise.all(removals)).filter(({ status }) => status === 204)).toHaveLength(11);
    expect((await wrong).outcome).toBe('409 changed_meanwhile');
    expect(await listedProperties(ada)).toEqual({ items: [Property.parse(kept)], nextCursor: null, total: 1 });
  });

  it('has no next page after one that is just full', async () => {
    const ada = await landlord();
    for (let count = 0; count < 2; count++) await addedProperty(ada);
    expect((await listedProperties(ada, '?limit=2')).nextCursor).toBeNull();
    expect((await listedProperties(ada, '?limit=1')).nextCursor).not.toBeNull();
  });

  it('sorts as it says', async () => {
    const ada = await landlord();
    for (const rent of [200, 300, 100]) await addedProperty(ada, { rent });
    const rents = async (sort: string) => (await listedProperties(ada, `?sort=${sort}`)).items.map(({ rent }) => rent);
    expect(await rents('rent')).toEqual([300, 200, 100]);
    expect(await rents('newest')).toEqual([100, 300, 200]);
    expect(await rents('oldest')).toEqual([200, 300, 100]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=abc',
    'limit=1.5',
    'limit=1e9',
    'sort=size',
    'status=haunted',
    `q=${'x'.repeat(201)}`,
    'q=%00',
  ])('asked for %s is refused', async (wrong) => {
    expect((await cleo.get(`/api/properties?${wrong}`)).outcome).toBe('400 bad_request');
  });

  const instant = '2026-01-01T00:00:00.000Z';
  it.each([
    ['newest', ['garbage', ID]],
    ['newest', [5, ID]],
    ['newest', ['0000-01-01T00:00:00.000Z', ID]],
    ['newest', ['2026-13-45T00:00:00.000Z', ID]],
    ['oldest', ["2026-01-01'; drop table properties; --", ID]],
    ['oldest', [instant, 'not an id']],
    ['oldest', [instant]],
    ['oldest', [instant, ID, ID]],
    ['rent', ['abc', ID]],
    ['rent', [1e300, ID]],
    ['rent', [null, ID]],
    ['address', ['a\0b', ID]],
    ['address', ['\ud83d', ID]],
    ['address', [{}, ID]],
    ['address', 'text'],
    ['address', null],
  ])('sorted by %s does not go on after %j, which it never said', async (sort, cursor) => {
    const answer = await cleo.get(`/api/properties?sort=${sort}&cursor=${encodeURIComponent(JSON.stringify(cursor))}`);
    expect(answer.outcome).toBe('400 bad_request');
  });

  it('does not go on after what is no cursor at all', async () => {
    for (const cursor of ['x', '[', '%FF', `["${'x'.repeat(600)}"]`]) {
      expect((await cleo.get(`/api/properties?cursor=${encodeURIComponent(cursor)}`)).outcome).toBe('400 bad_request');
    }
  });
});

const NINE_DAYS = 9 * 24 * 60 * 60 * 1000;

const choices = async (ada: Landlord, asked = '') =>
  (await ada.get(`/api/properties/choices?${asked}`)).as(z.object({ items: z.array(PropertyChoice) })).items;
const addresses = async (ada: Landlord, asked?: string) => (await choices(ada, asked)).map(({ address }) => address);

/** Three addresses in an order that is neither that of the alphabet nor that of their being added. */
async function three(ada: Landlord) {
  const [ten, two, éclair] = [
    await addedProperty(ada, { address: '10 Mill Lane', city: 'Bath', postalCode: 'BA1 1AA' }),
    await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath', postalCode: 'BA1 1AB' }),
    await addedProperty(ada, { address: 'Éclair House', city: 'Wells', postalCode: 'BA5 2PU' }),
  ];
  return { ten, two, éclair };
}

describe('the properties to choose from', () => {
  it('stand by address, as people sort, and tell no more than a choice needs', async () => {
    const ada = await landlord();
    const { two, éclair } = await three(ada);
    expect(await addresses(ada)).toEqual(['2 Mill Lane', '10 Mill Lane', 'Éclair House']);
    expect(JSON.parse((await ada.get('/api/properties/choices?limit=1')).text)).toEqual({
      items: [{ id: two.id, address: '2 Mill Lane', city: 'Bath' }],
    });
    expect(await choices(ada, `id=${éclair.id}`)).toEqual([{ id: éclair.id, address: 'Éclair House', city: 'Wells' }]);
  });

  it.each([
    ['q=mill', ['2 Mill Lane', '10 Mill Lane']],
    ['q=WELLS', ['Éclair House']],
    ['q=ba52pu', ['Éclair House']],
    ['q=%20mill%20&limit=1', ['2 Mill Lane']],
    ['q=100%25', []],
    ['q=nowhere', []],
  ])('are searched by address, city and postcode: %s', async (asked, wanted) => {
    const ada = await landlord();
    await three(ada);
    expect(await addresses(ada, asked)).toEqual(wanted);
  });

  it('are the landlord’s own: what is asked for by id, too', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { ten } = await three(ada);
    expect(await choices(bob)).toEqual([]);
    expect(await choices(bob, 'q=mill')).toEqual([]);
    expect(await choices(bob, `id=${ten.id}`)).toEqual([]);
    expect(await choices(ada, `id=${randomUUID()}`)).toEqual([]);
    expect(await addresses(ada, `id=${ten.id.toUpperCase()}`)).toEqual(['10 Mill Lane']);
  });

  it('are told when the trial is over, unlike anything else of a property', async () => {
    const ada = await landlord();
    const { ten } = await three(ada);
    await server.later(NINE_DAYS, async () => {
      expect(await addresses(ada, `id=${ten.id}`)).toEqual(['10 Mill Lane']);
      expect((await ada.get(`/api/properties/${ten.id}`)).outcome).toBe('402 trial_expired');
    });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'id=x', 'id=', 'q=%00', `q=${'x'.repeat(201)}`])(
    'cannot be asked with %s',
    async (asked) => {
      expect((await (await landlord()).get(`/api/properties/choices?${asked}`)).outcome).toBe('400 bad_request');
    },
  );
});
