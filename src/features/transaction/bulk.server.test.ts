/** One change of many transactions: all that can be done is done, at once, and what cannot be is named, with why. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addedBankAccount } from '../../../test/bank-accounts.ts';
import { query } from '../../../test/database.ts';
import {
  addedProperty,
  addedTransaction,
  broughtTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { BulkOutcome, FinanceSummary, Transaction } from './transaction.ts';

type Row = { id: string; version: number };
const bulk = (ada: Landlord, rows: Row[], change: object) =>
  ada.post('/api/transactions/bulk', { rows: rows.map(({ id, version }) => ({ id, version })), change });
const outcome = async (ada: Landlord, rows: Row[], change: object) => (await bulk(ada, rows, change)).as(BulkOutcome);
const read = async (ada: Landlord, { id }: Row) => (await ada.get(`/api/transactions/${id}`)).as(Transaction);
const summary = async (ada: Landlord) => (await ada.get('/api/transactions/summary')).as(FinanceSummary);

describe('many transactions at once', () => {
  it('are given a property, income and expenses alike, and none again', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    const all = [await broughtTransaction(ada), await addedTransaction(ada), await addedTransaction(ada)];
    const untouched = await addedTransaction(ada);
    expect(await outcome(ada, all, { propertyId: house.id })).toEqual({ done: 3, left: [] });
    const moved = { propertyId: house.id, propertyAddress: '2 Mill Lane, Bath', version: 2 };
    for (const one of all) expect(await read(ada, one)).toEqual({ ...one, ...moved });
    const now = all.map(({ id }) => ({ id, version: 2 }));
    expect(await outcome(ada, now, { propertyId: null })).toEqual({ done: 3, left: [] });
    for (const one of all) expect(await read(ada, one)).toEqual({ ...one, version: 3 });
    expect(await read(ada, untouched)).toEqual(untouched);
  });

  it('are given a category; rent only to income and to what is rent already', async () => {
    const ada = await landlord();
    const [income, expense] = [await broughtTransaction(ada, { category: 'other' }), await addedTransaction(ada)];
    const rented = await broughtTransaction(ada, { amount: -500, category: 'rent' });
    expect(await outcome(ada, [income, expense, rented], { category: 'rent' })).toEqual({
      done: 2,
      left: [{ id: expense.id, reason: 'not_for_expenses' }],
    });
    expect(await read(ada, income)).toEqual({ ...income, category: 'rent', version: 2 });
    expect(await read(ada, expense)).toEqual(expense);
    const now = [{ ...income, version: 2 }, expense, { ...rented, version: 2 }];
    expect(await outcome(ada, now, { category: 'tax' })).toEqual({ done: 3, left: [] });
    expect((await summary(ada)).categories).toEqual(['tax']);
  });

  it('are deleted where they are expenses; income is left, and named', async () => {
    const ada = await landlord();
    const [income, one, two] = [
      await broughtTransaction(ada),
      await addedTransaction(ada),
      await addedTransaction(ada),
    ];
    expect(await outcome(ada, [one, income, two], { remove: true })).toEqual({
      done: 2,
      left: [{ id: income.id, reason: 'income' }],
    });
    expect((await listedTransactions(ada)).items).toEqual([income]);
    expect(await summary(ada)).toMatchObject({ count: 1, income: 145_000, expenses: 0 });
  });

  it.each([{ propertyId: null }, { category: 'other' }, { remove: true }])(
    'are left where they were changed meanwhile, are gone, or are not theirs (%j)',
    async (change) => {
      const [ada, bob] = [await landlord(), await landlord()];
      const [mine, changed, gone] = [
        await addedTransaction(ada),
        await addedTransaction(ada),
        await addedTransaction(ada),
      ];
      const theirs = await addedTransaction(bob);
      const newer = (await ada.patch(`/api/transactions/${changed.id}`, { amount: 5 }, 1)).as(Transaction);
      await ada.delete(`/api/transactions/${gone.id}`, 1);
      const unknown = { id: randomUUID(), version: 1 };
      expect(await outcome(ada, [theirs, changed, mine, gone, unknown], change)).toEqual({
        done: 1,
        left: [
          { id: theirs.id, reason: 'not_found' },
          { id: changed.id, reason: 'changed_meanwhile' },
          { id: gone.id, reason: 'not_found' },
          { id: unknown.id, reason: 'not_found' },
        ],
      });
      expect(await read(ada, changed)).toEqual(newer);
      expect(await read(bob, theirs)).toEqual(theirs);
    },
  );

  it('are changed once each, also where one is named twice and in capitals', async () => {
    const ada = await landlord();
    const one = await addedTransaction(ada);
    const twice = [one, one, { ...one, id: one.id.toUpperCase() }];
    expect(await outcome(ada, twice, { category: 'tax' })).toEqual({ done: 1, left: [] });
    expect(await read(ada, one)).toEqual({ ...one, category: 'tax', version: 2 });
  });

  it('are a thousand at most, and the sums are of all of them', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const rows = await query<Row>(
      server.database,
      `insert into transactions (user_id, amount, date, category, type, description)
       select $1, -n::numeric / 100, '2026-11-01', 'other', 'expense', 'Fee ' || n from generate_series(1, 1001) n returning id, version`,
      [ada.id],
    );
    const before = await snapshot(server.database);
    const toomany = await bulk(ada, rows, { remove: true });
    expect([toomany.outcome, toomany.fields]).toEqual([
      '422 invalid_input',
      { rows: 'At most 1,000 transactions at a time' },
    ]);
    expect(await snapshot(server.database)).toEqual(before);
    expect(await outcome(ada, rows.slice(1), { propertyId: house.id })).toEqual({ done: 1000, left: [] });
    const now = rows.slice(1).map(({ id }) => ({ id, version: 2 }));
    expect(await outcome(ada, now, { remove: true })).toEqual({ done: 1000, left: [] });
    expect(await summary(ada)).toMatchObject({ count: 1, expenses: 1 });
  });

  it('are remembered as one change', async () => {
    const ada = await landlord();
    const all = [await addedTransaction(ada), await addedTransaction(ada), await addedTransaction(ada)];
    await bulk(ada, all, { category: 'tax' });
    const [activity] = await query(
      server.database,
      `select noun, action, record_id, record_count::int, columns from activity where user_id = $1 order by id desc limit 1`,
      [ada.id],
    );
    expect(activity).toEqual({
      noun: 'transaction',
      action: 'changed',
      record_id: null,
      record_count: 3,
      columns: ['category'],
    });
  });
});

describe('what cannot be asked of many', () => {
  const remove = { remove: true };
  it.each([
    ['no rows', { rows: [], change: remove }],
    ['an id that is none', { rows: [{ id: 'x', version: 1 }], change: remove }],
    ['no version', { rows: [{}], change: remove }],
    ['version 0', { rows: [{ version: 0 }], change: remove }],
    ['no change', { rows: [{ version: 1 }], change: {} }],
    ['two changes', { rows: [{ version: 1 }], change: { remove: true, category: 'tax' } }],
    ['an amount', { rows: [{ version: 1 }], change: { amount: 5 } }],
    ['a category with an amount', { rows: [{ version: 1 }], change: { category: 'tax', amount: 5 } }],
    ['a category of its own', { rows: [{ version: 1 }], change: { category: 'Taxidermy' } }],
    ['not to remove', { rows: [{ version: 1 }], change: { remove: false } }],
    ['nothing', {}],
  ])('%s is refused, and nothing is changed', async (_, { rows, change }: { rows?: object[]; change?: object }) => {
    const ada = await landlord();
    const mine = await addedTransaction(ada);
    const body = { rows: rows?.map((row) => ({ id: mine.id, ...row })), change };
    expect((await ada.post('/api/transactions/bulk', body)).outcome).toBe('422 invalid_input');
    expect(await read(ada, mine)).toEqual(mine);
  });

  it('a change that is none is told what a change can be', async () => {
    const ada = await landlord();
    const mine = await addedTransaction(ada);
    const answer = await ada.post('/api/transactions/bulk', {
      rows: [{ id: mine.id, version: 1 }],
      change: { amount: 5 },
    });
    expect(answer.fields).toEqual({ change: 'Please set a property or a category, or delete' });
  });

  it('a property that is not there, or another’s: all is left as it was', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [mine, gone, theirs] = [await addedTransaction(ada), await addedProperty(ada), await addedProperty(bob)];
    await ada.delete(`/api/properties/${gone.id}`, 1);
    for (const propertyId of [gone.id, theirs.id, randomUUID()]) {
      const answer = await bulk(ada, [mine], { propertyId });
      const fields = { propertyId: 'This property is no longer there. Please choose another.' };
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    }
    expect(await read(ada, mine)).toEqual(mine);
  });
});

describe('two who do many at once', () => {
  it('never wait for each other in a ring, whatever the order of their rows, and each row is changed once', async () => {
    const ada = await landlord();
    for (let round = 0; round < 10; round++) {
      const all = await Promise.all(Array.from({ length: 20 }, () => addedTransaction(ada)));
      const answers = await Promise.all([
        bulk(ada, all, { category: 'tax' }),
        bulk(ada, [...all].reverse(), { category: 'other' }),
        bulk(ada, all.slice(5), { propertyId: null }),
        bulk(ada, [...all.slice(10), ...all.slice(0, 10)], { remove: true }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(answers.reduce((sum, answer) => sum + answer.as(BulkOutcome).done, 0)).toBe(20);
    }
  });

  it.each(['property', 'bank account'])('while their %s goes, are done or told, never lost', async (what) => {
    const ada = await landlord();
    for (let round = 0; round < 10; round++) {
      const [house, account] = [await addedProperty(ada), await addedBankAccount(ada)];
      // In an order that is not that of their ids.
      const rows = await query<Row>(
        server.database,
        `insert into transactions (id, user_id, property_id, bank_account_id, amount, date, category, type, description)
         select gen_random_uuid(), $1, $2, $3, -1, '2026-10-01', 'other', 'expense', 'Fee ' || n from generate_series(1, 40) n
         returning id, version`,
        [ada.id, house.id, account.id],
      );
      const going = what === 'property' ? `/api/properties/${house.id}` : `/api/bank-accounts/${account.id}`;
      const [changed, removed] = await Promise.all([bulk(ada, rows, { category: 'tax' }), ada.delete(going, 1)]);
      expect([changed?.status, removed?.status]).toEqual([200, 204]);
      const { done, left } = changed?.as(BulkOutcome) ?? {};
      const all = (await listedTransactions(ada, '?limit=100')).items;
      expect(all.filter(({ category }) => category === 'tax')).toHaveLength(done ?? -1);
      expect([all.length, (done ?? 0) + (left?.length ?? 0)]).toEqual([40, 40]);
      const now = all.map(({ id, version }) => ({ id, version }));
      expect(await outcome(ada, now, { remove: true })).toEqual({ done: 40, left: [] });
    }
  });
});
