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

/** The id of an offer: a bill of £84.00 that was entered by hand, and the bank's row of it two days later. */
export async function bringOffer(run: Run, owner: Owner, bankAccountId: string): Promise<string> {
  const imported = {
    amount: -8_400,
    date: '2026-11-01',
    category: 'other',
    description: 'KIRKSTALL HTG GS-30417',
    bankAccountId,
  };
  const importedId = await bringTransaction(run, owner, imported);
  const bill = { amount: -8_400, date: '2026-10-30', category: 'maintenance', description: 'Gas safety inspection' };
  const keptId = await bringTransaction(run, owner, bill);
  await run(`update transactions set source = 'hand', external_id = null where id = $1`, [keptId]);
  const [offer] = await run(
    'insert into same_payments (user_id, imported_id, kept_id) values ($1, $2, $3) returning id',
    [owner.id, importedId, keptId],
  );
  return String(offer?.id);
}

/** The id of a line of a file that may be either of two rows of the bank, or with one choice of a line that was left out for it. */
export async function bringLine(
  run: Run,
  owner: Owner,
  {
    bankAccountId,
    state = 'asked',
    text = 'A OSEI',
  }: { bankAccountId: string; state?: 'asked' | 'same'; text?: string },
): Promise<string> {
  const row = { amount: 40_000, description: text, bankAccountId };
  const ids = [
    await bringTransaction(run, owner, { ...row, date: '2026-11-05' }),
    ...(state === 'asked' ? [await bringTransaction(run, owner, { ...row, date: '2026-11-08' })] : []),
  ];
  const [line] = await run(
    `insert into bank_entries (user_id, account_key, provider, date, amount, text, state, transaction_id, candidates)
     values ($1, $2, 'file', '2026-11-07', 400, $3, $4, $5, $6) returning id`,
    [owner.id, bankAccountId, text, state, state === 'same' ? ids[0] : null, state === 'asked' ? ids : null],
  );
  return String(line?.id);
}
