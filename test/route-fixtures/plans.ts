/** Route fixtures of paid plans, at the sandbox. Open after the trial, as they are the way back in. */
import type { Landlord } from '../fixtures/landlords.ts';
import { CHECKOUT, quiet, REFRESH, subscribe, WEBHOOK } from '../servers/payments.ts';
import { owned, type Reach } from './reach.ts';

const own = { otherLandlord: 'own', guarded: false } as const;

async function subscribedQuietly(owner: Landlord): Promise<string> {
  await subscribe(owner);
  await quiet();
  return owner.id;
}

export const PLANS: Reach = {
  'GET /api/billing': owned({
    ...own,
    make: async () => undefined,
    request: () => ({ path: '/api/billing' }),
    answer: () => ({ status: 200, body: { available: true } }),
  }),
  [`POST ${CHECKOUT}`]: owned({
    make: async ({ email }) => email,
    request: (customerEmail) => ({ path: CHECKOUT, body: { priceId: 'basic', customerEmail } }),
    answer: () => ({ status: 200 }),
    otherLandlord: 422,
    guarded: false,
  }),
  'POST /api/billing-portal': owned({
    make: subscribedQuietly,
    request: () => ({ path: '/api/billing-portal' }),
    answer: () => ({ status: 200 }),
    // They have bought nothing.
    otherLandlord: 404,
    guarded: false,
  }),
  [`POST ${REFRESH}`]: owned({
    ...own,
    make: subscribedQuietly,
    request: () => ({ path: REFRESH }),
    answer: (id) => ({ status: 200, body: { id, subscription: { status: 'active', plan: 'standard' } } }),
  }),
  [`POST ${WEBHOOK}`]: {
    why: 'The payment provider’s signature over the body is the proof.',
    request: { path: WEBHOOK, body: {} },
    status: 400,
  },
};
