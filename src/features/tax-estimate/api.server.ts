/** /api/tax/{year}/estimate: the tax on property income, and the facts for it. Readable after the trial. */
import { createRoute } from '@hono/zod-openapi';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { EstimateFacts } from '../tax/facts.ts';
import { readEstimate, saveEstimate } from './estimate.server.ts';
import { EstimateQuery, EstimateYearPath, TaxEstimate } from './estimate.ts';

const tags = ['Tax'];

const read = createRoute({
  operationId: 'getTaxEstimate',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/{year}/estimate',
  tags,
  summary: 'Estimate the tax because of property, step by step with the rule of each',
  request: { params: EstimateYearPath, query: EstimateQuery },
  responses: {
    200: answer(TaxEstimate, 'The steps, or why there are none'),
    400: failures.input[400],
    ...failures.found,
    401: failures.signedIn[401],
  },
});

const save = createRoute({
  operationId: 'saveTaxEstimate',
  method: 'put',
  ...needs('tax.change'),
  path: '/api/tax/{year}/estimate',
  tags,
  summary: 'Save other income, amounts brought forward and choices for the estimate',
  request: { params: EstimateYearPath, query: EstimateQuery, body: body(EstimateFacts) },
  responses: {
    200: answer(TaxEstimate, 'The new estimate'),
    ...failures.found,
    ...failures.input,
    ...failures.signedIn,
  },
});

export function estimateApi(services: Services) {
  return router()
    .openapi(read, async (c) => {
      const params = { ...c.req.valid('param'), owner: c.req.valid('query').owner };
      return c.json(await readAsUser(services, c, 'open', (db) => readEstimate(db, params)), 200);
    })
    .openapi(save, async (c) => {
      const params = { ...c.req.valid('param'), owner: c.req.valid('query').owner };
      const estimate = await withUser(services, c, 'guarded', async (db) => {
        await saveEstimate(db, params, c.req.valid('json'));
        return readEstimate(db, params);
      });
      return c.json(estimate, 200);
    });
}
