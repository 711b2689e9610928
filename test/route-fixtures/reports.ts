import { addedProperty, addedTransaction, type Landlord } from '../fixtures/landlords.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const READS = { otherLandlord: 404, guarded: false } as const;
const DAYS = 'from=2026-04-06&to=2027-04-05';

const home = {
  ...READS,
  make: async (owner: Landlord) => {
    const { id } = await addedProperty(owner, { address: '2 Mill Lane' });
    await addedTransaction(owner, { propertyId: id, date: '2026-05-01', amount: 12_049 });
    return id;
  },
};

export const REPORTS: AuthorizationCases = {
  'PUT /api/property-values/{id}': ownedRoute({
    make: async (owner: Landlord) => (await addedProperty(owner)).id,
    request: (id) => ({ path: `/api/property-values/${id}`, body: { value: 20_000_000 } }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/reports/{name}': ownedRoute({
    ...home,
    request: (id) => ({ path: `/api/reports/profit-and-loss?${DAYS}&property=${id}` }),
    answer: () => ({ status: 200, body: { totals: ['1 property', 0, -12_049, -12_049] } }),
  }),
  'GET /api/reports/rows': ownedRoute({
    ...home,
    otherLandlord: 'own',
    request: () => ({ path: `/api/reports/rows?${DAYS}&category=maintenance` }),
    answer: (propertyId) => ({ status: 200, body: { items: [{ propertyId, share: null }], nextCursor: null } }),
  }),
  'GET /api/reports/{name}/file': ownedRoute({
    ...home,
    request: (id) => ({ path: `/api/reports/profit-and-loss/file?${DAYS}&format=csv&property=${id}` }),
    answer: () => ({ status: 200, text: '2 Mill Lane' }),
  }),
};
