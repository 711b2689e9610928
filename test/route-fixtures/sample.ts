import type { Landlord } from '../fixtures/landlords.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const path = '/api/sample';
const loaded = (owner: Pick<Landlord, 'post'>) => owner.post(path);

export const SAMPLE: AuthorizationCases = {
  [`POST ${path}`]: ownedRoute({
    make: async () => undefined,
    request: () => ({ path }),
    answer: () => ({ status: 204 }),
    otherLandlord: 'own',
    guarded: true,
  }),
  [`DELETE ${path}`]: ownedRoute({
    make: loaded,
    request: () => ({ path }),
    answer: () => ({ status: 204 }),
    otherLandlord: 'own',
    guarded: false,
  }),
};
