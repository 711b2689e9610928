/** Bank accounts for tests: entered by hand over HTTP, or as a bank would have brought them, by SQL. */
import { z } from 'zod';
import { BankAccount, type BankAccountInput, BankAccountRecord } from '../src/features/bank/bank-account.ts';
import { type BroughtAccount, bringAccount } from './brought.ts';
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

/** The id of an account that a bank has brought. */
export function fetchedAccount(owner: Pick<Landlord, 'id'>, given: BroughtAccount = {}): Promise<string> {
  return bringAccount((text, values) => query(fileServer.database, text, values), owner, given);
}
