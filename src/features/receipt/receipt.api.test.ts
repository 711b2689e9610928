import { beforeEach, describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedSupplier,
  addedTransaction,
  importedTransaction,
  type Landlord,
  landlord,
} from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { LAYOUTS, lockedPdf, pdf, scannedPdf, scriptedPdf, truncatedPdf } from '../../../test/fixtures/pdfs.ts';
import { at, read } from '../../../test/fixtures/transactions.ts';
import { uploaded, uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { pageOf, pageWithoutTotal } from '../../server/http/pages.server.ts';
import { SplitOutcome } from '../transaction/split/split.ts';
import { BulkOutcome, Transaction, UndoOutcome } from '../transaction/transaction.ts';
import { MissingReceipts, Receipt } from './receipt.ts';

let ada: Landlord;
beforeEach(async () => {
  ada = await landlord();
});

let files = 0;
/** Uploads a file with unique content by default. */
const upload = (name: string, bytes: Uint8Array = Buffer.from(`%PDF-1.4\n%${++files}\n`)) =>
  uploaded(ada, { bucket: 'transaction-files', name, bytes });
async function received(name: string, options: { bytes?: Uint8Array; transactionId?: string } = {}): Promise<Receipt> {
  const { bytes, transactionId = null } = options;
  return (await ada.post('/api/receipts', { file: await upload(name, bytes), transactionId })).as(Receipt);
}
const list = async (search = '') => (await ada.get(`/api/receipts${search}`)).as(pageOf(Receipt));
const namesOf = async (transaction: { id: string }) => {
  const { file, moreFiles } = await read(ada, transaction);
  return [file, ...moreFiles].map((one) => one?.name);
};
const isServed = async ({ file }: Receipt) => (await ada.get(file.url)).status === 200;
const clearDue = () =>
  query<{ name: string }>(
    server.database,
    'select name from files where user_id = $1 and clear_at is not null order by 1',
    [ada.id],
  );

describe('a file in the tray', () => {
  it('is read if it is a PDF, and proposes open expenses of the amount within 5 days', async () => {
    const harbour = await addedSupplier(ada, { name: 'Harbour Plumbing Ltd' });
    const paid = { amount: 3_399, supplierId: null } as const;
    const near = await addedTransaction(ada, { ...paid, date: '2026-11-08', description: 'Card payment' });
    await addedTransaction(ada, { ...paid, date: '2026-11-09' });
    await addedTransaction(ada, { ...paid, date: '2026-11-03', file: await upload('other.pdf') });
    await addedTransaction(ada, { amount: 3_398, date: '2026-11-03' });
    await addedTransaction(ada, { amount: 5_000, date: '2026-11-01', supplierId: harbour.id, category: 'cleaning' });
    const bytes = await pdf(LAYOUTS.shop({ supplier: 'Harbour Plumbing Ltd', date: '3 Nov 2026', total: '33.99' }));
    const receipt = await received('shop.pdf', { bytes });
    expect(receipt).toMatchObject({
      transactionId: null,
      reading: 'read',
      found: {
        date: '2026-11-03',
        amount: 3_399,
        supplier: 'Harbour Plumbing Ltd',
        supplierId: harbour.id,
        category: 'cleaning',
      },
      suggestions: [{ id: near.id, description: 'Card payment', amount: -3_399 }],
      duplicates: [],
    });
    expect(await list()).toMatchObject({ items: [{ id: receipt.id, suggestions: [{ id: near.id }] }], total: 1 });
    // The receipt is attached only after confirmation.
    expect(await namesOf(near)).toEqual([undefined]);
  });

  it.each([
    ['locked', lockedPdf],
    ['broken', truncatedPdf],
    ['scripted', scriptedPdf],
    ['no_text', scannedPdf],
  ] as const)('is kept as %s if its text cannot be used', async (reading, make) => {
    const receipt = await received('odd.pdf', { bytes: await make() });
    expect(receipt).toMatchObject({ reading, found: { amount: null }, suggestions: [] });
    expect(await isServed(receipt)).toBe(true);
    expect(await clearDue()).toEqual([]);
  });

  it('is added once for a file, and is not read if it is a picture', async () => {
    const file = await uploadedPhoto(ada, { bucket: 'transaction-files', name: 'till.jpg' });
    const [first, again] = [await ada.post('/api/receipts', { file }), await ada.post('/api/receipts', { file })];
    expect([first.status, again.status, first.as(Receipt).reading]).toEqual([201, 201, null]);
    expect(again.as(Receipt)).toEqual(first.as(Receipt));
    expect((await list()).total).toBe(1);
  });

  it('names up to three equal files: of transactions, invoices and the tray', async () => {
    const bytes = await pdf(LAYOUTS.till({ supplier: 'Toolbox', date: '01/11/2026', total: '9.00' }));
    await received('other.pdf', { bytes });
    const kept = await received('first.pdf', { bytes });
    const expense = await addedTransaction(ada, { description: 'Paint', file: await upload('second.pdf', bytes) });
    const invoice = await uploaded(ada, { bucket: 'property-invoices', name: 'i.pdf', bytes });
    const house = await addedProperty(ada, {
      invoices: [{ invoiceDate: '2026-11-01', amount: 900, description: 'Paint', file: invoice }],
    });
    const { duplicates } = await received('third.pdf', { bytes });
    expect(duplicates).toEqual([
      { kind: 'transaction', id: expense.id, name: 'Paint' },
      { kind: 'invoice', id: house.id, name: '14 Chandos Terrace, Bristol' },
      { kind: 'receipt', id: kept.id, name: 'first.pdf' },
    ]);
  });

  it('is attached, moved back and removed, with versions', async () => {
    const expense = await addedTransaction(ada);
    const receipt = await received('a.pdf');
    const attached = (await ada.patch(`/api/receipts/${receipt.id}`, { transactionId: expense.id }, 1)).as(Receipt);
    expect(await read(ada, expense)).toMatchObject({ file: { url: receipt.file.url }, version: 2 });
    expect((await list()).total).toBe(0);
    expect((await ada.patch(`/api/receipts/${receipt.id}`, { transactionId: null }, 1)).outcome).toBe('409 conflict');
    const back = (await ada.patch(`/api/receipts/${receipt.id}`, { transactionId: null }, attached.version)).as(
      Receipt,
    );
    expect(await namesOf(expense)).toEqual([undefined]);
    expect((await ada.delete(`/api/receipts/${receipt.id}`, back.version)).status).toBe(204);
    expect(await clearDue()).toEqual([{ name: 'a.pdf' }]);
  });

  it('is visible to a limited member only if they added it', async () => {
    const [near, far] = [await addedProperty(ada), await addedProperty(ada)];
    const [mine, theirs] = [
      await addedTransaction(ada, { propertyId: near.id }),
      await addedTransaction(ada, { propertyId: far.id }),
    ];
    const kept = await received('Whole account.pdf');
    const manager = await member(ada, { role: 'manager', properties: [near.id] });
    const file = await uploaded(manager, { bucket: 'transaction-files', name: 'Mine.pdf' });
    const added = (await manager.post('/api/receipts', { file, transactionId: null })).as(Receipt);
    const tray = async (person: Landlord) =>
      (await person.get('/api/receipts')).as(pageOf(Receipt)).items.map((one) => one.file.name);
    expect([await tray(manager), await tray(ada)]).toEqual([['Mine.pdf'], ['Mine.pdf', 'Whole account.pdf']]);
    for (const path of [`/api/receipts/${kept.id}`, kept.file.url]) expect((await manager.get(path)).status).toBe(404);
    const attach = (transactionId: string) =>
      manager.patch(`/api/receipts/${added.id}`, { transactionId }, added.version);
    expect((await attach(theirs.id)).status).toBe(422);
    expect((await attach(mine.id)).status).toBe(200);
    expect(await tray(manager)).toEqual([]);
  });

  it('leaves the tray when a new transaction is saved with it', async () => {
    const receipt = await received('a.pdf');
    const made = await addedTransaction(ada, { file: receipt.file });
    expect(await namesOf(made)).toEqual(['a.pdf']);
    expect((await list()).total).toBe(0);
    const { text } = await ada.post('/api/transactions', { ...made, amount: 100, moreFiles: [], file: receipt.file });
    expect(text).toContain('We could not find this file');
  });

  it('is refused for another landlord’s transaction or file, and an unknown one', async () => {
    const bob = await landlord();
    const theirs = await addedTransaction(bob);
    const foreign = await uploaded(bob, { bucket: 'transaction-files', name: 'b.pdf' });
    const file = await upload('a.pdf');
    const outcomes = [
      await ada.post('/api/receipts', { file, transactionId: theirs.id }),
      await ada.post('/api/receipts', { file: foreign }),
      await ada.post('/api/receipts', { file: { url: file.url.replace(/_\d/, '_0') } }),
      await ada.post('/api/receipts', { file: { url: '/etc/passwd' } }),
    ].map(({ outcome, text }) => [outcome, /"fields":\{"([\w.]+)/.exec(text)?.[1]]);
    expect(outcomes).toEqual([
      ['422 invalid_input', 'transactionId'],
      ['422 invalid_input', 'file'],
      ['422 invalid_input', 'file'],
      ['422 invalid_input', 'file.url'],
    ]);
    await expect(
      query(
        server.database,
        'insert into transaction_files (user_id, transaction_id, file_url, name) values ($1, $2, $3, $4)',
        [ada.id, theirs.id, file.url, 'a.pdf'],
      ),
    ).rejects.toThrow('no such transaction');
  });
});

describe('files of a transaction', () => {
  it('have their first file in `file`, and follow changes of either list', async () => {
    const [a, b, c] = [await upload('a.pdf'), await upload('b.pdf'), await upload('c.pdf')];
    const expense = await addedTransaction(ada, { file: a, moreFiles: [b] });
    expect(await namesOf(expense)).toEqual(['a.pdf', 'b.pdf']);
    const third = (await ada.post('/api/receipts', { file: c, transactionId: expense.id })).as(Receipt);
    const { version } = await read(ada, expense);
    expect([await namesOf(expense), version > expense.version]).toEqual([['a.pdf', 'b.pdf', 'c.pdf'], true]);
    // Without the first file, the second becomes the first.
    const one = (await ada.patch(at(expense), { file: null }, version)).as(Transaction);
    expect([one.file?.name, one.moreFiles.map(({ name }) => name)]).toEqual(['b.pdf', ['c.pdf']]);
    const two = (await ada.patch(at(expense), { file: c, moreFiles: [] }, one.version)).as(Transaction);
    expect([two.file?.name, two.moreFiles]).toEqual(['c.pdf', []]);
    expect(await list(`?transactionId=${expense.id}`)).toMatchObject({ items: [{ id: third.id }] });
    expect(await clearDue()).toEqual([{ name: 'a.pdf' }, { name: 'b.pdf' }]);
  });

  it('are limited to 20', async () => {
    const many = await Promise.all(Array.from({ length: 21 }, (_, place) => upload(`${place}.pdf`)));
    const [first, ...rest] = many;
    const expense = await addedTransaction(ada, { file: first ?? null, moreFiles: rest.slice(0, 19) });
    const input = { file: rest[19], transactionId: expense.id };
    expect((await ada.post('/api/receipts', input)).text).toContain('A transaction can have up to 20 files');
    const { outcome, text } = await ada.patch(at(expense), { moreFiles: rest }, expense.version);
    expect([outcome, text]).toEqual(['422 invalid_input', expect.stringContaining('Add 20 files or fewer')]);
  });

  it('are removed with a deleted transaction, and restored by Undo', async () => {
    const expense = await addedTransaction(ada, { file: await upload('a.pdf'), moreFiles: [await upload('b.pdf')] });
    const { id, version } = expense;
    const change = { rows: [{ id, version }], change: { remove: true } };
    const { batch } = (await ada.post('/api/transactions/bulk', change)).as(BulkOutcome);
    expect([await clearDue(), (await list()).total]).toEqual([[{ name: 'a.pdf' }, { name: 'b.pdf' }], 0]);
    expect((await ada.post('/api/transactions/undo', { batch })).as(UndoOutcome)).toEqual({ done: 1, kept: 0 });
    expect([await namesOf(expense), await clearDue()]).toEqual([['a.pdf', 'b.pdf'], []]);
  });

  it('are kept by a merge of parts, and return to their part with Undo', async () => {
    const row = await importedTransaction(ada, { amount: 1_000, date: '2026-11-01' });
    const part = { propertyId: null, tenancyId: null, description: 'Part' } as const;
    const parts = [
      { ...part, amount: 1_200, category: 'rent' },
      { ...part, amount: -200, category: 'agent fees' },
    ];
    const input = { rows: [{ id: row.id, version: row.version }], parts };
    const split = (await ada.post('/api/transactions/split', input)).as(SplitOutcome);
    const [whole, fee] = split.parts;
    if (!whole || !fee) throw new Error('No parts');
    await received('fee.pdf', { transactionId: fee.id });
    await received('terms.pdf', { transactionId: fee.id });
    const rows = await Promise.all(
      [whole, fee].map(async (one) => ({ id: one.id, version: (await read(ada, one)).version })),
    );
    const merged = (
      await ada.post('/api/transactions/split', { rows, parts: [{ ...part, amount: 1_000, category: 'rent' }] })
    ).as(SplitOutcome);
    expect([await namesOf(whole), await clearDue()]).toEqual([['fee.pdf', 'terms.pdf'], []]);
    const undone = await ada.post('/api/transactions/undo', { batch: merged.batch });
    expect(undone.as(UndoOutcome)).toMatchObject({ kept: 0 });
    expect([await namesOf(whole), await namesOf(fee), await clearDue()]).toEqual([
      [undefined],
      ['fee.pdf', 'terms.pdf'],
      [],
    ]);
  });

  it('stay with another transaction if Undo restores the one that had them', async () => {
    const expense = await addedTransaction(ada, { file: await upload('a.pdf') });
    const { id, version } = expense;
    const { batch } = (
      await ada.post('/api/transactions/bulk', { rows: [{ id, version }], change: { remove: true } })
    ).as(BulkOutcome);
    const other = await addedTransaction(ada, { file: expense.file });
    expect((await ada.post('/api/transactions/undo', { batch })).status).toBe(200);
    expect([await namesOf(expense), await namesOf(other)]).toEqual([[undefined], ['a.pdf']]);
  });
});

describe('expenses without a receipt', () => {
  const missing = async (search = '') =>
    (await ada.get(`/api/receipts/missing?year=2026-27${search}`)).as(pageWithoutTotal(Transaction));
  const totals = async () => (await ada.get('/api/receipts/missing/totals?year=2026-27')).as(MissingReceipts);

  it('are completed expenses in a box, and improvements, without a file, until none is needed', async () => {
    const kitchen = await addedTransaction(ada, { amount: 340_000, date: '2026-06-01', category: 'improvement' });
    const repair = await addedTransaction(ada, { amount: 12_000, date: '2026-05-01' });
    const late = await addedTransaction(ada, { amount: 500, date: '2027-04-05', category: 'insurance' });
    await addedTransaction(ada, { amount: 700, date: '2026-04-05' });
    await addedTransaction(ada, { amount: 800, date: '2026-05-01', status: 'pending' });
    await addedTransaction(ada, { amount: 900, date: '2026-05-01', category: 'other' });
    await addedTransaction(ada, { amount: 60, date: '2026-05-01', file: await upload('a.pdf') });
    await addedTransaction(ada, { amount: 60, date: '2026-05-01', type: 'income', category: 'rent' });
    await received('tray.pdf');
    expect((await missing()).items.map(({ id }) => id)).toEqual([late.id, kitchen.id, repair.id]);
    expect(await totals()).toEqual({ rows: 3, pence: 352_500, expenses: 4, waived: 0, tray: 1 });
    const waived = (await ada.patch(at(late), { receiptWaived: true }, late.version)).as(Transaction);
    expect((await missing()).items.map(({ id }) => id)).toEqual([kitchen.id, repair.id]);
    expect((await missing('&waived=true')).items.map(({ id }) => id)).toEqual([late.id]);
    expect(await totals()).toEqual({ rows: 2, pence: 352_000, expenses: 4, waived: 1, tray: 1 });
    await ada.patch(at(late), { receiptWaived: false }, waived.version);
    expect(await totals()).toMatchObject({ rows: 3 });
  });

  it('are refused for an unknown year', async () => {
    expect((await ada.get('/api/receipts/missing?year=2026-28')).text).toContain('Enter a tax year');
  });
});
