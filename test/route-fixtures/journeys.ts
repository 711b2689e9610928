import { addedJourney } from '../fixtures/journeys.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const RATE = '/api/journeys/rate';

export const JOURNEYS: AuthorizationCases = {
  'GET /api/journeys/mileage': ownedRoute({
    make: (owner) => addedJourney(owner),
    request: () => ({ path: '/api/journeys/mileage?year=2026-27' }),
    answer: ({ pence }) => ({ status: 200, body: { journeys: 1, mileage: pence, rate: null } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'PUT /api/journeys/rate': ownedRoute({
    make: async () => undefined,
    request: () => ({ path: RATE, body: { rate: '45p' } }),
    answer: () => ({ status: 200, body: { rate: '45p' } }),
    otherLandlord: 'own',
    guarded: true,
  }),
};
