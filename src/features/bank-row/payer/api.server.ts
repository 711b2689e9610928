/** Routes of payer rules, which stay available after the trial. */
import { createRoute, z } from '@hono/zod-openapi';
import { RecordId } from '../../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../../server/http/routes.server.ts';
import type { Services } from '../../../server/services.server.ts';
import { readAsUser, withUser } from '../../../server/session/session.server.ts';
import { PayerRule } from './payer.ts';
import { listRules, removeRule, setLettingsOnly } from './rules.server.ts';

const tags = ['Payer rules'];
const common = { ...failures.input, ...failures.signedIn, ...failures.found };

const list = createRoute({
  operationId: 'listPayerRules',
  method: 'get',
  ...needs('banks.see'),
  path: '/api/payer-rules',
  tags,
  summary: 'List the category and property for the next bank rows of each payer',
  responses: { 200: answer(z.object({ items: z.array(PayerRule) }), 'The rules'), ...failures.signedIn },
});

const remove = createRoute({
  operationId: 'removePayerRule',
  method: 'delete',
  ...needs('banks.change'),
  path: '/api/payer-rules/{id}',
  tags,
  summary: 'Remove the rule of a payer; existing rows stay unchanged',
  request: { params: RecordId },
  responses: { 204: { description: 'Rule removed' }, ...common },
});

const lettingsOnly = createRoute({
  operationId: 'setLettingsOnly',
  method: 'put',
  ...needs('banks.change'),
  path: '/api/bank-accounts/{id}/only-lets',
  tags,
  summary: 'Set whether a bank account is only for lets, which turns off suggestions of private rows',
  request: { params: RecordId, body: body(z.object({ lettingsOnly: z.boolean() })) },
  responses: { 204: { description: 'Setting saved' }, ...common },
});

export function payerApi(services: Services) {
  return router()
    .openapi(list, async (c) => c.json({ items: await readAsUser(services, c, 'open', listRules) }, 200))
    .openapi(remove, async (c) => {
      const { id } = c.req.valid('param');
      await withUser(services, c, 'open', (db) => removeRule(db, id));
      return c.body(null, 204);
    })
    .openapi(lettingsOnly, async (c) => {
      const { id } = c.req.valid('param');
      const wanted = c.req.valid('json');
      await withUser(services, c, 'open', (db) => setLettingsOnly(db, { id, ...wanted }));
      return c.body(null, 204);
    });
}
