import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addedBankAccount, fetchedAccount } from '../../../test/fixtures/bank-accounts.ts';
import {
  addedSupplier,
  addedTransaction,
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { newTransaction } from '../../../test/fixtures/make.ts';
import { at, CATEGORY, EIGHT_DAYS, found, LOCKED, read, TYPE_LOCKED } from '../../../test/fixtures/transactions.ts';
import { PDF, storedFiles, uploaded } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { AMOUNT_REQUIRED } from '../../shared/schemas.ts';
import { NO_FILE } from '../file/file.ts';
import { INCOME_CATEGORIES } from './listed.ts';
import {
  BulkOutcome,
  FinanceSummary,
  INCOME_HAS_NO_MINUS,
  NO_SUCH_ACCOUNT,
  NO_SUCH_SUPPLIER,
  Transaction,
  TransactionTotals,
} from './transaction.ts';

describe('income by hand', () => {
  const rent = { type: 'income', category: 'rent', amount: 145_000 } as const;

  it('is added in every income category, changed and deleted', async () => {
    const ada = await landlord();
    for (const category of INCOME_CATEGORIES) {
      const added = await addedTransaction(ada, { ...rent, category });
      expect(added).toMatchObject({ type: 'income', amount: 145_000, category, source: 'hand', refund: false });
    }
    const one = await addedTransaction(ada, rent);
    const change = { amount: 150_000, description: 'Rent of May', date: '2026-05-01', category: 'grant' };
    const changed = (await ada.patch(at(one), { ...change, status: 'pending', type: 'income' }, 1)).as(Transaction);
    expect(changed).toEqual({ ...one, ...change, status: 'overdue', version: 2 });
    const row = { id: one.id, version: 2 };
    const paid = await ada.post('/api/transactions/bulk', { rows: [row], change: { category: 'rent' } });
    expect(paid.as(BulkOutcome)).toMatchObject({ done: 1, left: [] });
    expect((await ada.delete(at(one), 3)).status).toBe(204);
    const totals = (await ada.get('/api/transactions/totals')).as(TransactionTotals);
    expect(totals).toMatchObject({ count: 27, income: 25 * 145_000, expenses: 0 });
  });

  it('does not count in totals as a deposit or transfer, nor does such an expense', async () => {
    const ada = await landlord();
    for (const category of ['deposit', 'transfer', 'other'] as const)
      for (const type of ['income', 'expense'] as const) await addedTransaction(ada, { type, category, amount: 100 });
    const counted = { count: 6, income: 100, expenses: 100 };
    for (const filter of ['', '?from=2026-01-01', '?q=a', '?q=a&from=2026-01-01'])
      expect((await ada.get(`/api/transactions/totals${filter}`)).as(TransactionTotals)).toMatchObject(counted);
    expect((await ada.get('/api/transactions/summary')).as(FinanceSummary)).toMatchObject(counted);
  });

  it('can be a refund in the category of its expense', async () => {
    const refund = await addedTransaction(await landlord(), { type: 'income', refund: true, amount: 7_550 });
    expect(refund).toMatchObject({ type: 'income', refund: true, amount: 7_550, category: 'maintenance' });
  });

  it.each<[object, Record<string, string>]>([
    [{ type: 'income', amount: -7_550 }, { amount: INCOME_HAS_NO_MINUS }],
    [{ type: 'income', amount: 0 }, { amount: AMOUNT_REQUIRED }],
    [{ type: 'expense', category: 'interest' }, { category: CATEGORY }],
    [{ type: 'expense', refund: true }, { refund: 'Only income can be a refund' }],
    [{ type: 'Income' }, { type: 'Choose income or expense' }],
  ])('rejects %j', async (given, fields) => {
    const ada = await landlord();
    const answer = await ada.post('/api/transactions', { ...newTransaction(), ...given });
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    expect((await listedTransactions(ada)).items).toEqual([]);
  });

  it('keeps its type, as an expense does', async () => {
    const ada = await landlord();
    const [one, cost] = [await addedTransaction(ada, rent), await addedTransaction(ada)];
    for (const [record, change, fields] of [
      [one, { type: 'expense', amount: 5 }, { type: TYPE_LOCKED }],
      [cost, { type: 'income', amount: 5 }, { type: TYPE_LOCKED }],
      [one, { amount: -5 }, { amount: INCOME_HAS_NO_MINUS }],
      [cost, { category: 'grant' }, { category: 'Grant is a category of income' }],
    ] as const) {
      const answer = await ada.patch(at(record), change, 1);
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
      expect(await read(ada, record)).toEqual(record);
    }
  });
});

describe('a supplier, a bank account and a file', () => {
  const receipt = (owner: Landlord) => uploaded(owner, { bucket: 'transaction-files', name: 'Receipt.pdf' });

  it('are set and removed on a transaction, even after the trial', async () => {
    const ada = await landlord();
    const [supplier, account] = [await addedSupplier(ada), await addedBankAccount(ada)];
    await server.later(EIGHT_DAYS, async () => {
      const file = await receipt(ada);
      const links = { supplierId: supplier.id, bankAccountId: account.id, file };
      const added = await addedTransaction(ada, links);
      expect(added).toMatchObject({ ...links, supplier: supplier.name, bankAccount: 'Personal Account' });
      expect((await ada.get(file.url)).bytes.equals(PDF)).toBe(true);
      expect((await listedTransactions(ada)).items).toEqual([added]);
      expect((await ada.get(`/api/suppliers/choices?q=${supplier.name}`)).text).toContain(supplier.id);
      const none = { supplierId: null, bankAccountId: null, file: null };
      const bare = (await ada.patch(at(added), none, 1)).as(Transaction);
      expect(bare).toEqual({ ...added, ...none, supplier: null, bankAccount: null, version: 2 });
      expect((await ada.patch(at(added), links, 2)).as(Transaction)).toEqual({ ...added, version: 3 });
    });
  });

  it('can be set on imported income, except its bank account', async () => {
    const ada = await landlord();
    const account = await fetchedAccount(ada);
    const income = await importedTransaction(ada, { bankAccountId: account });
    const change = { supplierId: (await addedSupplier(ada)).id, file: await receipt(ada) };
    expect((await ada.patch(at(income), change, 1)).as(Transaction)).toMatchObject({ ...change, amount: 145_000 });
    expect((await ada.patch(at(income), { bankAccountId: null }, 2)).fields).toEqual({ bankAccountId: LOCKED });
    const fee = await importedTransaction(ada, { amount: -5, bankAccountId: account });
    const fields = { bankAccountId: 'You cannot change the bank account of an imported transaction.' };
    expect((await ada.patch(at(fee), { bankAccountId: null }, 1)).fields).toEqual(fields);
  });

  it('are removed from the transaction when they are deleted', async () => {
    const ada = await landlord();
    const [supplier, account] = [await addedSupplier(ada), await addedBankAccount(ada)];
    const added = await addedTransaction(ada, { supplierId: supplier.id, bankAccountId: account.id });
    expect((await ada.delete(`/api/suppliers/${supplier.id}`, 1)).status).toBe(204);
    expect((await ada.delete(`/api/bank-accounts/${account.id}`, 1)).status).toBe(204);
    const none = { supplierId: null, supplier: null, bankAccountId: null, bankAccount: null };
    expect(await read(ada, added)).toEqual({ ...added, ...none, version: 3 });
  });

  it('are rejected if deleted, another landlord’s, or of another kind', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const added = await addedTransaction(ada);
    const used = await receipt(ada);
    await addedTransaction(ada, { file: used });
    const other = await uploaded(ada, { bucket: 'property-invoices' });
    for (const [links, fields] of [
      [{ supplierId: (await addedSupplier(bob)).id }, { supplierId: NO_SUCH_SUPPLIER }],
      [{ bankAccountId: (await addedBankAccount(bob)).id }, { bankAccountId: NO_SUCH_ACCOUNT }],
      [
        { supplierId: randomUUID(), bankAccountId: randomUUID() },
        { supplierId: NO_SUCH_SUPPLIER, bankAccountId: NO_SUCH_ACCOUNT },
      ],
      [{ file: await receipt(bob) }, { file: NO_FILE }],
      [{ file: used }, { file: NO_FILE }],
      [{ file: other }, { 'file.url': 'Upload the file again' }],
    ] as const) {
      for (const answer of [
        await ada.post('/api/transactions', newTransaction(links)),
        await ada.patch(at(added), links, 1),
      ])
        expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    }
    expect(await read(ada, added)).toEqual(added);
  });

  it('deletes a file a day after its transaction, so that a deletion can be undone', async () => {
    const ada = await landlord();
    const file = await receipt(ada);
    const added = await addedTransaction(ada, { file });
    expect((await ada.delete(at(added), 1)).status).toBe(204);
    const [row] = await query(
      server.database,
      `select clear_at - app.instant() > interval '23 hours' as later from files where url = $1`,
      [file.url],
    );
    expect(row).toEqual({ later: true });
    expect(await addedTransaction(ada, { file })).toMatchObject({ file });
    expect(await storedFiles(ada, server)).toHaveLength(1);
  });
});

it('reports whether a filter matches a transaction', async () => {
  const ada = await landlord();
  const added = await addedTransaction(ada);
  for (const [filter, wanted] of [
    ['', [added.id]],
    ['&category=maintenance&q=boiler', [added.id]],
    ['&category=tax', []],
    ['&q=gutters', []],
    ['&propertyId=none&status=completed', [added.id]],
  ] as const)
    expect([filter, await found(ada, `id=${added.id}${filter}`)]).toEqual([filter, wanted]);
  expect(await found(await landlord(), `id=${added.id}`)).toEqual([]);
});
