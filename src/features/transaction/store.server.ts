/** Transactions in SQL. Each function sees one landlord's rows only, whatever it asks. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { Status, Transaction, TransactionChange, TransactionInput } from './transaction.ts';

/** The columns of a transaction under their API names. */
export const listedFields = [
  'id',
  'date',
  'description',
  'category',
  'type',
  sql<Status>`case when status = 'pending' and date < (select app.today()) then 'overdue' else status end`.as('status'),
  sql<string>`coalesce(reference, '')`.as('reference'),
  sql<number>`(amount * 100)::bigint`.as('amount'),
  'property_id as propertyId',
  sql<string | null>`coalesce(
    (select address || ', ' || city from properties where properties.id = transactions.property_id),
    property_address)`.as('propertyAddress'),
  'bank_account_id as bankAccountId',
  sql<string | null>`(select name from bank_accounts where bank_accounts.id = transactions.bank_account_id)`.as(
    'bankAccount',
  ),
  'version',
] as const;

/** One transaction, or undefined when this landlord has none by that id. */
export async function getTransaction(db: UserDb, id: string): Promise<Transaction | undefined> {
  const row = await db.selectFrom('transactions').select(listedFields).where('id', '=', id).executeTakeFirst();
  // The table's check constraint holds the type to its list.
  return row as Transaction | undefined;
}

/** What of a transaction says whether a change may be made. */
export type StandingTransaction = Pick<Transaction, 'id' | 'version' | 'type' | 'category'>;

/** Holds these transactions until the caller's SQL transaction ends; those that the landlord lacks are left out. */
export async function holdTransactions(db: UserDb, ids: readonly string[]): Promise<StandingTransaction[]> {
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'version', 'type', 'category'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    // In one order, so that two who change the same ones do not wait for each other in a ring.
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows as StandingTransaction[];
}

/** Holds a property until the caller's SQL transaction ends, so that it cannot go meanwhile. Whether the landlord has it. */
export async function holdProperty(db: UserDb, id: string): Promise<boolean> {
  const held = await db.selectFrom('properties').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  return held !== undefined;
}

/**
 * Holds what these transactions belong to until the caller's SQL transaction ends. Before they are held themselves, in the order in
 * which a property or a bank account goes, with all of its transactions: so neither waits for the other in a ring.
 */
export async function holdOwnersOf(db: UserDb, ids: readonly string[]): Promise<void> {
  const named = (column: 'property_id' | 'bank_account_id') =>
    db.selectFrom('transactions').select(column).where('id', '=', sql<string>`any(${ids}::uuid[])`);
  await db.selectFrom('properties').select('id').where('id', 'in', named('property_id')).forKeyShare().execute();
  await db.selectFrom('bank_accounts').select('id').where('id', 'in', named('bank_account_id')).forKeyShare().execute();
}

/** Adds an expense. Answers with its id. */
export async function insertExpense(db: UserDb, input: TransactionInput): Promise<string> {
  const { id } = await db
    .insertInto('transactions')
    .values({
      property_id: input.propertyId,
      amount: kept(input.amount),
      description: input.description,
      date: input.date,
      category: input.category,
      type: 'expense',
      status: input.status,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes what is named of these transactions. Their versions rise, whatever is different. */
export async function updateTransactions(
  db: UserDb,
  { ids, change }: { ids: readonly string[]; change: TransactionChange },
): Promise<void> {
  const { propertyId, amount, ...rest } = change;
  await db
    .updateTable('transactions')
    .set({
      ...rest,
      ...(amount !== undefined && { amount: kept(amount) }),
      // The address of a property that has been deleted is told only as long as nobody has said otherwise.
      ...(propertyId !== undefined && { property_id: propertyId, property_address: null }),
    })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Removes these transactions. */
export async function deleteTransactions(db: UserDb, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('transactions').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}

/** Pence of an expense as the column keeps them: pounds below zero, whatever sign was typed. */
function kept(pence: number) {
  return sql<string>`-abs(${pence}::numeric) / 100`;
}
