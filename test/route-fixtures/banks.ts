/** These routes stay available after the trial. */
import { begun, connected, linked } from '../fixtures/bank-connections.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { query } from '../servers/database.ts';
import { server } from '../servers/server.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const open = { guarded: false } as const;
const deposits = (owner: Landlord) => connected(owner, 'Harbour', 'harbour-deposits');

const account = async (owner: Landlord) => (await deposits(owner)).readings[0]?.bankAccountId;

const PENDING = { date: '2026-03-04', amount: 30_000, text: 'TRANSFER FROM RENT ACCOUNT' };

async function accountWithPending(owner: Landlord) {
  const id = await account(owner);
  await query(server.database, 'delete from pending_bank_rows where bank_account_id = $1', [id]);
  await query(
    server.database,
    'insert into pending_bank_rows (user_id, bank_account_id, date, amount, text) values ($1, $2, $3, $4::numeric / 100, $5)',
    [owner.id, id, PENDING.date, PENDING.amount, PENDING.text],
  );
  return id;
}

export const BANKS: AuthorizationCases = {
  'GET /api/banks': ownedRoute({
    ...open,
    make: async () => undefined,
    request: () => ({ path: '/api/banks' }),
    answer: () => ({ status: 200, body: { items: [{ name: 'Harbour Bank (sandbox)' }, {}, {}] } }),
    otherLandlord: 'own',
  }),
  // Other actions are tested in src/features/bank/connection/consent.api.test.ts.
  'POST /api/functions/gocardless': ownedRoute({
    ...open,
    make: (owner) => begun(owner),
    request: ({ requisitionId }) => ({
      path: '/api/functions/gocardless',
      body: { action: 'requisition-status', requisitionId },
    }),
    answer: () => ({ status: 200, body: { status: 'CR', accounts: [], failure: null } }),
    otherLandlord: 404,
  }),
  'GET /api/bank-connections': ownedRoute({
    ...open,
    make: deposits,
    request: () => ({ path: '/api/bank-connections' }),
    answer: ({ id, accounts: [account] }) => ({
      status: 200,
      body: { items: [{ id, state: 'active', accounts: [{ id: account, state: 'imported' }] }] },
    }),
    otherLandlord: 'own',
  }),
  'POST /api/bank-connections/{id}/confirm': ownedRoute({
    ...open,
    make: (owner) => linked(owner, 'Harbour', 'harbour-deposits'),
    request: ({ id, accounts: [account] }) => ({
      path: `/api/bank-connections/${id}/confirm`,
      body: { accounts: [{ id: account }] },
    }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id, state: 'active' }] } }),
    otherLandlord: 404,
  }),
  'POST /api/bank-connections/{id}/renew': ownedRoute({
    ...open,
    make: deposits,
    request: ({ id }) => ({ path: `/api/bank-connections/${id}/renew` }),
    answer: () => ({ status: 200 }),
    otherLandlord: 404,
  }),
  'DELETE /api/bank-connections/{id}': ownedRoute({
    ...open,
    make: deposits,
    request: ({ id }) => ({ path: `/api/bank-connections/${id}` }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
  }),
  'POST /api/bank-accounts/{id}/sync': ownedRoute({
    ...open,
    make: account,
    request: (id) => ({ path: `/api/bank-accounts/${id}/sync` }),
    answer: () => ({ status: 200, body: { imported: 0, failure: null } }),
    otherLandlord: 404,
  }),
  'GET /api/bank-accounts/{id}/pending': ownedRoute({
    ...open,
    make: accountWithPending,
    request: (id) => ({ path: `/api/bank-accounts/${id}/pending` }),
    answer: () => ({ status: 200, body: { items: [PENDING] } }),
    otherLandlord: 404,
  }),
  'POST /api/bank-accounts/sync': ownedRoute({
    ...open,
    make: deposits,
    request: () => ({ path: '/api/bank-accounts/sync' }),
    answer: ({ readings: [reading] }) => ({
      status: 200,
      body: { items: [{ bankAccountId: reading?.bankAccountId, imported: 0, failure: null }] },
    }),
    otherLandlord: 'own',
  }),
  'GET /api/bank-connections/callback': {
    why: 'The bank may redirect to another browser; records the outcome and shows no personal data.',
    request: { path: '/api/bank-connections/callback?ref=forged' },
    status: 200,
  },
};
