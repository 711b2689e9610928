import { addedOwnDeadline, deadlines } from '../fixtures/deadlines.ts';
import { addedProperty, type Landlord } from '../fixtures/landlords.ts';
import { type AuthorizationCases, ifMatch, ownedRoute } from './authorization-cases.ts';

const DAY = '2026-11-01';

async function ownDeadline(owner: Landlord) {
  await addedOwnDeadline(owner, { propertyId: (await addedProperty(owner)).id, day: DAY });
  const [due] = await deadlines(owner);
  return { id: due?.id ?? '' };
}

const done = { kind: 'done', until: DAY, day: DAY };

async function markedDeadline(owner: Landlord) {
  const made = await ownDeadline(owner);
  await owner.put(`/api/deadlines/${made.id}/mark`, done);
  return { ...made, version: 1 };
}

const settings = { steps: [30], delivery: 'digest' } as const;

export const DEADLINES: AuthorizationCases = {
  'GET /api/deadlines': ownedRoute({
    make: ownDeadline,
    request: () => ({ path: '/api/deadlines' }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id }], nextCursor: null, total: 1 } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'GET /api/deadlines/counts': ownedRoute({
    make: ownDeadline,
    request: () => ({ path: '/api/deadlines/counts' }),
    answer: () => ({ status: 200, body: { groups: { overdue: 1 }, homes: 1 } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'PUT /api/deadlines/{id}/mark': ownedRoute({
    make: ownDeadline,
    request: ({ id }) => ({ path: `/api/deadlines/${id}/mark`, body: done }),
    answer: ({ id }) => ({ status: 200, body: { id, group: 'aside' } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'POST /api/deadlines/marks': ownedRoute({
    make: ownDeadline,
    request: ({ id }) => ({ path: '/api/deadlines/marks', body: { ...done, rows: [{ id, day: DAY }] } }),
    answer: ({ id }) => ({ status: 200, body: { rows: [{ id }], skipped: 0 } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'DELETE /api/deadlines/{id}/mark': ownedRoute({
    make: markedDeadline,
    request: (made) => ({ path: `/api/deadlines/${made.id}/mark`, headers: ifMatch(made) }),
    answer: ({ id }) => ({ status: 200, body: { id, group: 'overdue' } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/deadlines/settings': ownedRoute({
    make: (owner) => owner.put('/api/deadlines/settings/own', settings),
    request: () => ({ path: '/api/deadlines/settings' }),
    answer: () => ({ status: 200, text: JSON.stringify({ kind: 'own', ...settings }) }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'PUT /api/deadlines/settings/{kind}': ownedRoute({
    make: async () => undefined,
    request: () => ({ path: '/api/deadlines/settings/gas', body: settings }),
    answer: () => ({ status: 200, text: JSON.stringify({ kind: 'gas', ...settings }) }),
    otherLandlord: 'own',
    guarded: true,
  }),
};
