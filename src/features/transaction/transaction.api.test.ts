import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedBankAccount } from '../../../test/bank-accounts.ts';
import type { Answer } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import {
  addedProperty,
  addedTransaction,
  broughtTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/landlords.ts';
import { newTransaction } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { londonDay } from '../../shared/dates.ts';
import {
  AMOUNT_REQUIRED,
  BulkOutcome,
  CATEGORIES,
  EXPENSE_CATEGORIES,
  FinanceSummary,
  lastDay,
  NO_SUCH_PROPERTY,
  OUT_OF_RANGE,
  Transaction,
  TransactionTotals,
} from './transaction.ts';

const EIGHT_DAYS = 8 * 24 * 60 * 60 * 1000;
const LOCKED = 'Income cannot be changed here: only its property and category can.';
const Conflict = z.object({ error: z.object({ current: Transaction, yours: z.unknown().optional() }) });

const at = ({ id }: { id: string }) => `/api/transactions/${id}`;
const tagOf = ({ headers }: Answer) => Number(headers.get('etag')?.replace(/^W\/|"/g, ''));
const read = async (person: Landlord, one: { id: string }) => (await person.get(at(one))).as(Transaction);
const found = async (person: Landlord, asked: string) =>
  (await listedTransactions(person, `?${asked}`)).items.map(({ id }) => id).sort();

describe('an expense', () => {
  it('is stored below zero with its owner, and returned as entered (S1.3.32, S2.3.7, S2.3.9, S2.3.10, S2.7.11)', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    const answer = await ada.post('/api/transactions', newTransaction({ propertyId: home.id }));
    const added = answer.as(Transaction);
    expect(added).toEqual({
      id: added.id,
      date: '2026-11-12',
      description: 'Boiler repair call-out',
      category: 'maintenance',
      type: 'expense',
      status: 'completed',
      reference: '',
      amount: -12_049,
      propertyId: home.id,
      propertyAddress: '2 Mill Lane, Bath',
      bankAccountId: null,
      bankAccount: null,
      version: 1,
    });
    expect([answer.status, tagOf(answer), answer.headers.get('location')]).toEqual([201, 1, at(added)]);
    const columns = 'user_id, property_id, property_address, bank_account_id, amount::text, description, date::text';
    const [row] = await query(
      server.database,
      `select ${columns}, category, type, status, reference, external_id from transactions where id = $1`,
      [added.id],
    );
    expect(row).toEqual({
      user_id: ada.id,
      property_id: home.id,
      property_address: null,
      bank_account_id: null,
      amount: '-120.49',
      description: 'Boiler repair call-out',
      date: '2026-11-12',
      category: 'maintenance',
      type: 'expense',
      status: 'completed',
      reference: null,
      external_id: null,
    });
  });

  it('changes all fields at once or one by one, and reads the same everywhere (S2.7.12, S2.7.13)', async () => {
    const ada = await landlord();
    const [home, added] = [await addedProperty(ada), await addedTransaction(ada)];
    const other = {
      propertyId: home.id,
      amount: 1,
      category: 'tax',
      description: 'Council tax',
      date: '2026-10-01',
      status: 'pending',
    } as const;
    const wanted = {
      ...added,
      ...other,
      propertyAddress: '14 Chandos Terrace, Bristol',
      amount: -1,
      status: 'overdue',
    };
    const whole = (await ada.patch(at(added), other, 1)).as(Transaction);
    expect(whole).toEqual({ ...wanted, version: 2 });
    const second = await addedTransaction(ada);
    let version = 1;
    for (const part of Object.entries(other)) {
      const answer = await ada.patch(at(second), Object.fromEntries([part]), version);
      version += 1;
      expect([answer.status, tagOf(answer)]).toEqual([200, version]);
    }
    const changed = await read(ada, second);
    expect(changed).toEqual({ ...wanted, id: second.id, version: 7 });
    expect((await listedTransactions(ada)).items).toEqual([changed, whole]);
  });

  it('is paid and of no property by default, and below zero whatever the sign (S2.2.49, S2.5.21, S2.5.23)', async () => {
    const ada = await landlord();
    const { category, description, date } = newTransaction();
    for (const amount of [12_345, -12_345]) {
      const added = (await ada.post('/api/transactions', { amount, category, description, date })).as(Transaction);
      expect(added).toMatchObject({ propertyId: null, propertyAddress: null, status: 'completed', amount: -12_345 });
      expect((await ada.patch(at(added), { amount: amount * 2 }, 1)).as(Transaction).amount).toBe(-24_690);
    }
  });

  it('takes every category of expenses (S2.2.51)', async () => {
    const ada = await landlord();
    for (const category of EXPENSE_CATEGORIES)
      expect(await addedTransaction(ada, { category })).toMatchObject({ category, type: 'expense' });
  });

  it.each([
    '<script>alert(1)</script>',
    `'; drop table transactions; --`,
    '🔧 Château d’If — 7½ Ḉ',
    'شارع الملك فهد ١٢',
    '&amp; %00 \\u0000 {{7*7}} 100%_',
    '🛁'.repeat(100),
  ])('keeps and finds the description %s', async (description) => {
    const ada = await landlord();
    const added = await addedTransaction(ada, { description });
    await addedTransaction(ada, { description: 'Something else' });
    const search = `q=${encodeURIComponent(description)}`;
    expect(await read(ada, added)).toEqual(added);
    expect(await found(ada, search)).toEqual([added.id]);
    expect((await ada.get(`/api/transactions/totals?${search}`)).as(TransactionTotals).count).toBe(1);
  });

  it('ignores owner, type, version and other fields of the body', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedTransaction(bob);
    const extra = {
      id: theirs.id,
      user_id: bob.id,
      userId: bob.id,
      type: 'income',
      version: 77,
      bankAccountId: (await addedBankAccount(ada)).id,
      reference: 'R',
      external_id: 'E',
      propertyAddress: '1 Nowhere',
      size: 1,
      search: 'x',
    };
    const mine = (await ada.post('/api/transactions', { ...newTransaction(), ...extra })).as(Transaction);
    expect(mine).toMatchObject({
      version: 1,
      type: 'expense',
      bankAccountId: null,
      reference: '',
      propertyAddress: null,
    });
    expect(mine.id).not.toBe(theirs.id);
    expect((await ada.patch(at(mine), { amount: 5, ...extra }, 1)).as(Transaction)).toEqual({
      ...mine,
      amount: -5,
      version: 2,
    });
    expect((await listedTransactions(bob)).items).toEqual([theirs]);
  });

  it('names its bank account', async () => {
    const ada = await landlord();
    const account = await addedBankAccount(ada, { accountType: 'business' });
    const fee = await broughtTransaction(ada, { amount: -500, bankAccountId: account.id, reference: 'FEE 1' });
    expect(fee).toMatchObject({ bankAccountId: account.id, bankAccount: 'Business Account', reference: 'FEE 1' });
    expect((await ada.patch(at(fee), { amount: 600 }, 1)).as(Transaction)).toEqual({
      ...fee,
      amount: -600,
      version: 2,
    });
  });

  it('works in full after the trial (S1.6.7, S1.6.14, S2.6.2)', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane' });
    const [first, rent] = [await addedTransaction(ada), await broughtTransaction(ada)];
    await server.later(EIGHT_DAYS, async () => {
      expect((await ada.get('/api/properties')).outcome).toBe('402 trial_expired');
      expect((await ada.get('/api/properties/choices?q=mill')).text).toContain(home.id);
      const added = (await ada.post('/api/transactions', newTransaction({ propertyId: home.id }))).as(Transaction);
      expect((await ada.patch(at(added), { amount: 1 }, 1)).as(Transaction).amount).toBe(-1);
      const rows = [rent, first].map(({ id, version }) => ({ id, version }));
      const moved = await ada.post('/api/transactions/bulk', { rows, change: { propertyId: home.id } });
      expect(moved.as(BulkOutcome)).toEqual({ done: 2, left: [] });
      expect((await ada.delete(at(added), 2)).status).toBe(204);
      expect(await found(ada, `propertyId=${home.id}`)).toEqual([first.id, rent.id].sort());
      for (const sums of ['totals', 'summary'])
        expect((await ada.get(`/api/transactions/${sums}`)).text).toContain('"count":2');
    });
  });
});

describe('versions and ids', () => {
  it('rejects a stale change or removal with the current version, and one without If-Match', async () => {
    const ada = await landlord();
    const added = await addedTransaction(ada);
    const first = (await ada.patch(at(added), { description: 'First' }, 1)).as(Transaction);
    const second = await ada.patch(at(added), { amount: 5 }, 1);
    expect(second.outcome).toBe('409 changed_meanwhile');
    expect(second.as(Conflict).error).toMatchObject({ current: first, yours: { amount: 5 } });
    const removal = await ada.delete(at(added), 1);
    expect([removal.outcome, removal.as(Conflict).error.current]).toEqual(['409 changed_meanwhile', first]);
    expect((await ada.patch(at(added), { amount: 5 })).outcome).toBe('428 version_required');
    expect((await ada.delete(at(added))).outcome).toBe('428 version_required');
    expect(await read(ada, added)).toEqual(first);
  });

  it('removes an expense for good (S1.7.38)', async () => {
    const ada = await landlord();
    const [gone, kept] = [await addedTransaction(ada), await addedTransaction(ada)];
    expect((await ada.delete(at({ id: gone.id.toUpperCase() }), 1)).status).toBe(204);
    expect((await ada.get(at(gone))).text).toContain('Transaction not found');
    expect((await listedTransactions(ada)).items).toEqual([kept]);
    for (const id of [gone.id, randomUUID(), 'x', '%00', '..%2f..', 'null']) {
      const answers = [ada.get(at({ id })), ada.patch(at({ id }), { amount: 5 }, 1), ada.delete(at({ id }), 1)];
      expect((await Promise.all(answers)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('404 not_found'));
    }
  });

  it('accepts one of ten concurrent changes, and sums that one', async () => {
    const ada = await landlord();
    const added = await addedTransaction(ada);
    const all = Array.from({ length: 10 }, (_, index) => ({ amount: 1000 + index }));
    const answers = await Promise.all(all.map((change) => ada.patch(at(added), change, 1)));
    const done = answers.filter(({ status }) => status === 200);
    expect([done.length, answers.filter(({ code }) => code === 'changed_meanwhile').length]).toEqual([1, 9]);
    const { expenses } = (await ada.get('/api/transactions/summary')).as(FinanceSummary);
    expect(expenses).toBe(-(done[0]?.as(Transaction).amount ?? 0));
  });
});

describe('income', () => {
  it('gets a property and any category; nothing else changes (S2.6.4)', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const rent = await broughtTransaction(ada, { category: 'refund' });
    const placed = (await ada.patch(at(rent), { propertyId: home.id }, 1)).as(Transaction);
    const propertyAddress = '14 Chandos Terrace, Bristol';
    expect(placed).toEqual({ ...rent, propertyId: home.id, propertyAddress, version: 2 });
    expect((await ada.patch(at(rent), { propertyId: null }, 2)).as(Transaction)).toEqual({ ...rent, version: 3 });
    for (const [index, category] of CATEGORIES.entries()) {
      const changed = (await ada.patch(at(rent), { category }, 3 + index)).as(Transaction);
      expect(changed).toEqual({ ...rent, category, version: 4 + index });
    }
    const nothing = await broughtTransaction(ada, { amount: 0 });
    expect((await ada.patch(at(nothing), { category: 'other' }, 1)).as(Transaction).type).toBe('income');
  });

  it('refuses every other change, and deletion (S1.4.32, S1.6.13, S2.6.4)', async () => {
    const ada = await landlord();
    const rent = await broughtTransaction(ada);
    const { amount, description, date, status } = newTransaction();
    for (const change of [{ amount }, { amount: 145_000 }, { description }, { date }, { status }]) {
      const answer = await ada.patch(at(rent), { ...change, category: 'other' }, 1);
      const fields = Object.fromEntries(Object.keys(change).map((field) => [field, LOCKED]));
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    }
    const all = await ada.patch(at(rent), newTransaction(), 1);
    expect(all.fields).toEqual({ amount: LOCKED, description: LOCKED, date: LOCKED, status: LOCKED });
    const removal = await ada.delete(at(rent), 1);
    expect(removal.outcome).toBe('422 invalid_input');
    expect(removal.text).toContain('Only expenses can be deleted.');
    expect(await read(ada, rent)).toEqual(rent);
    const bob = await landlord();
    const theirs = [bob.patch(at(rent), { amount: 5 }, 1), bob.delete(at(rent), 1), bob.get(at(rent))];
    expect((await Promise.all(theirs)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('404 not_found'));
  });

  it('alone is rent, except an expense that was imported as rent', async () => {
    const ada = await landlord();
    const brought = await broughtTransaction(ada, { amount: -5_000, category: 'rent' });
    const same = await ada.patch(at(brought), { category: 'rent', amount: 6_000 }, 1);
    expect(same.as(Transaction)).toMatchObject({ category: 'rent', amount: -6_000 });
    expect((await ada.patch(at(brought), { category: 'other' }, 2)).status).toBe(200);
    const back = await ada.patch(at(brought), { category: 'rent' }, 3);
    expect([back.outcome, back.fields]).toEqual(['422 invalid_input', { category: 'Rent is a category of income' }]);
    const added = await ada.post('/api/transactions', { ...newTransaction(), category: 'rent' });
    expect([added.outcome, added.fields]).toEqual(['422 invalid_input', { category: 'Please choose a category' }]);
    expect((await ada.delete(at(brought), 3)).status).toBe(204);
  });
});

describe('invalid input', async () => {
  // Nothing here changes anything, so one landlord and one expense serve all.
  const cleo = await landlord();
  const gone = await addedProperty(cleo);
  await cleo.delete(`/api/properties/${gone.id}`, 1);
  const boiler = await addedTransaction(cleo);
  const theirs = await addedProperty(await landlord());
  const today = londonDay(server.services.clock.now());
  const tooLate = lastDay(londonDay(new Date(Date.parse(today) + 36 * 60 * 60 * 1000)));
  const MAX = 'The most we can keep is £99,999,999.99';
  const CATEGORY = 'Please choose a category';
  const STATUS = 'Please choose Paid or To pay';
  const REQUIRED = 'Description is required';
  const UNSTORABLE = 'This contains characters that cannot be stored';

  it.each([
    [{ amount: 0 }, { amount: AMOUNT_REQUIRED }],
    [{ amount: 12.5 }, { amount: 'Pence are whole numbers' }],
    [{ amount: '12' }, { amount: AMOUNT_REQUIRED }],
    [{ amount: null }, { amount: AMOUNT_REQUIRED }],
    [{ amount: 10_000_000_000 }, { amount: MAX }],
    [{ amount: -10_000_000_000 }, { amount: MAX }],
    [{ category: 'Taxidermy' }, { category: CATEGORY }],
    [{ category: ['tax'] }, { category: CATEGORY }],
    [{ description: '  ' }, { description: REQUIRED }],
    [{ description: 12 }, { description: REQUIRED }],
    [{ description: 'x'.repeat(201) }, { description: 'Please keep this to 200 characters' }],
    [{ description: 'Boiler\nrepair' }, { description: 'Please keep this to one line' }],
    [{ description: 'Boi\0ler' }, { description: UNSTORABLE }],
    [{ description: 'Boiler \ud83d' }, { description: UNSTORABLE }],
    [{ date: '' }, { date: 'Date is required' }],
    [{ date: '2026-02-29' }, { date: 'Please enter a date' }],
    [{ date: '12/11/2026' }, { date: 'Please enter a date' }],
    [{ date: '1989-12-31' }, { date: OUT_OF_RANGE }],
    [{ status: 'overdue' }, { status: STATUS }],
    [{ propertyId: randomUUID() }, { propertyId: NO_SUCH_PROPERTY }],
    [{ propertyId: gone.id }, { propertyId: NO_SUCH_PROPERTY }],
    [{ propertyId: 7 }, { propertyId: NO_SUCH_PROPERTY }],
    [
      { propertyId: theirs.id, date: tooLate },
      { propertyId: NO_SUCH_PROPERTY, date: OUT_OF_RANGE },
    ],
    [
      { amount: 0, category: '', description: '', date: '', status: '', propertyId: '' },
      {
        amount: AMOUNT_REQUIRED,
        category: CATEGORY,
        description: REQUIRED,
        date: 'Date is required',
        status: STATUS,
        propertyId: NO_SUCH_PROPERTY,
      },
    ],
  ])('%j is refused by adding and changing (S2.2.50, S2.4.4, S2.5.20, S2.5.22, S2.9.8)', async (wrong, fields) => {
    const answers = await Promise.all([
      cleo.post('/api/transactions', { ...newTransaction(), ...wrong }),
      cleo.patch(at(boiler), wrong, 1),
    ]);
    for (const answer of answers) expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    expect((await listedTransactions(cleo)).items).toEqual([boiler]);
  });

  it.each(['', '[]', 'null', '"x"', '{"amount":', '{}', '{"amuont":500}'])('the body %s is refused', async (body) => {
    const sent = { body, headers: { 'if-match': '"1"' } };
    const answers = [await cleo.send('POST', '/api/transactions', sent), await cleo.send('PATCH', at(boiler), sent)];
    for (const { outcome } of answers) expect(outcome).toBeOneOf(['400 bad_request', '422 invalid_input']);
    expect((await listedTransactions(cleo)).items).toEqual([boiler]);
  });

  it.each([
    { amount: 9_999_999_999 },
    { description: 'x'.repeat(200) },
    { date: '1990-01-01' },
    { date: lastDay(today) },
    { date: '2028-02-29' },
  ])('%j is at the limit and accepted', async (given) => {
    const ada = await landlord();
    const wanted = newTransaction(given);
    expect(await addedTransaction(ada, given)).toMatchObject({ ...wanted, amount: -wanted.amount });
    const other = await addedTransaction(ada);
    expect((await ada.patch(at(other), given, 1)).as(Transaction)).toMatchObject({ ...wanted, amount: -wanted.amount });
  });
});
