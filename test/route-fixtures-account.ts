/** The lines of test/route-fixtures.ts for profile, settings, sessions, the download of my data and the end of an account. */
import { z } from 'zod';
import { Session } from '../src/features/account/account.ts';
import { type Landlord, signedInAgain } from './landlords.ts';
import { newPerson } from './make.ts';
import { owned, type Reach } from './ways.ts';

const own = { stranger: 'own', guarded: false } as const;
const done = { status: 200, body: { done: true } };

/** Another browser of the landlord's, as the list of sessions names it. */
async function otherSession(owner: Landlord): Promise<Session> {
  await signedInAgain(owner);
  const { items } = (await owner.get('/api/sessions')).as(z.object({ items: z.array(Session) }));
  const other = items.find(({ current }) => !current);
  if (!other) throw new Error('The other browser is not on the list.');
  return other;
}

export const ACCOUNT: Reach = {
  'PUT /api/profile': owned({
    ...own,
    make: async ({ id, email, password }) => ({ person: { id, email, newEmail: newPerson().email }, password }),
    request: ({ person: { newEmail }, password }) => ({
      path: '/api/profile',
      body: { name: 'Augusta King', email: newEmail, currentPassword: password },
    }),
    answer: ({ person }) => ({ status: 200, body: { ...person, name: 'Augusta King' } }),
  }),
  'POST /api/profile/password': owned({
    ...own,
    make: async ({ password }) => ({ currentPassword: password, newPassword: 'a new and better password' }),
    request: (body) => ({ path: '/api/profile/password', body }),
    answer: () => done,
  }),
  'PATCH /api/settings': owned({
    ...own,
    make: async ({ id }) => id,
    request: () => ({ path: '/api/settings', body: { darkMode: true } }),
    answer: (id) => ({ status: 200, body: { id, darkMode: true, emailNotifications: true } }),
  }),
  'GET /api/sessions': owned({
    ...own,
    make: otherSession,
    request: () => ({ path: '/api/sessions' }),
    answer: (other) => ({ status: 200, body: { items: [{ current: true }, other] } }),
  }),
  'POST /api/sessions/sign-out-others': owned({
    ...own,
    make: otherSession,
    request: () => ({ path: '/api/sessions/sign-out-others' }),
    answer: () => done,
  }),
  'DELETE /api/sessions/{id}': owned({
    make: otherSession,
    request: ({ id }) => ({ path: `/api/sessions/${id}` }),
    answer: () => ({ status: 204 }),
    stranger: 404,
    guarded: false,
  }),
  // That nothing of another's lies in the zip is seen where it is opened: src/features/account/my-data/my-data.server.test.ts.
  'GET /api/my-data': owned({
    ...own,
    make: async () => undefined,
    request: () => ({ path: '/api/my-data' }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/account/remove': owned({
    ...own,
    make: async ({ password }) => ({ password }),
    request: (body) => ({ path: '/api/account/remove', body }),
    answer: () => done,
  }),
  'POST /api/profile/confirm-email': {
    why: 'The token of the letter is the proof.',
    request: { path: '/api/profile/confirm-email', body: { token: 'none' } },
    status: 422,
  },
};
