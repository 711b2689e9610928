/** Invoices of repairs, as pending transactions, and charges to the tenant. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { formatPence } from '../../shared/money.ts';
import { addEntry } from '../rent/ledger/ledger.server.ts';
import { addTransaction } from '../transaction/transaction.server.ts';
import { act, assertExists, attachFile, recordOf, refusalOf } from './repair.server.ts';
import type { BillInput, RechargeInput } from './repair.ts';

/** Throws `not_found`, or `invalid_input` for a missing supplier or a number that this supplier has used. */
export async function addBill(
  db: UserDb,
  id: string,
  { supplierId, number, net, vat, due, file }: BillInput,
): Promise<string[]> {
  await assertExists(db, id);
  const supplier = await db
    .selectFrom('suppliers')
    .select('name')
    .where('id', '=', supplierId)
    .forKeyShare()
    .executeTakeFirst();
  if (!supplier) throw invalidField('supplierId', 'This supplier no longer exists. Choose another.');
  const events = file ? await attachFile(db, id, { url: file.url, tenantSees: false, suppliersSee: false }) : [];
  const document = sql<string | null>`(select document_id from repair_events where id = ${events[0] ?? null}::uuid)`;
  try {
    await db
      .insertInto('repair_bills')
      .values({
        repair_id: id,
        supplier_id: supplierId,
        sender: supplier.name,
        number,
        net: sql<string>`${net}::numeric / 100`,
        vat: sql<string>`${vat}::numeric / 100`,
        due,
        document_id: document,
        state: 'received',
      })
      .execute();
  } catch (error) {
    throw refusalOf(error);
  }
  return [...events, ...(await act(db, id, 'bill', { isNow: number }))];
}

type Of = { id: string; billId: string };

async function lockBill(db: UserDb, { id, billId }: Of) {
  const repair = await recordOf(db, id);
  await db
    .selectFrom('repair_bills')
    .select('id')
    .where('id', '=', billId)
    .where('repair_id', '=', id)
    .forUpdate()
    .execute();
  const bill = (await recordOf(db, id)).bills.find((one) => one.id === billId);
  if (!bill) throw new AppError('not_found');
  return { repair, bill };
}

/**
 * Adds a pending transaction for an invoice, or a refund for a credit note. Throws `not_found`, or `wrong_state` if the
 * invoice was already accepted or refused.
 */
export async function acceptBill(db: UserDb, { id, billId, today }: Of & { today: string }): Promise<string[]> {
  const { repair, bill } = await lockBill(db, { id, billId });
  if (bill.state !== 'received')
    throw new AppError('wrong_state', { message: 'This invoice has already been settled.' });
  const total = bill.net + bill.vat;
  const { id: transactionId } = await addTransaction(db, {
    today,
    input: {
      type: total < 0 ? 'income' : 'expense',
      refund: total < 0,
      propertyId: repair.propertyId,
      amount: -total,
      category: 'maintenance',
      description: `${repair.title}, ${bill.supplierName}`.slice(0, 200),
      date: bill.due ?? today,
      status: 'pending',
      supplierId: bill.supplierId,
      bankAccountId: null,
      tenancyId: null,
      reference: bill.number,
      file: null,
      moreFiles: [],
    },
  });
  await sql`update repair_bills set state = 'accepted', transaction_id = ${transactionId}::uuid where id = ${billId}::uuid`.execute(
    db,
  );
  // The document belongs to the repair and the transaction.
  if (bill.file)
    await sql`insert into document_links (document_id, transaction_id) values (${bill.file.documentId}::uuid, ${transactionId}::uuid)
      on conflict do nothing`.execute(db);
  return act(db, id, 'bill', { was: 'received', isNow: 'accepted', text: bill.number });
}

/** Throws `not_found`, or `wrong_state` if the invoice was already accepted or refused. */
export async function refuseBill(db: UserDb, { id, billId }: Of): Promise<string[]> {
  const { bill } = await lockBill(db, { id, billId });
  if (bill.state !== 'received')
    throw new AppError('wrong_state', { message: 'This invoice has already been settled.' });
  await sql`update repair_bills set state = 'refused' where id = ${billId}::uuid`.execute(db);
  return act(db, id, 'bill', { was: 'received', isNow: 'refused', text: bill.number });
}

/** Adds a charge or a reduction to the tenancy's ledger. Throws `not_found`. */
export async function recharge(
  db: UserDb,
  id: string,
  { kind, tenancyId, amount, reason, day }: RechargeInput,
): Promise<string[]> {
  await addEntry(db, { id: tenancyId, input: { kind, date: day, amount, note: reason, inCredit: false } });
  return act(db, id, 'recharge', { was: kind, isNow: formatPence(amount), text: reason });
}
