import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTransaction,
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../../test/fixtures/landlords.ts';
import { plainTotals, plainTransactions } from '../../../../test/fixtures/plain-transactions.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { addDays, londonDay } from '../../../shared/dates.ts';
import { TransactionTotals } from '../transaction.ts';

const described = async (ada: Landlord, asked: string) =>
  (await listedTransactions(ada, asked)).items.map(({ description }) => description);
const found = (ada: Landlord, words: string) => described(ada, `?sort=oldest&q=${encodeURIComponent(words)}`);

describe('the search', () => {
  it('finds a substring of description, reference, category label and property address, in any case (S1.5.35, S2.2.48)', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { address: '14 Chandos Terrace', city: 'Leeds' });
    const order = { description: 'Standing order', reference: 'FRASER 112LL' };
    const rents = { description: 'Ground rents', category: 'service charge', amount: -100 };
    const bill = { description: 'Council bill', category: 'tax', propertyId: house.id } as const;
    await importedTransaction(ada, { date: '2026-01-01', ...order });
    await importedTransaction(ada, { date: '2026-01-02', ...rents });
    await addedTransaction(ada, { date: '2026-01-03', ...bill });
    await addedTransaction(ada, { date: '2026-01-04', description: 'Gutter clearing', category: 'maintenance' });
    for (const [words, ...wanted] of [
      ['fraser 1', 'Standing order'],
      ['GUTTER', 'Gutter clearing'],
      ['Rent P', 'Standing order'],
      ['taxes', 'Council bill'],
      ['Service Ch', 'Ground rents'],
      ['chandos terrace, le', 'Council bill'],
      ['rent', 'Standing order', 'Ground rents'],
      ['g', 'Standing order', 'Ground rents', 'Gutter clearing'],
      ['completed'],
    ] as const)
      expect([words, ...(await found(ada, words))]).toEqual([words, ...wanted]);
  });

  it('finds by the current address of the landlord’s property, and by the last address of a deleted one', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const house = await addedProperty(ada, { address: '8 Hawthorn Grove', city: 'York' });
    await addedTransaction(ada, { description: 'Locks', propertyId: house.id });
    expect([await found(ada, 'hawthorn'), await found(bob, 'hawthorn')]).toEqual([['Locks'], []]);
    await query(server.database, `update properties set address = '9 Laburnum Close' where id = $1`, [house.id]);
    expect(await found(ada, 'hawthorn')).toEqual([]);
    expect(await found(ada, 'laburnum')).toEqual(['Locks']);
    await query(server.database, 'delete from properties where id = $1', [house.id]);
    expect(await found(ada, 'laburnum close, york')).toEqual(['Locks']);
  });

  it('finds an amount, with or without its sign, and a day or month', async () => {
    const ada = await landlord();
    await addedTransaction(ada, { date: '2025-11-12', description: 'Gutters', amount: 12_049 });
    await importedTransaction(ada, { date: '2026-11-12', description: 'Repaid 120.49', amount: 12_049 });
    await importedTransaction(ada, { date: '2026-11-13', description: 'Twelve', amount: 1_200 });
    for (const [words, ...wanted] of [
      ['120.49', 'Gutters', 'Repaid 120.49'],
      ['-£120.49', 'Gutters', 'Repaid 120.49'],
      ['12', 'Repaid 120.49', 'Twelve'],
      ['12 nov', 'Gutters', 'Repaid 120.49'],
      ['12/11/2026', 'Repaid 120.49'],
      ['November 2026', 'Repaid 120.49', 'Twelve'],
      ['120.4', 'Repaid 120.49'],
    ] as const) {
      expect([words, ...(await found(ada, words))]).toEqual([words, ...wanted]);
      const { count } = (await ada.get(`/api/transactions/totals?q=${encodeURIComponent(words)}`)).as(
        TransactionTotals,
      );
      expect([words, count]).toEqual([words, wanted.length]);
    }
  });

  it('does not match words across fields, and treats PostgreSQL’s search operators as text', async () => {
    const ada = await landlord();
    await importedTransaction(ada, { description: "O'Brien_\\ & Sons", reference: 'Æ! | (x:*)' });
    for (const sign of ['&', 'æ!', 'AE!', '| (', ':*', 'n_\\ & s', 'sons obrien'])
      expect([sign, ...(await found(ada, sign))]).toEqual([sign, "O'Brien_\\ & Sons"]);
    for (const none of ['sonsæ', '\\\\', "''", '%%', '(']) expect([none, ...(await found(ada, none))]).toEqual([none]);
  });
});

/** Has frequent words, and words in old rows only. Searches for these and for missing words cover each search plan. */
const MANY = `
  insert into transactions (user_id, property_id, amount, description, reference, date, category, type, status)
  select $1, case n % 5 when 0 then null else ($2::uuid[])[1 + n % 4] end,
    case when n % 3 = 0 then 450 + n % 70 else -(1 + n * 7 % 400 + 0.37) end,
    (array['Rent of Grace', 'Boiler service', 'Premium', 'Carpet cleaning'])[1 + n % 4] || case when n < 300 then ' in the storm' else '' end,
    case when n % 2 = 0 then 'INV-' || n end, (select app.today()) + 30 - (24000 - n) / 8,
    case when n % 3 = 0 then 'rent' when n % 11 = 0 then 'service charge' else (array['maintenance', 'tax', 'other'])[1 + n % 3] end,
    case when n % 3 = 0 then 'income' else 'expense' end, case when n % 3 = 1 and n % 10 = 0 then 'pending' else 'completed' end
  from generate_series(1, 24000) n`;

describe('24,000 transactions', () => {
  it('returns the same pages and sums as a full scan, for every filter and sort (S1.5.36, S1.5.38, S2.1.6, S2.2.45, S2.2.46, S2.2.47, S2.7.10, S2.9.14)', async () => {
    const ada = await landlord();
    const homes = [];
    for (const address of ['1 Storm Street', '2 Mill Lane', '3 Mill Lane', '4 Beech Road']) {
      homes.push((await addedProperty(ada, { address })).id);
    }
    await query(server.database, MANY, [ada.id, homes]);
    const words = ['', '', 'storm', 'boiler service', 'inv-1', 'inv-23', '77', 'zebra', 'mill lane'].concat([
      'service ch',
      'Taxes',
      'in the st',
      'q',
      '12 Nov',
      '470.00',
      '03/02/2026',
    ]);
    const categories = ['', '', 'tax', 'rent,tax', 'service charge', 'rent,maintenance,other,nothing'];
    const statuses = ['', '', 'completed', 'pending', 'overdue'];
    const properties = ['', '', 'none', homes[0] ?? ''];
    const sorts = ['recent', 'oldest', 'highest', 'lowest'];
    const day = (ago: number) => addDays(londonDay(new Date()), -ago);
    const ranges = [
      ['', ''],
      ['', ''],
      [day(200), day(120)],
      [day(2500), ''],
      ['', day(2800)],
      [day(1), day(1)],
    ];
    for (let turn = 0; turn < 48; turn++) {
      const pick = (list: string[], step: number) => list[(turn * step + Math.floor(turn / 7)) % list.length] ?? '';
      const [q, category, status] = [pick(words, 1), pick(categories, 5), pick(statuses, 3)];
      const [propertyId, sort] = [pick(properties, 7), pick(sorts, 11)];
      const [from = '', to = ''] = ranges[(turn * 5 + Math.floor(turn / 4)) % ranges.length] ?? [];
      const filter = { q, category, status, propertyId, from, to, sort };
      const asked = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
      const rows = await plainTransactions(ada, filter);
      const totals = (await ada.get(`/api/transactions/totals?${asked}`)).as(TransactionTotals);
      expect([`${asked}`, totals]).toMatchObject([`${asked}`, plainTotals(rows)]);
      asked.set('limit', '40');
      const listedIds: string[] = [];
      for (let cursor: string | null = ''; cursor !== null && listedIds.length < 120; ) {
        const page = await listedTransactions(ada, `?${asked}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        listedIds.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect([`${asked}`, ...listedIds]).toEqual([`${asked}`, ...rows.slice(0, 120).map(({ id }) => id)]);
    }
  }, 120_000);
});

describe('a page', () => {
  it('lists the last entered transaction of a day first (S1.2.135)', async () => {
    const ada = await landlord();
    for (const description of ['First', 'Second', 'Third'])
      await addedTransaction(ada, { description, date: '2026-05-05' });
    expect(await described(ada, '')).toEqual(['Third', 'Second', 'First']);
    expect(await described(ada, '?sort=oldest')).toEqual(['First', 'Second', 'Third']);
  });
});
