/** Transactions in SQL, and the rules of adding, changing and removing them. Row-level security limits every statement to one landlord. */
import { sql } from 'kysely';
import type { Versioned } from '../../server/db/record-table.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, type FieldErrors } from '../../shared/app-error.ts';
import {
  lastDay,
  NO_SUCH_PROPERTY,
  OUT_OF_RANGE,
  type Status,
  type Transaction,
  type TransactionChange,
  type TransactionInput,
} from './transaction.ts';

const INCOME_IS_LOCKED = 'Income cannot be changed here: only its property and category can.';
const ONLY_EXPENSES = 'Only expenses can be deleted.';
const RENT_IS_INCOME = 'Rent is a category of income';

/** Can be changed of income, too. */
const ALWAYS_OPEN: readonly string[] = ['propertyId', 'category'] satisfies (keyof TransactionChange)[];

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

export function getTransaction(db: UserDb, id: string): Promise<Transaction | undefined> {
  const row = db.selectFrom('transactions').select(listedFields).where('id', '=', id);
  return row.$castTo<Transaction>().executeTakeFirst();
}

export type LockedTransaction = Pick<Transaction, 'id' | 'version' | 'type' | 'category' | 'status'>;

/** Locks rows until the caller's SQL transaction ends; leaves out ids that this landlord does not have. */
export async function lockTransactions(db: UserDb, ids: readonly string[]): Promise<LockedTransaction[]> {
  return (
    db
      .selectFrom('transactions')
      .select(['id', 'version', 'type', 'category', 'status'])
      .$castTo<LockedTransaction>()
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      // In id order to avoid deadlock.
      .orderBy('id')
      .forUpdate()
      .execute()
  );
}

/**
 * Locks the properties and bank accounts of these transactions. Call it before `lockTransactions`: deleting a property or an account
 * locks in that order, so neither deadlocks with the other.
 */
export async function lockOwners(db: UserDb, ids: readonly string[]): Promise<void> {
  const named = (column: 'property_id' | 'bank_account_id') =>
    db.selectFrom('transactions').select(column).where('id', '=', sql<string>`any(${ids}::uuid[])`);
  await db.selectFrom('properties').select('id').where('id', 'in', named('property_id')).forKeyShare().execute();
  await db.selectFrom('bank_accounts').select('id').where('id', 'in', named('bank_account_id')).forKeyShare().execute();
}

/** `today` is the landlord's day. Throws `invalid_input` for a missing property or a date too far ahead. */
export async function addExpense(
  db: UserDb,
  { input, today }: { input: TransactionInput; today: string },
): Promise<Transaction> {
  refuse({ ...(await propertyProblem(db, input)), ...dayProblem(input, today) });
  const { propertyId, amount, ...rest } = input;
  return db
    .insertInto('transactions')
    .values({ ...rest, property_id: propertyId, amount: expensePounds(amount), type: 'expense' })
    .returning(listedFields)
    .$castTo<Transaction>()
    .executeTakeFirstOrThrow();
}

/**
 * Changes the given fields, from `version`. `today` is the landlord's day. Throws `not_found`, `changed_meanwhile`, or `invalid_input`
 * with a sentence for each wrong field.
 */
export async function changeTransaction(
  db: UserDb,
  { id, version, input: change, today }: Versioned & { input: TransactionChange; today: string },
): Promise<Transaction> {
  if (Object.keys(change).length === 0) throw new AppError('invalid_input', { message: 'Please say what to change.' });
  const noProperty = await propertyProblem(db, change);
  const locked = await lockTransaction(db, { id, version, change });
  refuse({ ...noProperty, ...dayProblem(change, today), ...lockedProblems(change, locked) });
  return updateTransactions(db, { ids: [id], change })
    .returning(listedFields)
    .$castTo<Transaction>()
    .executeTakeFirstOrThrow();
}

/** Throws `not_found`, `changed_meanwhile`, or `invalid_input` for income. */
export async function removeExpense(db: UserDb, { id, version }: Versioned): Promise<void> {
  const { type } = await lockTransaction(db, { id, version });
  if (type === 'income') throw new AppError('invalid_input', { message: ONLY_EXPENSES });
  await deleteTransactions(db, [id]);
}

/** Rent is a category of income; an expense that was imported as rent may stay so. */
export function isRentOfExpense(category: string, locked: LockedTransaction): boolean {
  return category === 'rent' && locked.type === 'expense' && locked.category !== 'rent';
}

/** Locks the named property so that it cannot be deleted before the save; an error where there is none. */
export async function propertyProblem(
  db: UserDb,
  { propertyId }: Pick<TransactionChange, 'propertyId'>,
): Promise<FieldErrors> {
  if (!propertyId) return {};
  const locked = db.selectFrom('properties').select('id').where('id', '=', propertyId).forKeyShare();
  return (await locked.executeTakeFirst()) ? {} : { propertyId: NO_SUCH_PROPERTY };
}

export function refuse(problems: FieldErrors): void {
  if (Object.keys(problems).length > 0) throw new AppError('invalid_input', { fields: problems });
}

function dayProblem({ date }: Pick<TransactionChange, 'date'>, today: string): FieldErrors {
  return date && date > lastDay(today) ? { date: OUT_OF_RANGE } : {};
}

function lockedProblems(change: TransactionChange, locked: LockedTransaction): FieldErrors {
  if (locked.type === 'income') {
    const refused = Object.keys(change).filter((field) => !ALWAYS_OPEN.includes(field));
    return Object.fromEntries(refused.map((field) => [field, INCOME_IS_LOCKED]));
  }
  return change.category && isRentOfExpense(change.category, locked) ? { category: RENT_IS_INCOME } : {};
}

async function lockTransaction(
  db: UserDb,
  { id, version, change }: Versioned & { change?: TransactionChange },
): Promise<LockedTransaction> {
  const [locked] = await lockTransactions(db, [id]);
  if (locked?.version !== version) return throwNotFoundOrConflict(() => getTransaction(db, id), change);
  return locked;
}

/** Every version rises, also where nothing differs. */
export function updateTransactions(db: UserDb, { ids, change }: { ids: readonly string[]; change: TransactionChange }) {
  const { propertyId, amount, ...rest } = change;
  return db
    .updateTable('transactions')
    .set({
      ...rest,
      ...(amount !== undefined && { amount: expensePounds(amount) }),
      // The address of a deleted property is kept until the property is set again.
      ...(propertyId !== undefined && { property_id: propertyId, property_address: null }),
    })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`);
}

export async function deleteTransactions(db: UserDb, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('transactions').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}

/** The column holds pounds; an expense is below zero whatever sign was entered. */
function expensePounds(pence: number) {
  return sql<string>`-abs(${pence}::numeric) / 100`;
}
