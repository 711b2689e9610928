import { createRoute } from '@hono/zod-openapi';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { readBaseRates, removeBaseRate, setBaseRate } from './base-rates.server.ts';
import { BaseRateDay, BaseRateInput, BaseRates } from './base-rates.ts';

const tags = ['Rent'];

const rates = createRoute({
  operationId: 'getBaseRates',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/base-rates',
  tags,
  summary: 'List the base rates for late payment interest',
  responses: { 200: answer(BaseRates, 'Newest first'), ...failures.signedIn },
});

const setRate = createRoute({
  operationId: 'setBaseRate',
  method: 'put',
  ...needs('rent.change'),
  path: '/api/rent/base-rates/{from}',
  tags,
  summary: 'Set the base rate from a date',
  request: { params: BaseRateDay, body: body(BaseRateInput) },
  responses: { 200: answer(BaseRates, 'All base rates'), ...failures.input, ...failures.signedIn },
});

const removeRate = createRoute({
  operationId: 'removeBaseRate',
  method: 'delete',
  ...needs('rent.change'),
  path: '/api/rent/base-rates/{from}',
  tags,
  summary: 'Remove a base rate that you added',
  request: { params: BaseRateDay },
  responses: {
    200: answer(BaseRates, 'The remaining base rates'),
    400: failures.input[400],
    ...failures.signedIn,
    ...failures.found,
  },
});

export function interestApi(services: Services) {
  return router()
    .openapi(rates, async (c) => c.json(await readAsUser(services, c, 'guarded', readBaseRates), 200))
    .openapi(setRate, async (c) => {
      const args = { ...c.req.valid('param'), ...c.req.valid('json'), today: londonDay(services.clock.now()) };
      return c.json(await withUser(services, c, 'guarded', (db) => setBaseRate(db, args)), 200);
    })
    .openapi(removeRate, async (c) => {
      const { from } = c.req.valid('param');
      return c.json(await withUser(services, c, 'guarded', (db) => removeBaseRate(db, from)), 200);
    });
}
