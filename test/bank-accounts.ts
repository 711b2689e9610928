/** Bank accounts for tests: entered by hand over HTTP, or as a bank would have brought them, by SQL. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BankAccount, type BankAccountInput, BankAccountRecord } from '../src/features/bank/bank-account.ts';
import type { Browser } from './browser.ts';
import { query } from './database.ts';
import type { Landlord } from './landlords.ts';
import { server as fileServer } from './server.ts';

/** Sensible input; a test names only what it is about. */
export function newBankAccount(
  given: Partial<z.input<typeof BankAccountInput>> = {},
): z.input<typeof BankAccountInput> {
  return {
    institution: 'Aegis Bank',
    accountNumber: '31415926',
    sortCode: '271828',
    accountType: 'personal',
    ...given,
  };
}

/** An account the landlord has just entered by hand. */
export async function addedBankAccount(
  owner: Pick<Browser, 'post'>,
  given: Partial<z.input<typeof BankAccountInput>> = {},
): Promise<BankAccountRecord> {
  const answer = await owner.post('/api/bank-accounts', newBankAccount(given));
  if (answer.status !== 201) throw new Error(`Adding a bank account was answered ${answer.status}: ${answer.text}`);
  return answer.as(BankAccountRecord);
}

/** A page of the landlord's bank accounts. */
export async function listedBankAccounts(owner: Pick<Browser, 'get'>, search = '') {
  return (await owner.get(`/api/bank-accounts${search}`)).as(
    z.object({ items: z.array(BankAccount), nextCursor: z.string().nullable(), total: z.number() }),
  );
}

/** An account that a bank has brought, and so many expenses of one penny that came from it. */
export async function fetchedAccount(
  owner: Pick<Landlord, 'id'>,
  {
    transactions = 0,
    ...given
  }: { transactions?: number; balance?: string; currency?: string; connected?: boolean } = {},
): Promise<string> {
  const { balance = '1234.5', currency = 'GBP', connected = true } = given;
  const [account] = await query<{ id: string }>(
    fileServer.database,
    `insert into bank_accounts
       (user_id, name, institution, account_number, sort_code, balance, currency, last_synced, is_connected, external_id)
     values ($1, 'Rents', 'Sandbox Bank', '****0042', '20-00-**', $2, $3, '2026-11-21T08:14:00Z', $4, $5) returning id`,
    [owner.id, balance, currency, connected, randomUUID()],
  );
  const id = account?.id ?? '';
  await query(
    fileServer.database,
    `insert into transactions (user_id, bank_account_id, amount, description, date, category, type, external_id)
     select $1, $2, -0.01, 'Fee ' || n, '2026-11-01', 'other', 'expense', format('%s/%s', $2::uuid, n) from generate_series(1, $3::int) n`,
    [owner.id, id, transactions],
  );
  return id;
}
