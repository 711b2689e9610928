import type { Landlord } from '../fixtures/landlords.ts';
import { byEmail, served, tenancyWithPaper } from '../fixtures/papers.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

async function givenPaper(owner: Landlord) {
  const { tenancy, input } = await tenancyWithPaper(owner);
  const { id } = await served(owner, input);
  return { id, tenancy };
}

async function emailedPaper(owner: Landlord) {
  const { tenancy, paper } = await tenancyWithPaper(owner);
  const { items } = await served(owner, byEmail(tenancy, paper, 'grace@tenants.example'));
  return { linkId: items[0]?.linkId ?? '', tenancy };
}

const read = { otherLandlord: 'own', guarded: false } as const;
const link = { make: emailedPaper, otherLandlord: 404, guarded: true } as const;

export const SERVED: AuthorizationCases = {
  'GET /api/served': ownedRoute({
    ...read,
    make: givenPaper,
    request: () => ({ path: '/api/served' }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id }] } }),
  }),
  'POST /api/served': ownedRoute({
    make: tenancyWithPaper,
    request: ({ input }) => ({ path: '/api/served', body: input }),
    answer: ({ paper }) => ({ status: 201, body: { items: [{ documentId: paper.documentId }] } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'POST /api/served/{id}/strike': ownedRoute({
    make: givenPaper,
    request: ({ id }) => ({ path: `/api/served/${id}/strike`, body: { reason: 'Wrong person' } }),
    answer: ({ id }) => ({ status: 200, body: { id, struckReason: 'Wrong person' } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/served/papers': ownedRoute({
    make: givenPaper,
    request: ({ tenancy }) => ({ path: `/api/served/papers?tenancyId=${tenancy.id}` }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ served: [{ id }] }] } }),
    otherLandlord: 404,
    guarded: false,
  }),
  'GET /api/served/missing': ownedRoute({
    ...read,
    make: tenancyWithPaper,
    request: () => ({ path: '/api/served/missing' }),
    answer: ({ tenancy }) => ({ status: 200, body: { papers: 1, homes: [{ tenancyId: tenancy.id }] } }),
  }),
  'GET /api/served/bundle': ownedRoute({
    make: givenPaper,
    request: ({ tenancy }) => ({ path: `/api/served/bundle?tenancyId=${tenancy.id}&types=gas` }),
    answer: () => ({ status: 200, text: 'Index.pdf' }),
    otherLandlord: 404,
    guarded: false,
  }),
  'PUT /api/served/bundle': ownedRoute({
    make: tenancyWithPaper,
    request: ({ tenancy }) => ({
      path: '/api/served/bundle',
      body: { tenancyId: tenancy.id, askedOn: '2026-11-20' },
    }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/links': ownedRoute({
    ...read,
    make: emailedPaper,
    request: () => ({ path: '/api/links' }),
    answer: ({ linkId }) => ({ status: 200, body: { items: [{ id: linkId }] } }),
  }),
  'POST /api/links': ownedRoute({
    make: givenPaper,
    request: ({ id }) => ({ path: '/api/links', body: { servedIds: [id] } }),
    answer: () => ({ status: 201, body: { papers: 1 } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'POST /api/links/{id}/copy': ownedRoute({
    ...link,
    request: ({ linkId }) => ({ path: `/api/links/${linkId}/copy` }),
    answer: () => ({ status: 200, text: '/papers/' }),
  }),
  'POST /api/links/{id}/send': ownedRoute({
    ...link,
    request: ({ linkId }) => ({ path: `/api/links/${linkId}/send` }),
    answer: ({ linkId }) => ({ status: 200, body: { id: linkId } }),
  }),
  'POST /api/links/{id}/revoke': ownedRoute({
    ...link,
    request: ({ linkId }) => ({ path: `/api/links/${linkId}/revoke` }),
    answer: ({ linkId }) => ({ status: 200, body: { id: linkId } }),
  }),
};
