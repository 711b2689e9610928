import { NewFeed } from '../../src/features/calendar/calendar.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const path = '/api/calendar-feed';
const one = { make: madeFeed, otherLandlord: 'own', guarded: false } as const;

export async function madeFeed(owner: Pick<Landlord, 'post'>, tenants = true): Promise<NewFeed> {
  return (await owner.post(path, { tenants })).as(NewFeed);
}

export const CALENDAR: AuthorizationCases = {
  [`GET ${path}`]: ownedRoute({
    ...one,
    request: () => ({ path }),
    answer: ({ since }) => ({ status: 200, body: { feed: { tenants: true, since } } }),
  }),
  [`POST ${path}`]: ownedRoute({
    ...one,
    request: () => ({ path, body: { tenants: false } }),
    answer: () => ({ status: 201, body: { tenants: false } }),
  }),
  [`PATCH ${path}`]: ownedRoute({
    ...one,
    request: () => ({ path, body: { tenants: false } }),
    answer: ({ since }) => ({ status: 200, body: { tenants: false, since } }),
    otherLandlord: 404,
  }),
  [`DELETE ${path}`]: ownedRoute({ ...one, request: () => ({ path }), answer: () => ({ status: 204 }) }),
  'GET /api/calendar/{file}': {
    why: 'The secret in the address authenticates.',
    request: { path: '/api/calendar/none.ics' },
    status: 404,
  },
};
