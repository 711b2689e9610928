/** An expense added, a transaction changed or removed: within what a landlord may change of it. The caller's one SQL transaction. */

import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, type FieldErrors } from '../../shared/app-error.ts';
import {
  deleteTransactions,
  getTransaction,
  holdProperty,
  holdTransactions,
  insertExpense,
  type StandingTransaction,
  updateTransactions,
} from './store.server.ts';
import { NO_SUCH_PROPERTY, type Transaction, type TransactionChange, type TransactionInput } from './transaction.ts';
import { lastDay, OUT_OF_RANGE } from './transaction-day.ts';

const INCOME_IS_LOCKED = 'Income cannot be changed here: only its property and category can.';
const ONLY_EXPENSES = 'Only expenses can be deleted.';
const RENT_IS_INCOME = 'Rent is a category of income';

/** Of income, too. */
const ALWAYS_OPEN: readonly string[] = ['propertyId', 'category'] satisfies (keyof TransactionChange)[];

/** Adds an expense. `today` is the landlord's day. Throws `invalid_input`: a property that is not there, a day too far ahead. */
export async function addExpense(
  db: UserDb,
  { input, today }: { input: TransactionInput; today: string },
): Promise<Transaction> {
  refuse({ ...(await propertyProblem(db, input)), ...dayProblem(input, today) });
  return saved(db, await insertExpense(db, input));
}

/**
 * Changes what is named of a transaction, from `version`. `today` is the landlord's day. Throws `not_found`, `changed_meanwhile`,
 * or `invalid_input` with a sentence for each field that cannot be so.
 */
export async function changeTransaction(
  db: UserDb,
  { id, version, change, today }: { id: string; version: number; change: TransactionChange; today: string },
): Promise<Transaction> {
  if (Object.keys(change).length === 0) throw new AppError('invalid_input', { message: 'Please say what to change.' });
  const noProperty = await propertyProblem(db, change);
  const standing = await holdTransaction(db, { id, version, change });
  refuse({ ...noProperty, ...dayProblem(change, today), ...lockedProblems(change, standing) });
  await updateTransactions(db, { ids: [id], change });
  return saved(db, id);
}

/** Removes an expense as it was at `version`. Throws `not_found`, `changed_meanwhile`, or `invalid_input` where it is income. */
export async function removeExpense(db: UserDb, { id, version }: { id: string; version: number }): Promise<void> {
  const { type } = await holdTransaction(db, { id, version });
  if (type === 'income') throw new AppError('invalid_input', { message: ONLY_EXPENSES });
  await deleteTransactions(db, [id]);
}

/** Whether a transaction cannot be given a category: rent is income, but where an expense was imported as rent it may stay so. */
export function isRentOfExpense(category: string, standing: StandingTransaction): boolean {
  return category === 'rent' && standing.type === 'expense' && standing.category !== 'rent';
}

/** Holds the property that is named until the save is done; a sentence where the landlord has no such property. */
export async function propertyProblem(
  db: UserDb,
  { propertyId }: Pick<TransactionChange, 'propertyId'>,
): Promise<FieldErrors> {
  const there = !propertyId || (await holdProperty(db, propertyId));
  return there ? {} : { propertyId: NO_SUCH_PROPERTY };
}

/** Throws `invalid_input` where there is any problem. */
export function refuse(problems: FieldErrors): void {
  if (Object.keys(problems).length > 0) throw new AppError('invalid_input', { fields: problems });
}

function dayProblem({ date }: Pick<TransactionChange, 'date'>, today: string): FieldErrors {
  return date && date > lastDay(today) ? { date: OUT_OF_RANGE } : {};
}

function lockedProblems(change: TransactionChange, standing: StandingTransaction): FieldErrors {
  if (standing.type === 'income') {
    const locked = Object.keys(change).filter((field) => !ALWAYS_OPEN.includes(field));
    return Object.fromEntries(locked.map((field) => [field, INCOME_IS_LOCKED]));
  }
  return change.category && isRentOfExpense(change.category, standing) ? { category: RENT_IS_INCOME } : {};
}

type Wanted = { id: string; version: number; change?: TransactionChange };

async function holdTransaction(db: UserDb, { id, version, change }: Wanted): Promise<StandingTransaction> {
  const [standing] = await holdTransactions(db, [id]);
  if (standing?.version !== version) return throwNotFoundOrConflict(() => getTransaction(db, id), change);
  return standing;
}

async function saved(db: UserDb, id: string): Promise<Transaction> {
  const transaction = await getTransaction(db, id);
  if (!transaction) throw new Error('A transaction that was just saved is not there');
  return transaction;
}
