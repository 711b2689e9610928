/** The lines of test/route-fixtures.ts for tenants. */
import { Tenant } from '../src/features/tenant/tenant.ts';
import { addedProperty, addedTenant, type Landlord } from './landlords.ts';
import { newTenant } from './make.ts';
import { ifMatch, owned, type Reach } from './ways.ts';

const onTenant = {
  make: (owner: Landlord) => addedTenant(owner),
  stranger: 404,
  guarded: true,
} as const;

export const TENANTS: Reach = {
  'GET /api/tenants': owned({
    make: async (owner) => [Tenant.parse(await addedTenant(owner))],
    request: () => ({ path: '/api/tenants' }),
    answer: (items) => ({ status: 200, body: { items, nextCursor: null, total: 1 } }),
    stranger: 'own',
    guarded: true,
  }),
  'POST /api/tenants': owned({
    make: async (owner) => newTenant({ propertyId: (await addedProperty(owner)).id }),
    request: (body) => ({ path: '/api/tenants', body }),
    answer: (body) => ({ status: 201, body }),
    stranger: 422,
    guarded: true,
  }),
  'GET /api/tenants/{id}': owned({
    ...onTenant,
    request: ({ id }) => ({ path: `/api/tenants/${id}` }),
    answer: (tenant) => ({ status: 200, body: tenant }),
  }),
  'PUT /api/tenants/{id}': owned({
    ...onTenant,
    request: (tenant) => ({
      path: `/api/tenants/${tenant.id}`,
      headers: ifMatch(tenant),
      body: newTenant({ propertyId: tenant.propertyId ?? '', name: 'Grace Murray' }),
    }),
    answer: ({ id, propertyId }) => ({ status: 200, body: { id, name: 'Grace Murray', propertyId, version: 2 } }),
  }),
  'PATCH /api/tenants/{id}': owned({
    ...onTenant,
    request: (tenant) => ({
      path: `/api/tenants/${tenant.id}`,
      headers: ifMatch(tenant),
      body: { movedOut: '2026-06-30' },
    }),
    answer: (tenant) => ({ status: 200, body: { ...tenant, movedOut: '2026-06-30', version: 2 } }),
  }),
  'DELETE /api/tenants/{id}': owned({
    ...onTenant,
    request: (tenant) => ({ path: `/api/tenants/${tenant.id}`, headers: ifMatch(tenant) }),
    answer: () => ({ status: 204 }),
  }),
};
