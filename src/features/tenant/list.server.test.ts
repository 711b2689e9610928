/** The list of tenants: searched, filtered, sorted and paged, and what may be sent instead. */
import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTenant,
  type Landlord,
  landlord,
  lastingLandlord,
  listedTenants,
} from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { londonDay } from '../../shared/dates.ts';
import { LEASE_STATES, leaseState } from './lease.ts';
import { TENANT_SORTS } from './tenant.ts';

const ID = '3f0e2a6e-58c5-4b9e-9a5e-0123456789ab';
// For what is refused: it changes nothing, so one landlord will do.
const cleo = await landlord();
const names = async (ada: Landlord, query: string) => (await listedTenants(ada, query)).items.map(({ name }) => name);
const found = async (ada: Landlord, words: string) => (await names(ada, `?q=${encodeURIComponent(words)}`)).sort();

describe('the search', () => {
  it('looks through name, email and property name, in any case, and through nothing else', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { address: '14 Chandos Terrace', city: 'Bristol' });
    const flat = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    await addedTenant(ada, { propertyId: house.id, name: 'Grace Hopper', email: 'rear@admiral.example' });
    await addedTenant(ada, { propertyId: flat.id, name: 'Ada Lovelace', email: 'countess@tenure.example' });
    expect(await found(ada, 'HOPPER')).toEqual(['Grace Hopper']);
    expect(await found(ada, 'Countess@')).toEqual(['Ada Lovelace']);
    expect(await found(ada, 'chandos terrace, bristol')).toEqual(['Grace Hopper']);
    expect(await found(ada, ' bath ')).toEqual(['Ada Lovelace']);
    expect(await found(ada, 'a')).toEqual(['Ada Lovelace', 'Grace Hopper']);
    for (const words of ['020 7946', 'aiken', '145', 'nobody']) expect(await found(ada, words)).toEqual([]);
  });

  it('takes every sign as itself: no wildcard, no SQL, and no match from one field into the next', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    await addedTenant(ada, { propertyId, name: '100% Wool', email: 'under_score@x.example' });
    await addedTenant(ada, { propertyId, name: "Conan O'Brien \\ Sons", email: 'o@x.example' });
    expect(await found(ada, '%')).toEqual(['100% Wool']);
    expect(await found(ada, '_')).toEqual(['100% Wool']);
    expect(await found(ada, '\\')).toEqual(["Conan O'Brien \\ Sons"]);
    expect(await found(ada, "'")).toEqual(["Conan O'Brien \\ Sons"]);
    for (const words of ["' or 1=1 --", 'W.+l', 'Woolunder', 'Wool under', 'example14']) {
      expect(await found(ada, words)).toEqual([]);
    }
  });

  it('finds nothing of anybody else’s', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedTenant(bob, { name: 'Grace Hopper' });
    expect(await found(ada, 'Grace')).toEqual([]);
    expect(await listedTenants(ada, `?propertyId=${theirs.propertyId}`)).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
    });
    expect((await listedTenants(ada)).total).toBe(0);
  });
});

describe('the list', () => {
  it('sorts names as people do: without case and accents, whole words first', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    const sorted = [
      'Ada Lovelace',
      'Ángel Vega',
      'angela Merz',
      'Éclair Dupont',
      'eclipse Ltd',
      'Øyvind',
      'Zoë',
      'zoe b',
    ];
    for (const name of [
      'zoe b',
      'Éclair Dupont',
      'angela Merz',
      'Zoë',
      'Øyvind',
      'eclipse Ltd',
      'Ángel Vega',
      'Ada Lovelace',
    ]) {
      await addedTenant(ada, { propertyId, name });
    }
    // Ø is a letter of its own and no O with an accent: it stands after Z.
    const [oyvind] = sorted.splice(5, 1);
    expect(await names(ada, '')).toEqual([...sorted, oyvind]);
    expect(await names(ada, '?sort=name&limit=3')).toEqual(sorted.slice(0, 3));
  });

  it('sorts by the end of the lease, periodic tenancies last, and by what was added last', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    for (const [name, leaseEnd] of [
      ['Second', '2027-06-30'],
      ['Periodic', null],
      ['Third', '2200-12-31'],
      ['First', '1999-01-01'],
    ] as const) {
      await addedTenant(ada, { propertyId, name, leaseEnd, periodic: leaseEnd === null });
    }
    expect(await names(ada, '?sort=leaseEnd')).toEqual(['First', 'Second', 'Third', 'Periodic']);
    expect(await names(ada, '?sort=newest')).toEqual(['First', 'Third', 'Periodic', 'Second']);
  });

  it.each(Object.keys(TENANT_SORTS))(
    'sorted by %s, gives every tenant once over pages of every size, also where many are alike or have no lease end',
    async (sort) => {
      const ada = await landlord();
      const { id: propertyId } = await addedProperty(ada);
      const alike = ['Zoë "Z" \\ Smith', 'zoe "z" \\ smith', 'ZOE "Z" \\ SMITH', '🏠'.repeat(200), '"'.repeat(200)];
      for (let count = 0; count < 10; count++) {
        const leaseEnd = count % 3 === 0 ? null : `2027-01-0${(count % 3) + 1}`;
        await addedTenant(ada, { propertyId, name: `${alike[count % 5]}`, leaseEnd, periodic: leaseEnd === null });
      }
      const whole = (await listedTenants(ada, `?sort=${sort}`)).items.map(({ id }) => id);
      expect(new Set(whole).size).toBe(10);
      for (const filter of ['', '&q=example', `&propertyId=${propertyId}`]) {
        for (const limit of [1, 2, 3, 10, 100]) {
          const pieces: string[] = [];
          for (let cursor: string | null = ''; cursor !== null; ) {
            const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
            const page = await listedTenants(ada, `?sort=${sort}&limit=${limit}${filter}${after}`);
            expect(page.total).toBe(10);
            pieces.push(...page.items.map(({ id }) => id));
            cursor = page.nextCursor;
          }
          expect(pieces).toEqual(whole);
        }
      }
    },
  );

  it('shows the tenants of one property, those who have moved out too', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await addedTenant(ada, { propertyId: house.id, name: 'Living' });
    await addedTenant(ada, { propertyId: house.id, name: 'Gone', movedOut: '2020-01-01' });
    await addedTenant(ada, { name: 'Elsewhere' });
    expect(await names(ada, `?propertyId=${house.id}`)).toEqual(['Gone', 'Living']);
    expect(await names(ada, `?propertyId=${house.id}&state=moved-out`)).toEqual(['Gone']);
    expect((await listedTenants(ada, `?propertyId=${house.id}&q=liv`)).total).toBe(1);
    expect((await listedTenants(ada, `?propertyId=${ID}`)).total).toBe(0);
  });

  it('counts right, also when many are added and removed at once', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    const [kept, ...rest] = await Promise.all(Array.from({ length: 8 }, () => addedTenant(ada, { propertyId })));
    expect((await listedTenants(ada)).total).toBe(8);
    await Promise.all([...rest, ...rest].map(({ id }) => ada.delete(`/api/tenants/${id}`, 1)));
    expect(await listedTenants(ada)).toMatchObject({ items: [{ id: kept?.id }], total: 1 });
  });
});

describe('the states of leases in the list', () => {
  /** The day so many days after another. */
  const dayAfter = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

  it.each([
    ['now', () => server.services.clock.now().getTime()],
    ['a minute before midnight in summer', () => Date.parse('2027-06-30T22:59:00Z')],
    ['at midnight in summer', () => Date.parse('2027-06-30T23:00:00Z')],
    ['at midnight before the clocks go forward', () => Date.parse('2027-03-28T00:00:00Z')],
    ['at midnight after they went back', () => Date.parse('2027-11-01T00:00:00Z')],
    ['on a leap day', () => Date.parse('2028-02-29T12:00:00Z')],
  ])('(%s) are those that the pages of the tenants show, and every tenant is in one', async (_, instant) => {
    const ada = await lastingLandlord();
    const { id: propertyId } = await addedProperty(ada);
    const today = londonDay(new Date(instant()));
    const ends = [-400, -1, 0, 1, 29, 30, 31, 400].map((days) => dayAfter(today, days));
    for (const [leaseEnd, movedOut] of [
      ...ends.map((end) => [end, null] as const),
      [null, null] as const,
      ...[-1, 0, 1].flatMap((days) => [
        [null, dayAfter(today, days)] as const,
        [dayAfter(today, -5), dayAfter(today, days)] as const,
        [dayAfter(today, 5), dayAfter(today, days)] as const,
      ]),
    ]) {
      const name = `${leaseEnd ?? 'periodic'} ${movedOut ?? ''}`;
      await addedTenant(ada, { propertyId, name, leaseEnd, movedOut, periodic: leaseEnd === null });
    }
    await server.later(instant() - server.services.clock.now().getTime(), async () => {
      const all = (await listedTenants(ada)).items;
      expect(all).toHaveLength(18);
      for (const state of LEASE_STATES) {
        const { items, total } = await listedTenants(ada, `?state=${state}`);
        const wanted = all.filter((tenant) => leaseState(tenant, today) === state);
        expect(wanted.length).toBeGreaterThan(1);
        expect([items, total]).toEqual([wanted, wanted.length]);
      }
    });
  });
});

describe('what the list may not be asked', () => {
  it.each([
    'limit=0',
    'limit=101',
    'limit=abc',
    'sort=rent',
    'state=haunted',
    'state=',
    'propertyId=x',
    'propertyId=',
    `q=${'x'.repeat(201)}`,
    'q=%00',
  ])('%s is refused', async (wrong) => {
    expect((await cleo.get(`/api/tenants?${wrong}`)).outcome).toBe('400 bad_request');
  });

  const instant = '2026-01-01T00:00:00.000Z';
  it.each([
    ['name', ['a\0b', ID]],
    ['name', ['\ud83d', ID]],
    ['name', [{}, ID]],
    ['name', [null, ID]],
    ['name', [5, ID]],
    ['name', ['Ada', "x'; drop table tenants; --"]],
    ['name', ['Ada']],
    ['name', ['Ada', ID, ID]],
    ['leaseEnd', ['infinity', ID]],
    ['leaseEnd', ['0000-01-01', ID]],
    ['leaseEnd', ['2026-02-29', ID]],
    ['leaseEnd', ["2026-01-01'; --", ID]],
    ['leaseEnd', ['', ID]],
    ['leaseEnd', [5, ID]],
    ['newest', ['2026-01-01', ID]],
    ['newest', ['0000-01-01T00:00:00.000Z', ID]],
    ['newest', [instant, 'not an id']],
    ['newest', [null, ID]],
    ['newest', 'text'],
  ])('sorted by %s it does not go on after %j, which it never said', async (sort, cursor) => {
    const answer = await cleo.get(`/api/tenants?sort=${sort}&cursor=${encodeURIComponent(JSON.stringify(cursor))}`);
    expect(answer.outcome).toBe('400 bad_request');
  });

  it('after what is no cursor at all', async () => {
    for (const cursor of ['x', '[', '%FF', `["${'x'.repeat(600)}"]`]) {
      expect((await cleo.get(`/api/tenants?cursor=${encodeURIComponent(cursor)}`)).outcome).toBe('400 bad_request');
    }
  });
});
