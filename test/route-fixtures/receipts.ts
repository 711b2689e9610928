import { Receipt } from '../../src/features/receipt/receipt.ts';
import { addedProperty, addedTransaction, type Landlord } from '../fixtures/landlords.ts';
import { uploaded } from '../fixtures/uploads.ts';
import { type AuthorizationCases, ifMatch, ownedRoute } from './authorization-cases.ts';

const file = (owner: Landlord) => uploaded(owner, { bucket: 'transaction-files', name: 'Paint.pdf' });

/** The transaction has a property, because limited members reach no other transactions. */
const ofExpense = async (owner: Landlord) => {
  const { id } = await addedTransaction(owner, { propertyId: (await addedProperty(owner)).id });
  return (await owner.post('/api/receipts', { file: await file(owner), transactionId: id })).as(Receipt);
};

const one = { make: ofExpense, otherLandlord: 404 } as const;
const repair = {
  make: async (owner: Landlord) => addedTransaction(owner, { propertyId: (await addedProperty(owner)).id }),
  otherLandlord: 'own',
  guarded: false,
} as const;

export const RECEIPTS: AuthorizationCases = {
  'GET /api/receipts': ownedRoute({
    make: ofExpense,
    request: ({ transactionId }) => ({ path: `/api/receipts?transactionId=${transactionId}` }),
    answer: (receipt) => ({ status: 200, body: { items: [receipt], nextCursor: null, total: 1 } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/receipts': ownedRoute({
    make: async (owner) => ({
      file: await file(owner),
      transactionId: (await addedTransaction(owner, { propertyId: (await addedProperty(owner)).id })).id,
    }),
    request: (body) => ({ path: '/api/receipts', body }),
    answer: ({ file, transactionId }) => ({ status: 201, body: { file, transactionId } }),
    otherLandlord: 422,
    guarded: true,
  }),
  'GET /api/receipts/missing': ownedRoute({
    ...repair,
    request: () => ({ path: '/api/receipts/missing?year=2026-27' }),
    answer: (row) => ({ status: 200, body: { items: [row], nextCursor: null } }),
  }),
  'GET /api/receipts/missing/totals': ownedRoute({
    ...repair,
    request: () => ({ path: '/api/receipts/missing/totals?year=2026-27' }),
    answer: () => ({ status: 200, body: { rows: 1, pence: 12_049, expenses: 1, waived: 0, tray: 0 } }),
  }),
  'GET /api/receipts/{id}': ownedRoute({
    ...one,
    request: ({ id }) => ({ path: `/api/receipts/${id}` }),
    answer: (receipt) => ({ status: 200, body: receipt }),
    guarded: false,
  }),
  'PATCH /api/receipts/{id}': ownedRoute({
    ...one,
    request: (receipt) => ({
      path: `/api/receipts/${receipt.id}`,
      headers: ifMatch(receipt),
      body: { transactionId: receipt.transactionId },
    }),
    answer: ({ id }) => ({ status: 200, body: { id } }),
    guarded: true,
  }),
  'DELETE /api/receipts/{id}': ownedRoute({
    ...one,
    request: (receipt) => ({ path: `/api/receipts/${receipt.id}`, headers: ifMatch(receipt) }),
    answer: () => ({ status: 204 }),
    guarded: true,
  }),
};
