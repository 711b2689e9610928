import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { RecordId, recordId } from '../../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../../server/http/routes.server.ts';
import { PasswordProof } from '../account.ts';
import { type AccountServices, Done, done, post, signedIn, tags } from '../routes.server.ts';
import {
  addPasskey,
  beginPasskey,
  ownPasskeys,
  passkeyRequestOptions,
  removePasskey,
  signInByPasskey,
  verifyPasskey,
} from './passkey.server.ts';
import { NewPasskey, Passkey, PasskeyOptions, PasskeyProof } from './passkey.ts';

const refusals = { ...signedIn, ...failures.input, ...failures.limited };
const options = answer(PasskeyOptions, 'Options for navigator.credentials, valid once within 5 minutes');

const list = createRoute({
  operationId: 'listPasskeys',
  method: 'get',
  ...needs('self'),
  path: '/api/passkeys',
  tags,
  summary: 'List your passkeys, oldest first',
  responses: { 200: answer(z.object({ items: z.array(Passkey) }), 'Passkeys'), ...signedIn },
});

const begin = post(
  'beginPasskey',
  '/api/passkeys/begin',
  'Start adding a passkey',
  PasswordProof,
  {
    200: options,
    ...refusals,
    ...failures.code,
  },
  'self',
);

const add = post(
  'addPasskey',
  '/api/passkeys',
  'Add a passkey that the browser has created',
  NewPasskey,
  {
    201: answer(Done, 'Added'),
    ...refusals,
  },
  'self',
);

const remove = createRoute({
  operationId: 'removePasskey',
  method: 'post',
  ...needs('self'),
  path: '/api/passkeys/{id}/remove',
  tags,
  summary: 'Remove a passkey',
  request: { params: RecordId, body: body(PasswordProof) },
  responses: { 200: answer(Done, 'Removed'), ...refusals, ...failures.found },
});

const proofOptionsRoute = createRoute({
  operationId: 'askForOwnPasskey',
  method: 'post',
  ...needs('self'),
  path: '/api/passkeys/prove/begin',
  tags,
  summary: 'Start re-authenticating with a passkey',
  responses: { 200: options, ...signedIn },
});

const signInOptionsRoute = createRoute({
  operationId: 'passkeyRequestOptions',
  method: 'post',
  path: '/api/auth/passkey/begin',
  tags,
  summary: 'Start signing in with a passkey',
  responses: { 200: options },
});

const prove = post(
  'verifyPasskey',
  '/api/passkeys/prove',
  'Re-authenticate with a passkey before downloading data or deleting the account; valid for 10 minutes',
  PasskeyProof,
  { 200: answer(Done, 'Verified'), ...refusals },
  'self',
);

const signIn = post(
  'signInByPasskey',
  '/api/auth/passkey/sign-in',
  'Sign in with a passkey instead of password and code',
  PasskeyProof,
  { 200: answer(Done, 'Signed in'), ...failures.input, ...failures.limited },
);

export function passkeyApi(services: AccountServices) {
  return router()
    .openapi(list, async (c) => c.json({ items: await ownPasskeys(services, c) }, 200))
    .openapi(begin, async (c) => c.json(await beginPasskey(services, c, c.req.valid('json').password), 200))
    .openapi(add, async (c) => {
      await addPasskey(services, c, c.req.valid('json'));
      return c.json(done, 201);
    })
    .openapi(remove, async (c) => {
      await removePasskey(services, c, { id: recordId(c), password: c.req.valid('json').password });
      return c.json(done, 200);
    })
    .openapi(proofOptionsRoute, async (c) => c.json(await passkeyRequestOptions(services, c, 'own'), 200))
    .openapi(prove, async (c) => {
      await verifyPasskey(services, c, c.req.valid('json').passkey);
      return c.json(done, 200);
    })
    .openapi(signInOptionsRoute, async (c) => c.json(await passkeyRequestOptions(services, c, 'sign-in'), 200))
    .openapi(signIn, async (c) => {
      await signInByPasskey(services, c, c.req.valid('json').passkey);
      return c.json(done, 200);
    });
}
