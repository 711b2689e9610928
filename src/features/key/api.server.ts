/** /api/keys: owners add and revoke API keys. Only the response to adding contains the key. */
import { createRoute } from '@hono/zod-openapi';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AccountServices } from '../account/routes.server.ts';
import { requireRecentProof } from '../account/second-factor/second-factor.server.ts';
import { verifyPassword } from '../account/sign-in/password.server.ts';
import { readStanding } from '../subscription/standing.server.ts';
import { addKey, limitOf, listKeys, revokeKey } from './key.server.ts';
import { Key, KeyInput, Keys, NewKey } from './key.ts';

const path = '/api/keys';
const tags = ['API keys'];
const owner = { ...needs('owner'), tags } as const;
const NOT_IN_PLAN = 'API keys are part of Business and Enterprise. Choose one of these plans first.';

const list = createRoute({
  operationId: 'listKeys',
  method: 'get',
  ...owner,
  path,
  summary: 'List the API keys of the account, without the keys themselves',
  responses: { 200: answer(Keys, 'Those in use first'), ...failures.signedIn },
});

const add = createRoute({
  operationId: 'addKey',
  method: 'post',
  ...owner,
  path,
  summary: 'Add an API key; needs the password, and a recent code where two-factor sign-in is on',
  request: { body: body(KeyInput) },
  responses: {
    201: answer(NewKey, 'The key, which cannot be read again'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.code,
    ...failures.limited,
  },
});

const revoke = createRoute({
  operationId: 'revokeKey',
  method: 'post',
  ...owner,
  path: `${path}/{id}/revoke`,
  summary: 'Revoke an API key; its next request is refused',
  request: { params: RecordId },
  responses: { 200: answer(Key, 'The revoked key'), ...failures.signedIn, ...failures.found },
});

export function keyApi(services: AccountServices) {
  const now = () => services.clock.now();
  return router()
    .openapi(list, async (c) => {
      const keys = await readAsUser(services, c, 'open', async (db) => ({
        items: await listKeys(db),
        limit: limitOf(await readStanding(db, now())),
      }));
      return c.json(keys, 200);
    })
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      await readAsUser(services, c, 'guarded', async (db) => {
        if (limitOf(await readStanding(db, now())) === null)
          throw new AppError('plan_needed', { message: NOT_IN_PLAN });
      });
      await verifyPassword(services, c, { field: 'password', password: input.password });
      await requireRecentProof(services, c);
      const made = await withUser(services, c, 'guarded', (db) => addKey(db, input, now()));
      return c.json(made, 201, { 'cache-control': 'no-store' });
    })
    .openapi(revoke, async (c) => {
      const id = recordId(c);
      return c.json(await withUser(services, c, 'open', (db) => revokeKey(db, id)), 200);
    });
}

export const keyParts = {
  id: 'keys',
  paths: ['/dashboard/api'],
  activity: { 'API key': { icon: 'person', href: () => '/dashboard/api' } },
  tables: { api_keys: 'Your API keys, without the keys themselves.' },
} as const satisfies NounParts;
