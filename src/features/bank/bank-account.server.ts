import { sql } from 'kysely';
import { detachTransactions } from '../../server/db/detach-transactions.server.ts';
import { isoInstant, type Versioned } from '../../server/db/record-table.server.ts';
import { instantCursor, type JsonPage, type Order, pageOfRows, rowCount } from '../../server/http/pages.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import {
  ACCOUNT_NAMES,
  type BankAccount,
  type BankAccountChange,
  type BankAccountInput,
  type BankAccountRecord,
  maskedNumber,
  maskedSortCode,
} from './bank-account.ts';
import type { AccountFingerprint } from './fingerprint.server.ts';

const listedFields = [
  'id',
  'name',
  'institution',
  'account_number as accountNumber',
  'sort_code as sortCode',
  sql<number>`(balance * 100)::bigint`.as('balance'),
  'currency',
  isoInstant<string | null>('last_synced').as('lastSynced'),
  'is_connected as isConnected',
  'lettings_only as lettingsOnly',
  sql<boolean>`external_id is null`.as('manual'),
  isoInstant('created_at').as('createdAt'),
  'version',
] as const;

const NEWEST: Order<BankAccount> = {
  by: sql`created_at`,
  direction: 'desc',
  key: 'createdAt',
  sent: instantCursor,
  value: (sent) => sql`${sent}::timestamptz`,
};

export function listBankAccounts(
  db: UserDb,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<JsonPage<BankAccount>> {
  const rows = db.selectFrom('bank_accounts').select(listedFields);
  return pageOfRows(db, { rows, order: NEWEST, limit, cursor, total: rowCount('bank account', 'bank_accounts') });
}

export async function getBankAccount(db: UserDb, id: string): Promise<BankAccountRecord | undefined> {
  return db
    .selectFrom('bank_accounts')
    .select(listedFields)
    .select((account) =>
      account
        .selectFrom('transactions')
        .select((row) => row.fn.countAll<number>().as('count'))
        .whereRef('transactions.bank_account_id', '=', 'bank_accounts.id')
        .$asScalar()
        .$notNull()
        .as('transactions'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

type Numbers = { fingerprint: string | null; accountNumber: string; sortCode: string | null };

/** Returns the account with this number, if any. Accounts without a fingerprint are matched by masked number. */
export async function accountOfNumber(db: UserDb, { fingerprint, accountNumber, sortCode }: Numbers) {
  const { rows } = await sql<{ id: string; name: string; lettingsOnly: boolean }>`
    select id, name, lettings_only as "lettingsOnly" from bank_accounts
    where fingerprint = ${fingerprint}
       or fingerprint is null and account_number = ${accountNumber} and sort_code is not distinct from ${sortCode}
    order by fingerprint is null, created_at limit 1`.execute(db);
  return rows[0];
}

export async function addBankAccount(
  db: UserDb,
  input: BankAccountInput,
  fingerprint: AccountFingerprint,
): Promise<BankAccountRecord> {
  const added = await db
    .insertInto('bank_accounts')
    .values({
      name: ACCOUNT_NAMES[input.accountType],
      institution: input.institution,
      account_number: maskedNumber(input.accountNumber),
      sort_code: maskedSortCode(input.sortCode),
      balance: 0,
      currency: 'GBP',
      is_connected: false,
      external_id: null,
      fingerprint: fingerprint(`${input.sortCode}${input.accountNumber}`),
    })
    .returning(listedFields)
    .executeTakeFirstOrThrow();
  return { ...added, transactions: 0 };
}

/** Throws `not_found`, `conflict`, or `invalid_input` for an account named by its bank. */
export async function renameBankAccount(
  db: UserDb,
  { id, version, input }: Versioned & { input: BankAccountChange },
): Promise<BankAccountRecord> {
  const renamed = await db
    .updateTable('bank_accounts')
    .set({ name: input.name })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('external_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const account = await getBankAccount(db, id);
  if (renamed && account) return account;
  if (account?.version === version)
    throw new AppError('invalid_input', {
      message: 'You can rename only accounts that you added by hand.',
    });
  return throwNotFoundOrConflict(db, 'bank_accounts', async () => account, input);
}

/** Removes an account and keeps its transactions. Throws `not_found` or `conflict`. */
export async function removeBankAccount(db: UserDb, { id, version }: { id: string; version: number }): Promise<void> {
  const locked = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) return throwNotFoundOrConflict(db, 'bank_accounts', () => getBankAccount(db, id));
  await detachTransactions(db, id);
  await db.deleteFrom('bank_accounts').where('id', '=', id).execute();
}
