import { BulkOutcome } from '../../src/features/transaction/transaction.ts';
import { addedProperty, addedTransaction, importedTransaction, type Landlord } from '../fixtures/landlords.ts';
import { newInvoice, newTransaction } from '../fixtures/make.ts';
import { at } from '../fixtures/transactions.ts';
import { type AuthorizationCases, ifMatch, ownedRoute } from './authorization-cases.ts';

const onTransaction = {
  make: async (owner: Landlord) => {
    const [house, other] = [await addedProperty(owner), await addedProperty(owner, { address: '2 Mill Lane' })];
    return { transaction: await addedTransaction(owner, { propertyId: house.id }), other };
  },
  otherLandlord: 404,
  guarded: false,
} as const;

const ofBoth = {
  make: async (owner: Landlord) => ({
    income: await importedTransaction(owner, { amount: 145_000 }),
    expense: await addedTransaction(owner, { amount: 12_049 }),
  }),
  otherLandlord: 'own',
  guarded: false,
} as const;
const sums = { count: 2, income: 145_000, expenses: 12_049 };

export const TRANSACTIONS: AuthorizationCases = {
  'GET /api/transactions': ownedRoute({
    ...ofBoth,
    request: () => ({ path: '/api/transactions' }),
    answer: ({ income, expense }) => ({
      status: 200,
      body: { items: [expense, income], nextCursor: null, total: null },
    }),
  }),
  'GET /api/transactions/totals': ownedRoute({
    ...ofBoth,
    request: () => ({ path: '/api/transactions/totals' }),
    answer: () => ({ status: 200, body: sums }),
  }),
  'GET /api/transactions/sums': ownedRoute({
    ...ofBoth,
    request: () => ({ path: '/api/transactions/sums' }),
    answer: () => ({
      status: 200,
      body: {
        properties: [{ id: null, address: null, income: 145_000, expenses: 12_049 }],
        categories: [
          { category: 'rent', income: 145_000, expenses: 0 },
          { category: 'maintenance', income: 0, expenses: 12_049 },
        ],
      },
    }),
  }),
  'GET /api/transactions/summary': ownedRoute({
    ...ofBoth,
    request: () => ({ path: '/api/transactions/summary' }),
    answer: () => ({ status: 200, body: { ...sums, categories: ['maintenance', 'rent'] } }),
  }),
  'GET /api/transactions/export': ownedRoute({
    make: (owner) => addedTransaction(owner, { description: 'Paint' }),
    request: () => ({ path: '/api/transactions/export?format=csv' }),
    answer: () => ({
      status: 200,
      bytes: Buffer.from(
        '\ufeffDate,Description,Category,Type,Status,Reference,Amount,Property,Supplier,Tenant,Bank account\r\n' +
          '2026-11-12,Paint,Maintenance,Expense,Paid,,-120.49,,,,\r\n',
      ),
    }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/transactions': ownedRoute({
    make: async (owner) => newTransaction({ propertyId: (await addedProperty(owner)).id }),
    request: (body) => ({ path: '/api/transactions', body }),
    answer: (body) => ({ status: 201, body: { ...body, amount: -body.amount, type: 'expense' } }),
    otherLandlord: 422,
    guarded: false,
  }),
  'GET /api/transactions/property': ownedRoute({
    make: async (owner) => {
      const { id } = await addedProperty(owner);
      await addedTransaction(owner, { propertyId: id, amount: 3_862 });
      return id;
    },
    request: (id) => ({ path: `/api/transactions/property?propertyId=${id}` }),
    answer: () => ({ status: 200, body: { received: null, costs: 3_862 } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'GET /api/transactions/bills': ownedRoute({
    make: async (owner) => {
      const { id, invoices } = await addedProperty(owner, { invoices: [newInvoice()] });
      await owner.post('/api/transactions/from-invoice', { invoiceId: invoices[0]?.id });
      return { id, invoiceId: invoices[0]?.id };
    },
    request: ({ id }) => ({ path: `/api/transactions/bills?propertyId=${id}` }),
    answer: ({ invoiceId }) => ({ status: 200, body: { items: [{ invoiceId, amount: 12_049 }] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/transactions/from-invoice': ownedRoute({
    make: async (owner) => (await addedProperty(owner, { invoices: [newInvoice()] })).invoices[0]?.id,
    request: (invoiceId) => ({ path: '/api/transactions/from-invoice', body: { invoiceId } }),
    answer: () => ({ status: 200, body: { outcome: 'added', transaction: { amount: -12_049 } } }),
    otherLandlord: 404,
    guarded: false,
  }),
  'POST /api/transactions/bulk': ownedRoute({
    ...onTransaction,
    request: ({ transaction: { id, version }, other }) => ({
      path: '/api/transactions/bulk',
      body: { rows: [{ id, version }], change: { propertyId: other.id } },
    }),
    answer: () => ({ status: 200, body: { done: 1, left: [] } }),
    otherLandlord: 422,
  }),
  'POST /api/transactions/undo': ownedRoute({
    make: async (owner) => {
      const { id, version } = await addedTransaction(owner);
      const sent = { rows: [{ id, version }], change: { remove: true } };
      return (await owner.post('/api/transactions/bulk', sent)).as(BulkOutcome);
    },
    request: ({ batch }) => ({ path: '/api/transactions/undo', body: { batch } }),
    answer: () => ({ status: 200, body: { done: 1, kept: 0 } }),
    otherLandlord: 404,
    guarded: false,
  }),
  'GET /api/transactions/{id}/split': ownedRoute({
    ...onTransaction,
    request: ({ transaction }) => ({ path: `${at(transaction)}/split` }),
    answer: ({ transaction: { id, amount } }) => ({ status: 200, body: { amount, parts: [{ id }] } }),
  }),
  'POST /api/transactions/split': ownedRoute({
    ...onTransaction,
    request: ({ transaction: { id, version, amount } }) => ({
      path: '/api/transactions/split',
      body: {
        rows: [{ id, version }],
        parts: [
          { amount: amount - 100, category: 'tax', description: 'Council tax' },
          { amount: 100, category: 'other', description: 'Given back' },
        ],
      },
    }),
    answer: ({ transaction: { amount } }) => ({ status: 200, body: { amount, parts: [{ category: 'tax' }, {}] } }),
  }),
  'GET /api/transactions/{id}': ownedRoute({
    ...onTransaction,
    request: ({ transaction }) => ({ path: at(transaction) }),
    answer: ({ transaction }) => ({ status: 200, body: transaction }),
  }),
  'PATCH /api/transactions/{id}': ownedRoute({
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
  'DELETE /api/transactions/{id}': ownedRoute({
    ...onTransaction,
    request: ({ transaction }) => ({ path: at(transaction), headers: ifMatch(transaction) }),
    answer: () => ({ status: 204 }),
  }),
};
