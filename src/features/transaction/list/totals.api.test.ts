import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTransaction,
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
  subscribedLandlord,
} from '../../../../test/fixtures/landlords.ts';
import { newTransaction } from '../../../../test/fixtures/make.ts';
import { at } from '../../../../test/fixtures/transactions.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { MAX_PENCE } from '../../../shared/money.ts';
import { STATUSES, type Status } from '../listed.ts';
import { FinanceSummary, OUT_OF_RANGE, Transaction, TransactionSums, TransactionTotals } from '../transaction.ts';

const Sums = TransactionTotals.omit({ asOf: true });
const totals = async (ada: Landlord, asked = '') => (await ada.get(`/api/transactions/totals?${asked}`)).as(Sums);
const summary = async (ada: Landlord) => (await ada.get('/api/transactions/summary')).as(FinanceSummary);

function atInstant<T>(instant: string, work: () => Promise<T>): Promise<T> {
  return server.later(Date.parse(instant) - Date.now(), work);
}

/** Returns the status of the landlord's only transaction, after checking that every screen's figures agree with it. */
async function statusOf(ada: Landlord, only: Transaction): Promise<Status> {
  const { status } = (await ada.get(at(only))).as(Transaction);
  const listed = (await listedTransactions(ada)).items.map((one) => one.status);
  const filters = await Promise.all(
    STATUSES.map(async (wanted) => {
      const { items } = await listedTransactions(ada, `?status=${wanted}`);
      const { count, expenses } = await totals(ada, `status=${wanted}`);
      expect([count, expenses]).toEqual([items.length, items.reduce((sum, { amount }) => sum - amount, 0)]);
      return items.map(() => wanted);
    }),
  );
  expect([...listed, ...filters.flat()]).toEqual([status, status]);
  const { pending, overdue, expenses } = await summary(ada);
  const here = { count: 1, amount: -only.amount, day: only.date };
  const none = { count: 0, amount: 0, day: null };
  expect([pending, overdue]).toEqual([status === 'pending' ? here : none, status === 'overdue' ? here : none]);
  expect(expenses).toBe(-only.amount);
  return status;
}

describe('a pending expense', () => {
  it.each([
    ['in winter', '2027-01-10', '2027-01-10T23:59:00Z', '2027-01-11T00:00:01Z'],
    ['in summer, an hour before UTC’s midnight', '2027-07-10', '2027-07-10T22:59:00Z', '2027-07-10T23:00:01Z'],
    ['on the day the clocks go forward', '2027-03-28', '2027-03-28T22:59:00Z', '2027-03-28T23:00:01Z'],
    ['on the day the clocks go back', '2027-10-31', '2027-10-31T23:59:00Z', '2027-11-01T00:00:01Z'],
    ['on 29 February', '2028-02-29', '2028-02-29T23:59:00Z', '2028-03-01T00:00:01Z'],
  ])('is overdue from midnight in London %s (S2.3.8, S2.4.5)', async (_, date, before, after) => {
    const ada = await subscribedLandlord();
    const bill = await addedTransaction(ada, { status: 'pending', date });
    expect(await atInstant(before, () => statusOf(ada, bill))).toBe('pending');
    expect(await atInstant(after, () => statusOf(ada, bill))).toBe('overdue');
    expect((await ada.get(at(bill))).as(Transaction)).toEqual({ ...bill, status: 'pending' });
  });

  it('can be paid and unpaid, and is overdue depending on its date (S2.4.5)', async () => {
    const ada = await landlord();
    const bill = await addedTransaction(ada, { status: 'pending', date: '2020-02-03' });
    expect(bill.status).toBe('overdue');
    const paid = (await ada.patch(at(bill), { status: 'completed' }, 1)).as(Transaction);
    expect([paid.status, await statusOf(ada, paid)]).toEqual(['completed', 'completed']);
    const again = (await ada.patch(at(bill), { status: 'pending' }, 2)).as(Transaction);
    expect([again.status, await statusOf(ada, again)]).toEqual(['overdue', 'overdue']);
    const put = (await ada.patch(at(bill), { date: '2028-01-01' }, 3)).as(Transaction);
    expect([put.status, await statusOf(ada, put)]).toEqual(['pending', 'pending']);
  });

  it('is summed without its sign, with the first date (S2.4.14)', async () => {
    const ada = await landlord();
    await addedTransaction(ada, { status: 'pending', date: '2020-03-02', amount: 100 });
    const nothing = { income: null, expenses: null };
    await addedTransaction(ada, { status: 'pending', date: '2020-03-01', amount: 20 });
    await addedTransaction(ada, { status: 'pending', date: '2028-03-02', amount: 3 });
    await importedTransaction(ada, { status: 'pending', date: '2028-03-01', amount: 4000 });
    expect(await summary(ada)).toEqual({
      count: 4,
      income: 4000,
      expenses: 123,
      thisMonth: nothing,
      lastMonth: nothing,
      pending: { count: 2, amount: 4003, day: '2028-03-01' },
      overdue: { count: 2, amount: 120, day: '2020-03-01' },
      categories: ['maintenance', 'rent'],
      personal: 0,
    });
  });
});

describe('the comparison', () => {
  it('covers this month so far and the same days of last month, from midnight in London (S2.2.38)', async () => {
    const ada = await subscribedLandlord();
    await addedTransaction(ada, { date: '2027-05-31', amount: 1 });
    await addedTransaction(ada, { date: '2027-06-10', amount: 20 });
    await addedTransaction(ada, { date: '2027-06-11', amount: 300 });
    await addedTransaction(ada, { date: '2027-07-01', amount: 4_000 });
    await addedTransaction(ada, { date: '2027-07-11', amount: 50_000, status: 'pending' });
    await importedTransaction(ada, { date: '2027-07-02', amount: 145_000 });
    const figures = async () => {
      const { thisMonth, lastMonth } = await summary(ada);
      return [thisMonth.expenses, lastMonth.expenses, thisMonth.income, lastMonth.income];
    };
    expect(await atInstant('2027-07-10T22:59:00Z', figures)).toEqual([4_000, 20, 145_000, null]);
    expect(await atInstant('2027-07-10T23:00:01Z', figures)).toEqual([54_000, 320, 145_000, null]);
    // The same days of a shorter month are the whole month.
    expect(await atInstant('2027-07-31T12:00:00Z', figures)).toEqual([54_000, 320, 145_000, null]);
    expect(await atInstant('2027-08-01T12:00:00Z', figures)).toEqual([null, 4_000, null, null]);
    expect(await figures()).toEqual([null, null, null, null]);
  });

  it('is null without transactions', async () => {
    const none = { count: 0, amount: 0, day: null };
    const nothing = { count: 0, income: 0, expenses: 0, personal: 0, categories: [], pending: none, overdue: none };
    const months = { thisMonth: { income: null, expenses: null }, lastMonth: { income: null, expenses: null } };
    expect(await summary(await landlord())).toEqual({ ...nothing, ...months });
  });
});

describe('the figures of a date range', () => {
  it('include the first and the last day, in cards, totals and list', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const home = await addedProperty(ada);
    await addedTransaction(bob, { date: '2025-06-01', amount: 7 });
    for (const [date, amount] of [
      ['2025-04-05', 1],
      ['2025-04-06', 20],
      ['2026-04-05', 300],
      ['2026-04-06', 4_000],
    ] as const)
      await addedTransaction(ada, { date, amount, category: 'tax', propertyId: amount > 20 ? home.id : null });
    await addedTransaction(ada, { date: '2025-10-01', amount: 50_000, status: 'pending' });
    await importedTransaction(ada, { date: '2025-12-31', amount: 145_000 });
    for (const [days, count, expenses, income] of [
      ['from=2025-04-06&to=2026-04-05', 4, 50_320, 145_000],
      ['from=2026-04-06', 1, 4_000, 0],
      ['to=2025-04-05', 1, 1, 0],
      ['from=2026-01-01&to=2025-01-01', 0, 0, 0],
    ] as const) {
      const figures = { count, expenses, income };
      expect([days, await totals(ada, days)]).toEqual([days, figures]);
      expect((await ada.get(`/api/transactions/summary?${days}`)).as(FinanceSummary)).toMatchObject(figures);
      expect((await listedTransactions(ada, `?${days}`)).items).toHaveLength(count);
    }
    const owed = (await ada.get('/api/transactions/summary?from=2025-10-02')).as(FinanceSummary).overdue;
    expect(owed.count).toBe(0);
    const year = 'from=2025-04-06&to=2026-04-05';
    for (const [asked, expenses] of [
      ['category=tax', 320],
      ['status=overdue', 50_000],
      ['status=overdue&category=tax', 0],
      ['status=completed', 320],
      [`propertyId=${home.id}`, 300],
      ['q=taxes', 320],
    ] as const)
      expect([asked, (await totals(ada, `${year}&${asked}`)).expenses]).toEqual([asked, expenses]);
  });

  it.each(['from=2026-02-29', 'to=06/04/2026', 'from=0000-01-01'])('are rejected for %s', async (days) => {
    const ada = await landlord();
    for (const path of ['', '/totals', '/summary'])
      expect((await ada.get(`/api/transactions${path}?${days}`)).outcome).toBe('400 bad_request');
  });
});

describe('the sums by property and category', () => {
  const sumsOf = async (ada: Landlord, asked = '') =>
    (await ada.get(`/api/transactions/sums?${asked}`)).as(TransactionSums);

  it('count the parts of a split in their own categories, without uncounted categories, for each filter', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [mill, row] = [
      await addedProperty(ada, { address: '2 Mill Lane', city: 'Leeds' }),
      await addedProperty(ada, { address: '1 Laburnum Row', city: 'Leeds' }),
    ];
    await addedTransaction(bob, { date: '2025-06-01', amount: 7 });
    const bill = await addedTransaction(ada, { date: '2025-05-01', amount: 30_000, propertyId: mill.id });
    await addedTransaction(ada, { date: '2025-05-02', amount: 500, category: 'tax' });
    await addedTransaction(ada, { date: '2026-05-02', amount: 9_900, category: 'tax', propertyId: row.id });
    await addedTransaction(ada, { date: '2025-05-03', amount: 80_000, category: 'transfer', propertyId: mill.id });
    await importedTransaction(ada, { date: '2025-05-03', amount: 145_000, propertyId: mill.id });
    const part = { description: 'Part', date: '2025-05-01' };
    const parts = [
      { ...part, amount: -20_001, category: 'maintenance', propertyId: mill.id, tenancyId: null },
      { ...part, amount: -9_999, category: 'insurance', propertyId: row.id, tenancyId: null },
    ];
    const split = await ada.post('/api/transactions/split', { rows: [{ id: bill.id, version: 1 }], parts });
    expect(split.outcome).toBe('served');
    const year = 'from=2025-04-06&to=2026-04-05';
    const sums = {
      properties: [
        { id: row.id, address: '1 Laburnum Row, Leeds', income: 0, expenses: 9_999 },
        { id: mill.id, address: '2 Mill Lane, Leeds', income: 145_000, expenses: 20_001 },
        { id: null, address: null, income: 0, expenses: 500 },
      ],
      categories: [
        { category: 'rent', income: 145_000, expenses: 0 },
        { category: 'maintenance', income: 0, expenses: 20_001 },
        { category: 'insurance', income: 0, expenses: 9_999 },
        { category: 'tax', income: 0, expenses: 500 },
      ],
    };
    expect(await sumsOf(ada, year)).toEqual(sums);
    const all = await sumsOf(ada);
    expect(all.properties[0]).toEqual({ ...sums.properties[0], expenses: 19_899 });
    expect(all.categories[3]).toEqual({ category: 'insurance', income: 0, expenses: 9_999 });
    const narrowed = [`${year}&propertyId=${row.id}`, 'category=tax', 'q=part', 'q=2%20mill', `${year}&q=taxes`];
    for (const asked of ['', year, ...narrowed, 'status=overdue', 'category=transfer']) {
      const { properties, categories } = await sumsOf(ada, asked);
      const { income, expenses } = await totals(ada, asked);
      for (const lines of [properties, categories])
        expect([asked, added(lines, 'income'), added(lines, 'expenses')]).toEqual([asked, income, expenses]);
    }
  });
});

function added<Name extends string>(lines: Record<Name, number>[], name: Name): number {
  return lines.reduce((sum, line) => sum + line[name], 0);
}

describe('the last date that can be entered', () => {
  it.each([
    ['2027-07-10T22:59:00Z', '2032-07-10', '2032-07-11'],
    ['2027-07-10T23:00:01Z', '2032-07-11', '2032-07-12'],
    ['2028-02-29T12:00:00Z', '2033-02-28', '2033-03-01'],
  ])('on %s is %s (S2.5.20)', async (instant, last, next) => {
    const ada = await subscribedLandlord();
    const bill = await addedTransaction(ada);
    const answers = await atInstant(instant, async () => [
      await ada.post('/api/transactions', newTransaction({ date: next })),
      await ada.patch(at(bill), { date: next }, 1),
      await ada.post('/api/transactions', newTransaction({ date: last })),
      await ada.patch(at(bill), { date: last }, 1),
    ]);
    expect(answers.map(({ status, fields }) => [status, fields])).toEqual([
      [422, { date: OUT_OF_RANGE }],
      [422, { date: OUT_OF_RANGE }],
      [201, {}],
      [200, {}],
    ]);
  });
});

const SEED = 20_261_121;

/** Includes amounts of every length, and some that binary fractions cannot represent. */
const amounts = fc.oneof(
  fc.integer({ min: 1, max: MAX_PENCE }),
  fc.integer({ min: 1, max: 10_000 }),
  fc.constantFrom(1, 10, 29, 57, 58, 115, 1_005, 8_165, 100_000_001, 4_503_599_627, MAX_PENCE - 1, MAX_PENCE),
);

it(`reads every amount to the penny in record, list, totals and cards (seed ${SEED}; S2.3.10, S2.4.13)`, async () => {
  const ada = await landlord();
  const everywhere = async ({ id }: { id: string }) => {
    const amount = 'select (amount * 100)::int8 as pence from transactions where id = $1';
    return [
      ...(await query<{ pence: string }>(server.database, amount, [id])).map(({ pence }) => -Number(pence)),
      -(await ada.get(at({ id }))).as(Transaction).amount,
      ...(await listedTransactions(ada, '?sort=highest')).items.map((listed) => -listed.amount),
      (await totals(ada, 'q=boiler')).expenses,
      (await summary(ada)).expenses,
    ];
  };
  const of = (pence: number) => Array<number>(5).fill(pence);
  await fc.assert(
    fc.asyncProperty(amounts, amounts, fc.constantFrom(1, -1), async (entered, corrected, sign) => {
      const added = await addedTransaction(ada, { amount: sign * entered });
      expect([added.amount, await everywhere(added)]).toEqual([-entered, of(entered)]);
      const answer = await ada.patch(`/api/transactions/${added.id}`, { amount: -sign * corrected }, 1);
      expect([answer.as(Transaction).amount, await everywhere(added)]).toEqual([-corrected, of(corrected)]);
      expect((await ada.delete(`/api/transactions/${added.id}`, 2)).status).toBe(204);
    }),
    { seed: SEED, numRuns: 25 },
  );
});

it('sums exactly far beyond the maximum amount (S2.4.12)', async () => {
  const ada = await landlord();
  const added = Array.from({ length: 30 }, () => addedTransaction(ada, { amount: MAX_PENCE }));
  const brought = Array.from({ length: 30 }, () => importedTransaction(ada, { amount: MAX_PENCE }));
  await Promise.all([...added, ...brought]);
  await addedTransaction(ada, { amount: 1 });
  const wanted = { count: 61, income: 299_999_999_970, expenses: 299_999_999_971 };
  expect(await totals(ada)).toEqual(wanted);
  expect(await totals(ada, 'status=completed')).toEqual(wanted);
  expect(await summary(ada)).toMatchObject(wanted);
});
