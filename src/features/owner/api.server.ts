/** /api/owners, with the shares of properties. Readable after the trial. */
import { createRoute } from '@hono/zod-openapi';
import { recordApi } from '../../server/http/record-api.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { TEXTS } from './listed.ts';
import { ownerTable } from './owner.server.ts';
import { Owner, OwnerInput, OwnerQuery } from './owner.ts';
import { listOwnerships, removeOwnership, saveOwnership } from './ownership.server.ts';
import { OwnershipInput, OwnershipPath, Ownerships } from './ownership.ts';

const tags = ['Owners'];
const path = '/api/owners/shares/{property}/{from}';

const shares = createRoute({
  operationId: 'listShares',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/owners/shares',
  tags,
  summary: 'List the shares of properties for tax, with the days from which they apply',
  responses: { 200: answer(Ownerships, 'General shares, then by property'), 401: failures.signedIn[401] },
});

const save = createRoute({
  operationId: 'saveShares',
  method: 'put',
  ...needs('tax.change'),
  path,
  tags,
  summary: 'Set the shares of a property from a day on; they add up to exactly 1',
  request: { params: OwnershipPath, body: body(OwnershipInput) },
  responses: { 200: answer(Ownerships, 'All shares'), ...failures.input, ...failures.signedIn, ...failures.found },
});

const remove = createRoute({
  operationId: 'removeShares',
  method: 'delete',
  ...needs('tax.change'),
  path,
  tags,
  summary: 'Remove the shares of a property from a day on, so that the earlier ones continue',
  request: { params: OwnershipPath },
  responses: {
    200: answer(Ownerships, 'The remaining shares'),
    400: failures.input[400],
    ...failures.signedIn,
    ...failures.found,
  },
});

export function ownerApi(services: Services) {
  // The path 'shares' comes before '{id}', which would match it.
  return router()
    .openapi(shares, async (c) => c.json({ items: await readAsUser(services, c, 'open', listOwnerships) }, 200))
    .openapi(save, async (c) => {
      const [key, input] = [c.req.valid('param'), c.req.valid('json')];
      const items = await withUser(services, c, 'guarded', async (db) => {
        await saveOwnership(db, key, input);
        return listOwnerships(db);
      });
      return c.json({ items }, 200);
    })
    .openapi(remove, async (c) => {
      const key = c.req.valid('param');
      const items = await withUser(services, c, 'guarded', async (db) => {
        await removeOwnership(db, key);
        return listOwnerships(db);
      });
      return c.json({ items }, 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/owners',
        area: 'tax',
        one: 'owner',
        access: 'saves',
        query: OwnerQuery,
        item: Owner,
        record: Owner,
        input: OwnerInput,
        table: ownerTable,
        notFound: TEXTS.notFound,
        nameOf: ({ name }) => name,
        summaries: {
          list: 'List owners for tax in the order in which they were added; empty for an account with a sole owner',
          remove: 'Remove an owner without shares and updates',
        },
      }),
    );
}

const href = () => '/dashboard/tax/owners';

export const ownerParts = {
  id: 'owners',
  paths: ['/dashboard/tax/owners'],
  activity: {
    owner: { icon: 'person', href },
    shares: { icon: 'person', href, words: ({ label }) => `Shares of “${label ?? 'a deleted property'}” changed` },
  },
  tables: {
    owners: 'Owners for tax: the people and companies that own your properties.',
    ownerships: 'From when the shares of a property apply, and the dates of Form 17.',
    shares: 'Each owner’s share of a property.',
  },
} as const satisfies NounParts;
