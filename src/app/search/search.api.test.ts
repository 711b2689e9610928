import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
} from '../../../test/fixtures/landlords.ts';
import { newCertificate } from '../../../test/fixtures/make.ts';
import { plainTransactions } from '../../../test/fixtures/plain-transactions.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { SearchAnswer } from './search.server.ts';

const found = async (owner: Landlord, q: string) =>
  (await owner.get(`/api/search?q=${encodeURIComponent(q)}`)).as(SearchAnswer);

async function chandos(owner: Landlord) {
  const home = await addedProperty(owner, {
    address: '14 Chandos Terrace',
    city: 'Leeds',
    postalCode: 'LS8 1QS',
    certificates: [newCertificate({ complianceItem: 'gasSafety', expirationDate: '2025-11-02' })],
  });
  const args = { name: 'Bronagh Kelly', phone: '07700 900591', propertyId: home.id, movedOut: '2025-11-30' };
  const tenant = await addedTenant(owner, args);
  const supplier = await addedSupplier(owner, { name: 'Chandler & Sons', phone: '0113 496 0175' });
  const bill = await addedTransaction(owner, { description: 'Gutters', propertyId: home.id, date: '2025-11-12' });
  return { home, tenant, supplier, bill };
}

describe('the search over everything', () => {
  it('finds properties, tenants, suppliers and transactions by one text, for this landlord only', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { home, tenant, supplier, bill } = await chandos(ada);
    const his = await chandos(bob);
    expect(await found(ada, ' CHAND ')).toMatchObject({
      properties: [
        { id: home.id, address: '14 Chandos Terrace', city: 'Leeds', postalCode: 'LS8 1QS', ends: home.ends },
      ],
      tenants: [
        {
          id: tenant.id,
          name: 'Bronagh Kelly',
          phone: '07700 900591',
          propertyName: tenant.propertyName,
          movedOut: '2025-11-30',
        },
      ],
      suppliers: [
        { id: supplier.id, name: 'Chandler & Sons', phone: '0113 496 0175', serviceType: supplier.serviceType },
      ],
      transactions: { items: [bill], count: 1, more: false },
    });
    const { properties, transactions } = await found(bob, 'chand');
    expect([properties.map(({ id }) => id), transactions.items]).toEqual([[his.home.id], [his.bill]]);
    expect(home.ends).toEqual({ gasSafety: '2025-11-02' });
    expect((await found(ada, '+44 7700 900591')).tenants).toHaveLength(1);
    expect((await found(ada, '01134960175')).suppliers).toHaveLength(1);
    expect((await found(ada, '12 Nov 2025')).transactions.items).toEqual([bill]);
    const empty = { properties: [], tenants: [], suppliers: [], transactions: { items: [], count: 0, more: false } };
    expect(await found(ada, 'chandler road')).toMatchObject(empty);
  });

  it('returns the first five in order from few or many matches, and rejects an empty text', async () => {
    const ada = await landlord();
    for (const number of [10, 9, 3, 2, 1]) await addedProperty(ada, { address: `${number} Mill Lane` });
    const first = async (q: string) => (await found(ada, q)).properties.map(({ address }) => address);
    expect(await first('mill')).toEqual([1, 2, 3, 9, 10].map((number) => `${number} Mill Lane`));
    await query(
      server.database,
      `insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, status)
       select $1, n || ' Mill Lane', 'Leeds', 'Leeds', 'LS8 1QS', 'flat', 1, 1, 500, 100, 'vacant' from generate_series(11, 600) n`,
      [ada.id],
    );
    expect(await first('mill')).toEqual([1, 2, 3, 9, 10].map((number) => `${number} Mill Lane`));
    expect(await first('600 mill')).toEqual(['600 Mill Lane']);
    expect((await ada.get('/api/search?q=%20')).status).toBe(400);
  });

  it.each([
    ['frequent', 'gutter', 50, true],
    ['exactly the maximum', 'fifty', 50, false],
    ['frequent in the past', 'boiler', 40, false],
    ['rare', 'chimney', 4, false],
    ['an amount', '7.77', 40, false],
  ])('returns the newest three transactions and counts up to 50: %s', async (_, q, count, more) => {
    const [ada, bob] = [await landlord(), await landlord()];
    for (const { id } of [ada, bob])
      await query(
        server.database,
        `insert into transactions (user_id, type, category, description, amount, status, date)
         select $1, 'expense', 'repairs',
           case when n > 2000 and n % 300 = 0 then 'Chimney' when n > 2000 and n <= 2040 then 'Boiler'
             when n <= 50 then 'Fifty' when n % 10 = 0 then 'Gutter' else 'Locks' end,
           case when n > 2100 and n <= 2140 then -7.77 else -20 end, 'completed', date '2026-01-01' - n
         from generate_series(1, 3200) n`,
        [id],
      );
    const { transactions } = await found(ada, q);
    const plain = await plainTransactions(ada, { q });
    expect([plain.length >= count, plain.length > count]).toEqual([true, more]);
    expect(transactions.items.map(({ id }) => id)).toEqual(plain.slice(0, 3).map(({ id }) => id));
    expect([transactions.count, transactions.more]).toEqual([count, more]);
  });
});
