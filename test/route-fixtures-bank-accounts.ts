/** The lines of test/route-fixtures.ts for bank accounts: open after the trial, as all of finance. */
import { BankAccount } from '../src/features/bank/bank-account.ts';
import { addedBankAccount, newBankAccount } from './bank-accounts.ts';
import type { Landlord } from './landlords.ts';
import { ifMatch, owned, type Reach } from './ways.ts';

const onAccount = {
  make: (owner: Landlord) => addedBankAccount(owner),
  stranger: 404,
  guarded: false,
} as const;
const at = ({ id }: { id: string }) => `/api/bank-accounts/${id}`;

export const BANK_ACCOUNTS: Reach = {
  'GET /api/bank-accounts': owned({
    make: async (owner) => [BankAccount.parse(await addedBankAccount(owner))],
    request: () => ({ path: '/api/bank-accounts' }),
    answer: (items) => ({ status: 200, body: { items, nextCursor: null, total: 1 } }),
    stranger: 'own',
    guarded: false,
  }),
  'POST /api/bank-accounts': owned({
    make: async () => newBankAccount(),
    request: (body) => ({ path: '/api/bank-accounts', body }),
    answer: ({ institution }) => ({
      status: 201,
      body: { institution, accountNumber: '****5926', sortCode: '27-18-**' },
    }),
    stranger: 'own',
    guarded: false,
  }),
  'GET /api/bank-accounts/{id}': owned({
    ...onAccount,
    request: (account) => ({ path: at(account) }),
    answer: (account) => ({ status: 200, body: account }),
  }),
  'DELETE /api/bank-accounts/{id}': owned({
    ...onAccount,
    request: (account) => ({ path: at(account), headers: ifMatch(account) }),
    answer: () => ({ status: 204 }),
  }),
};
