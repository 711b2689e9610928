import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import type { BankAccount, BankAccountChange, BankAccountInput, BankAccountRecord } from './bank-account.ts';
import { keptTransactions, TEXTS } from './listed.ts';

const { $get, $post, ':id': one } = api['bank-accounts'];

export const bankAccounts = recordResource<
  BankAccount,
  BankAccountRecord,
  BankAccountInput | BankAccountChange,
  object
>({
  noun: 'bank-accounts',
  routes: { $get, $post, ':id': { $get: one.$get, $put: one.$patch, $delete: one.$delete } },
  texts: TEXTS,
  // Transactions include their account's name.
  invalidates: () => [['transactions']],
});

export function useBankAccounts() {
  return useInfiniteQuery(bankAccounts.list({}));
}

export function useBankAccountChoices() {
  return useQuery({
    queryKey: ['bank-accounts', 'choices'],
    queryFn: async ({ signal }) => {
      const accounts: BankAccount[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await read($get({ query: { limit: '100', ...(cursor && { cursor }) } }, { init: { signal } }));
        accounts.push(...page.items);
        cursor = page.nextCursor;
      }
      return accounts;
    },
  });
}

/** Adds a bank account without the usual toasts: the dialog shows its own. */
export const connectBank = { ...bankAccounts.add, meta: {} };

export function removeBankAccount(transactions: number | undefined) {
  return bankAccounts.remove(transactions ? { more: keptTransactions(transactions) } : {});
}
