/** The outcomes of rows are tested in src/features/key/bulk.api.test.ts. */
import { randomUUID } from 'node:crypto';
import { type AuthorizationCases, type OwnedCase, ownedRoute } from './authorization-cases.ts';

const PATHS = [
  'agents',
  'bank-accounts',
  'deadlines/own',
  'documents',
  'inspection-templates',
  'inspections',
  'journeys',
  'licences',
  'loans',
  'occupiers',
  'owners',
  'properties',
  'repair-plans',
  'repairs',
  'requests',
  'saved-reports',
  'suppliers',
  'tenancies',
  'tenants',
  'transactions',
];

const ofMissing = (path: string): OwnedCase =>
  ownedRoute({
    make: async () => [{ change: {}, id: randomUUID(), version: 1 }],
    request: (rows) => ({ path, body: { rows } }),
    answer: () => ({ status: 200, body: { saved: 0, items: [{ id: null, version: null }] } }),
    otherLandlord: 'own',
    guarded: true,
  });

export const BULK: AuthorizationCases = Object.fromEntries(
  PATHS.map((path) => [`POST /api/bulk/${path}`, ofMissing(`/api/bulk/${path}`)]),
);
