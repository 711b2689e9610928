/** Bank accounts for tests: entered by hand over HTTP, or as a bank would have brought them, by SQL. */
import type { z } from 'zod';
import { BankAccount, type BankAccountInput, BankAccountRecord } from '../src/features/bank/bank-account.ts';
import { type BroughtAccount, bringAccount } from './brought.ts';
import type { Browser } from './browser.ts';
import { query } from './database.ts';
import { added, type Landlord, listed } from './landlords.ts';
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
export const addedBankAccount = (owner: Pick<Browser, 'post'>, given: Partial<z.input<typeof BankAccountInput>> = {}) =>
  added(owner, '/api/bank-accounts', { input: newBankAccount(given), record: BankAccountRecord });

export const listedBankAccounts = (owner: Pick<Browser, 'get'>, query = '') =>
  listed(owner, `/api/bank-accounts${query}`, BankAccount);

/** The id of an account that a bank has brought. */
export function fetchedAccount(owner: Pick<Landlord, 'id'>, given: BroughtAccount = {}): Promise<string> {
  return bringAccount((text, values) => query(fileServer.database, text, values), owner, given);
}
