/** Bank accounts in the browser: what is asked of the server, what is kept of the answers, and what is said after each change. */
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { byText, descending } from '../../web/records/pages.ts';
import { invalidate, recordCache } from '../../web/records/record-cache.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { BankAccount, type BankAccountInput, type BankAccountRecord } from './bank-account.ts';
import { whatStays } from './labels.ts';

const NOUN = 'bank-accounts';
/** The list has nothing to search or filter. */
const ALL = {};

export const bankAccounts = recordCache<BankAccount, BankAccountRecord, typeof ALL>({
  noun: NOUN,
  item: BankAccount,
  listing: () => ({ matches: () => true, compare: descending((a, b) => byText(a.createdAt, b.createdAt)) }),
  readPage: (_, part, init) => read(api['bank-accounts'].$get({ query: part }, { init })),
  readOne: (id, init) => read(api['bank-accounts'][':id'].$get({ param: { id } }, init && { init })),
});

/** All accounts, newest first, page after page. */
export function useBankAccounts() {
  return bankAccounts.usePages(ALL);
}

/** Adds an account that is entered by hand. Rejects with AppError after having said so. */
export async function connectBank(input: BankAccountInput): Promise<void> {
  try {
    const after = await withSession(() => read(api['bank-accounts'].$post({ json: input })));
    bankAccounts.remember({ after });
  } catch (error) {
    toast.error('Connection failed', { description: 'Could not connect your bank account. Please try again.' });
    throw error;
  }
  toast.success('Bank account connected');
}

/** Removes an account as it was read; `transactions` of it stay. Rejects as `bankAccounts.remove` does. */
export async function removeBankAccount(before: BankAccount, transactions: number | undefined): Promise<void> {
  const request = { param: { id: before.id }, header: {} };
  await bankAccounts.remove(before, () => done(api['bank-accounts'][':id'].$delete(request, ifMatch(before))), {
    done: 'Bank account removed',
    ...(transactions && { more: whatStays(transactions) }),
    failed: 'Failed to remove bank account',
    signedOut: 'You must be logged in to remove a bank account',
    missing: 'Bank account not found',
  });
  // They name the account that they came from.
  invalidate('transactions');
}
