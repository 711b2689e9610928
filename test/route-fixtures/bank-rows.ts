import { londonDay } from '../../src/shared/dates.ts';
import { decided } from '../fixtures/bank-rows.ts';
import { importAccount } from '../fixtures/imported.ts';
import { importedTransaction, type Landlord } from '../fixtures/landlords.ts';
import { addedTenancy } from '../fixtures/tenancies.ts';
import { query } from '../servers/database.ts';
import { server } from '../servers/server.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const ask = (text: string, values: unknown[]) => query(server.database, text, values);

async function rule({ id }: Landlord): Promise<string> {
  const [row] = await ask(
    `insert into payer_rules (user_id, payer, type, category) values ($1, 'netflix com', 'expense', 'personal')
     on conflict (user_id, payer, type) do update set category = 'personal' returning id`,
    [id],
  );
  return String(row?.id);
}

/** Adds an imported payment of this month's rent with the tenant's name. */
async function bankRow(owner: Landlord) {
  const month = `${londonDay(new Date()).slice(0, 8)}01`;
  const tenancy = await addedTenancy(owner, { names: ['Oluwaseun Adeyemi'], start: month, chargesFrom: month });
  const row = await importedTransaction(owner, {
    date: month,
    amount: 120_000,
    description: 'O ADEYEMI RENT',
    category: 'rent',
  });
  return { id: row.id, version: row.version, tenancyId: tenancy.id };
}

async function dismissed(owner: Landlord) {
  const { id, version, tenancyId } = await bankRow(owner);
  return (await decided(owner, { id, version, as: 'not theirs', tenancyIds: [tenancyId] })).undo;
}

/** These routes stay available after the trial. */
export const BANK_ROWS: AuthorizationCases = {
  'GET /api/bank-rows': ownedRoute({
    make: bankRow,
    request: () => ({ path: '/api/bank-rows' }),
    answer: ({ id }) => ({ status: 200, body: { certain: 1, sections: { rent: { items: [{ id }], total: 1 } } } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'GET /api/bank-rows/list': ownedRoute({
    make: bankRow,
    request: () => ({ path: '/api/bank-rows/list?section=certain' }),
    answer: ({ id, tenancyId }) => ({
      status: 200,
      body: { items: [{ id, choices: [{ parts: [{ tenancyId }] }] }], total: 1 },
    }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/bank-rows/decide': ownedRoute({
    make: bankRow,
    request: ({ id, version, tenancyId }) => ({
      path: '/api/bank-rows/decide',
      body: {
        decisions: [{ id, version, as: 'rent', parts: [{ tenancyId, amount: 120_000, fee: 0 }] }],
      },
    }),
    answer: () => ({ status: 200, body: { done: 1, left: 0 } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/bank-rows/undo': ownedRoute({
    make: dismissed,
    request: (undo) => ({ path: '/api/bank-rows/undo', body: { undo } }),
    answer: () => ({ status: 200, body: { done: 1, kept: 0 } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'GET /api/payer-rules': ownedRoute({
    make: rule,
    request: () => ({ path: '/api/payer-rules' }),
    answer: (id) => ({ status: 200, body: { items: [{ id, payer: 'NETFLIX COM' }] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'DELETE /api/payer-rules/{id}': ownedRoute({
    make: rule,
    request: (id) => ({ path: `/api/payer-rules/${id}`, method: 'DELETE' }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: false,
  }),
  'PUT /api/bank-accounts/{id}/only-lets': ownedRoute({
    make: (owner) => importAccount(ask, owner),
    request: (id) => ({ path: `/api/bank-accounts/${id}/only-lets`, method: 'PUT', body: { lettingsOnly: true } }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: false,
  }),
};
