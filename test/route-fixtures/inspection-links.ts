import { inspectionOf, linkPath, sharedInspection } from '../fixtures/inspection-links.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { addedTenancy } from '../fixtures/tenancies.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const link = { make: (owner: Landlord) => sharedInspection(owner), otherLandlord: 404, guarded: true } as const;
const read = { ...link, guarded: false } as const;

const plannedVisit = async (owner: Landlord) =>
  inspectionOf(owner, await addedTenancy(owner), { kind: 'routine', startsAt: '2199-01-02T09:00:00.000Z' });

export const INSPECTION_LINKS: AuthorizationCases = {
  'GET /api/inspections/{id}/report.pdf': ownedRoute({
    ...read,
    request: ({ inspection }) => ({ path: `/api/inspections/${inspection.id}/report.pdf` }),
    answer: () => ({ status: 200, text: '%PDF' }),
  }),
  'POST /api/inspections/{id}/notice': ownedRoute({
    make: plannedVisit,
    request: ({ id }) => ({ path: `/api/inspections/${id}/notice` }),
    answer: ({ id }) => ({ status: 200, body: { id, byHand: [] } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/inspections/{id}/links': ownedRoute({
    ...read,
    request: ({ inspection }) => ({ path: `/api/inspections/${inspection.id}/links` }),
    answer: ({ tenantId }) => ({ status: 200, body: { items: [{ tenantId }] } }),
  }),
  'POST /api/inspections/{id}/links/{tenantId}': ownedRoute({
    ...link,
    request: ({ inspection, tenantId }) => ({ path: linkPath(inspection, tenantId) }),
    answer: ({ path }) => ({ status: 200, text: path }),
  }),
  'POST /api/inspections/{id}/links/{tenantId}/revoke': ownedRoute({
    ...link,
    request: ({ inspection, tenantId }) => ({ path: `${linkPath(inspection, tenantId)}/revoke` }),
    answer: () => ({ status: 204 }),
  }),
};
