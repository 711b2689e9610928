import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import {
  addedOwner,
  addedOwners,
  boxesOf,
  figuresOf,
  newOwner,
  setShares,
  sharesAt,
  sharesBody,
} from '../../../test/fixtures/owners.ts';
import { boxes, cost, figures, income, rows, setLetting } from '../../../test/fixtures/tax.ts';
import { openEvents } from '../../../test/reading/events.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Ownerships } from './ownership.ts';

async function couple(): Promise<{ ada: Landlord; ids: string[]; one: string; other: string; home: string }> {
  const ada = await landlord();
  const [one = '', other = ''] = await addedOwners(ada, 'Ada', 'Ben');
  const { id: home } = await addedProperty(ada);
  return { ada, ids: [one, other], one, other, home };
}
const listed = async (person: Pick<Landlord, 'get'>) => (await person.get('/api/owners/shares')).as(Ownerships).items;

describe('the shares of a property', () => {
  it('are saved as exact fractions from a day, replaced and removed', async () => {
    const { ada, one, other, home } = await couple();
    await setShares(ada, { property: home }, { [one]: '60', [other]: '40%' });
    await setShares(ada, { property: home, from: '2026-09-01' }, { [one]: '1/3', [other]: '2/3' });
    await setShares(ada, {}, { [one]: '100%' });
    await setShares(ada, { property: home, from: '2026-09-01' }, { [other]: '33.33', [one]: '66.67' });
    const shape = (await listed(ada)).map(({ propertyId, from, shares }) => [
      propertyId,
      from,
      shares.map(({ numerator, denominator }) => `${numerator}/${denominator}`),
    ]);
    expect(shape).toEqual([
      [null, '2025-04-06', ['1/1']],
      [home, '2026-09-01', ['6667/10000', '3333/10000']],
      [home, '2025-04-06', ['3/5', '2/5']],
    ]);
    const left = (await ada.delete(sharesAt(home, '2026-09-01'))).as(Ownerships).items;
    expect(left.map(({ from }) => from)).toEqual(['2025-04-06', '2025-04-06']);
    expect((await ada.delete(sharesAt(home, '2026-09-01'))).outcome).toBe('404 not_found');
  });

  it('T85 are refused unless they add up to exactly 1, in the database too', async () => {
    const { ada, one, other, home } = await couple();
    const third = await addedOwner(ada, { name: 'Cleo' });
    const equal = sharesBody({ [one]: '33.33', [other]: '33.33', [third]: '33.33' });
    const { outcome, fields } = await ada.put(sharesAt(home), equal);
    expect([outcome, fields]).toEqual([
      '422 invalid_input',
      { shares: 'Shares add up to 99.99%. Use one third each?' },
    ]);
    await setShares(ada, { property: home }, { [one]: '1/3', [other]: '1/3', [third]: '1/3' });
    const change = 'update shares set numerator = 2 where owner_id = $1';
    await expect(query(server.database, change, [one])).rejects.toThrow('shares that do not add up');
    const removal = 'delete from shares where owner_id = $1';
    await expect(query(server.database, removal, [one])).rejects.toThrow('shares that do not add up');
    const empty = `insert into ownerships (user_id, property_id, starts_on) values ($1, $2, '2026-01-01')`;
    await expect(query(server.database, empty, [ada.id, home])).rejects.toThrow('shares that do not add up');
  });

  it('are refused at the field', async () => {
    const { ada, one, other, home } = await couple();
    const company = await addedOwner(ada, { name: 'Lets Ltd', kind: 'company' });
    const half = { [one]: '50', [other]: '50' };
    const [signedOn, receivedOn] = ['2026-06-20', '2026-06-19'];
    const spouses = 'Choose this only for a property of two owners who are people';
    const cases: [object, Record<string, string>][] = [
      [sharesBody({ [one]: 'half', [other]: '50' }), { 'shares.0.share': 'Enter a share such as 60% or 1/3' }],
      [sharesBody({ [one]: '0', [other]: '100' }), { 'shares.0.share': 'Enter a share such as 60% or 1/3' }],
      [sharesBody({ x: '100' }), { 'shares.0.ownerId': 'Choose an owner' }],
      [sharesBody({}), { shares: 'Enter a share' }],
      [{ shares: [one, one].map((ownerId) => ({ ownerId, share: '50' })) }, { shares: 'Enter each owner once' }],
      [sharesBody({ [one]: '100' }, { spouses: true }), { spouses }],
      [sharesBody({ [one]: '50', [company]: '50' }, { spouses: true }), { spouses }],
      [sharesBody(half, { signedOn }), { signedOn: 'Form 17 is for married couples and civil partners' }],
      [sharesBody(half, { spouses: true, receivedOn }), { signedOn: 'Enter the date of the last signature' }],
      [
        sharesBody(half, { spouses: true, signedOn, receivedOn }),
        { receivedOn: 'Enter the date of the last signature or a later one' },
      ],
    ];
    for (const [body, expected] of cases) {
      const { outcome, fields } = await ada.put(sharesAt(home), body);
      expect([body, outcome, fields]).toEqual([body, '422 invalid_input', expected]);
    }
    const day = await ada.put(sharesAt(home, '2026-02-30'), sharesBody(half));
    expect([day.outcome, day.fields]).toEqual(['400 bad_request', { from: 'Enter a date' }]);
    expect(await listed(ada)).toEqual([]);
  });

  it('return 404 for another account’s property or owner', async () => {
    const [{ ada, one, home }, bob] = [await couple(), await couple()];
    const mine = sharesBody({ [one]: '100' });
    const answers = [
      await ada.put(sharesAt(bob.home), mine),
      await ada.put(sharesAt(randomUUID()), mine),
      await ada.put(sharesAt('x'), mine),
      await ada.put(sharesAt(home), sharesBody({ [bob.one]: '100' })),
      await ada.put(sharesAt(home), sharesBody({ [one]: '50', [bob.one]: '50' })),
      await ada.delete(sharesAt(bob.home)),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(answers.map(() => '404 not_found'));
    expect([await listed(ada), await listed(bob.ada)]).toEqual([[], []]);
  });

  it('prevent the removal of their owners, and a company as a spouse', async () => {
    const { ada, one, other, home } = await couple();
    await setShares(ada, { property: home, spouses: true }, { [one]: '75', [other]: '25' });
    const removal = await ada.delete(`/api/owners/${one}`, 1);
    expect([removal.outcome, removal.text]).toEqual([
      '422 invalid_input',
      expect.stringContaining('This owner has shares. Remove them first, or close the owner.'),
    ]);
    const company = await ada.put(`/api/owners/${one}`, newOwner({ kind: 'company' }), 1);
    expect(company.fields).toEqual({ kind: 'This owner is in a married couple. Change their shares first.' });
    expect((await ada.put(`/api/owners/${one}`, newOwner({ closed: true }), 1)).status).toBe(200);
    await ada.delete(sharesAt(home));
    expect((await ada.delete(`/api/owners/${one}`, 2)).status).toBe(204);
  });

  it('send a live notice and are in the activity', async () => {
    const { ada, one, home } = await couple();
    const events = await openEvents({ browser: ada });
    await setShares(ada, { property: home }, { [one]: '100' });
    await events.waitFor(({ changes }) => changes.length > 0);
    expect(events.changes).toEqual([{ noun: 'tax', id: null, version: null }]);
    expect((await ada.get('/api/activity')).text).toMatch(/Shares of “[^”]+” changed/);
  });
});

describe('the figures of an owner', () => {
  it('T81, T82 and T83 are rounded once for a property and line, and add up to all', async () => {
    const { ada, ids, one, other, home } = await couple();
    const { id: flat } = await addedProperty(ada);
    await setShares(ada, { property: home }, { [one]: '60', [other]: '40' });
    await setShares(ada, { property: flat }, { [one]: '50', [other]: '50' });
    await income(ada, 'rent', 123_457, { propertyId: home });
    for (const category of ['insurance', 'utilities', 'council tax'])
      await cost(ada, category, 1, { propertyId: flat });
    await income(ada, 'maintenance', 1, { propertyId: flat, refund: true });
    expect(await boxesOf(ada, ids)).toEqual([
      { 20: 74_074, 24: 2, 25: -1 },
      { 20: 49_383, 24: 1 },
    ]);
    expect(await boxes(ada)).toEqual({ 20: 123_457, 24: 3, 25: -1 });
  });

  it('T84 follow shares that change in the middle of a stored bucket, in a quarterly update', async () => {
    const { ada, ids, one, other, home } = await couple();
    await setShares(ada, { property: home }, { [one]: '50', [other]: '50' });
    await setShares(ada, { property: home, from: '2026-09-01' }, { [one]: '75', [other]: '25' });
    for (const month of ['05', '06', '07', '08', '09', '10'])
      await income(ada, 'rent', 100_000, { propertyId: home, date: `2026-${month}-01` });
    expect(await boxesOf(ada, ids, '&update=2')).toEqual([{ 20: 350_000 }, { 20: 250_000 }]);
    await setShares(ada, { property: home, from: '2026-09-15' }, { [other]: '100' });
    await income(ada, 'rent', 7, { propertyId: home, date: '2026-09-14' });
    await income(ada, 'rent', 900, { propertyId: home, date: '2026-09-15' });
    expect(await boxesOf(ada, ids)).toEqual([{ 20: 275_005 }, { 20: 325_902 }]);
  });

  it.each([
    ['T76', null, [1_000_000, 1_000_000]],
    ['T77', { signedOn: '2026-04-20', receivedOn: '2026-06-19' }, [1_500_000, 500_000]],
    ['T79', { signedOn: '2026-04-20', receivedOn: '2026-06-20' }, [1_000_000, 1_000_000]],
  ])('%s follow Form 17 of spouses only if HMRC received it in time', async (_, form, expected) => {
    const { ada, ids, one, other, home } = await couple();
    await setShares(ada, { property: home, spouses: true, ...form }, { [one]: '75', [other]: '25' });
    await income(ada, 'rent', 2_000_000, { propertyId: home, date: '2026-07-01' });
    expect((await boxesOf(ada, ids)).map((one) => one[20])).toEqual(expected);
  });

  it('T78 follow Form 17 from the day of the last signature', async () => {
    const { ada, ids, one, other, home } = await couple();
    const form = { signedOn: '2026-06-20', receivedOn: '2026-07-01' };
    await setShares(ada, { property: home, spouses: true, ...form }, { [one]: '75', [other]: '25' });
    for (const date of ['2026-06-19', '2026-06-20']) await income(ada, 'rent', 100_000, { propertyId: home, date });
    expect((await boxesOf(ada, ids)).map((one) => one[20])).toEqual([125_000, 75_000]);
  });

  it('T86 are the profits of Peter and Tom', async () => {
    const { ada, ids, one, other, home } = await couple();
    await setShares(ada, { property: home }, { [one]: '90', [other]: '10' });
    await income(ada, 'rent', 1_500_000, { propertyId: home });
    await cost(ada, 'insurance', 500_000, { propertyId: home });
    const profits = [await figuresOf(ada, ids[0] ?? ''), await figuresOf(ada, ids[1] ?? '')];
    expect(profits.map(({ income, expenses, profit }) => [income, expenses, profit])).toEqual([
      [1_350_000, 450_000, 900_000],
      [150_000, 50_000, 100_000],
    ]);
  });

  it('are the first owner’s alone without shares, then follow the general ones, and keep a deleted property’s', async () => {
    const { ada, ids, one, other, home } = await couple();
    await income(ada, 'rent', 1_000);
    await income(ada, 'rent', 1_000, { propertyId: home });
    expect(await boxesOf(ada, ids)).toEqual([{ 20: 2_000 }, {}]);
    await setShares(ada, { from: '2026-04-06' }, { [one]: '50', [other]: '50' });
    await setShares(ada, { property: home, from: '2026-04-06' }, { [one]: '20', [other]: '80' });
    await ada.delete(`/api/properties/${home}`, 1);
    expect(await boxesOf(ada, ids)).toEqual([{ 20: 700 }, { 20: 1_300 }]);
    expect(await listed(ada)).toMatchObject([{ propertyId: null }, { propertyId: home, address: null }]);
    await setShares(ada, { property: home, from: '2026-04-06' }, { [other]: '100' });
    expect(await boxesOf(ada, ids)).toEqual([{ 20: 500 }, { 20: 1_500 }]);
  });

  it('count questions, and list the whole rows with the owner’s share', async () => {
    const { ada, ids, one, other, home } = await couple();
    await setShares(ada, { property: home }, { [one]: '1/3', [other]: '2/3' });
    await cost(ada, 'tax', 300, { propertyId: home });
    await cost(ada, 'tax', 1_000);
    const waiting = async (id: string) => (await figuresOf(ada, id)).waiting;
    expect([await waiting(one), await waiting(other)]).toEqual([
      { rows: 2, pence: 1_100 },
      { rows: 1, pence: 200 },
    ]);
    const shown = async (more: string) =>
      (await rows(ada, 'ask', more)).items.map(({ amount, share }) => [amount, share]);
    expect(await shown(`&owner=${one}`)).toEqual([
      [-1_000, { numerator: 1, denominator: 1 }],
      [-300, { numerator: 1, denominator: 3 }],
    ]);
    expect(await shown(`&owner=${ids[1]}`)).toEqual([[-300, { numerator: 2, denominator: 3 }]]);
    expect((await rows(ada, 'ask')).items.map(({ share }) => share)).toEqual([null, null]);
  });

  it('divide a mixed property before its shares, and add up to all', async () => {
    const { ada, ids, one, other, home } = await couple();
    await setLetting(ada, { id: home }, 33);
    await setShares(ada, { property: home }, { [one]: '50', [other]: '50' });
    await setShares(ada, { property: home, from: '2026-06-20' }, { [one]: '1/3', [other]: '2/3' });
    for (const date of ['2026-05-01', '2026-06-19', '2026-06-20', '2026-08-01'])
      await cost(ada, 'mortgage interest', 101, { propertyId: home, date });
    const [first = {}, second = {}] = await boxesOf(ada, ids);
    const sum = (box: string) => (first[box] ?? 0) + (second[box] ?? 0);
    const { boxes } = await figures(ada);
    const all = Object.fromEntries(boxes.map(({ box, pence }) => [box, pence]));
    expect([sum('26'), sum('44')]).toEqual([all[26], all[44]]);
  });

  it('are in the file with the owner’s name, which a company does not have', async () => {
    const { ada, one } = await couple();
    await income(ada, 'rent', 1_000);
    const file = await ada.get(`/api/tax/2026-27/export?owner=${one}`);
    expect(file.text).toContain('Amount,Transactions,Owner\r\n20,Rent,income.periodAmount,10.00,1,Ada\r\n');
    const company = await addedOwner(ada, { kind: 'company' });
    const refused = await ada.get(`/api/tax/2026-27/export?owner=${company}`);
    expect([refused.outcome, refused.fields]).toEqual(['400 bad_request', { owner: 'Choose a person' }]);
  });

  it('return 404 for another account’s owner, and an error at the field for an invalid id', async () => {
    const [{ ada }, bob] = [await couple(), await couple()];
    for (const path of ['', '/export', '/rows']) {
      const at = `/api/tax/2026-27${path}?line=rent&owner=`;
      expect([path, (await ada.get(at + bob.one)).outcome]).toEqual([path, '404 not_found']);
      expect((await ada.get(`${at}x`)).fields).toEqual({ owner: 'Choose an owner' });
    }
  });

  it('of a member with one property are those of the rows in reach', async () => {
    const { ada, ids, one, other, home } = await couple();
    const { id: far } = await addedProperty(ada);
    await setShares(ada, { from: '2026-05-10' }, { [one]: '50', [other]: '50' });
    await setShares(ada, { property: far }, { [other]: '100' });
    for (const propertyId of [home, far]) await income(ada, 'rent', 1_000, { propertyId, date: '2026-05-12' });
    const guest = await member(ada, { role: 'guest', properties: [home] });
    expect(await boxesOf(guest, ids)).toEqual([{ 20: 500 }, { 20: 500 }]);
    expect((await listed(guest)).map(({ propertyId }) => propertyId)).toEqual([null]);
  });
});
