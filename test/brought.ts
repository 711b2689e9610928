/** What a bank brings, written by SQL, as the API takes none of it: for tests and browser journeys alike. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../src/features/transaction/transaction.ts';

/** Runs a statement on the database of the test. */
type Run = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;
type Owner = { id: string };

/** Pence below zero are an expense. */
export type Brought = Partial<
  Pick<Transaction, 'amount' | 'date' | 'description' | 'reference' | 'category' | 'propertyId' | 'bankAccountId'>
> & { status?: 'completed' | 'pending' };

/** The id of a transaction as an import brings it: income of £1,450.00 unless told otherwise. */
export async function bringTransaction(run: Run, owner: Owner, given: Brought = {}): Promise<string> {
  const { amount = 145_000, date = '2026-11-02', description = 'Rent of Grace Hopper', category = 'rent' } = given;
  const { status = 'completed', reference = null, propertyId = null, bankAccountId = null } = given;
  const [id, type] = [randomUUID(), amount < 0 ? 'expense' : 'income'];
  await run(
    `insert into transactions
       (id, user_id, amount, date, description, category, type, status, reference, property_id, bank_account_id, source, external_id)
     values ($1, $2, $3::numeric / 100, $4, $5, $6, $7, $8, $9, $10, $11, 'bank', gen_random_uuid())`,
    [id, owner.id, amount, date, description, category, type, status, reference, propertyId, bankAccountId],
  );
  return id;
}

export type BroughtAccount = {
  institution?: string;
  balance?: string;
  currency?: string;
  connected?: boolean;
  synced?: string | null;
  /** How many expenses of one penny came from it. */
  transactions?: number;
};

/** The id of an account as a bank would have brought it. */
export async function bringAccount(run: Run, owner: Owner, given: BroughtAccount = {}): Promise<string> {
  const { institution = 'Sandbox Bank', balance = '1234.5', currency = 'GBP', connected = true } = given;
  const { synced = '2026-11-21T08:14:00Z', transactions = 0 } = given;
  const id = randomUUID();
  await run(
    `with account as (
       insert into bank_accounts
         (id, user_id, name, institution, account_number, sort_code, balance, currency, is_connected, last_synced, external_id)
       values ($1, $2, 'Current Account', $3, '****0042', '20-00-**', $4, $5, $6, $7, gen_random_uuid()) returning id)
     insert into transactions (user_id, bank_account_id, amount, description, date, category, type, source, external_id)
     select $2, id, -0.01, 'Fee ' || n, '2026-11-01', 'other', 'expense', 'bank', id || '/' || n
     from account, generate_series(1, $8::int) n`,
    [id, owner.id, institution, balance, currency, connected, synced, transactions],
  );
  return id;
}
