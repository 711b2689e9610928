import { NewKey } from '../../src/features/key/key.ts';
import { newKey } from '../fixtures/keys.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const PATH = '/api/keys';

const made = async (owner: Landlord) => (await owner.post(PATH, newKey(owner))).as(NewKey).record;

export const KEYS: AuthorizationCases = {
  'GET /api/keys': ownedRoute({
    otherLandlord: 'own',
    guarded: false,
    make: made,
    request: () => ({ path: PATH }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id, name: 'Zapier' }] } }),
  }),
  'POST /api/keys': ownedRoute({
    otherLandlord: 'own',
    guarded: true,
    make: async (owner) => newKey(owner),
    request: (body) => ({ path: PATH, body }),
    answer: ({ name }) => ({ status: 201, body: { record: { name, revokedAt: null } } }),
  }),
  'POST /api/keys/{id}/revoke': ownedRoute({
    otherLandlord: 404,
    guarded: false,
    make: made,
    request: ({ id }) => ({ path: `${PATH}/${id}/revoke` }),
    answer: ({ id }) => ({ status: 200, body: { id } }),
  }),
};
