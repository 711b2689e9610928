import type { Landlord } from '../fixtures/landlords.ts';
import { owned, type Reach } from './reach.ts';

const path = '/api/sample';
const loaded = (owner: Pick<Landlord, 'post'>) => owner.post(path);

export const SAMPLE: Reach = {
  [`POST ${path}`]: owned({
    make: async () => undefined,
    request: () => ({ path }),
    answer: () => ({ status: 204 }),
    otherLandlord: 'own',
    guarded: true,
  }),
  [`GET ${path}`]: owned({
    make: loaded,
    request: () => ({ path }),
    answer: () => ({ status: 200, body: { stays: [] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  [`DELETE ${path}`]: owned({
    make: loaded,
    request: () => ({ path }),
    answer: () => ({ status: 204 }),
    otherLandlord: 'own',
    guarded: false,
  }),
};
