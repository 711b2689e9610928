import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { storedFile } from '../../file/store.server.ts';
import { EXPENSE_CATEGORIES } from '../listed.ts';
import { addTransaction, getTransaction, validateProperty } from '../transaction.server.ts';
import { TransactionInput } from '../transaction.ts';
import type { AddedBill, Bill } from './bills.ts';

const MAX_BILLS = 200;

export async function listBills(db: UserDb, propertyId: string): Promise<Bill[]> {
  return db
    .selectFrom('transactions')
    .select(['id', 'invoice_id as invoiceId', 'description', 'date'])
    .select(sql<number>`(-amount * 100)::bigint`.as('amount'))
    .select(sql<Bill['file']>`case when file_url is not null then ${storedFile('transactions')} end`.as('file'))
    .where('type', '=', 'expense')
    .where((at) =>
      at.or([
        at.and([at('property_id', '=', propertyId), at('file_url', 'is not', null)]),
        at(
          'invoice_id',
          'in',
          db.selectFrom('property_invoices').select('property_invoices.id').where('property_id', '=', propertyId),
        ),
      ]),
    )
    .orderBy('transactions.date', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_BILLS)
    .$castTo<Bill>()
    .execute();
}

type Invoice = {
  id: string;
  propertyId: string;
  date: string;
  amount: number;
  description: string;
  file: string | null;
};

/** Adds an invoice as a transaction, or links an equal payment near its date. Throws `not_found` or `invalid_input`. */
export async function addInvoice(
  db: UserDb,
  { invoiceId, today }: { invoiceId: string; today: string },
): Promise<AddedBill> {
  const invoice = await lockInvoice(db, invoiceId);
  const known = await idOf(db, sql`invoice_id = ${invoice.id}`);
  if (known) return { transaction: await transactionOf(db, known), outcome: 'known' };
  const paid = await paidAlready(db, invoice);
  if (paid) {
    await link(db, { id: paid, invoice });
    return { transaction: await transactionOf(db, paid), outcome: 'linked' };
  }
  const { propertyId, amount, description, date } = invoice;
  const supplier = await supplierNamed(db, description);
  const category = EXPENSE_CATEGORIES.find((one) => one === supplier?.category) ?? 'maintenance';
  const input = TransactionInput.parse({
    propertyId,
    amount,
    category,
    description: description.replace(/\s+/g, ' ').trim().slice(0, 200) || 'Invoice',
    date,
    supplierId: supplier?.id ?? null,
  });
  const { id } = await addTransaction(db, { input, today });
  await link(db, { id, invoice });
  return { transaction: await transactionOf(db, id), outcome: 'added' };
}

async function transactionOf(db: UserDb, id: string) {
  const found = await getTransaction(db, id);
  if (!found) throw new Error('A transaction that was just linked is not there');
  return found;
}

/** Locks the property before the invoice, in the same order as other changes. */
async function lockInvoice(db: UserDb, id: string): Promise<Invoice> {
  const read = () =>
    db
      .selectFrom('property_invoices')
      .select(['id', 'property_id as propertyId', 'invoice_date as date', 'file_url as file'])
      .select(sql<number | null>`(amount * 100)::bigint`.as('amount'))
      .select(sql<string>`coalesce(description, '')`.as('description'))
      .where('id', '=', id);
  const before = await read().executeTakeFirst();
  if (before) await validateProperty(db, before);
  const invoice = await read().forUpdate().executeTakeFirst();
  if (!invoice) throw new AppError('not_found', { message: 'Invoice not found' });
  const { amount, date } = invoice;
  if (!amount || !date)
    throw new AppError('invalid_input', { message: 'Add an amount and a date to the invoice first.' });
  return { ...invoice, amount, date };
}

/** Locks the transactions, so that a concurrent request cannot link them too. */
async function idOf(db: UserDb, is: ReturnType<typeof sql>): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string;
  }>`select id from transactions where ${is} order by id limit 2 for update`.execute(db);
  return rows.length === 1 ? rows[0]?.id : undefined;
}

/** Maximum days by which a payment precedes or follows its invoice. */
const [DAYS_BEFORE, DAYS_AFTER] = [7, 45];

/** Returns the only unlinked expense with the invoice's amount, a date near it, and the same or no property. */
function paidAlready(db: UserDb, { propertyId, amount, date }: Invoice): Promise<string | undefined> {
  return idOf(
    db,
    sql`type = 'expense' and size = ${amount}::bigint and invoice_id is null and file_url is null and split_id is null
      and coalesce(property_id, ${propertyId}::uuid) = ${propertyId}::uuid
      and date between ${date}::date - ${DAYS_BEFORE}::integer and ${date}::date + ${DAYS_AFTER}::integer`,
  );
}

async function link(db: UserDb, { id, invoice }: { id: string; invoice: Invoice }): Promise<void> {
  await sql`
    update transactions set invoice_id = ${invoice.id}, file_url = ${invoice.file},
      property_id = coalesce(property_id, ${invoice.propertyId}::uuid)
    where id = ${id}`.execute(db);
}

/** Returns the supplier with the longest name in the description, and the category of their latest payment. */
async function supplierNamed(
  db: UserDb,
  description: string,
): Promise<{ id: string; category: string | null } | undefined> {
  const { rows } = await sql<{ id: string; category: string | null }>`
    select id, (select category from transactions where supplier_id = suppliers.id and type = 'expense' order by date desc limit 1) as category
    from suppliers where strpos(lower(${description}), lower(name)) > 0 order by length(name) desc, id limit 1`.execute(
    db,
  );
  return rows[0];
}
