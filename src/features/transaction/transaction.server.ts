import { sql } from 'kysely';
import type { Versioned } from '../../server/db/record-table.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, type FieldErrors } from '../../shared/app-error.ts';
import { capitalise } from '../../shared/text.ts';
import { storedFile } from '../file/store.server.ts';
import { otherFiles, setMoreFiles } from './files.server.ts';
import { INCOME_CATEGORIES, isLocked, isOnlyIncome, type Status } from './listed.ts';
import {
  CATEGORY_REQUIRED,
  INCOME_HAS_NO_MINUS,
  lastDay,
  NO_SUCH_ACCOUNT,
  NO_SUCH_PROPERTY,
  NO_SUCH_SUPPLIER,
  NO_SUCH_TENANCY,
  OUT_OF_RANGE,
  type Transaction,
  type TransactionChange,
  type TransactionInput,
} from './transaction.ts';

const INCOME_IS_LOCKED =
  'You can change only the property, category, tax line, ledger, supplier and file of imported income.';
const NEVER_DELETED = 'Imported income cannot be deleted.';
const PART_IS_LOCKED =
  'This is one part of a split. Only its property, category, tax line, ledger, supplier and file can be changed here.';
const PART_NEVER_DELETED = 'You cannot delete one part of a split. Merge the parts first.';
const ACCOUNT_IS_LOCKED = 'You cannot change the bank account of an imported transaction.';
const TYPE_IS_LOCKED = 'The type of a transaction cannot be changed. Delete it and add it again.';

/** Fields that can be changed even in imported income. */
const EDITABLE_WHEN_LOCKED: readonly string[] = [
  'type',
  'propertyId',
  'category',
  'supplierId',
  'tenancyId',
  'file',
  'moreFiles',
  'receiptWaived',
  'taxLine',
] satisfies (keyof TransactionChange)[];

/** Updates payer rules from a landlord's choices. Call `learn` before the rows change. `batch` is for Undo. */
export type Learning = {
  learn(
    db: UserDb,
    choice: {
      ids: readonly string[];
      choice: { category?: string | undefined; propertyId?: string | null | undefined };
      batch?: string;
    },
  ): Promise<void>;
  unlearn(db: UserDb, batch: string): Promise<void>;
  /** Returns the category that follows from a bank row's text and amount, in pence. */
  categoryOf(row: { description: string; amount: number }): string;
};

export const listedFields = [
  'id',
  'date',
  'description',
  'category',
  'type',
  'source',
  'refund',
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
  'supplier_id as supplierId',
  sql<string | null>`(select name from suppliers where suppliers.id = transactions.supplier_id)`.as('supplier'),
  'tenancy_id as tenancyId',
  sql<string | null>`(select names from tenancies where tenancies.id = transactions.tenancy_id)`.as('tenancy'),
  'split_id as splitId',
  sql<number | null>`(split_amount * 100)::bigint`.as('splitAmount'),
  sql<Transaction['file']>`case when file_url is not null then ${storedFile('transactions')} end`.as('file'),
  otherFiles.as('moreFiles'),
  sql<boolean>`coalesce(receipt_waived, false)`.as('receiptWaived'),
  'tax_line as taxLine',
  'version',
] as const;

export function getTransaction(db: UserDb, id: string): Promise<Transaction | undefined> {
  const row = db.selectFrom('transactions').select(listedFields).where('id', '=', id);
  return row.$castTo<Transaction>().executeTakeFirst();
}

export type LockedTransaction = Pick<
  Transaction,
  'id' | 'version' | 'type' | 'source' | 'category' | 'status' | 'amount' | 'splitId' | 'tenancyId'
>;

/** Locks rows in id order until the SQL transaction ends. Unknown ids are omitted. */
export async function lockTransactions(db: UserDb, ids: readonly string[]): Promise<LockedTransaction[]> {
  return db
    .selectFrom('transactions')
    .select(['id', 'version', 'type', 'source', 'category', 'status', 'split_id as splitId', 'tenancy_id as tenancyId'])
    .select(sql<number>`(amount * 100)::bigint`.as('amount'))
    .$castTo<LockedTransaction>()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Call before `lockTransactions`: deletions of properties and bank accounts lock in that order too. */
export async function lockOwners(db: UserDb, ids: readonly string[]): Promise<void> {
  const named = (column: 'property_id' | 'bank_account_id') =>
    db.selectFrom('transactions').select(column).where('id', '=', sql<string>`any(${ids}::uuid[])`);
  await db.selectFrom('properties').select('id').where('id', 'in', named('property_id')).forKeyShare().execute();
  await db.selectFrom('bank_accounts').select('id').where('id', 'in', named('bank_account_id')).forKeyShare().execute();
}

/** `today` is the day in London. Throws `invalid_input` for an unknown category or link, or a date too far ahead. */
export async function addTransaction(
  db: UserDb,
  { input, today }: { input: TransactionInput; today: string },
): Promise<Transaction> {
  await assertLinksValid(db, { input, today });
  const added = await db
    .withSchema('public')
    .insertInto('transactions')
    .values(rowOf(input))
    .returning(listedFields)
    .$castTo<Transaction>()
    .executeTakeFirstOrThrow();
  return input.moreFiles.length > 0 ? withFiles(db, added.id, input.moreFiles) : added;
}

/** Locks the records linked by a new transaction. Throws like `addTransaction`. */
export async function assertLinksValid(
  db: UserDb,
  { input, today }: { input: TransactionInput; today: string },
): Promise<void> {
  refuse({
    ...(await validateLinks(db, input)),
    ...(await validateCategory(db, input.category)),
    ...validateDate(input, today),
  });
}

/** Adds transactions in one statement, as a single activity, and returns their ids. The caller checks their links. */
export async function addTransactions(db: UserDb, inputs: readonly TransactionInput[]): Promise<string[]> {
  const rows = inputs.map(rowOf);
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  // Sent as JSON, because tens of thousands of parameters take several times as long.
  const added = await sql<{ id: string }>`
    insert into public.transactions (${columns})
    select ${columns} from jsonb_populate_recordset(null::public.transactions, ${JSON.stringify(rows)}::jsonb) returning id`.execute(
    db,
  );
  return added.rows.map(({ id }) => id);
}

function rowOf({
  propertyId,
  amount,
  supplierId,
  bankAccountId,
  tenancyId,
  reference,
  file,
  moreFiles: _,
  ...rest
}: TransactionInput) {
  return {
    ...rest,
    property_id: propertyId,
    supplier_id: supplierId,
    bank_account_id: bankAccountId,
    tenancy_id: tenancyId,
    reference: reference || null,
    file_url: file?.url ?? null,
    amount: (rest.type === 'income' ? amount : -Math.abs(amount)) / 100,
  };
}

/** Changes the given fields if the version matches. Throws `not_found`, `conflict` or `invalid_input`. */
export async function changeTransaction(
  db: UserDb,
  { id, version, input: change, today }: Versioned & { input: TransactionChange; today: string },
  { learn }: Pick<Learning, 'learn'>,
): Promise<Transaction> {
  if (Object.keys(change).every((field) => field === 'type'))
    throw new AppError('invalid_input', { message: 'Choose what to change.' });
  const missing = await validateLinks(db, change);
  const locked = await lockTransaction(db, { id, version, change });
  const { category = locked.category } = change;
  refuse({
    ...missing,
    // The current category is always accepted, because an import may have set it.
    ...(category !== locked.category && (await validateCategory(db, category))),
    ...validateDate(change, today),
    ...validateLockedFields(change, locked),
  });
  await learn(db, { ids: [id], choice: change });
  const description = await descriptionAfterMove(db, { id, before: locked.tenancyId, change });
  const changed = await updateTransactions(db, {
    ids: [id],
    change: { ...change, ...(description && { description }) },
  })
    .returning(listedFields)
    .$castTo<Transaction>()
    .executeTakeFirstOrThrow();
  // Reads the files again, because once the first file is removed, the second becomes the first.
  return change.file !== undefined || change.moreFiles ? withFiles(db, id, change.moreFiles) : changed;
}

type Move = { id: string; before: string | null; change: TransactionChange };

/** Returns 'Rent, Gus Green' if a payment called 'Rent, Fay Farrow' moves to his ledger, where her name is wrong. */
async function descriptionAfterMove(db: UserDb, { id, before, change }: Move): Promise<string | undefined> {
  const { tenancyId, description = null } = change;
  if (!before || !tenancyId || before === tenancyId) return undefined;
  const rentOf = (names: string) => sql`left('Rent, ' || ${sql.ref(names)}, 200)`;
  const { rows } = await sql<{ description: string }>`
    select ${rentOf('t.names')} as description from transactions x, tenancies o, tenancies t
    where x.id = ${id} and o.id = ${before} and t.id = ${tenancyId}
      and coalesce(${description}::text, x.description) = ${rentOf('o.names')}`.execute(db);
  return rows[0]?.description;
}

/** Sets the files after the first, if given, and returns the transaction. */
async function withFiles(db: UserDb, id: string, moreFiles: TransactionInput['moreFiles'] | undefined) {
  if (moreFiles) await setMoreFiles(db, id, moreFiles);
  const transaction = await getTransaction(db, id);
  if (!transaction) throw new Error('A transaction that was just saved is not there');
  return transaction;
}

/** Throws `not_found`, `conflict`, or `invalid_input` for imported income or a part of a split. */
export async function removeTransaction(db: UserDb, { id, version }: Versioned): Promise<void> {
  const locked = await lockTransaction(db, { id, version });
  if (isLocked(locked))
    throw new AppError('invalid_input', { message: locked.splitId ? PART_NEVER_DELETED : NEVER_DELETED });
  await deleteTransactions(db, [id]);
}

/** Whether a category of income is set on an expense that was not imported with it. */
export function isWrongForExpense(category: string, locked: LockedTransaction): boolean {
  return isOnlyIncome(category) && locked.type === 'expense' && locked.category !== category;
}

/** Locks the property, so that it cannot be deleted before the save. Returns an error if the property is missing. */
export async function validateProperty(
  db: UserDb,
  { propertyId }: Pick<TransactionChange, 'propertyId'>,
): Promise<FieldErrors> {
  if (!propertyId) return {};
  const locked = db.selectFrom('properties').select('id').where('id', '=', propertyId).forKeyShare();
  return (await locked.executeTakeFirst()) ? {} : { propertyId: NO_SUCH_PROPERTY };
}

const BUILT_IN: readonly string[] = INCOME_CATEGORIES;

/** Returns the categories that are neither built in nor the landlord's own, which have a tax line. */
export async function unknownCategories(db: UserDb, categories: readonly string[]): Promise<string[]> {
  const others = categories.filter((category) => !BUILT_IN.includes(category));
  if (others.length === 0) return [];
  const found = await db.selectFrom('tax_choices').select('category').where('category', 'in', others).execute();
  return others.filter((other) => !found.some(({ category }) => category === other));
}

export async function validateCategory(db: UserDb, category: string): Promise<FieldErrors> {
  return (await unknownCategories(db, [category])).length > 0 ? { category: CATEGORY_REQUIRED } : {};
}

type Links = Pick<TransactionChange, 'propertyId' | 'supplierId' | 'bankAccountId' | 'tenancyId'>;

/** Locks linked records in a fixed order, so that they cannot be deleted before the save. */
async function validateLinks(
  db: UserDb,
  { propertyId, supplierId, bankAccountId, tenancyId }: Links,
): Promise<FieldErrors> {
  const problems = await validateProperty(db, { propertyId });
  if (supplierId) {
    const locked = db.selectFrom('suppliers').select('id').where('id', '=', supplierId).forKeyShare();
    if (!(await locked.executeTakeFirst())) problems.supplierId = NO_SUCH_SUPPLIER;
  }
  if (bankAccountId) {
    const locked = db.selectFrom('bank_accounts').select('id').where('id', '=', bankAccountId).forKeyShare();
    if (!(await locked.executeTakeFirst())) problems.bankAccountId = NO_SUCH_ACCOUNT;
  }
  if (tenancyId) {
    // The same lock as for settling the ledger.
    const locked = db.selectFrom('tenancies').select('id').where('id', '=', tenancyId).forNoKeyUpdate();
    if (!(await locked.executeTakeFirst())) problems.tenancyId = NO_SUCH_TENANCY;
  }
  return problems;
}

export function refuse(problems: FieldErrors): void {
  if (Object.keys(problems).length > 0) throw new AppError('invalid_input', { fields: problems });
}

function validateDate({ date }: Pick<TransactionChange, 'date'>, today: string): FieldErrors {
  return date && date > lastDay(today) ? { date: OUT_OF_RANGE } : {};
}

function validateLockedFields(change: TransactionChange, locked: LockedTransaction): FieldErrors {
  const { type = locked.type, amount = 0, category, bankAccountId } = change;
  const refused = isLocked(locked) ? Object.keys(change).filter((field) => !EDITABLE_WHEN_LOCKED.includes(field)) : [];
  return {
    ...(type !== locked.type && { type: TYPE_IS_LOCKED }),
    ...(locked.type === 'income' && amount < 0 && { amount: INCOME_HAS_NO_MINUS }),
    ...(category &&
      isWrongForExpense(category, locked) && { category: `${capitalise(category)} is a category of income` }),
    ...(bankAccountId !== undefined && locked.source !== 'hand' && { bankAccountId: ACCOUNT_IS_LOCKED }),
    ...Object.fromEntries(refused.map((field) => [field, locked.splitId ? PART_IS_LOCKED : INCOME_IS_LOCKED])),
  };
}

async function lockTransaction(
  db: UserDb,
  { id, version, change }: Versioned & { change?: TransactionChange },
): Promise<LockedTransaction> {
  const [locked] = await lockTransactions(db, [id]);
  if (locked?.version !== version)
    return throwNotFoundOrConflict(db, 'transactions', () => getTransaction(db, id), change);
  return locked;
}

/** Increments every row's version, even if the row does not change. */
export function updateTransactions(db: UserDb, { ids, change }: { ids: readonly string[]; change: TransactionChange }) {
  const { propertyId, amount, supplierId, bankAccountId, tenancyId, file, receiptWaived, category } = change;
  const { description, date, status } = change;
  // A tax line depends on the category, so a new category clears it.
  const taxLine = change.taxLine === undefined && category !== undefined ? null : change.taxLine;
  return db
    .withSchema('public')
    .updateTable('transactions')
    .set({
      category,
      description,
      date,
      status,
      ...(amount !== undefined && {
        amount: sql<string>`case type when 'income' then 1 else -1 end * abs(${amount}::numeric) / 100`,
      }),
      // The address of a deleted property is stored until a property is set or cleared.
      ...(propertyId !== undefined && { property_id: propertyId, property_address: null, former_property_id: null }),
      ...(supplierId !== undefined && { supplier_id: supplierId }),
      ...(bankAccountId !== undefined && { bank_account_id: bankAccountId }),
      ...(tenancyId !== undefined && { tenancy_id: tenancyId }),
      ...(file !== undefined && { file_url: file?.url ?? null }),
      ...(receiptWaived !== undefined && { receipt_waived: receiptWaived || null }),
      ...(taxLine !== undefined && { tax_line: taxLine }),
    })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`);
}

export async function deleteTransactions(db: UserDb, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('transactions').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}
