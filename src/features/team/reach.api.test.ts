import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTenant,
  addedTransaction,
  importedTransaction,
  landlord,
  listedProperties,
} from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { uploaded } from '../../../test/fixtures/uploads.ts';
import type { Browser } from '../../../test/reading/browser.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Overview } from '../../app/overview/overview.ts';
import { CurrentUser } from '../account/account.ts';

const userOf = async (browser: Browser) => (await browser.get('/api/auth/get-session')).as(CurrentUser);

describe('a member with one of two properties', () => {
  it('adds no property, and sees no bank connection', async () => {
    const owner = await landlord();
    const { id } = await addedProperty(owner);
    const [whole, limited] = [
      await member(owner, { role: 'manager' }),
      await member(owner, { role: 'manager', properties: [id] }),
    ];
    const rights = async (browser: Browser) => (await userOf(browser)).account.rights;
    expect(await rights(whole)).toEqual(expect.arrayContaining(['properties.add', 'banks.change']));
    const fewer = (await rights(whole)).filter((right) => right !== 'properties.add' && !right.startsWith('banks'));
    expect(await rights(limited)).toEqual(fewer);
    const added = await limited.post('/api/properties', newProperty());
    expect([added.outcome, (await listedProperties(owner)).total]).toEqual(['403 not_allowed', 1]);
  });

  it('changes the category of a bank row, without adding a rule, and no split with a part elsewhere', async () => {
    const owner = await landlord();
    const [near, far] = [await addedProperty(owner), await addedProperty(owner)];
    const manager = await member(owner, { role: 'manager', properties: [near.id] });
    const row = await importedTransaction(owner, { propertyId: near.id });
    const path = `/api/transactions/${row.id}`;
    expect((await manager.patch(path, { category: 'other' }, row.version)).outcome).toBe('served');
    expect(await query(server.database, 'select from payer_rules where user_id = $1', [owner.id])).toEqual([]);

    const bill = await addedTransaction(owner, { propertyId: near.id, amount: 30_000 });
    const part = (amount: number, { id }: { id: string }) => ({
      amount,
      category: 'maintenance',
      description: 'Boiler',
      date: bill.date,
      propertyId: id,
      tenancyId: null,
    });
    const split = (who: Browser, version: number, parts: object[]) =>
      who.post('/api/transactions/split', { rows: [{ id: bill.id, version }], parts });
    expect((await split(owner, 1, [part(-20_000, near), part(-10_000, far)])).outcome).toBe('served');
    const again = [part(-25_000, near), part(-5_000, near)];
    expect((await split(manager, 2, again)).outcome).toBe('403 not_allowed');
    expect((await split(manager, 2, [part(-30_000, near)])).outcome).toBe('403 not_allowed');
  });

  it('reads a file that it has uploaded until a record elsewhere has it', async () => {
    const owner = await landlord();
    const [near, far] = [await addedProperty(owner), await addedProperty(owner)];
    const manager = await member(owner, { role: 'manager', properties: [near.id] });
    const file = await uploaded(manager, { bucket: 'transaction-files', name: 'receipt.pdf' });
    const bill = await addedTransaction(manager, { propertyId: near.id, file });
    expect((await manager.get(file.url)).outcome).toBe('served');
    const moved = await owner.patch(`/api/transactions/${bill.id}`, { propertyId: far.id }, 1);
    expect([moved.outcome, (await manager.get(file.url)).outcome]).toEqual(['served', '404 not_found']);
    expect((await owner.get(file.url)).outcome).toBe('served');
  });

  it('gets lists, counts, sums, search and overview of that property only', async () => {
    const owner = await landlord();
    const [near, far] = [await addedProperty(owner, { city: 'Otley' }), await addedProperty(owner, { city: 'Otley' })];
    await addedTransaction(owner, { propertyId: near.id, type: 'expense', category: 'maintenance', amount: 12_500 });
    await addedTransaction(owner, { propertyId: far.id, type: 'expense', category: 'maintenance', amount: 50_000 });
    await addedTransaction(owner, { type: 'expense', category: 'insurance', amount: 9_900 });
    const guest = await member(owner, { role: 'guest', properties: [near.id] });
    const json = async (path: string) => JSON.parse((await guest.get(path)).text) as Record<string, unknown>;
    const list = await listedProperties(guest);
    expect([list.items.map(({ id }) => id), list.total]).toEqual([[near.id], 1]);
    expect((await listedProperties(guest, '?q=otley')).total).toBe(1);
    expect(await json('/api/transactions/totals')).toMatchObject({ count: 1, expenses: 12_500 });
    expect(await json('/api/transactions/totals?from=2020-01-01')).toMatchObject({ count: 1, expenses: 12_500 });
    expect(await json('/api/transactions/summary')).toMatchObject({
      count: 1,
      expenses: 12_500,
      categories: ['maintenance'],
    });
    expect((await guest.get('/api/search?q=otley')).text).not.toContain(far.id);
    expect(await json('/api/overview')).toMatchObject({ totalProperties: 2 });
    expect((await owner.get('/api/overview')).text).toContain('"totalProperties":null');
    for (const q of ['maintenance', 'otley', '125.00'])
      expect([q, await json(`/api/search?q=${q}`)]).toMatchObject([q, { transactions: { count: 1, more: false } }]);
    const overview = (await guest.get('/api/overview')).text;
    expect([overview.includes(near.id), overview.includes(far.id)]).toEqual([true, false]);
    expect((await guest.get(`/api/properties/${far.id}`)).outcome).toBe('404 not_found');
    expect((await owner.get('/api/transactions/totals')).text).toContain('"expenses":72400');
  });

  it('sees that a property is let without seeing its tenants', async () => {
    const owner = await landlord();
    const [near, far] = [await addedProperty(owner), await addedProperty(owner)];
    for (const { id } of [near, far]) await addedTenant(owner, { propertyId: id });
    for (const role of ['maintenance', 'guest'] as const) {
      const limited = await member(owner, { role, properties: [near.id] });
      expect((await listedProperties(limited)).items).toMatchObject([{ id: near.id, status: 'occupied', tenants: [] }]);
      expect((await listedProperties(limited, '?status=occupied')).total).toBe(1);
      expect((await listedProperties(limited, '?status=vacant')).total).toBe(0);
      expect((await limited.get('/api/overview')).as(Overview).properties).toMatchObject({
        occupied: { count: 1 },
        vacant: { count: 0 },
      });
    }
  });
});
