import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedSupplier,
  addedTransaction,
  importedTransaction,
  type Landlord,
  landlord,
} from '../../../../test/fixtures/landlords.ts';
import { newInvoice, newProperty } from '../../../../test/fixtures/make.ts';
import { at } from '../../../../test/fixtures/transactions.ts';
import { PDF, uploaded } from '../../../../test/fixtures/uploads.ts';
import { concurrently, waitsForLock } from '../../../../test/reading/waiting.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { PropertyRecord } from '../../property/property.ts';
import { Transaction, TransactionTotals } from '../transaction.ts';
import { AddedBill, Bills } from './bills.ts';

const FROM = '/api/transactions/from-invoice';
const bills = async (ada: Landlord, { id }: { id: string }) =>
  (await ada.get(`/api/transactions/bills?propertyId=${id}`)).as(Bills).items;
const totals = async (ada: Landlord) =>
  (await ada.get('/api/transactions/totals')).as(TransactionTotals.omit({ asOf: true }));

async function withInvoice(ada: Landlord, overrides: Parameters<typeof newInvoice>[0] = {}) {
  const file = await uploaded(ada, { bucket: 'property-invoices', name: 'boiler.pdf' });
  const home = await addedProperty(ada, { invoices: [newInvoice({ file: { url: file.url }, ...overrides })] });
  const invoice = home.invoices[0];
  if (!invoice) throw new Error('The invoice was not saved');
  const add = async () => (await ada.post(FROM, { invoiceId: invoice.id })).as(AddedBill);
  return { file, home, invoice, add };
}

async function removeInvoice(ada: Landlord, { home, invoice }: Awaited<ReturnType<typeof withInvoice>>) {
  const input = newProperty({ removedInvoices: [invoice.id] });
  return (await ada.put(`/api/properties/${home.id}`, input, home.version)).as(PropertyRecord);
}

const isKept = async (url: string) =>
  (
    await query<{ kept: boolean }>(server.database, 'select clear_at is null as kept from files where url = $1', [url])
  )[0];

describe('an invoice in Finance', () => {
  it('is added once with its amount, date, supplier and file', async () => {
    const ada = await landlord();
    const supplier = await addedSupplier(ada, { name: 'Brush Bros' });
    await addedTransaction(ada, { supplierId: supplier.id, category: 'insurance', amount: 100 });
    const bill = await withInvoice(ada, { description: 'Boiler service, BRUSH BROS' });
    const [first, second] = await Promise.all([bill.add(), bill.add()]);
    expect([first.outcome, second.outcome].sort()).toEqual(['added', 'known']);
    expect(first.transaction.id).toBe(second.transaction.id);
    expect(first.transaction).toMatchObject({
      amount: -12_049,
      date: '2026-05-04',
      description: 'Boiler service, BRUSH BROS',
      category: 'insurance',
      supplierId: supplier.id,
      propertyId: bill.home.id,
      file: bill.file,
    });
    expect(await totals(ada)).toMatchObject({ count: 2, expenses: 12_149 });
    expect(await bills(ada, bill.home)).toMatchObject([{ id: first.transaction.id, invoiceId: bill.invoice.id }]);
    const [used] = await query(server.database, 'select file_bytes from profiles where id = $1', [ada.id]);
    expect(used).toEqual({ file_bytes: String(PDF.length) });
  });

  it('is linked to a payment already imported from a bank', async () => {
    const ada = await landlord();
    const bill = await withInvoice(ada);
    const paid = await importedTransaction(ada, { amount: -12_049, date: '2026-05-20', category: 'other' });
    await importedTransaction(ada, { amount: -12_049, date: '2026-09-20', category: 'other' });
    const { outcome, transaction } = await bill.add();
    expect([outcome, transaction]).toMatchObject([
      'linked',
      { id: paid.id, date: '2026-05-20', propertyId: bill.home.id, file: bill.file },
    ]);
    expect((await totals(ada)).count).toBe(2);
  });

  it('does not take a payment that was just linked to another invoice', async () => {
    const ada = await landlord();
    const [first, second] = [await withInvoice(ada), await withInvoice(ada)];
    const paid = await importedTransaction(ada, { amount: -12_049, date: '2026-05-20', category: 'other' });
    await concurrently(async (other) => {
      await other.query('select from transactions where id = $1 for update', [paid.id]);
      const both = [first.add(), second.add()];
      await waitsForLock(2);
      await other.query('commit');
      expect((await Promise.all(both)).map(({ outcome }) => outcome).sort()).toEqual(['added', 'linked']);
    });
    expect((await totals(ada)).count).toBe(2);
  });

  it('is added if two payments match', async () => {
    const ada = await landlord();
    const bill = await withInvoice(ada);
    for (const date of ['2026-05-05', '2026-05-06']) await importedTransaction(ada, { amount: -12_049, date });
    expect((await bill.add()).outcome).toBe('added');
  });

  it('is rejected without amount or date', async () => {
    const ada = await landlord();
    for (const given of [{ amount: null }, { amount: 0 }, { invoiceDate: null }]) {
      const { invoice } = await withInvoice(ada, given);
      expect((await ada.post(FROM, { invoiceId: invoice.id })).outcome).toBe('422 invalid_input');
    }
    expect((await ada.post(FROM, { invoiceId: 'x' })).status).toBe(422);
  });
});

describe('the one file of a bill', () => {
  it('is kept for the transaction when the invoice is deleted, and deleted with the last of both', async () => {
    const ada = await landlord();
    const bill = await withInvoice(ada);
    const { transaction } = await bill.add();
    await removeInvoice(ada, bill);
    expect(await isKept(bill.file.url)).toEqual({ kept: true });
    const now = (await ada.get(at(transaction))).as(Transaction);
    expect(now.file).toEqual(bill.file);
    expect((await ada.get(bill.file.url)).status).toBe(200);
    expect(await bills(ada, bill.home)).toMatchObject([{ id: transaction.id, invoiceId: null, file: bill.file }]);
    expect((await ada.delete(at(transaction), now.version)).status).toBe(204);
    expect(await isKept(bill.file.url)).toEqual({ kept: false });
  });

  it('is kept for the invoice when the transaction is deleted, and for the transaction when the property is', async () => {
    const ada = await landlord();
    const bill = await withInvoice(ada);
    const { transaction } = await bill.add();
    expect((await ada.delete(at(transaction), transaction.version)).status).toBe(204);
    expect(await isKept(bill.file.url)).toEqual({ kept: true });
    const again = (await bill.add()).transaction;
    expect((await ada.delete(`/api/properties/${bill.home.id}`, bill.home.version)).status).toBe(204);
    expect(await isKept(bill.file.url)).toEqual({ kept: true });
    expect((await ada.get(at(again))).as(Transaction).file).toEqual(bill.file);
  });

  it('is replaced on both when the invoice gets another file', async () => {
    const ada = await landlord();
    const bill = await withInvoice(ada);
    const { transaction } = await bill.add();
    const other = await uploaded(ada, { bucket: 'property-invoices', name: 'corrected.pdf' });
    const invoices = [newInvoice({ ...bill.invoice, file: { url: other.url } })];
    const saved = await ada.put(`/api/properties/${bill.home.id}`, newProperty({ invoices }), bill.home.version);
    expect(saved.outcome).toBe('served');
    expect((await ada.get(at(transaction))).as(Transaction).file).toEqual(other);
    expect(await isKept(bill.file.url)).toEqual({ kept: false });
  });
});

it('lists expenses with a receipt among a property’s bills, but not income', async () => {
  const ada = await landlord();
  const home = await addedProperty(ada);
  const file = await uploaded(ada, { bucket: 'transaction-files' });
  const paid = await addedTransaction(ada, { propertyId: home.id, file, amount: 3_862 });
  await addedTransaction(ada, { propertyId: home.id });
  await importedTransaction(ada, { propertyId: home.id });
  expect(await bills(ada, home)).toMatchObject([{ id: paid.id, invoiceId: null, amount: 3_862, file }]);
  expect(await bills(await landlord(), home)).toEqual([]);
});
