import type { Landlord } from '../fixtures/landlords.ts';
import { supplierWithLink, tenantWithLink } from '../fixtures/repair-links.ts';
import { addedRepair } from '../fixtures/repairs.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const link = { make: (owner: Landlord) => tenantWithLink(owner), otherLandlord: 404, guarded: true } as const;

async function supplierLink(owner: Landlord) {
  const repair = await addedRepair(owner);
  return { repairId: repair.id, ...(await supplierWithLink(owner, repair)) };
}

export const REPAIR_LINKS: AuthorizationCases = {
  'POST /api/tenants/{id}/repair-link': ownedRoute({
    ...link,
    request: ({ tenantId }) => ({ path: `/api/tenants/${tenantId}/repair-link` }),
    answer: ({ path }) => ({ status: 200, text: path }),
  }),
  'POST /api/tenants/{id}/repair-link/revoke': ownedRoute({
    ...link,
    request: ({ tenantId }) => ({ path: `/api/tenants/${tenantId}/repair-link/revoke` }),
    answer: () => ({ status: 204 }),
  }),
  'POST /api/properties/{id}/repair-poster': ownedRoute({
    ...link,
    request: ({ propertyId }) => ({ path: `/api/properties/${propertyId}/repair-poster` }),
    answer: () => ({ status: 200, text: '/repair/' }),
  }),
  'GET /api/properties/{id}/repair-poster.pdf': ownedRoute({
    ...link,
    request: ({ propertyId }) => ({ path: `/api/properties/${propertyId}/repair-poster.pdf` }),
    answer: () => ({ status: 200, text: '%PDF' }),
  }),
  'POST /api/properties/{id}/repair-poster/revoke': ownedRoute({
    ...link,
    request: ({ propertyId }) => ({ path: `/api/properties/${propertyId}/repair-poster/revoke` }),
    answer: () => ({ status: 204 }),
  }),
  'POST /api/repairs/{id}/links/{supplierId}': ownedRoute({
    make: supplierLink,
    request: ({ repairId, supplierId }) => ({ path: `/api/repairs/${repairId}/links/${supplierId}` }),
    answer: ({ path }) => ({ status: 200, text: path }),
    otherLandlord: 404,
    guarded: true,
  }),
};
