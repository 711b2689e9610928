import { z } from 'zod';
import { Session } from '../../src/features/account/account.ts';
import { Passkey } from '../../src/features/account/passkey/passkey.ts';
import { NewSecondFactor } from '../../src/features/account/second-factor/second-factor.ts';
import { withSecondFactor } from '../fixtures/account.ts';
import { type Landlord, landlord, signedInAgain } from '../fixtures/landlords.ts';
import { newPerson } from '../fixtures/make.ts';
import { authenticator, optionsFrom, withPasskey } from '../fixtures/passkeys.ts';
import { checked, download, RESTORES, runPath } from '../fixtures/restores.ts';
import { codeOf } from '../fixtures/second-factor.ts';
import { server } from '../servers/server.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const ZIP = { 'content-type': 'application/zip' };
const checkedDownload = async (owner: Landlord) => checked(owner, await download(await landlord()));

const own = { otherLandlord: 'own', guarded: false } as const;
const done = { status: 200, body: { done: true } };

async function otherSession(owner: Landlord): Promise<Session> {
  await signedInAgain(owner);
  const { items } = (await owner.get('/api/sessions')).as(z.object({ items: z.array(Session) }));
  const other = items.find(({ current }) => !current);
  if (!other) throw new Error('The other session is missing.');
  return other;
}

async function withPassword(owner: Landlord): Promise<{ password: string }> {
  await withSecondFactor(owner);
  return { password: owner.password };
}

/** A route without preconditions that returns `status` to the landlord for this body. */
const plain = (path: string, body?: object, answer: { status: number; body?: object } = done) =>
  ownedRoute({
    ...own,
    make: async () => undefined,
    request: () => ({ path, ...(body && { body }) }),
    answer: () => answer,
  });

export const ACCOUNT: AuthorizationCases = {
  'PUT /api/profile': ownedRoute({
    ...own,
    make: async ({ personId: id, email, password }) => ({
      person: { id, email, newEmail: newPerson().email },
      password,
    }),
    request: ({ person: { newEmail }, password }) => ({
      path: '/api/profile',
      body: { name: 'Augusta King', email: newEmail, currentPassword: password },
    }),
    answer: ({ person }) => ({ status: 200, body: { ...person, name: 'Augusta King' } }),
  }),
  'POST /api/profile/password': ownedRoute({
    ...own,
    make: async ({ password }) => ({ currentPassword: password, newPassword: 'a new and better password' }),
    request: (body) => ({ path: '/api/profile/password', body }),
    answer: () => done,
  }),
  'PATCH /api/settings': ownedRoute({
    ...own,
    make: async ({ personId }) => personId,
    request: () => ({ path: '/api/settings', body: { darkMode: true } }),
    answer: (id) => ({ status: 200, body: { id, darkMode: true, emailNotifications: true } }),
  }),
  'GET /api/sessions': ownedRoute({
    ...own,
    make: otherSession,
    request: () => ({ path: '/api/sessions' }),
    answer: (other) => ({ status: 200, body: { items: [{ current: true }, other] } }),
  }),
  'POST /api/sessions/sign-out-others': ownedRoute({
    ...own,
    make: otherSession,
    request: () => ({ path: '/api/sessions/sign-out-others' }),
    answer: () => done,
  }),
  'DELETE /api/sessions/{id}': ownedRoute({
    make: otherSession,
    request: ({ id }) => ({ path: `/api/sessions/${id}` }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: false,
  }),
  // Contents are tested in src/features/profile/my-data/my-data.server.test.ts.
  'GET /api/my-data': plain('/api/my-data', undefined, { status: 200 }),
  [`POST ${RESTORES}`]: ownedRoute({
    ...own,
    guarded: true,
    make: async () => download(await landlord()),
    request: (body) => ({ path: RESTORES, body, headers: ZIP }),
    answer: () => ({ status: 200, text: '"state":"checked"' }),
  }),
  [`GET ${RESTORES}`]: ownedRoute({
    ...own,
    make: checkedDownload,
    request: () => ({ path: RESTORES }),
    answer: (restore) => ({ status: 200, body: { obstacle: null, restore } }),
  }),
  [`POST ${RESTORES}/{id}/run`]: ownedRoute({
    make: checkedDownload,
    request: (restore) => ({ path: runPath(restore), body: {} }),
    answer: () => ({ status: 200, text: '"state":"restored"' }),
    otherLandlord: 404,
    guarded: true,
  }),
  [`DELETE ${RESTORES}/{id}`]: ownedRoute({
    make: checkedDownload,
    request: ({ id }) => ({ path: `${RESTORES}/${id}` }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: false,
  }),
  // Contents are tested in src/server/live/live.server.test.ts.
  'GET /api/events': plain('/api/events', undefined, { status: 200 }),
  'POST /api/account/remove': ownedRoute({
    ...own,
    make: async ({ password }) => ({ password }),
    request: (body) => ({ path: '/api/account/remove', body }),
    answer: () => done,
  }),
  'POST /api/second-factor/begin': ownedRoute({
    ...own,
    make: async ({ password }) => ({ password }),
    request: (body) => ({ path: '/api/second-factor/begin', body }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/second-factor/confirm': ownedRoute({
    ...own,
    otherLandlord: 422,
    make: async (owner) => {
      const begun = await owner.post('/api/second-factor/begin', { password: owner.password });
      return { code: codeOf(begun.as(NewSecondFactor).key) };
    },
    request: (body) => ({ path: '/api/second-factor/confirm', body }),
    answer: () => done,
  }),
  'POST /api/second-factor/recovery-codes': ownedRoute({
    ...own,
    otherLandlord: 422,
    make: withPassword,
    request: (body) => ({ path: '/api/second-factor/recovery-codes', body }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/second-factor/end': ownedRoute({
    ...own,
    make: withPassword,
    request: (body) => ({ path: '/api/second-factor/end', body }),
    answer: () => done,
  }),
  'POST /api/second-factor/prove': ownedRoute({
    ...own,
    otherLandlord: 422,
    make: async (owner) => ({ code: codeOf((await withSecondFactor(owner)).key) }),
    request: (body) => ({ path: '/api/second-factor/prove', body }),
    answer: () => done,
  }),
  'GET /api/passkeys': ownedRoute({
    ...own,
    make: async (owner) => ({ id: await withPasskey(owner, server.services.appUrl) }),
    request: () => ({ path: '/api/passkeys' }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/passkeys/begin': ownedRoute({
    ...own,
    make: async ({ password }) => ({ password }),
    request: (body) => ({ path: '/api/passkeys/begin', body }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/passkeys': ownedRoute({
    ...own,
    otherLandlord: 422,
    make: async (owner) => {
      const options = await optionsFrom(owner, '/api/passkeys/begin', { password: owner.password });
      return { name: 'My phone', passkey: authenticator(server.services.appUrl).make(options) };
    },
    request: (body) => ({ path: '/api/passkeys', body }),
    answer: () => ({ ...done, status: 201 }),
  }),
  'POST /api/passkeys/{id}/remove': ownedRoute({
    ...own,
    otherLandlord: 404,
    make: async (owner) => {
      await withPasskey(owner, server.services.appUrl);
      const { items } = (await owner.get('/api/passkeys')).as(z.object({ items: z.array(Passkey) }));
      return { id: items[0]?.id ?? '', password: owner.password };
    },
    request: ({ id, password }) => ({ path: `/api/passkeys/${id}/remove`, body: { password } }),
    answer: () => done,
  }),
  'POST /api/passkeys/prove/begin': plain('/api/passkeys/prove/begin', undefined, { status: 200 }),
  'POST /api/passkeys/prove': ownedRoute({
    ...own,
    otherLandlord: 422,
    make: async (owner) => {
      const phone = await withPasskey(owner, server.services.appUrl);
      return { passkey: phone.use(await optionsFrom(owner, '/api/passkeys/prove/begin')) };
    },
    request: (body) => ({ path: '/api/passkeys/prove', body }),
    answer: () => done,
  }),
  'GET /api/auth/get-session': ownedRoute({
    ...own,
    make: async ({ personId: id, email }) => ({ id, email }),
    request: () => ({ path: '/api/auth/get-session' }),
    answer: (person) => ({ status: 200, body: person }),
    visitor: 'served',
  }),
  'POST /api/auth/send-verification-email': plain('/api/auth/send-verification-email'),
};

const EMAILED = 'The token in the email authenticates.';
const HEALTH = 'For load balancers; contains no personal data.';

const PUBLIC_ROUTES = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: '', authenticatorData: '', signature: '' },
};

export const OPEN: AuthorizationCases = {
  'POST /api/profile/confirm-email': {
    why: EMAILED,
    request: { path: '/api/profile/confirm-email', body: { token: 'none' } },
    status: 422,
  },
  'POST /api/auth/sign-up/email': {
    why: 'Signs up a landlord.',
    request: { path: '/api/auth/sign-up/email', body: newPerson() },
    status: 201,
  },
  'POST /api/auth/sign-in/email': {
    why: 'The password authenticates.',
    request: { path: '/api/auth/sign-in/email', body: { email: 'nobody@tenure.example', password: 'not a password' } },
    status: 401,
  },
  'POST /api/auth/sign-in/code': {
    why: 'The earlier password and the code authenticate.',
    request: { path: '/api/auth/sign-in/code', body: { code: '000000' } },
    status: 401,
  },
  'POST /api/auth/passkey/begin': {
    why: 'A passkey challenge without personal data.',
    request: { path: '/api/auth/passkey/begin' },
    status: 200,
  },
  'POST /api/auth/passkey/sign-in': {
    why: 'The passkey authenticates.',
    request: { path: '/api/auth/passkey/sign-in', body: { passkey: PUBLIC_ROUTES } },
    status: 422,
  },
  'POST /api/auth/sign-out': {
    why: 'Ends only the session of the request’s cookie.',
    request: { path: '/api/auth/sign-out' },
    status: 200,
  },
  'POST /api/auth/request-password-reset': {
    why: 'For visitors without a password; the response reveals nothing.',
    request: { path: '/api/auth/request-password-reset', body: { email: 'nobody@tenure.example' } },
    status: 200,
  },
  'POST /api/auth/reset-password': {
    why: EMAILED,
    request: { path: '/api/auth/reset-password', body: { token: 'none', newPassword: 'a new password' } },
    status: 422,
  },
  'POST /api/auth/verify-email': {
    why: EMAILED,
    request: { path: '/api/auth/verify-email', body: { token: 'none' } },
    status: 422,
  },
  'POST /api/contact': {
    why: 'Sends a message to the operator; it cannot be read here.',
    request: {
      path: '/api/contact',
      body: { name: 'Vera Visitor', email: 'vera@visitor.example', message: 'Do you take on letting agents?' },
    },
    status: 201,
  },
  'GET /healthz': { why: HEALTH, request: { path: '/healthz' }, status: 200 },
  'GET /readyz': { why: HEALTH, request: { path: '/readyz' }, status: 200 },
};

/** Routes without an API description, with the reason why they are open. */
export const UNDESCRIBED_ROUTES: Record<string, string> = {
  'GET /api/openapi.json': 'The API’s description.',
  'GET /api/docs': 'The API’s documentation.',
  'GET /outbox': 'Local requests only.',
  'GET /outbox/examples': 'Local requests only, with fictitious content.',
  'GET /outbox/:id': 'Local requests only.',
  'GET /outbox/:id/:index': 'Local requests only.',
  'GET /papers/:token': 'Proven by the hash of the token, tested in src/features/guest-link.',
  'GET /papers/:token/:paper': 'Proven by the hash of the token, tested in src/features/guest-link.',
  'POST /papers/:token': 'Proven by the hash of the token, tested in src/features/guest-link.',
  'GET /repair/:token': 'Proven by the hash of the token, tested in src/features/repair-link.',
  'POST /repair/:token': 'Proven by the hash of the token, tested in src/features/repair-link.',
  'GET /repair/:token/files/:event': 'Proven by the hash of the token, tested in src/features/repair-link.',
  'POST /repair/:token/files': 'Proven by the hash of the token, tested in src/features/repair-link.',
  'GET /repair/:token/sent': 'Proven by the hash of the token, tested in src/features/repair-link.',
  'GET /repair/:token/:number': 'Proven by the hash of the token, tested in src/features/repair-link.',
  'POST /repair/:token/:number': 'Proven by the hash of the token, tested in src/features/repair-link.',
  'GET /inspection/:token': 'Proven by the hash of the token, tested in src/features/inspection-link.',
  'POST /inspection/:token': 'Proven by the hash of the token, tested in src/features/inspection-link.',
  'GET /inspection/:token/photos/:photo': 'Proven by the hash of the token, tested in src/features/inspection-link.',
  'GET /inspection/:token/report.pdf': 'Proven by the hash of the token, tested in src/features/inspection-link.',
  'GET /.well-known/security.txt': 'How to report a vulnerability; only with CONTACT_EMAIL.',
  'GET /security': 'How to report a vulnerability; only with CONTACT_EMAIL.',
  'POST /dev/time': 'Local requests only, with CLOCK=movable.',
  'ALL /sandbox/bank/*': 'Pages of a fictitious bank, only with sandboxes; consents have unguessable ids.',
  'ALL /sandbox/bank/api/v2/*': 'A fictitious GoCardless, only with sandboxes; requires this server’s token.',
  'ALL /sandbox/hmrc/*':
    'Pages of a fictitious tax authority, only with sandboxes; they need a callback of this server, or a business id.',
  'ALL /sandbox/hmrc/api/*': 'A fictitious HMRC, only with sandboxes; requires this server’s keys or a token.',
  'ALL /sandbox/payments/*': 'Pages of a fictitious checkout, only with sandboxes; checkouts have unguessable ids.',
  'ALL /sandbox/payments/api/*': 'A fictitious Stripe, only with sandboxes; requires this server’s key.',
  'GET /': 'A public page.',
  'GET /terms': 'A public page.',
  'GET /privacy': 'A public page.',
  'GET /contact': 'Links to the contact form.',
  'GET /dashboard/finance/match': 'Redirects to the list of bank rows.',
  'POST /contact': 'The contact form without scripts, with the limits of POST /api/contact.',
  'GET /login': 'The sign-in form; redirects signed-in users.',
  'GET /signup': 'The sign-up form; redirects signed-in users.',
  'GET /forgot-password': 'A form that requests an email.',
  'GET /reset-password': 'A form for a new password, with a token from an email.',
  'GET /trial-expired': 'A page for after the trial, without personal data.',
  'GET /login-code': 'The form for the code after the password.',
  'POST /login-code': 'The form without scripts, with the limits of POST /api/auth/sign-in/code.',
  'POST /login': 'The form without scripts, with the limits of POST /api/auth/sign-in/email.',
  'POST /signup': 'The form without scripts, with the limits of POST /api/auth/sign-up/email.',
  'POST /forgot-password': 'The form without scripts, with the limits of POST /api/auth/request-password-reset.',
  'POST /reset-password': 'The form without scripts, with the limits of POST /api/auth/reset-password.',
  'POST /sign-out': 'The button without scripts; ends the session, like POST /api/auth/sign-out.',
  'GET /unsubscribe': 'A button to unsubscribe, with a token from an email; changes nothing.',
  'POST /unsubscribe': 'Unsubscribes the landlord in a token signed by this server.',
  'GET /offline': 'An offline page without personal data.',
  'GET *': 'The app’s shell, without personal data.',
  'HEAD *': 'The app’s shell, without personal data.',
  'ALL *': 'Middleware for every request.',
  'ALL /api/*': 'Middleware for every request, and the 404 response.',
};
