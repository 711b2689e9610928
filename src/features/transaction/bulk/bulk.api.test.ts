import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addedBankAccount } from '../../../../test/bank-accounts.ts';
import { query } from '../../../../test/database.ts';
import {
  addedProperty,
  addedTransaction,
  broughtTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../../test/landlords.ts';
import { server } from '../../../../test/server.ts';
import { BulkOutcome, FinanceSummary, NO_SUCH_PROPERTY, Transaction } from '../transaction.ts';

type Row = { id: string; version: number };
const bulk = (ada: Landlord, rows: Row[], change: object) =>
  ada.post('/api/transactions/bulk', { rows: rows.map(({ id, version }) => ({ id, version })), change });
const outcome = async (ada: Landlord, rows: Row[], change: object) => (await bulk(ada, rows, change)).as(BulkOutcome);
const read = async (ada: Landlord, { id }: Row) => (await ada.get(`/api/transactions/${id}`)).as(Transaction);
const summary = async (ada: Landlord) => (await ada.get('/api/transactions/summary')).as(FinanceSummary);

describe('a bulk change', () => {
  it('sets and clears the property of income and expenses, as one activity', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    const all = [await broughtTransaction(ada), await addedTransaction(ada), await addedTransaction(ada)];
    const untouched = await addedTransaction(ada);
    expect(await outcome(ada, all, { propertyId: home.id })).toEqual({ done: 3, left: [] });
    const moved = { propertyId: home.id, propertyAddress: '2 Mill Lane, Bath', version: 2 };
    for (const one of all) expect(await read(ada, one)).toEqual({ ...one, ...moved });
    const now = all.map(({ id }) => ({ id, version: 2 }));
    expect(await outcome(ada, now, { propertyId: null })).toEqual({ done: 3, left: [] });
    for (const one of all) expect(await read(ada, one)).toEqual({ ...one, version: 3 });
    expect(await read(ada, untouched)).toEqual(untouched);
    const [activity] = await query(
      server.database,
      `select noun, action, record_id, record_count::int, columns from activity where user_id = $1 order by id desc limit 1`,
      [ada.id],
    );
    const kept = { noun: 'transaction', action: 'changed', record_id: null, record_count: 3 };
    expect(activity).toEqual({ ...kept, columns: ['property_id'] });
  });

  it('sets a category, rent only of income and of expenses that are rent', async () => {
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

  it('deletes expenses and leaves income (S1.4.32, S1.6.13)', async () => {
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
    '%j leaves rows that were changed, are gone or are of another landlord',
    async (change) => {
      const [ada, bob] = [await landlord(), await landlord()];
      const mine = await addedTransaction(ada);
      const [changed, gone] = [await addedTransaction(ada), await addedTransaction(ada)];
      const theirs = await addedTransaction(bob);
      const newer = (await ada.patch(`/api/transactions/${changed.id}`, { amount: 5 }, 1)).as(Transaction);
      await ada.delete(`/api/transactions/${gone.id}`, 1);
      expect(await outcome(ada, [theirs, changed, mine, gone], change)).toEqual({
        done: 1,
        left: [
          { id: theirs.id, reason: 'not_found' },
          { id: changed.id, reason: 'changed_meanwhile' },
          { id: gone.id, reason: 'not_found' },
        ],
      });
      expect(await read(ada, changed)).toEqual(newer);
      expect(await read(bob, theirs)).toEqual(theirs);
    },
  );

  it('changes a row once that is named twice', async () => {
    const ada = await landlord();
    const one = await addedTransaction(ada);
    const twice = [one, one, { ...one, id: one.id.toUpperCase() }];
    expect(await outcome(ada, twice, { category: 'tax' })).toEqual({ done: 1, left: [] });
    expect(await read(ada, one)).toEqual({ ...one, category: 'tax', version: 2 });
  });

  it('takes at most a thousand rows', async () => {
    const ada = await landlord();
    const rows = await query<Row>(
      server.database,
      `insert into transactions (user_id, amount, date, category, type, description)
       select $1, -n::numeric / 100, '2026-11-01', 'other', 'expense', 'Fee ' || n from generate_series(1, 1001) n returning id, version`,
      [ada.id],
    );
    const tooMany = await bulk(ada, rows, { remove: true });
    expect([tooMany.outcome, tooMany.fields]).toEqual([
      '422 invalid_input',
      { rows: 'At most 1,000 transactions at a time' },
    ]);
    expect(await outcome(ada, rows.slice(1), { remove: true })).toEqual({ done: 1000, left: [] });
    expect(await summary(ada)).toMatchObject({ count: 1, expenses: 1 });
  });

  it('refuses everything else, and a property that is gone or of another landlord', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [mine, gone, theirs] = [await addedTransaction(ada), await addedProperty(ada), await addedProperty(bob)];
    await ada.delete(`/api/properties/${gone.id}`, 1);
    const rows = [{ id: mine.id, version: 1 }];
    const remove = { remove: true };
    for (const body of [
      {},
      { rows: [], change: remove },
      { rows: [{ id: 'x', version: 1 }], change: remove },
      { rows: [{ id: mine.id }], change: remove },
      { rows: [{ id: mine.id, version: 0 }], change: remove },
      { rows, change: {} },
      { rows, change: { remove: true, category: 'tax' } },
      { rows, change: { category: 'tax', amount: 5 } },
      { rows, change: { category: 'Taxidermy' } },
      { rows, change: { remove: false } },
    ])
      expect([body, (await ada.post('/api/transactions/bulk', body)).outcome]).toEqual([body, '422 invalid_input']);
    expect((await bulk(ada, rows, { amount: 5 })).fields).toEqual({
      change: 'Please set a property or a category, or delete',
    });
    for (const propertyId of [gone.id, theirs.id, randomUUID()])
      expect((await bulk(ada, rows, { propertyId })).fields).toEqual({ propertyId: NO_SUCH_PROPERTY });
    expect(await read(ada, mine)).toEqual(mine);
  });
});

describe('concurrent bulk changes', () => {
  it('change each row once without deadlock, whatever their order', async () => {
    const ada = await landlord();
    for (let round = 0; round < 3; round++) {
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

  it.each(['property', 'bank account'])('lose no row while their %s is deleted', async (owner) => {
    const ada = await landlord();
    for (let round = 0; round < 3; round++) {
      const [home, account] = [await addedProperty(ada), await addedBankAccount(ada)];
      // Not in the order of their ids.
      const rows = await query<Row>(
        server.database,
        `insert into transactions (id, user_id, property_id, bank_account_id, amount, date, category, type, description)
         select gen_random_uuid(), $1, $2, $3, -1, '2026-10-01', 'other', 'expense', 'Fee ' || n from generate_series(1, 40) n
         returning id, version`,
        [ada.id, home.id, account.id],
      );
      const path = owner === 'property' ? `/api/properties/${home.id}` : `/api/bank-accounts/${account.id}`;
      const [changed, removed] = await Promise.all([bulk(ada, rows, { category: 'tax' }), ada.delete(path, 1)]);
      expect([changed?.status, removed?.status]).toEqual([200, 204]);
      const { done, left } = changed?.as(BulkOutcome) ?? {};
      const all = (await listedTransactions(ada, '?limit=100')).items;
      expect(all.filter(({ category }) => category === 'tax')).toHaveLength(done ?? -1);
      expect([all.length, (done ?? 0) + (left?.length ?? 0)]).toEqual([40, 40]);
      expect(await outcome(ada, all, { remove: true })).toEqual({ done: 40, left: [] });
    }
  });
});
