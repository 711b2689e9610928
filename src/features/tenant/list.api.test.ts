import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTenant,
  type Landlord,
  landlord,
  listedTenants,
  subscribedLandlord,
} from '../../../test/fixtures/landlords.ts';
import { server } from '../../../test/servers/server.ts';
import { londonDay } from '../../shared/dates.ts';
import { LEASE_STATES, leaseState } from './lease.ts';

const names = async (ada: Landlord, query: string) => (await listedTenants(ada, query)).items.map(({ name }) => name);
const namesFor = async (ada: Landlord, words: string) => (await names(ada, `?q=${encodeURIComponent(words)}`)).sort();

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

describe('the search', () => {
  it('S1.2.103, S1.5.34: finds words of name, email, phone and property name in any case and order, of this landlord only', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const house = await addedProperty(ada, { address: '14 Chandos Terrace', city: 'Bristol' });
    const flat = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    await addedTenant(ada, { propertyId: house.id, name: "100% O'Wool \\ Sons", email: 'rear_admiral@x.example' });
    await addedTenant(ada, { propertyId: flat.id, name: 'Ada Lovelace', email: 'countess@y.example' });
    const theirs = await addedTenant(bob, { name: 'Grace Hopper' });
    for (const words of ["O'WOOL", 'Admiral@', 'chandos terrace, bristol', '%', '_', '\\', 'Sons 100%'])
      expect(await namesFor(ada, words)).toEqual(["100% O'Wool \\ Sons"]);
    for (const words of ['lovelace', 'Countess@', ' bath '])
      expect(await namesFor(ada, words)).toEqual(['Ada Lovelace']);
    expect(await namesFor(ada, 'a')).toHaveLength(2);
    const nothing = ['020 7947', 'aiken', '145', "' or 1=1 --", 'W.+l', 'Sonsrear', "'", '0% o', 'Grace'];
    for (const words of nothing) expect(await namesFor(ada, words)).toEqual([]);
    expect((await listedTenants(ada, `?propertyId=${theirs.propertyId}`)).items).toEqual([]);
  });

  it('finds names without accents, with any apostrophe, in any order', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    const people = {
      "Sean O'Brien": ['O’Brien', 'OBrien', "O'Brien", 'o brien'],
      'Mary O’Connor': ["o'connor", 'connor mary'],
      'Zoë Åkesson': ['zoe', 'ZOË', 'akesson zoe', 'aakesson'],
      'Łukasz Żółć': ['lukasz', 'zolc'],
      'Søren Østergård': ['ostergard', 'soeren'],
      'Jürgen Müller': ['muller', 'MUELLER', 'müller jürgen'],
      'Nguyễn Thị Hồng': ['nguyen thi hong'],
      Γιώργος: ['γιωργος', 'ΓΙΏΡΓΟΣ'],
      'محمد علي': ['علي محمد'],
    };
    for (const name of Object.keys(people)) await addedTenant(ada, { propertyId, name });
    for (const [name, typed] of Object.entries(people))
      for (const words of typed) {
        expect([words, await namesFor(ada, words)]).toEqual([words, [name]]);
        const everywhere = await ada.get(`/api/search?q=${encodeURIComponent(words)}`);
        expect([words, everywhere.text]).toEqual([words, expect.stringContaining(name)]);
        const payers = await ada.get(`/api/rent/payers?q=${encodeURIComponent(words)}`);
        expect([words, payers.text]).toEqual([words, expect.stringContaining(name)]);
      }
  });

  it('finds a phone number in any format, from three digits', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    const phones = {
      Ada: '07700 900417',
      Bea: '+44 (0)7700 900-418',
      Cy: '(020) 7946 0018 ext 5',
      Dot: 'ask at the shop',
    };
    for (const [name, phone] of Object.entries(phones)) await addedTenant(ada, { propertyId, name, phone });
    const variants = ['07700', '+447700', '0044 7700 9004', '+44 (0) 77009', '(07700)', '0770-0900'];
    for (const words of variants) expect([words, await namesFor(ada, words)]).toEqual([words, ['Ada', 'Bea']]);
    expect(await namesFor(ada, '07700900417')).toEqual(['Ada']);
    expect(await namesFor(ada, '02079460018')).toEqual(['Cy']);
    expect(await namesFor(ada, 'the shop')).toEqual(['Dot']);
    expect(await namesFor(ada, '07700 900417 Ada')).toEqual(['Ada']);
    for (const words of ['07700 900419', '()()', '07700 900417 Bea']) expect(await namesFor(ada, words)).toEqual([]);
  });
});

describe('the list', () => {
  it('S1.7.31: sorts names ignoring case and accents, whole words first', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    const sorted = ['Ada Lovelace', 'Ángel Vega', 'angela Merz', 'Éclair Dupont', 'eclipse Ltd', 'Zoë', 'zoe b'];
    // Ø is a separate letter after Z.
    for (const name of ['Øyvind', ...sorted.toReversed()]) await addedTenant(ada, { propertyId, name });
    expect(await names(ada, '')).toEqual([...sorted, 'Øyvind']);
  });

  it('sorts by lease end with periodic tenancies last, and by newest', async () => {
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
    await addedTenant(ada, { propertyId, name: 'Endless', leaseEnd: null, periodic: true });
    const whole = await names(ada, '?sort=leaseEnd');
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page = await listedTenants(ada, `?sort=leaseEnd&limit=1${after}`);
      pages.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect([pages.length, pages]).toEqual([5, whole]);
  });

  it('S1.7.30: filters by property, including tenants who have moved out', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await addedTenant(ada, { propertyId: house.id, name: 'Living' });
    await addedTenant(ada, { propertyId: house.id, name: 'Gone', movedOut: '2020-01-01' });
    await addedTenant(ada, { name: 'Elsewhere' });
    expect(await names(ada, `?propertyId=${house.id}`)).toEqual(['Gone', 'Living']);
    expect(await names(ada, `?propertyId=${house.id}&state=moved-out`)).toEqual(['Gone']);
    expect((await listedTenants(ada, `?propertyId=${house.id}&q=liv`)).total).toBe(1);
    expect((await listedTenants(ada, `?propertyId=${randomUUID()}`)).total).toBe(0);
  });

  it.each([
    ['now', () => server.services.clock.now().getTime()],
    ['a minute before midnight in summer', () => Date.parse('2027-06-30T22:59:00Z')],
    ['at midnight in summer', () => Date.parse('2027-06-30T23:00:00Z')],
    ['on a leap day', () => Date.parse('2028-02-29T12:00:00Z')],
  ])('lists each tenant in the same state as their page (%s)', async (_, instant) => {
    const ada = await subscribedLandlord();
    const { id: propertyId } = await addedProperty(ada);
    const today = londonDay(new Date(instant()));
    const ends = [-400, -1, 0, 1, 29, 30, 31, 400].map((days) => dayAfter(today, days));
    const leases = [
      ...[...ends, null].map((end) => [end, null] as const),
      ...[-1, 0, 1].flatMap((out) =>
        [null, -5, 5].map((end) => [end === null ? null : dayAfter(today, end), dayAfter(today, out)] as const),
      ),
    ];
    for (const [leaseEnd, movedOut] of leases) {
      const name = `${leaseEnd ?? 'periodic'} ${movedOut ?? ''}`;
      await addedTenant(ada, { propertyId, name, leaseEnd, movedOut, periodic: leaseEnd === null });
    }
    await server.later(instant() - server.services.clock.now().getTime(), async () => {
      const all = (await listedTenants(ada)).items;
      expect(all).toHaveLength(18);
      for (const state of LEASE_STATES) {
        const { items, total } = await listedTenants(ada, `?state=${state}`);
        const expected = all.filter((tenant) => leaseState(tenant, today) === state);
        expect(expected.length).toBeGreaterThan(1);
        expect([items, total]).toEqual([expected, expected.length]);
      }
    });
  });
});
