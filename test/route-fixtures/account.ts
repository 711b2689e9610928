/** Route fixtures of sign-in, profile, sessions and account, and of what is open to everybody. */
import { z } from 'zod';
import { Session } from '../../src/features/account/account.ts';
import { Passkey } from '../../src/features/account/passkey/passkey.ts';
import { NewSecondFactor } from '../../src/features/account/second-factor/second-factor.ts';
import { withSecondFactor } from '../fixtures/account.ts';
import { type Landlord, signedInAgain } from '../fixtures/landlords.ts';
import { newPerson } from '../fixtures/make.ts';
import { authenticator, optionsFrom, withPasskey } from '../fixtures/passkeys.ts';
import { codeOf } from '../fixtures/second-factor.ts';
import { server } from '../servers/server.ts';
import { owned, type Reach } from './reach.ts';

const own = { otherLandlord: 'own', guarded: false } as const;
const done = { status: 200, body: { done: true } };

/** Another browser of the landlord's, as the list of sessions names it. */
async function otherSession(owner: Landlord): Promise<Session> {
  await signedInAgain(owner);
  const { items } = (await owner.get('/api/sessions')).as(z.object({ items: z.array(Session) }));
  const other = items.find(({ current }) => !current);
  if (!other) throw new Error('The other browser is not on the list.');
  return other;
}

async function withPassword(owner: Landlord): Promise<{ password: string }> {
  await withSecondFactor(owner);
  return { password: owner.password };
}

/** A route that answers the landlord `status` for this body, and makes nothing before. */
const plain = (path: string, body?: object, answer: { status: number; body?: object } = done) =>
  owned({
    ...own,
    make: async () => undefined,
    request: () => ({ path, ...(body && { body }) }),
    answer: () => answer,
  });

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
    otherLandlord: 404,
    guarded: false,
  }),
  // That nothing of another's lies in the zip is seen where it is opened: src/features/account/my-data/my-data.server.test.ts.
  'GET /api/my-data': plain('/api/my-data', undefined, { status: 200 }),
  // That nothing of another's is told on it is seen where it is listened to: src/server/live/live.server.test.ts.
  'GET /api/events': plain('/api/events', undefined, { status: 200 }),
  'POST /api/account/remove': owned({
    ...own,
    make: async ({ password }) => ({ password }),
    request: (body) => ({ path: '/api/account/remove', body }),
    answer: () => done,
  }),
  'POST /api/second-factor/begin': owned({
    ...own,
    make: async ({ password }) => ({ password }),
    request: (body) => ({ path: '/api/second-factor/begin', body }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/second-factor/confirm': owned({
    ...own,
    otherLandlord: 422,
    make: async (owner) => {
      const begun = await owner.post('/api/second-factor/begin', { password: owner.password });
      return { code: codeOf(begun.as(NewSecondFactor).key) };
    },
    request: (body) => ({ path: '/api/second-factor/confirm', body }),
    answer: () => done,
  }),
  'POST /api/second-factor/recovery-codes': owned({
    ...own,
    otherLandlord: 422,
    make: withPassword,
    request: (body) => ({ path: '/api/second-factor/recovery-codes', body }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/second-factor/end': owned({
    ...own,
    make: withPassword,
    request: (body) => ({ path: '/api/second-factor/end', body }),
    answer: () => done,
  }),
  'POST /api/second-factor/prove': owned({
    ...own,
    otherLandlord: 422,
    make: async (owner) => ({ code: codeOf((await withSecondFactor(owner)).key) }),
    request: (body) => ({ path: '/api/second-factor/prove', body }),
    answer: () => done,
  }),
  'GET /api/passkeys': owned({
    ...own,
    make: async (owner) => ({ id: await withPasskey(owner, server.services.appUrl) }),
    request: () => ({ path: '/api/passkeys' }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/passkeys/begin': owned({
    ...own,
    make: async ({ password }) => ({ password }),
    request: (body) => ({ path: '/api/passkeys/begin', body }),
    answer: () => ({ status: 200 }),
  }),
  'POST /api/passkeys': owned({
    ...own,
    otherLandlord: 422,
    make: async (owner) => {
      const options = await optionsFrom(owner, '/api/passkeys/begin', { password: owner.password });
      return { name: 'My phone', passkey: authenticator(server.services.appUrl).make(options) };
    },
    request: (body) => ({ path: '/api/passkeys', body }),
    answer: () => ({ ...done, status: 201 }),
  }),
  'POST /api/passkeys/{id}/remove': owned({
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
  'POST /api/passkeys/prove': owned({
    ...own,
    otherLandlord: 422,
    make: async (owner) => {
      const phone = await withPasskey(owner, server.services.appUrl);
      return { passkey: phone.use(await optionsFrom(owner, '/api/passkeys/prove/begin')) };
    },
    request: (body) => ({ path: '/api/passkeys/prove', body }),
    answer: () => done,
  }),
  'GET /api/auth/get-session': owned({
    ...own,
    make: async ({ id, email }) => ({ id, email }),
    request: () => ({ path: '/api/auth/get-session' }),
    answer: (person) => ({ status: 200, body: person }),
    visitor: 'served',
  }),
  'POST /api/auth/send-verification-email': plain('/api/auth/send-verification-email'),
};

const EMAILED = 'The token of the email is the proof.';
const HEALTH = 'A load balancer asks; it tells of nobody.';

const NOBODYS = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: '', authenticatorData: '', signature: '' },
};

/** Routes that anybody may ask, each with the reason. */
export const OPEN: Reach = {
  'POST /api/profile/confirm-email': {
    why: EMAILED,
    request: { path: '/api/profile/confirm-email', body: { token: 'none' } },
    status: 422,
  },
  'POST /api/auth/sign-up/email': {
    why: 'Becoming a landlord.',
    request: { path: '/api/auth/sign-up/email', body: newPerson() },
    status: 201,
  },
  'POST /api/auth/sign-in/email': {
    why: 'The password is the proof.',
    request: { path: '/api/auth/sign-in/email', body: { email: 'nobody@tenure.example', password: 'not a password' } },
    status: 401,
  },
  'POST /api/auth/sign-in/code': {
    why: 'The password given before, and the code, are the proof.',
    request: { path: '/api/auth/sign-in/code', body: { code: '000000' } },
    status: 401,
  },
  'POST /api/auth/passkey/begin': {
    why: 'A question that only a passkey answers; it tells of nobody.',
    request: { path: '/api/auth/passkey/begin' },
    status: 200,
  },
  'POST /api/auth/passkey/sign-in': {
    why: 'The passkey is the proof.',
    request: { path: '/api/auth/passkey/sign-in', body: { passkey: NOBODYS } },
    status: 422,
  },
  'POST /api/auth/sign-out': {
    why: 'Ends the session of the cookie that comes with it, and no other.',
    request: { path: '/api/auth/sign-out' },
    status: 200,
  },
  'POST /api/auth/request-password-reset': {
    why: 'Who has forgotten their password is not signed in; the answer tells nothing.',
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
    why: 'A visitor writes to the operator; nobody can read it here.',
    request: {
      path: '/api/contact',
      body: { name: 'Vera Visitor', email: 'vera@visitor.example', message: 'Do you take on letting agents?' },
    },
    status: 201,
  },
  'GET /healthz': { why: HEALTH, request: { path: '/healthz' }, status: 200 },
  'GET /readyz': { why: HEALTH, request: { path: '/readyz' }, status: 200 },
};

/** Routes beside the described API, each with the reason why anybody may meet it. */
export const BESIDE: Record<string, string> = {
  'GET /api/openapi.json': 'The description itself.',
  'GET /api/docs': 'The description to read.',
  'GET /outbox': 'Answers this machine only.',
  'GET /outbox/examples': 'Answers this machine only, with made-up content.',
  'GET /outbox/:id': 'Answers this machine only.',
  'GET /.well-known/security.txt': 'How a fault is reported, there with CONTACT_EMAIL only.',
  'GET /security': 'How a fault is reported, there with CONTACT_EMAIL only.',
  'POST /dev/time': 'There with CLOCK=movable only, and answers this machine only.',
  'ALL /sandbox/bank/*':
    'Pages of an invented bank, there only with sandboxes; a consent is known by an id that cannot be guessed.',
  'ALL /sandbox/bank/api/v2/*':
    'An invented bank as GoCardless answers, there only with sandboxes; takes this server’s own token.',
  'ALL /sandbox/payments/*':
    'Pages of an invented checkout, there only with sandboxes; each is known by an id that cannot be guessed.',
  'ALL /sandbox/payments/api/*':
    'Invented payments as Stripe answers, there only with sandboxes; takes this server’s own key.',
  'GET /': 'A public page.',
  'GET /terms': 'A public page.',
  'GET /privacy': 'A public page.',
  'GET /contact': 'Leads to the contact form.',
  'POST /contact': 'The contact form without a script, under the limits of POST /api/contact.',
  'GET /login': 'The form to sign in; redirects a signed-in visitor.',
  'GET /signup': 'The form to sign up; redirects a signed-in visitor.',
  'GET /forgot-password': 'A form that asks for an email.',
  'GET /reset-password': 'A form for a new password, with the token of an email.',
  'GET /trial-expired': 'What there is after the trial: it holds nobody’s data.',
  'GET /login-code': 'The form for the code after the password.',
  'POST /login-code': 'The form without a script, under the limits of POST /api/auth/sign-in/code.',
  'POST /login': 'The form without a script, under the limits of POST /api/auth/sign-in/email.',
  'POST /signup': 'The form without a script, under the limits of POST /api/auth/sign-up/email.',
  'POST /forgot-password': 'The form without a script, under the limits of POST /api/auth/request-password-reset.',
  'POST /reset-password': 'The form without a script, under the limits of POST /api/auth/reset-password.',
  'POST /sign-out': 'The button without a script: ends the session that asks, as POST /api/auth/sign-out.',
  'GET /unsubscribe': 'A button that ends emails, with the token of an email; changes nothing.',
  'POST /unsubscribe': 'Ends emails to the landlord whose id the token of an email holds, signed by this server.',
  'GET /offline': 'Says that there is no connection, and nothing of anybody.',
  'GET *': 'The empty app: it holds nobody’s data.',
  'HEAD *': 'The empty app: it holds nobody’s data.',
  'ALL *': 'What every request passes on its way.',
  'ALL /api/*': 'What every request passes on its way, and 404 at the end of it.',
};
