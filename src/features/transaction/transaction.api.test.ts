import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import {
  addedProperty,
  addedTransaction,
  importedTransaction,
  landlord,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { newTransaction } from '../../../test/fixtures/make.ts';
import { at, CATEGORY, EIGHT_DAYS, found, LOCKED, read, TYPE_LOCKED } from '../../../test/fixtures/transactions.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { AMOUNT_REQUIRED } from '../../shared/schemas.ts';
import { INCOME_CATEGORIES, TRANSACTION_LIST } from './listed.ts';
import {
  BulkOutcome,
  NO_SUCH_ACCOUNT,
  NO_SUCH_PROPERTY,
  NO_SUCH_SUPPLIER,
  OUT_OF_RANGE,
  Transaction,
  TransactionTotals,
} from './transaction.ts';

const REQUIRED = 'Description is required';
const UNSTORABLE = 'This contains characters that cannot be stored';
const TOO_LARGE = 'Enter £99,999,999.99 or less';

describe('transactions pass the shared record tests (S1.7.38, S2.2.50, S2.4.4, S2.5.20, S2.5.22, S2.7.12, S2.9.8)', () => {
  recordContract({
    path: '/api/transactions',
    reachedElsewhere: true,
    notFound: 'Transaction not found',
    record: Transaction,
    item: Transaction,
    // Negative like the stored amount of an expense, so that the record equals the input.
    input: async (owner) => newTransaction({ propertyId: (await addedProperty(owner)).id, amount: -12_049 }),
    changed: {
      propertyId: null,
      amount: -1,
      category: 'tax',
      description: 'Council tax',
      date: '2028-02-29',
      status: 'pending',
    },
    longest: { amount: -9_999_999_999, description: '🛁'.repeat(200), date: '1990-01-01' },
    required: {
      amount: AMOUNT_REQUIRED,
      category: CATEGORY,
      description: REQUIRED,
      date: 'Date is required',
      status: 'Choose Paid or To pay',
      propertyId: NO_SUCH_PROPERTY,
      type: 'Choose income or expense',
      supplierId: NO_SUCH_SUPPLIER,
      bankAccountId: NO_SUCH_ACCOUNT,
    },
    wrong: [
      [{ type: 'transfer' }, { type: 'Choose income or expense' }],
      [{ amount: 0 }, { amount: AMOUNT_REQUIRED }],
      [{ amount: 12.5 }, { amount: 'Pence are whole numbers' }],
      [{ amount: '12' }, { amount: AMOUNT_REQUIRED }],
      [{ amount: null }, { amount: AMOUNT_REQUIRED }],
      [{ amount: 10_000_000_000 }, { amount: TOO_LARGE }],
      [{ amount: -10_000_000_000 }, { amount: TOO_LARGE }],
      [{ category: 'Taxidermy' }, { category: CATEGORY }],
      [{ category: ['tax'] }, { category: CATEGORY }],
      [{ description: 12 }, { description: REQUIRED }],
      [{ description: '🛁'.repeat(201) }, { description: 'Use 200 characters or fewer' }],
      [{ description: 'Boiler\nrepair' }, { description: 'Enter this on one line' }],
      [{ description: 'Boi\0ler' }, { description: UNSTORABLE }],
      [{ description: 'Boiler \ud83d' }, { description: UNSTORABLE }],
      [{ date: '2026-02-29' }, { date: 'Enter a date' }],
      [{ date: '12/11/2026' }, { date: 'Enter a date' }],
      [{ date: '1989-12-31' }, { date: OUT_OF_RANGE }],
      [{ status: 'overdue' }, { status: 'Choose Paid or To pay' }],
      [{ propertyId: 7 }, { propertyId: NO_SUCH_PROPERTY }],
      [
        { propertyId: randomUUID(), date: '2199-01-01' },
        { propertyId: NO_SUCH_PROPERTY, date: OUT_OF_RANGE },
      ],
    ],
    sorts: Object.keys(TRANSACTION_LIST.sorts),
    searched: 'description',
    texts: ['description'],
    wrongQueries: [
      'status=paid',
      'category=A,,b',
      'category=tax,',
      'category=%00',
      'propertyId=x',
      ...['["2026-02-30"', '["0000-01-01"'].map((day) => `cursor=${encodeURIComponent(`${day},"${randomUUID()}"]`)}`),
      `sort=lowest&cursor=${encodeURIComponent(`[1e300,"${randomUUID()}"]`)}`,
    ],
    method: 'patch',
    total: async (owner, query) => (await owner.get(`/api/transactions/totals${query}`)).as(TransactionTotals).count,
  });
});

describe('an expense', () => {
  it('is stored below zero with its owner (S1.3.32, S2.3.7, S2.3.9, S2.3.10, S2.7.11)', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    const added = await addedTransaction(ada, { propertyId: home.id });
    expect(added).toMatchObject({ amount: -12_049, propertyAddress: '2 Mill Lane, Bath', bankAccount: null });
    const [row] = await query(server.database, 'select *, date::text as date from transactions where id = $1', [
      added.id,
    ]);
    expect(row).toMatchObject({
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

  it('changes single fields (S2.7.13)', async () => {
    const ada = await landlord();
    const [home, added] = [await addedProperty(ada), await addedTransaction(ada)];
    const changes = [
      { propertyId: home.id },
      { amount: 1 },
      { category: 'tax' },
      { description: 'Council tax' },
      { date: '2026-10-01' },
      { status: 'pending' },
    ];
    for (const [before, change] of changes.entries())
      expect((await ada.patch(at(added), change, before + 1)).status).toBe(200);
    const wanted = { propertyAddress: '14 Chandos Terrace, Bristol', amount: -1, status: 'overdue', version: 7 };
    expect(await read(ada, added)).toEqual(Object.assign({}, added, ...changes, wanted));
  });

  it('is paid and without a property by default, and below zero with either sign (S2.2.49, S2.5.21, S2.5.23)', async () => {
    const ada = await landlord();
    const { category, description, date } = newTransaction();
    for (const amount of [12_345, -12_345]) {
      const added = (await ada.post('/api/transactions', { amount, category, description, date })).as(Transaction);
      expect(added).toMatchObject({ propertyId: null, propertyAddress: null, status: 'completed', amount: -12_345 });
      expect((await ada.patch(at(added), { amount: amount * 2 }, 1)).as(Transaction).amount).toBe(-24_690);
    }
  });

  it('works in full after the trial (S1.6.7, S1.6.14, S2.6.2)', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane' });
    const [first, rent] = [await addedTransaction(ada), await importedTransaction(ada)];
    await server.later(EIGHT_DAYS, async () => {
      expect((await ada.get('/api/properties')).outcome).toBe('402 trial_expired');
      expect((await ada.get('/api/properties/choices?q=mill')).text).toContain(home.id);
      const added = (await ada.post('/api/transactions', newTransaction({ propertyId: home.id }))).as(Transaction);
      expect((await ada.patch(at(added), { amount: 1 }, 1)).as(Transaction).amount).toBe(-1);
      const rows = [rent, first].map(({ id, version }) => ({ id, version }));
      const moved = await ada.post('/api/transactions/bulk', { rows, change: { propertyId: home.id } });
      expect(moved.as(BulkOutcome)).toMatchObject({ done: 2, left: [] });
      expect((await ada.delete(at(added), 2)).status).toBe(204);
      expect(await found(ada, `propertyId=${home.id}`)).toEqual([first.id, rent.id].sort());
      for (const sums of ['totals', 'summary'])
        expect((await ada.get(`/api/transactions/${sums}`)).text).toContain('"count":2');
    });
  });
});

describe('imported income', () => {
  it('accepts a property and any category, and keeps its other fields (S2.6.4)', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const rent = await importedTransaction(ada, { category: 'refund' });
    const placed = (await ada.patch(at(rent), { propertyId: home.id }, 1)).as(Transaction);
    const propertyAddress = '14 Chandos Terrace, Bristol';
    expect(placed).toEqual({ ...rent, propertyId: home.id, propertyAddress, version: 2 });
    expect((await ada.patch(at(rent), { propertyId: null }, 2)).as(Transaction)).toEqual({ ...rent, version: 3 });
    for (const [index, category] of INCOME_CATEGORIES.entries()) {
      const changed = (await ada.patch(at(rent), { category }, 3 + index)).as(Transaction);
      expect(changed).toEqual({ ...rent, category, version: 4 + index });
    }
    const nothing = await importedTransaction(ada, { amount: 0 });
    expect((await ada.patch(at(nothing), { category: 'other' }, 1)).as(Transaction).type).toBe('income');
  });

  it('rejects every other change, and deletion (S1.4.32, S1.6.13, S2.6.4)', async () => {
    const ada = await landlord();
    const rent = await importedTransaction(ada);
    const { amount, description, date, status } = newTransaction();
    for (const change of [{ amount }, { amount: 145_000 }, { description }, { date }, { status }]) {
      const answer = await ada.patch(at(rent), { ...change, category: 'other' }, 1);
      const fields = Object.fromEntries(Object.keys(change).map((field) => [field, LOCKED]));
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    }
    const all = await ada.patch(at(rent), newTransaction(), 1);
    expect(all.fields).toEqual({ amount: LOCKED, description: LOCKED, date: LOCKED, status: LOCKED });
    expect((await ada.patch(at(rent), { type: 'expense', category: 'other' }, 1)).fields).toEqual({
      type: TYPE_LOCKED,
    });
    const removal = await ada.delete(at(rent), 1);
    expect(removal.outcome).toBe('422 invalid_input');
    expect(removal.text).toContain('Imported income cannot be deleted.');
    expect(await read(ada, rent)).toEqual(rent);
  });

  it('can be rent, unlike an expense, unless it was imported as rent', async () => {
    const ada = await landlord();
    const brought = await importedTransaction(ada, { amount: -5_000, category: 'rent' });
    const same = await ada.patch(at(brought), { category: 'rent', amount: 6_000 }, 1);
    expect(same.as(Transaction)).toMatchObject({ category: 'rent', amount: -6_000 });
    expect((await ada.patch(at(brought), { category: 'other' }, 2)).status).toBe(200);
    const back = await ada.patch(at(brought), { category: 'rent' }, 3);
    expect([back.outcome, back.fields]).toEqual(['422 invalid_input', { category: 'Rent is a category of income' }]);
    const added = await ada.post('/api/transactions', { ...newTransaction(), category: 'rent' });
    expect([added.outcome, added.fields]).toEqual(['422 invalid_input', { category: 'Choose a category' }]);
    expect((await ada.delete(at(brought), 3)).status).toBe(204);
  });
});

it.each(['{}', '{"amuont":500}'])('rejects the change %s without effect', async (body) => {
  const ada = await landlord();
  const added = await addedTransaction(ada);
  const answer = await ada.send('PATCH', at(added), { body, headers: { 'if-match': '"1"' } });
  expect(answer.outcome).toBe('422 invalid_input');
  expect(await read(ada, added)).toEqual(added);
});

it('rejects a missing property and another landlord’s', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const [gone, theirs] = [await addedProperty(ada), await addedProperty(bob)];
  await ada.delete(`/api/properties/${gone.id}`, 1);
  const added = await addedTransaction(ada);
  for (const { id: propertyId } of [gone, theirs])
    for (const answer of [
      await ada.post('/api/transactions', newTransaction({ propertyId })),
      await ada.patch(at(added), { propertyId }, 1),
    ])
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', { propertyId: NO_SUCH_PROPERTY }]);
  expect((await listedTransactions(ada)).items).toEqual([added]);
});
