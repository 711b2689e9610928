import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import {
  addedProperty,
  addedTransaction,
  landlord,
  listed,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { addedLoan, addedPayments, linked, loanPayments } from '../../../test/fixtures/loans.ts';
import { newLoan } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { boxes, setLetting } from '../../../test/fixtures/tax.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { LOAN_LIST, TEXTS } from './listed.ts';
import { LOAN, Loan, LoanCandidates, LoanRecord } from './loan.ts';

const RATE = 'Enter a rate from 0 to 25%, with three decimals at most';

describe('loans pass the record contract', () => {
  recordContract({
    path: '/api/loans',
    notFound: TEXTS.notFound,
    record: LoanRecord,
    item: Loan,
    fields: LOAN,
    input: async (owner) => newLoan({ propertyId: (await addedProperty(owner)).id }),
    changed: {
      months: 240,
      rates: [
        { from: '2026-10-01', percent: 5.125 },
        { from: '2027-10-01', percent: 0 },
      ],
      valueWhenLet: 120_000_00,
      capitalAdded: 5_000_00,
      limitConfirmed: true,
      fixedUntil: '2026-09-30',
    },
    wrong: [
      [{ amount: 0 }, { amount: 'Enter the amount of the loan' }],
      [{ months: 0 }, { months: 'Enter a term of 1 to 600 months' }],
      [{ rates: [] }, { rates: 'Enter the interest rate' }],
      [{ rates: [{ from: '2026-01-01', percent: 25.1 }] }, { 'rates.0.percent': RATE }],
      [{ rates: [{ from: '2026-01-01', percent: -1 }] }, { 'rates.0.percent': RATE }],
      [
        { rates: [5, 6].map((percent) => ({ from: '2026-01-01', percent })) },
        { 'rates.1.from': 'Two rates start on this day' },
      ],
    ],
    sorts: Object.keys(LOAN_LIST.sorts),
    searched: 'lender',
    wrongQueries: ['propertyId=x'],
    namesOwned: true,
    guarded: 'saves',
  });
});

const sum = (all: Awaited<ReturnType<typeof loanPayments>>, of: 'interest' | 'capital' | 'private' | 'amount') =>
  all.reduce((total, one) => total + one[of], 0);

describe('payments of a loan', () => {
  it('T61: are split into interest in box 44 and capital in no box, and Undo restores them', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada);
    const payments = await addedPayments(ada);
    const { changed, batch } = await linked(ada, loan, payments);
    expect(changed).toBe(12);
    const all = await loanPayments(ada, loan);
    expect(all[0]).toMatchObject({ interest: 562_50, capital: 271_25, estimated: true, differs: false });
    expect([sum(all, 'interest'), sum(all, 'capital')]).toEqual([6_682_02, 3_322_98]);
    expect(await boxes(ada, '2025-26')).toEqual({ '44': 6_682_02 });
    const rows = await query<{ count: number; loans: number; property: boolean }>(
      server.database,
      `select count(*)::integer as count, count(distinct loan_id)::integer as loans, bool_and(property_id = $2) as property
       from transactions where user_id = $1`,
      [ada.id, loan.propertyId],
    );
    expect(rows).toEqual([{ count: 24, loans: 1, property: true }]);
    await ada.post('/api/transactions/undo', { batch });
    expect(await loanPayments(ada, loan)).toEqual([]);
    const restored = (await listedTransactions(ada)).items;
    expect(
      new Set(restored.map(({ category, splitId, propertyId }) => [category, splitId, propertyId].join())),
    ).toEqual(new Set(['other,,']));
    expect(restored).toHaveLength(12);
  });

  it('T58: stay whole if they are only interest', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada, { kind: 'interest-only' });
    await linked(ada, loan, await addedPayments(ada, { amount: 562_50 }));
    expect(await boxes(ada, '2025-26')).toEqual({ '44': 6_750_00 });
    expect((await listedTransactions(ada)).items).toHaveLength(12);
  });

  it('T35: are divided between boxes 44 and 26 for a mixed property', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada, { kind: 'interest-only', rates: [{ from: '2025-03-15', percent: 8 }] });
    await setLetting(ada, { id: loan.propertyId ?? '' }, 60);
    await linked(ada, loan, await addedPayments(ada, { count: 1, amount: 1_000_00 }));
    expect(await boxes(ada, '2025-26')).toEqual({ '26': 400_00, '44': 600_00 });
  });

  it('T64: have interest above the limit apart once the landlord has confirmed it', async () => {
    const ada = await landlord();
    const terms = {
      kind: 'interest-only' as const,
      amount: 125_000_00,
      rates: [{ from: '2025-03-15', percent: 4 }],
      valueWhenLet: 120_000_00,
    };
    const loan = await addedLoan(ada, terms);
    const [first] = await addedPayments(ada, { amount: 416_67 });
    await linked(ada, loan, (await listedTransactions(ada)).items);
    const statement = { from: '2025-04-06', to: '2026-04-05', interest: 5_000_00 };
    await ada.post(`/api/loans/${loan.id}/statements`, statement);
    expect(await boxes(ada, '2025-26')).toEqual({ '44': 5_000_00 });
    const input = newLoan({ ...terms, propertyId: loan.propertyId ?? '', limitConfirmed: true });
    expect((await ada.put(`/api/loans/${loan.id}`, input, 1)).status).toBe(200);
    const all = await loanPayments(ada, loan);
    expect([sum(all, 'interest'), sum(all, 'private'), all[0]?.id]).toEqual([4_800_00, 200_00, first?.id]);
    expect(await boxes(ada, '2025-26')).toEqual({ '44': 4_800_00 });
  });

  it('T66: follow a new rate', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada, { kind: 'interest-only', opened: '2026-01-15' });
    await linked(ada, loan, await addedPayments(ada, { count: 2, amount: 637_50, from: '2026-09-01' }));
    const rates = [...loan.rates, { from: '2026-10-01', percent: 5.1 }];
    const input = newLoan({ kind: 'interest-only', opened: '2026-01-15', propertyId: loan.propertyId ?? '', rates });
    await ada.put(`/api/loans/${loan.id}`, input, 1);
    expect((await loanPayments(ada, loan)).map(({ interest }) => interest)).toEqual([562_50, 637_50]);
  });

  it('link once, only if they are paid expenses of the property or of none', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [loan, other] = [await addedLoan(ada), await addedLoan(ada)];
    const at = `/api/loans/${loan.id}/payments`;
    const [payment] = await addedPayments(ada, { count: 1 });
    const ids = [payment?.id];
    const both = await Promise.all([ada.post(at, { ids }), ada.post(`/api/loans/${other.id}/payments`, { ids })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect((await ada.post(at, { ids })).fields).toEqual({ ids: 'This payment is already linked to a loan.' });
    const pending = await addedTransaction(ada, { status: 'pending' });
    const income = await addedTransaction(ada, { type: 'income', category: 'other' });
    for (const { id } of [pending, income])
      expect((await ada.post(at, { ids: [id] })).fields).toEqual({
        ids: 'Only a paid expense that is not split can be linked.',
      });
    const elsewhere = await addedTransaction(ada, { propertyId: other.propertyId });
    expect((await ada.post(at, { ids: [elsewhere.id] })).fields).toEqual({
      ids: 'This payment is for another property.',
    });
    const theirs = await addedTransaction(bob);
    expect((await ada.post(at, { ids: [theirs.id] })).outcome).toBe('404 not_found');
    expect((await ada.post(at, { ids: [] })).fields).toEqual({ ids: 'Choose a payment' });
  });

  it('are offered with likely ones first', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada);
    const [amount] = await addedPayments(ada, { count: 1 });
    const category = await addedTransaction(ada, { category: 'mortgage interest', amount: 1_00, date: '2025-05-01' });
    const repair = await addedTransaction(ada, { propertyId: loan.propertyId });
    await addedTransaction(ada, { propertyId: (await addedProperty(ada)).id });
    await addedTransaction(ada, { date: '2025-03-14' });
    const { items } = (await ada.get(`/api/loans/${loan.id}/candidates`)).as(LoanCandidates);
    expect(items.map(({ id, likely }) => [id, likely])).toEqual([
      [category.id, true],
      [amount?.id, true],
      [repair.id, false],
    ]);
  });

  it('are merged when unlinked, and kept without the loan', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada);
    const [one, two] = await addedPayments(ada, { count: 2 });
    await linked(ada, loan, [one ?? loan, two ?? loan]);
    expect((await ada.delete(`/api/loans/${loan.id}/payments/${one?.id}`)).status).toBe(200);
    expect((await ada.get(`/api/transactions/${one?.id}`)).text).toContain('"category":"other"');
    expect(await loanPayments(ada, loan)).toMatchObject([{ id: two?.id }]);
    expect((await ada.delete(`/api/loans/${loan.id}/payments/${one?.id}`)).outcome).toBe('404 not_found');
    expect((await ada.delete(`/api/loans/${loan.id}`, 1)).status).toBe(204);
    expect((await listedTransactions(ada)).items).toHaveLength(3);
    expect(await boxes(ada, '2025-26')).toEqual({ '44': 561_48 });
  });

  it('are marked after a change in Finance, and updated on request', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada);
    const [payment] = await addedPayments(ada, { count: 1 });
    await linked(ada, loan, [payment ?? loan]);
    const { version = 0 } = (await listedTransactions(ada)).items.find(({ id }) => id === payment?.id) ?? {};
    await ada.patch(`/api/transactions/${payment?.id}`, { category: 'insurance' }, version);
    expect(await loanPayments(ada, loan)).toMatchObject([{ interest: 0, differs: true }]);
    await ada.post(`/api/loans/${loan.id}/payments/update`, undefined);
    expect(await loanPayments(ada, loan)).toMatchObject([{ interest: 562_50, capital: 271_25, differs: false }]);
  });
});

describe('a statement of the lender', () => {
  const YEAR = { from: '2025-04-06', to: '2026-04-05', interest: 6_690_00 };

  it('T62: makes the interest of its period exact, also for a payment linked later', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada);
    const at = `/api/loans/${loan.id}/statements`;
    const payments = await addedPayments(ada, { count: 13 });
    await linked(ada, loan, [...payments.slice(0, 6), ...payments.slice(7)]);
    expect((await ada.post(at, YEAR)).status).toBe(200);
    await linked(ada, loan, payments.slice(6, 7));
    const all = await loanPayments(ada, loan);
    const year = all.slice(0, 12);
    expect([sum(year, 'interest'), sum(year, 'capital'), sum(year, 'amount')]).toEqual([6_690_00, 3_315_00, 10_005_00]);
    expect(all.map(({ estimated }) => estimated).indexOf(true)).toBe(12);
    expect(await boxes(ada, '2025-26')).toEqual({ '44': 6_690_00 });
    const { statements } = (await ada.get(`/api/loans/${loan.id}`)).as(LoanRecord);
    expect((await ada.delete(`/api/loans/${loan.id}/payments/${payments[0]?.id}`)).text).toContain(
      'Remove the statement first',
    );
    expect((await ada.delete(`${at}/${statements[0]?.id}`)).status).toBe(200);
    expect(await boxes(ada, '2025-26')).toEqual({ '44': 6_682_02 });
  });

  it('is refused at its field if it overlaps another or exceeds the payments', async () => {
    const ada = await landlord();
    const loan = await addedLoan(ada);
    const at = `/api/loans/${loan.id}/statements`;
    expect((await ada.post(at, YEAR)).fields).toEqual({
      interest: 'No payment in this period is linked. Link the payments first.',
    });
    await linked(ada, loan, await addedPayments(ada));
    expect((await ada.post(at, { ...YEAR, interest: 10_005_01 })).fields).toEqual({
      interest:
        'The payments linked in this period are £10,005.00. Enter that or less, or link the missing ones first.',
    });
    expect((await ada.post(at, { ...YEAR, to: '2025-04-05' })).fields).toEqual({
      to: 'The last day must not be before the first',
    });
    const outcomes = await Promise.all([ada.post(at, YEAR), ada.post(at, { ...YEAR, from: '2025-06-01' })]);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect((await ada.post(at, { ...YEAR, from: '2026-04-05', to: '2026-05-01' })).fields).toHaveProperty('from');
  });
});

it('rejects the property of another landlord, and keeps the address of a deleted one', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const theirs = await addedProperty(bob);
  expect((await ada.post('/api/loans', newLoan({ propertyId: theirs.id }))).fields).toHaveProperty('propertyId');
  const mine = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
  const loan = await addedLoan(ada, { propertyId: mine.id });
  await ada.delete(`/api/properties/${mine.id}`, 1);
  expect((await ada.get(`/api/loans/${loan.id}`)).as(LoanRecord)).toMatchObject({
    propertyId: null,
    property: '2 Mill Lane, Bath',
  });
});

it.each([
  [180, '180'],
  [90, '90'],
  [30, '30'],
  [181, null],
  [-31, null],
])('has a notice %i days before its fixed rate ends', async (days, about) => {
  const ada = await landlord();
  const fixedUntil = addDays(londonDay(server.services.clock.now()), days);
  const { id } = await addedLoan(ada, { fixedUntil });
  const notice = z.object({ key: z.string(), title: z.string(), href: z.string() });
  const { items } = (await ada.get('/api/notifications')).as(z.object({ items: z.array(notice) }));
  const own = items.filter(({ key }) => key.includes(id)).map(({ title, href }) => [title, href]);
  expect(own).toEqual(about ? [['Harbour Bank: fixed rate ends', `/dashboard/tax/loans/${id}`]] : []);
});

it('is in reach of a manager with its property only', async () => {
  const ada = await landlord();
  const [mine, other] = [await addedLoan(ada), await addedLoan(ada)];
  await linked(ada, mine, await addedPayments(ada, { count: 1 }));
  const manager = await member(ada, { role: 'manager', properties: [mine.propertyId ?? ''] });
  expect(await loanPayments(manager, mine)).toMatchObject([{ interest: 562_50 }]);
  expect((await listed(manager, '/api/loans', Loan)).items.map(({ id }) => id)).toEqual([mine.id]);
  expect((await manager.get(`/api/loans/${other.id}/payments`)).outcome).toBe('404 not_found');
});
