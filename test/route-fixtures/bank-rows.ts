import { bringAccount, bringLine, bringOffer } from '../fixtures/brought.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { query } from '../servers/database.ts';
import { server } from '../servers/server.ts';
import { owned, type Reach } from './reach.ts';

const ask = (text: string, values: unknown[]) => query(server.database, text, values);

const offered = async (owner: Landlord) => bringOffer(ask, owner, await bringAccount(ask, owner));

async function rule({ id }: Landlord): Promise<string> {
  const [row] = await ask(
    `insert into payer_rules (user_id, payer, type, category) values ($1, 'netflix com', 'expense', 'personal')
     on conflict (user_id, payer, type) do update set category = 'personal' returning id`,
    [id],
  );
  return String(row?.id);
}

const onOffer = (verb: 'accept' | 'decline' | 'undo', state: string) => ({
  [`POST /api/same-payments/{id}/${verb}`]: owned({
    make: offered,
    request: (id) => ({ path: `/api/same-payments/${id}/${verb}`, body: {} }),
    answer: (id) => ({ status: 200, body: { id, state } }),
    otherLandlord: 404,
    guarded: false,
  }),
});

/** Open after the trial, like all of Finance. */
export const BANK_ROWS: Reach = {
  'GET /api/bank-entries/open': owned({
    make: offered,
    request: () => ({ path: '/api/bank-entries/open' }),
    answer: (id) => ({ status: 200, body: { offered: { items: [{ id }], total: 1 }, asked: { total: 0 } } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/bank-entries/{id}/decide': owned({
    make: async (owner) => bringLine(ask, owner, { bankAccountId: await bringAccount(ask, owner) }),
    request: (id) => ({ path: `/api/bank-entries/${id}/decide`, body: { as: 'new' } }),
    answer: (id) => ({ status: 200, body: { id, state: 'new' } }),
    otherLandlord: 404,
    guarded: false,
  }),
  'GET /api/payer-rules': owned({
    make: rule,
    request: () => ({ path: '/api/payer-rules' }),
    answer: (id) => ({ status: 200, body: { items: [{ id, payer: 'NETFLIX COM' }] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'DELETE /api/payer-rules/{id}': owned({
    make: rule,
    request: (id) => ({ path: `/api/payer-rules/${id}`, method: 'DELETE' }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: false,
  }),
  'PUT /api/bank-accounts/{id}/only-lets': owned({
    make: (owner) => bringAccount(ask, owner),
    request: (id) => ({ path: `/api/bank-accounts/${id}/only-lets`, method: 'PUT', body: { onlyLets: true } }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: false,
  }),
  ...onOffer('accept', 'accepted'),
  ...onOffer('decline', 'declined'),
  ...onOffer('undo', 'offered'),
};
