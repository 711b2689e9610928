import { NO_FACTS } from '../../src/features/tax/facts.ts';
import { addedProperty, addedTransaction, type Landlord } from '../fixtures/landlords.ts';
import { addedOwner, setShares, sharesAt, sharesBody } from '../fixtures/owners.ts';
import { agentDayReview } from '../fixtures/tax.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const SUNDRIES = '/api/tax/categories/sundries';
const READS = { otherLandlord: 'own', guarded: false } as const;

const chosen = {
  ...READS,
  make: (owner: Landlord) => owner.put(SUNDRIES, { line: 'other' }),
  answer: () => ({ status: 200, text: '"category":"sundries","own":true,"line":"other"' }),
};

const shop = {
  make: async (owner: Landlord) => {
    const { id } = await addedProperty(owner);
    await owner.put(`/api/tax/lettings/${id}`, { residentialPercent: 0 });
    return id;
  },
  answer: (propertyId: string) => ({ status: 200, body: { items: [{ propertyId, residentialPercent: 0 }] } }),
};

const FACTS = { ...NO_FACTS, otherIncome: 60_000_00 };
const ESTIMATE = '/api/tax/2026-27/estimate';

const estimated = {
  ...READS,
  make: (owner: Landlord) => owner.put(ESTIMATE, FACTS),
  answer: () => ({ status: 200, body: { saved: true, facts: FACTS } }),
};

const PURCHASE = { price: 18_000_000, boughtOn: '2026-06-10', stampDuty: 0, legalFees: 180_000, otherCosts: 0 };
const bought = async (owner: Landlord) => {
  const { id } = await addedProperty(owner);
  await owner.put(`/api/tax/capital/${id}`, PURCHASE);
  return id;
};

const toReview = async (owner: Landlord) => {
  const fee = await addedTransaction(owner, { category: 'agent fees', date: '2026-04-06' });
  await agentDayReview(owner, fee.id, '2026-03-28');
  return fee;
};

const repair = { ...READS, make: (owner: Landlord) => addedTransaction(owner) };

const owned = {
  make: async (owner: Landlord) => {
    const [ada, { id }] = [await addedOwner(owner), await addedProperty(owner)];
    await setShares(owner, { property: id }, { [ada]: '100' });
    return { ada, id };
  },
  answer: ({ id }: { id: string }) => ({ status: 200, body: { items: [{ propertyId: id, from: '2025-04-06' }] } }),
};

const OWNERS: AuthorizationCases = {
  'GET /api/owners/shares': ownedRoute({ ...READS, ...owned, request: () => ({ path: '/api/owners/shares' }) }),
  'PUT /api/owners/shares/{property}/{from}': ownedRoute({
    ...owned,
    request: ({ ada, id }) => ({ path: sharesAt(id), body: sharesBody({ [ada]: '1/1' }) }),
    otherLandlord: 404,
    guarded: true,
  }),
  'DELETE /api/owners/shares/{property}/{from}': ownedRoute({
    ...owned,
    request: ({ id }) => ({ path: sharesAt(id) }),
    answer: () => ({ status: 200, body: { items: [] } }),
    otherLandlord: 404,
    guarded: true,
  }),
};

export const TAX: AuthorizationCases = {
  ...OWNERS,
  'GET /api/tax/categories': ownedRoute({ ...chosen, request: () => ({ path: '/api/tax/categories' }) }),
  'PUT /api/tax/categories/{category}': ownedRoute({
    ...chosen,
    make: async () => ({}),
    request: () => ({ path: SUNDRIES, body: { line: 'other' } }),
    guarded: true,
  }),
  'GET /api/tax/lettings': ownedRoute({ ...READS, ...shop, request: () => ({ path: '/api/tax/lettings' }) }),
  'PUT /api/tax/lettings/{id}': ownedRoute({
    ...shop,
    make: async (owner) => (await addedProperty(owner)).id,
    request: (id) => ({ path: `/api/tax/lettings/${id}`, body: { residentialPercent: 0 } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/tax/{year}/year-end': ownedRoute({
    ...repair,
    make: (owner) => addedTransaction(owner, { category: 'domestic items', description: 'Sofa bed' }),
    request: () => ({ path: '/api/tax/2026-27/year-end' }),
    answer: () => ({ status: 200, body: { domesticItems: { pence: 12_049 } } }),
  }),
  'GET /api/tax/{year}/bundle': ownedRoute({
    ...repair,
    request: () => ({ path: '/api/tax/2026-27/bundle' }),
    answer: () => ({ status: 200, text: 'ledger.csv' }),
  }),
  'PUT /api/tax/domestic-items/{id}': ownedRoute({
    make: (owner) => addedTransaction(owner, { category: 'domestic items' }),
    request: ({ id }) => ({
      path: `/api/tax/domestic-items/${id}`,
      body: { kind: 'replacement', equivalent: 10_000, incidental: 0, proceeds: 0 },
    }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/tax/capital': ownedRoute({
    ...READS,
    make: bought,
    request: () => ({ path: '/api/tax/capital' }),
    answer: (id) => ({ status: 200, body: { items: [{ propertyId: id, total: 18_180_000 }] } }),
  }),
  'GET /api/tax/capital/export': ownedRoute({
    ...READS,
    make: bought,
    request: () => ({ path: '/api/tax/capital/export' }),
    answer: () => ({ status: 200, text: 'Legal fees,1800.00' }),
  }),
  'PUT /api/tax/capital/{id}': ownedRoute({
    make: async (owner) => (await addedProperty(owner)).id,
    request: (id) => ({ path: `/api/tax/capital/${id}`, body: PURCHASE }),
    answer: (id) => ({ status: 200, body: { items: [{ propertyId: id }] } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/tax/agent-days': ownedRoute({
    ...READS,
    make: toReview,
    request: () => ({ path: '/api/tax/agent-days' }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id, receivedOn: '2026-03-28' }], total: 1 } }),
  }),
  'POST /api/tax/agent-days': ownedRoute({
    make: toReview,
    request: ({ id }) => ({ path: '/api/tax/agent-days', body: { days: [{ id, day: '2026-03-28' }] } }),
    answer: () => ({ status: 200, body: { items: [], total: 0 } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/tax/{year}': ownedRoute({
    ...repair,
    request: () => ({ path: '/api/tax/2026-27' }),
    answer: () => ({ status: 200, body: { expenses: 12_049, waiting: { rows: 0, pence: 0 } } }),
  }),
  'GET /api/tax/{year}/estimate': ownedRoute({ ...estimated, request: () => ({ path: ESTIMATE }) }),
  'PUT /api/tax/{year}/estimate': ownedRoute({
    ...estimated,
    make: async () => ({}),
    request: () => ({ path: ESTIMATE, body: FACTS }),
    guarded: true,
  }),
  'GET /api/tax/{year}/export': ownedRoute({
    ...repair,
    request: () => ({ path: '/api/tax/2026-27/export' }),
    answer: () => ({ status: 200, text: '25,Repairs and maintenance,expenses.repairsAndMaintenance,120.49,1' }),
  }),
  'GET /api/tax/{year}/rows': ownedRoute({
    ...repair,
    request: () => ({ path: '/api/tax/2026-27/rows?line=repairs' }),
    answer: (row) => ({
      status: 200,
      body: { items: [{ ...row, residentialPercent: 100, share: null }], nextCursor: null },
    }),
  }),
};
