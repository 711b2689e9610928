import { NewFeed } from '../../src/features/calendar/calendar.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { owned, type Reach } from './reach.ts';

const path = '/api/calendar-feed';
const one = { make: madeFeed, otherLandlord: 'own', guarded: false } as const;

export async function madeFeed(owner: Pick<Landlord, 'post'>, tenants = true): Promise<NewFeed> {
  return (await owner.post(path, { tenants })).as(NewFeed);
}

export const CALENDAR: Reach = {
  [`GET ${path}`]: owned({
    ...one,
    request: () => ({ path }),
    answer: ({ since }) => ({ status: 200, body: { feed: { tenants: true, since } } }),
  }),
  [`POST ${path}`]: owned({
    ...one,
    request: () => ({ path, body: { tenants: false } }),
    answer: () => ({ status: 201, body: { tenants: false } }),
  }),
  [`PATCH ${path}`]: owned({
    ...one,
    request: () => ({ path, body: { tenants: false } }),
    answer: ({ since }) => ({ status: 200, body: { tenants: false, since } }),
    otherLandlord: 404,
  }),
  [`DELETE ${path}`]: owned({ ...one, request: () => ({ path }), answer: () => ({ status: 204 }) }),
  'GET /api/calendar/{file}': {
    why: 'The secret in the address authenticates.',
    request: { path: '/api/calendar/none.ics' },
    status: 404,
  },
};
