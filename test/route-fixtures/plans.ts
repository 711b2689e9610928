/** These routes stay available after the trial, so that landlords can subscribe. */
import type { Landlord } from '../fixtures/landlords.ts';
import { CHECKOUT, quiet, REFRESH, subscribe, WEBHOOK } from '../servers/payments.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const own = { otherLandlord: 'own', guarded: false } as const;

async function subscribedQuietly(owner: Landlord): Promise<string> {
  await subscribe(owner);
  await quiet();
  return owner.personId;
}

export const PLANS: AuthorizationCases = {
  'GET /api/billing': ownedRoute({
    ...own,
    make: async () => undefined,
    request: () => ({ path: '/api/billing' }),
    answer: () => ({ status: 200, body: { available: true } }),
  }),
  [`POST ${CHECKOUT}`]: ownedRoute({
    make: async ({ email }) => email,
    request: (customerEmail) => ({ path: CHECKOUT, body: { priceId: 'basic', customerEmail } }),
    answer: () => ({ status: 200 }),
    otherLandlord: 422,
    guarded: false,
  }),
  'POST /api/billing-portal': ownedRoute({
    make: subscribedQuietly,
    request: () => ({ path: '/api/billing-portal' }),
    answer: () => ({ status: 200 }),
    // The other landlord has no subscription.
    otherLandlord: 404,
    guarded: false,
  }),
  [`POST ${REFRESH}`]: ownedRoute({
    ...own,
    make: subscribedQuietly,
    request: () => ({ path: REFRESH }),
    answer: (id) => ({ status: 200, body: { id, subscription: { status: 'active', plan: 'standard' } } }),
  }),
  [`POST ${WEBHOOK}`]: {
    why: 'The payment provider’s signature of the body authenticates.',
    request: { path: WEBHOOK, body: {} },
    status: 400,
  },
};
