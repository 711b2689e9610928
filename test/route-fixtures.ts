/** How each route of the API is reached, and whose it is. A new route needs its line here: the strangers' test says so. */
import { Property, type PropertyRecord } from '../src/features/property/property.ts';
import { addedProperty, type Landlord } from './landlords.ts';
import { newCertificate, newCompliance, newInvoice, newPerson, newProperty } from './make.ts';
import { ACCOUNT } from './route-fixtures-account.ts';
import { BANK_ACCOUNTS } from './route-fixtures-bank-accounts.ts';
import { EXPORT } from './route-fixtures-export.ts';
import { SUPPLIERS } from './route-fixtures-suppliers.ts';
import { TENANTS } from './route-fixtures-tenants.ts';
import { TRANSACTIONS } from './route-fixtures-transactions.ts';
import { PDF, uploaded, uploadPath } from './uploads.ts';
import { ifMatch, owned, type Reach } from './ways.ts';

const parts = { certificates: [newCertificate()], compliance: newCompliance(), invoices: [newInvoice()] };
const onProperty = {
  make: (owner: Landlord) => addedProperty(owner, parts),
  stranger: 404,
  guarded: true,
} as const;
const changed = ({ certificates: [certificate], invoices }: PropertyRecord) =>
  newProperty({
    address: '2 Mill Lane',
    rent: 99_950,
    certificates: [newCertificate({ ...certificate, name: 'CP12' })],
    removedInvoices: invoices.map(({ id }) => id),
  });

export const REACH: Reach = {
  'GET /api/properties': owned({
    make: async (owner) => [Property.parse(await addedProperty(owner))],
    request: () => ({ path: '/api/properties' }),
    answer: (items) => ({ status: 200, body: { items, nextCursor: null, total: 1 } }),
    stranger: 'own',
    guarded: true,
  }),
  'GET /api/properties/choices': owned({
    make: async (owner) => {
      const { id, address, city } = await addedProperty(owner);
      return [{ id, address, city }];
    },
    request: () => ({ path: '/api/properties/choices' }),
    answer: (items) => ({ status: 200, body: { items } }),
    stranger: 'own',
    // The expenses of an expired landlord are of a property, too.
    guarded: false,
  }),
  'POST /api/properties': owned({
    make: async () => newProperty(parts),
    request: (body) => ({ path: '/api/properties', body }),
    answer: (body) => ({ status: 201, body }),
    stranger: 'own',
    guarded: true,
  }),
  'GET /api/properties/{id}': owned({
    ...onProperty,
    request: ({ id }) => ({ path: `/api/properties/${id}` }),
    answer: (property) => ({ status: 200, body: property }),
  }),
  'PUT /api/properties/{id}': owned({
    ...onProperty,
    request: (property) => ({
      path: `/api/properties/${property.id}`,
      headers: ifMatch(property),
      body: changed(property),
    }),
    answer: (property) => {
      const { address, rent, certificates } = changed(property);
      return { status: 200, body: { address, rent, certificates, invoices: [], id: property.id, version: 2 } };
    },
  }),
  'DELETE /api/properties/{id}': owned({
    ...onProperty,
    request: (property) => ({ path: `/api/properties/${property.id}`, headers: ifMatch(property) }),
    answer: () => ({ status: 204 }),
  }),
  'GET /api/properties/{id}/history': owned({
    ...onProperty,
    request: ({ id }) => ({ path: `/api/properties/${id}/history` }),
    answer: ({ address }) => ({
      status: 200,
      body: {
        items: [
          { noun: 'invoice', action: 'added' },
          { noun: 'compliance', action: 'added' },
          { noun: 'certificate', action: 'added' },
          { noun: 'property', action: 'added', label: address },
        ],
        nextCursor: null,
      },
    }),
  }),

  ...TENANTS,
  ...SUPPLIERS,
  ...TRANSACTIONS,
  ...EXPORT,
  ...BANK_ACCOUNTS,

  'POST /api/files/{bucket}': owned({
    make: async () => uploadPath('property-certificates', 'Gas.pdf'),
    request: (path) => ({ path, headers: { 'content-type': 'application/octet-stream' }, body: PDF }),
    answer: () => ({ status: 201, body: { name: 'Gas.pdf', contentType: 'application/pdf', bytes: PDF.length } }),
    stranger: 'own',
    guarded: true,
  }),
  'GET /api/files/{bucket}/{owner}/{name}': owned({
    make: (owner) => uploaded(owner),
    request: ({ url }) => ({ path: url }),
    answer: () => ({ status: 200, bytes: PDF }),
    stranger: 404,
    guarded: true,
  }),

  // That nothing of another's is told on it is seen where it is listened to: src/server/live/live.server.test.ts.
  'GET /api/events': owned({
    make: async () => undefined,
    request: () => ({ path: '/api/events' }),
    answer: () => ({ status: 200 }),
    stranger: 'own',
    guarded: false,
  }),

  'GET /api/auth/get-session': owned({
    make: async ({ id, email }) => ({ id, email }),
    request: () => ({ path: '/api/auth/get-session' }),
    answer: (person) => ({ status: 200, body: person }),
    visitor: 'served',
    stranger: 'own',
    guarded: false,
  }),
  'POST /api/auth/send-verification-email': owned({
    make: async () => undefined,
    request: () => ({ path: '/api/auth/send-verification-email' }),
    answer: () => ({ status: 200, body: { done: true } }),
    stranger: 'own',
    guarded: false,
  }),
  ...ACCOUNT,

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
    why: 'The token of the letter is the proof.',
    request: { path: '/api/auth/reset-password', body: { token: 'none', newPassword: 'a new password' } },
    status: 422,
  },
  'POST /api/auth/verify-email': {
    why: 'The token of the letter is the proof.',
    request: { path: '/api/auth/verify-email', body: { token: 'none' } },
    status: 422,
  },
  'GET /healthz': { why: 'A load balancer asks; it tells of nobody.', request: { path: '/healthz' }, status: 200 },
  'GET /readyz': { why: 'A load balancer asks; it tells of nobody.', request: { path: '/readyz' }, status: 200 },
};

/** Routes beside the described API, each with the reason why a stranger may meet it. */
export const BESIDE: Record<string, string> = {
  'GET /api/openapi.json': 'The description itself.',
  'GET /api/docs': 'The description to read.',
  'GET /outbox': 'Answers this machine only.',
  'GET /outbox/:id': 'Answers this machine only.',
  'POST /dev/time': 'There with CLOCK=movable only, and answers this machine only.',
  'GET /': 'A public page.',
  'GET /terms': 'A public page.',
  'GET /privacy': 'A public page.',
  'GET *': 'The empty app: it holds nobody’s data.',
  'HEAD *': 'The empty app: it holds nobody’s data.',
  'ALL *': 'What every request passes on its way.',
  'ALL /api/*': 'What every request passes on its way, and 404 at the end of it.',
};
