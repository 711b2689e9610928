import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { addedBankAccount } from '../../../../test/fixtures/bank-accounts.ts';
import {
  addedProperty,
  addedTransaction,
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../../test/fixtures/landlords.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import {
  BulkOutcome,
  FinanceSummary,
  NO_SUCH_PROPERTY,
  Transaction,
  TransactionTotals,
  UndoOutcome,
} from '../transaction.ts';

type Row = { id: string; version: number };
const bulk = (ada: Landlord, rows: Row[], change: object) =>
  ada.post('/api/transactions/bulk', { rows: rows.map(({ id, version }) => ({ id, version })), change });
const outcomeOf = async (answer: Promise<{ as: <T>(schema: z.ZodType<T>) => T }>) => {
  const { done, left } = (await answer).as(BulkOutcome);
  return { done, left };
};
const outcome = (ada: Landlord, rows: Row[], change: object) => outcomeOf(bulk(ada, rows, change));
const read = async (ada: Landlord, { id }: Row) => (await ada.get(`/api/transactions/${id}`)).as(Transaction);
const summary = async (ada: Landlord) => (await ada.get('/api/transactions/summary')).as(FinanceSummary);

describe('a bulk change', () => {
  it('sets and clears the property of income and expenses, as a single activity', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    const all = [await importedTransaction(ada), await addedTransaction(ada), await addedTransaction(ada)];
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

  it('sets a category, rent only for income and for expenses imported as rent', async () => {
    const ada = await landlord();
    const [income, expense] = [await importedTransaction(ada, { category: 'other' }), await addedTransaction(ada)];
    const rented = await importedTransaction(ada, { amount: -500, category: 'rent' });
    expect(await outcome(ada, [income, expense, rented], { category: 'rent' })).toEqual({
      done: 2,
      left: [{ reason: 'not_for_expenses', count: 1 }],
    });
    expect(await read(ada, income)).toEqual({ ...income, category: 'rent', version: 2 });
    expect(await read(ada, expense)).toEqual(expense);
    const now = [{ ...income, version: 2 }, expense, { ...rented, version: 2 }];
    expect(await outcome(ada, now, { category: 'tax' })).toEqual({ done: 3, left: [] });
    expect((await summary(ada)).categories).toEqual(['tax']);
  });

  it('deletes expenses and keeps income (S1.4.32, S1.6.13)', async () => {
    const ada = await landlord();
    const [income, one, two] = [
      await importedTransaction(ada),
      await addedTransaction(ada),
      await addedTransaction(ada),
    ];
    expect(await outcome(ada, [one, income, two], { remove: true })).toEqual({
      done: 2,
      left: [{ reason: 'income', count: 1 }],
    });
    expect((await listedTransactions(ada)).items).toEqual([income]);
    expect(await summary(ada)).toMatchObject({ count: 1, income: 145_000, expenses: 0 });
  });

  it.each([{ propertyId: null }, { category: 'other' }, { remove: true }])(
    '%j skips rows that were changed or deleted, or are another landlord’s',
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
          { reason: 'not_found', count: 2 },
          { reason: 'conflict', count: 1 },
        ],
      });
      expect(await read(ada, changed)).toEqual(newer);
      expect(await read(bob, theirs)).toEqual(theirs);
    },
  );

  it('changes a row once if it is named twice', async () => {
    const ada = await landlord();
    const one = await addedTransaction(ada);
    const twice = [one, one, { ...one, id: one.id.toUpperCase() }];
    expect(await outcome(ada, twice, { category: 'tax' })).toEqual({ done: 1, left: [] });
    expect(await read(ada, one)).toEqual({ ...one, category: 'tax', version: 2 });
  });

  it('accepts at most a thousand rows', async () => {
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
      { rows: 'Choose 1,000 transactions or fewer' },
    ]);
    expect(await outcome(ada, rows.slice(1), { remove: true })).toEqual({ done: 1000, left: [] });
    expect(await summary(ada)).toMatchObject({ count: 1, expenses: 1 });
  });

  it('rejects other input, and a missing property or another landlord’s', async () => {
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
      { rows, filter: { asOf: '1:1:' }, change: remove },
      { filter: { asOf: 'now' }, change: remove },
    ])
      expect([body, (await ada.post('/api/transactions/bulk', body)).outcome]).toEqual([body, '422 invalid_input']);
    expect((await bulk(ada, rows, { amount: 5 })).fields).toEqual({
      change: 'Set a property, a category or a tax line, mark as paid, mark as not for the lets, or delete',
    });
    for (const propertyId of [gone.id, theirs.id, randomUUID()])
      expect((await bulk(ada, rows, { propertyId })).fields).toEqual({ propertyId: NO_SUCH_PROPERTY });
    expect(await read(ada, mine)).toEqual(mine);
  });
});

it('marks pending expenses as paid, and skips paid ones', async () => {
  const ada = await landlord();
  const [bill, paid] = [await addedTransaction(ada, { status: 'pending' }), await addedTransaction(ada)];
  const income = await importedTransaction(ada, { status: 'pending' });
  expect(await outcome(ada, [bill, paid, income], { paid: true })).toEqual({
    done: 1,
    left: [
      { reason: 'already_paid', count: 1 },
      { reason: 'income', count: 1 },
    ],
  });
  expect(await read(ada, bill)).toEqual({ ...bill, status: 'completed', version: 2 });
});

describe('a bulk change by filter', () => {
  const totals = async (ada: Landlord, asked: string) =>
    (await ada.get(`/api/transactions/totals?${asked}`)).as(TransactionTotals);
  const ofFilter = async (ada: Landlord, filter: object, change: object, dryRun = false) =>
    (await ada.post('/api/transactions/bulk', { filter, change, dryRun })).as(BulkOutcome);

  it('changes all matches as of its moment, and counts rows changed or added later', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await query(
      server.database,
      `insert into transactions (user_id, amount, date, category, type, description)
       select id, -n::numeric / 100, '2026-11-01', case when n % 2 = 0 then 'other' else 'tax' end, 'expense', 'Fee ' || n
       from generate_series(1, 3000) n, unnest($1::uuid[]) id`,
      [[ada.id, bob.id]],
    );
    const rent = await importedTransaction(ada, { category: 'tax' });
    const { count, asOf } = await totals(ada, 'category=tax&q=fee');
    expect(count).toBe(1500);
    const [one] = (await listedTransactions(ada, '?category=tax&q=fee&limit=1')).items;
    const mine = (await ada.patch(`/api/transactions/${one?.id}`, { amount: 5 }, 1)).as(Transaction);
    const late = await addedTransaction(ada, { category: 'tax', description: 'Fee late' });
    const filter = { category: 'tax', q: 'fee', asOf };
    const wanted = { done: 1499, income: 0, left: [{ reason: 'conflict', count: 2 }] };
    expect(await ofFilter(ada, filter, { remove: true }, true)).toEqual({ ...wanted, batch: null });
    expect((await totals(ada, 'category=tax')).count).toBe(1502);
    expect(await ofFilter(ada, filter, { remove: true })).toMatchObject(wanted);
    const stay = (await listedTransactions(ada, '?category=tax')).items.map(({ id }) => id);
    expect(stay.toSorted()).toEqual([mine.id, late.id, rent.id].toSorted());
    expect([(await totals(ada, 'category=tax')).count, (await totals(bob, '')).count]).toEqual([3, 3000]);
  });

  it('counts income, and skips expenses for rent', async () => {
    const ada = await landlord();
    await importedTransaction(ada);
    await addedTransaction(ada);
    const { asOf } = await totals(ada, '');
    const counted = { done: 2, income: 1, left: [], batch: null };
    expect(await ofFilter(ada, { asOf }, { category: 'other' }, true)).toEqual(counted);
    const rent = { done: 1, income: 1, left: [{ reason: 'not_for_expenses', count: 1 }], batch: null };
    expect(await ofFilter(ada, { asOf }, { category: 'rent' }, true)).toEqual(rent);
  });
});

describe('undo', () => {
  const undo = async (ada: Landlord, batch: string | null) => ada.post('/api/transactions/undo', { batch });

  it('restores the tax lines before one answer for several transactions', async () => {
    const ada = await landlord();
    const rows = [await addedTransaction(ada), await addedTransaction(ada)];
    const set = (await bulk(ada, rows, { taxLine: 'premises' })).as(BulkOutcome);
    for (const row of rows) expect(await read(ada, row)).toEqual({ ...row, taxLine: 'premises', version: 2 });
    expect((await undo(ada, set.batch)).as(UndoOutcome)).toEqual({ done: 2, kept: 0 });
    for (const row of rows) expect(await read(ada, row)).toMatchObject({ taxLine: null });
    expect((await bulk(ada, rows, { taxLine: 'box 29' })).status).toBe(422);
  });
  const changed = async (ada: Landlord, rows: Row[], change: object) => (await bulk(ada, rows, change)).as(BulkOutcome);

  it('restores deleted and changed rows once, with sums, activity and reference', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const bill = await addedTransaction(ada, { status: 'pending', propertyId: home.id, amount: 12_049 });
    const brought = await importedTransaction(ada, { amount: -500, reference: 'INV 7', category: 'parking' });
    const before = await summary(ada);
    const { batch } = await changed(ada, [bill, brought], { remove: true });
    expect((await summary(ada)).count).toBe(0);
    expect((await undo(ada, batch)).as(UndoOutcome)).toEqual({ done: 2, kept: 0 });
    for (const one of [bill, brought]) expect(await read(ada, one)).toEqual({ ...one, version: 2 });
    expect(await summary(ada)).toEqual(before);
    expect((await undo(ada, batch)).outcome).toBe('404 not_found');

    const now = [bill, brought].map(({ id }) => ({ id, version: 2 }));
    const set = await changed(ada, now, { propertyId: null });
    expect((await undo(ada, set.batch)).as(UndoOutcome)).toEqual({ done: 2, kept: 0 });
    expect(await read(ada, bill)).toEqual({ ...bill, version: 4 });
    expect(await summary(ada)).toEqual(before);
  });

  it('keeps later changes, and restores a row without its deleted property', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const [one, two] = [await addedTransaction(ada), await addedTransaction(ada, { propertyId: home.id })];
    const set = await changed(ada, [one, two], { category: 'tax' });
    const newer = (await ada.patch(`/api/transactions/${one.id}`, { amount: 5 }, 2)).as(Transaction);
    expect((await undo(ada, set.batch)).as(UndoOutcome)).toEqual({ done: 1, kept: 1 });
    expect(await read(ada, one)).toEqual(newer);
    const removed = await changed(ada, [{ ...two, version: 3 }], { remove: true });
    await ada.delete(`/api/properties/${home.id}`, 1);
    expect((await undo(ada, removed.batch)).as(UndoOutcome)).toEqual({ done: 1, kept: 0 });
    expect(await read(ada, two)).toMatchObject({ propertyId: null, amount: two.amount, version: 4 });
  });

  it('is rejected after ten minutes, and its data is deleted with the next change by any landlord', async () => {
    const ada = await landlord();
    const { batch } = await changed(ada, [await addedTransaction(ada)], { remove: true });
    await query(server.database, `update app.transaction_undo set at = at - interval '11 minutes' where batch = $1`, [
      batch,
    ]);
    const other = await landlord();
    await changed(other, [await addedTransaction(other)], { remove: true });
    expect((await undo(ada, batch)).outcome).toBe('404 not_found');
  });
});

describe('concurrent bulk changes', () => {
  it('change each row once without deadlock, in any order', async () => {
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

  it.each(['property', 'bank account'])('keep all rows while their %s is deleted', async (owner) => {
    const ada = await landlord();
    for (let round = 0; round < 3; round++) {
      const [home, account] = [await addedProperty(ada), await addedBankAccount(ada)];
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
      expect([all.length, (done ?? 0) + (left?.[0]?.count ?? 0)]).toEqual([40, 40]);
      expect(await outcome(ada, all, { remove: true })).toEqual({ done: 40, left: [] });
    }
  });
});
