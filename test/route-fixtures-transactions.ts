/** The lines of test/route-fixtures.ts for transactions: open after the trial, as all of finance. */
import type { Transaction } from '../src/features/transaction/transaction.ts';
import { addedProperty, addedTransaction, broughtTransaction, type Landlord } from './landlords.ts';
import { newTransaction } from './make.ts';
import { ifMatch, owned, type Reach } from './ways.ts';

/** An expense of a property, and another property that it may be moved to. */
const onTransaction = {
  make: async (owner: Landlord) => {
    const [house, other] = [await addedProperty(owner), await addedProperty(owner, { address: '2 Mill Lane' })];
    return { transaction: await addedTransaction(owner, { propertyId: house.id }), other };
  },
  stranger: 404,
  guarded: false,
} as const;
const at = ({ id }: Pick<Transaction, 'id'>) => `/api/transactions/${id}`;

/** Income and an expense. */
const both = async (owner: Landlord) => ({
  income: await broughtTransaction(owner, { amount: 145_000 }),
  expense: await addedTransaction(owner, { amount: 12_049 }),
});

export const TRANSACTIONS: Reach = {
  'GET /api/transactions': owned({
    make: both,
    request: () => ({ path: '/api/transactions' }),
    answer: ({ income, expense }) => ({
      status: 200,
      body: { items: [expense, income], nextCursor: null, total: null },
    }),
    stranger: 'own',
    guarded: false,
  }),
  'GET /api/transactions/totals': owned({
    make: both,
    request: () => ({ path: '/api/transactions/totals' }),
    answer: () => ({ status: 200, body: { count: 2, income: 145_000, expenses: 12_049 } }),
    stranger: 'own',
    guarded: false,
  }),
  'GET /api/transactions/summary': owned({
    make: both,
    request: () => ({ path: '/api/transactions/summary' }),
    answer: () => ({
      status: 200,
      body: { count: 2, income: 145_000, expenses: 12_049, categories: ['maintenance', 'rent'] },
    }),
    stranger: 'own',
    guarded: false,
  }),
  'POST /api/transactions': owned({
    make: async (owner) => newTransaction({ propertyId: (await addedProperty(owner)).id }),
    request: (body) => ({ path: '/api/transactions', body }),
    answer: (body) => ({ status: 201, body: { ...body, amount: -body.amount, type: 'expense' } }),
    stranger: 422,
    guarded: false,
  }),
  'POST /api/transactions/bulk': owned({
    make: onTransaction.make,
    request: ({ transaction: { id, version }, other }) => ({
      path: '/api/transactions/bulk',
      body: { rows: [{ id, version }], change: { propertyId: other.id } },
    }),
    answer: () => ({ status: 200, body: { done: 1, left: [] } }),
    stranger: 422,
    guarded: false,
  }),
  'GET /api/transactions/{id}': owned({
    ...onTransaction,
    request: ({ transaction }) => ({ path: at(transaction) }),
    answer: ({ transaction }) => ({ status: 200, body: transaction }),
  }),
  'PATCH /api/transactions/{id}': owned({
    ...onTransaction,
    request: ({ transaction, other }) => ({
      path: at(transaction),
      headers: ifMatch(transaction),
      body: { amount: 1, propertyId: other.id },
    }),
    answer: ({ transaction, other: { id, address, city } }) => ({
      status: 200,
      body: { ...transaction, amount: -1, propertyId: id, propertyAddress: `${address}, ${city}`, version: 2 },
    }),
  }),
  'DELETE /api/transactions/{id}': owned({
    ...onTransaction,
    request: ({ transaction }) => ({ path: at(transaction), headers: ifMatch(transaction) }),
    answer: () => ({ status: 204 }),
  }),
};
