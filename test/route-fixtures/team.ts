import { Invited, Team } from '../../src/features/team/team.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { landlord } from '../fixtures/landlords.ts';
import { newPerson } from '../fixtures/make.ts';
import { member } from '../fixtures/members.ts';
import { type AuthorizationCases, ifMatch, ownedRoute } from './authorization-cases.ts';

const PATH = '/api/team';
const own = { otherLandlord: 'own', guarded: false } as const;
const theirs = { otherLandlord: 404, guarded: false } as const;
const done = { status: 200, body: { done: true } };

const invitation = () => ({ emails: [newPerson().email], role: 'manager' });

async function invited(owner: Landlord) {
  (await owner.post(`${PATH}/invitations`, invitation())).as(Invited);
  return lastOf(owner);
}

async function lastOf(owner: Landlord) {
  const { people } = (await owner.get(PATH)).as(Team);
  const found = people.find(({ you }) => !you);
  if (!found) throw new Error('The other person is missing.');
  return found;
}

async function joined(owner: Landlord) {
  await member(owner, { role: 'bookkeeper' });
  return lastOf(owner);
}

async function paused(owner: Landlord) {
  const { id, version } = await joined(owner);
  await owner.send('POST', `${PATH}/${id}/pause`, { headers: ifMatch({ version }) });
  return lastOf(owner);
}

const BY_LINK = 'The token of an emailed link authenticates.';
const NO_TOKEN = { token: 'none' };

export const TEAM: AuthorizationCases = {
  'GET /api/team': ownedRoute({
    ...own,
    make: async ({ id }) => id,
    request: () => ({ path: PATH }),
    answer: (id) => ({ status: 200, body: { account: { id }, seats: { total: 5, used: 1 } } }),
  }),
  'PUT /api/team/name': ownedRoute({
    ...own,
    make: async ({ id }) => id,
    request: () => ({ path: `${PATH}/name`, body: { name: 'Whitlock Lets' } }),
    answer: (id) => ({ status: 200, body: { account: { id, name: 'Whitlock Lets', named: true } } }),
  }),
  'POST /api/team/invitations': ownedRoute({
    ...own,
    guarded: true,
    make: async () => invitation(),
    request: (body) => ({ path: `${PATH}/invitations`, body }),
    answer: ({ emails: [email] }) => ({ status: 200, body: { results: [{ email, invited: true, message: null }] } }),
  }),
  'PATCH /api/team/{id}': ownedRoute({
    ...theirs,
    guarded: true,
    make: invited,
    request: (one) => ({ path: `${PATH}/${one.id}`, headers: ifMatch(one), body: { role: 'bookkeeper' } }),
    answer: ({ id }) => ({ status: 200, body: { id, role: 'bookkeeper', state: 'invited' } }),
  }),
  'DELETE /api/team/{id}': ownedRoute({
    ...theirs,
    make: joined,
    request: (one) => ({ path: `${PATH}/${one.id}`, headers: ifMatch(one) }),
    answer: () => ({ status: 204 }),
  }),
  'POST /api/team/{id}/pause': ownedRoute({
    ...theirs,
    make: joined,
    request: (one) => ({ path: `${PATH}/${one.id}/pause`, headers: ifMatch(one) }),
    answer: ({ id }) => ({ status: 200, body: { id, state: 'paused' } }),
  }),
  'POST /api/team/{id}/resume': ownedRoute({
    ...theirs,
    guarded: true,
    make: paused,
    request: (one) => ({ path: `${PATH}/${one.id}/resume`, headers: ifMatch(one) }),
    answer: ({ id }) => ({ status: 200, body: { id, state: 'active' } }),
  }),
  'POST /api/team/leave': ownedRoute({
    otherLandlord: '409 last_owner',
    guarded: false,
    make: async () => undefined,
    request: () => ({ path: `${PATH}/leave` }),
    // The only owner cannot leave.
    answer: () => ({ status: 409, text: 'last_owner' }),
  }),
  'POST /api/join': ownedRoute({
    otherLandlord: '422 link_expired',
    guarded: false,
    make: async () => undefined,
    request: () => ({ path: '/api/join', body: NO_TOKEN }),
    answer: () => ({ status: 422, text: 'link_expired' }),
  }),
  'GET /api/accounts': ownedRoute({
    ...own,
    make: async ({ id }) => id,
    request: () => ({ path: '/api/accounts' }),
    answer: (id) => ({ status: 200, body: { accounts: [{ id, role: 'owner', current: true }], canStart: false } }),
  }),
  'POST /api/accounts': ownedRoute({
    otherLandlord: '422 invalid_input',
    guarded: false,
    make: async () => undefined,
    request: () => ({ path: '/api/accounts' }),
    answer: () => ({ status: 422, text: 'You already own an account' }),
  }),
  'POST /api/accounts/switch': ownedRoute({
    ...theirs,
    make: async ({ id }) => id,
    request: (id) => ({ path: '/api/accounts/switch', body: { id } }),
    answer: () => done,
  }),
  'POST /api/accounts/accept': ownedRoute({
    otherLandlord: '422 link_expired',
    guarded: false,
    make: async () => (await landlord()).id,
    request: (id) => ({ path: '/api/accounts/accept', body: { id } }),
    answer: () => ({ status: 422, text: 'link_expired' }),
  }),
  'POST /api/login/remove': ownedRoute({
    otherLandlord: '409 last_owner',
    guarded: false,
    make: async ({ password }) => ({ password }),
    request: (body) => ({ path: '/api/login/remove', body }),
    answer: () => ({ status: 409, text: 'last_owner' }),
  }),
  'GET /api/join': { why: BY_LINK, request: { path: '/api/join?token=none' }, status: 422 },
  'POST /api/join/sign-up': {
    why: BY_LINK,
    request: {
      path: '/api/join/sign-up',
      body: { ...NO_TOKEN, name: 'Ada Lovelace', password: 'four words none expects', acceptTerms: true },
    },
    status: 422,
  },
  'POST /api/join/decline': { why: BY_LINK, request: { path: '/api/join/decline', body: NO_TOKEN }, status: 200 },
  'POST /api/join/request': { why: BY_LINK, request: { path: '/api/join/request', body: NO_TOKEN }, status: 200 },
};
