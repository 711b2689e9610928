import { beforeEach, describe, expect, it } from 'vitest';
import { findRecent, type RecentPlace, saveRecent } from './recent.client.ts';
import {
  countFound,
  type Group,
  groupsBefore,
  groupsFound,
  marked,
  type Row,
  searchedWords,
} from './results.client.ts';
import type { SearchAnswer } from './search.server.ts';

const commands = {
  add: [{ keys: 'ap', name: 'Add a property', href: '/dashboard/properties/add' }],
  go: [{ keys: 'gc', name: 'Certificates and compliance', href: '/dashboard/certificates' }],
};
const NOTHING = { transactions: { items: [], count: 0, more: false } };
const found = (answer: Partial<SearchAnswer>, q = 'chand', rights?: string[]) =>
  groupsFound({ ...NOTHING, ...answer }, { q, today: '2026-11-21', commands, ...(rights && { rights }) });
const lines = (groups: Group[]) => groups.map(({ name, rows }) => [name, ...rows.map((row) => row.name)]);

const home = { id: 'h1', address: '14 Chandos Terrace', city: 'Leeds', postalCode: 'LS8 1QS', ends: {} };
const tenant = { id: 't1', name: 'Bronagh Kelly', phone: '07700 900591', propertyName: '14 Chandos Terrace' };
const bill = {
  id: 'x1',
  type: 'expense',
  status: 'pending',
  date: '2026-11-28',
  description: 'Gutters',
  amount: -41_280,
  propertyAddress: '14 Chandos Terrace',
} as SearchAnswer['transactions']['items'][number];

describe('groups', () => {
  it('show place, phone, amount and state', () => {
    const [properties, tenants, transactions] = found({
      properties: [{ ...home, ends: { gasSafety: '2026-11-02', electricalSafety: '2026-12-02' } }],
      tenants: [{ ...tenant, movedOut: '2026-11-21' }],
      transactions: { items: [bill], count: 1, more: false },
    });
    expect(properties?.rows[0]).toMatchObject({ line: 'Leeds, LS8 1QS', state: { bad: true, words: 'Gas expired' } });
    expect(tenants?.rows[0]).toMatchObject({ line: 'last lived at 14 Chandos Terrace', phone: '07700 900591' });
    expect(transactions?.rows).toEqual([
      {
        icon: 'expense',
        name: 'Gutters',
        line: '28 Nov 2026 · 14 Chandos Terrace',
        href: '/dashboard/finance?open=x1',
        amount: { words: '−£412.80', income: false },
        state: { bad: false, words: 'To pay' },
      },
    ]);
    expect(transactions).not.toHaveProperty('note');
    expect(found({ tenants: [{ ...tenant, movedOut: '2026-11-22' }] })[0]?.rows[0]?.line).toBe('14 Chandos Terrace');
  });

  it('link to all matches with the same search if there are more', () => {
    const five = ['1', '2', '3', '4', '5'].map((id) => ({ ...home, id }));
    const [properties, transactions] = found(
      { properties: five, transactions: { items: [bill, bill, bill], count: 38, more: false } },
      'a&b',
    );
    expect(properties?.rows).toHaveLength(5);
    expect(properties?.rows[4]).toMatchObject({ icon: 'all', href: '/dashboard/properties?q=a%26b' });
    expect(transactions?.note).toBe('3 of 38');
    expect(transactions?.rows[3]).toMatchObject({ name: 'All 38 transactions', href: '/dashboard/finance?q=a%26b' });
    const [many] = found({ transactions: { items: [bill], count: 50, more: true } });
    expect([many?.note, many?.rows[1]?.name]).toEqual(['1 of more than 50', 'All transactions']);
    expect(countFound([properties, transactions].flatMap((group) => group ?? []))).toBe(7);
  });

  it('offer actions for a single property, by name, and without results', () => {
    expect(lines(found({ properties: [home] }))[1]).toEqual([
      'Actions',
      'Add an expense for 14 Chandos Terrace',
      'Add a tenant to 14 Chandos Terrace',
    ]);
    expect(found({ properties: [home, { ...home, id: 'h2' }] })).toHaveLength(1);
    expect(
      lines(found({ suppliers: [{ id: 's', name: 'Certa', phone: '1', serviceType: 'HVAC' }] }, 'CERT'))[1],
    ).toEqual(['Actions', 'Certificates and compliance']);
    expect(lines(found({ tenants: [{ ...tenant, movedOut: null }] }, 'prop ad'))[1]).toEqual([
      'Actions',
      'Add a property',
    ]);
    expect(found({ tenants: [{ ...tenant, movedOut: null }] }, 'erti')).toHaveLength(1);
    const [offers] = found({}, '2 Mill & Co');
    const offered = [
      ['Add a property at ‘2 Mill & Co’', '/dashboard/properties/add?address=2+Mill+%26+Co'],
      ['Add a tenant named ‘2 Mill & Co’', '/dashboard/tenants/add?name=2+Mill+%26+Co'],
      ['Add a supplier named ‘2 Mill & Co’', '/dashboard/suppliers/add?name=2+Mill+%26+Co'],
      ['Search all certificates', '/dashboard/certificates?q=2+Mill+%26+Co'],
    ];
    expect(offers?.rows.map(({ name, href }) => [name, href])).toEqual(expect.arrayContaining(offered));
  });

  it('offer only what the role may do', () => {
    const rights = ['properties.see', 'suppliers.see', 'people.change'];
    expect(lines(found({ properties: [home] }, 'chand', rights))[1]).toEqual([
      'Actions',
      'Add a tenant to 14 Chandos Terrace',
    ]);
    expect(lines(found({}, '2 Mill', rights))).toEqual([
      ['Actions', 'Add a tenant named ‘2 Mill’', 'Search all certificates'],
    ]);
    expect(searchedWords(rights)).toBe('Properties, documents, suppliers');
    expect(searchedWords(undefined)).toBe('Properties, documents, repairs, tenants, suppliers, transactions');
  });
});

it.each([
  ['14 Chandos Terrace', 'chand', '14 [Chand]os Terrace'],
  ['Anna', 'an', '[An]na'],
  ['50% (net) a.b', '% (NET', '50[%] ([net]) a.b'],
  ['Lane, 12 Mill', '2 mill lane', '[Lane], 12 [Mill]'],
  ['Zoë Åkesson', 'akesson zoe', '[Zoë] [Åkesson]'],
  ['Zoe\u0308', 'zoe', '[Zoe\u0308]'],
  ['Sean O’Brien', 'obrien', 'Sean [O’Brien]'],
  ['a.b axb', 'a.b', '[a.b] axb'],
  ['07700 900417', '00900', '077[00 900]417'],
  ['£412.80', '412', '£[412].80'],
  ['Leeds', '', 'Leeds'],
  ['Leeds', '-', 'Leeds'],
])('in %s, %j highlights %s', (text, q, expected) => {
  expect(
    marked(text, q)
      .map((part) => (part.match ? `[${part.text}]` : part.text))
      .join(''),
  ).toBe(expected);
});

describe('recent records', () => {
  const row = (name: string): Row => ({
    icon: 'person',
    name,
    line: 'Leeds',
    href: `/dashboard/tenants/${name}`,
    phone: '1',
  });
  let place: RecentPlace;
  beforeEach(() => {
    const entries = new Map<string, string>();
    const storage = {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
    };
    place = { storage, userId: 'hannah' };
  });
  const names = () => findRecent(place).map(({ name }) => name);

  it('are newest first, unique, at most six, and separate for each user', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) saveRecent(place, row(name));
    expect(names()).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
    expect(findRecent({ ...place, userId: 'tomasz' })).toEqual([]);
    expect(groupsBefore(findRecent(place), commands).map(({ name }) => name)).toEqual(['Recent', 'Actions']);
    expect(groupsBefore([], commands).map(({ name }) => name)).toEqual(['Actions']);
  });

  it('exclude actions and a property’s expired state', () => {
    saveRecent(place, { ...row('home'), state: { bad: true, words: 'Gas expired' } });
    saveRecent(place, { ...row('add'), icon: 'add' });
    expect(findRecent(place)).toEqual([row('home')]);
  });

  it.each(['{', '{}', '[1, null, {"icon": "person", "name": "x", "href": "https://elsewhere.example"}]'])(
    'are empty if %s is stored',
    (text) => {
      place.storage.setItem('tenure.recent.hannah', text);
      expect(findRecent(place)).toEqual([]);
    },
  );
});
