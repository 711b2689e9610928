/** The year end, the capital list and the dates of agents' fees, under /api/tax. Readable after the trial. */
import { createRoute, z } from '@hono/zod-openapi';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, fileAnswer, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { saveDomesticItem } from '../tax/domestic.server.ts';
import { DomesticItemInput } from '../tax/domestic.ts';
import { TaxPeriodQuery, TaxYearPath } from '../tax/tax.ts';
import { readAgentDays, reviewAgentDays } from './agent-days.server.ts';
import { readCapital, savePurchase } from './capital.server.ts';
import { capitalRows } from './capital-rows.ts';
import { readYearEnd } from './year-end.server.ts';
import { AgentDays, AgentDaysInput, CapitalProperty, PurchaseInput, YearEnd } from './year-end.ts';

const tags = ['Tax'];
const signedIn = { 401: failures.signedIn[401] };
const Capital = z.object({ items: z.array(CapitalProperty) }).meta({ id: 'Capital' });
const saved = { ...failures.found, ...failures.input, ...failures.signedIn };

const yearEnd = createRoute({
  operationId: 'getTaxYearEnd',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/{year}/year-end',
  tags,
  summary: 'Read the figures of a tax return that no quarterly update has',
  request: { params: TaxYearPath, query: TaxPeriodQuery.pick({ owner: true }) },
  responses: { 200: answer(YearEnd, 'The year end'), 400: failures.input[400], ...failures.found, ...signedIn },
});

const domesticItem = createRoute({
  operationId: 'saveDomesticItem',
  method: 'put',
  ...needs('tax.change'),
  path: '/api/tax/domestic-items/{id}',
  tags,
  summary: 'Save the facts of a replaced domestic item, by its transaction',
  request: { params: RecordId, body: body(DomesticItemInput) },
  responses: { 204: { description: 'Saved' }, ...saved },
});

const capital = createRoute({
  operationId: 'listCapital',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/capital',
  tags,
  summary: 'List price, buying costs and improvements of each property, for capital gains',
  responses: { 200: answer(Capital, 'By address'), ...signedIn },
});

const purchase = createRoute({
  operationId: 'savePurchase',
  method: 'put',
  ...needs('tax.change'),
  path: '/api/tax/capital/{id}',
  tags,
  summary: 'Save price and buying costs of a property',
  request: { params: RecordId, body: body(PurchaseInput) },
  responses: { 200: answer(Capital, 'The whole list'), ...saved },
});

const exported = createRoute({
  operationId: 'exportCapital',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/capital/export',
  tags,
  summary: 'Download the capital list as CSV',
  responses: {
    200: fileAnswer('The file', 'text/csv; charset=utf-8'),
    ...signedIn,
  },
});

const agentDays = createRoute({
  operationId: 'listAgentDays',
  method: 'get',
  ...needs('money.see'),
  path: '/api/tax/agent-days',
  tags,
  summary: 'List agents’ fees and costs that have the date of the payment, to review once',
  responses: { 200: answer(AgentDays, 'The first 100'), ...signedIn },
});

const review = createRoute({
  operationId: 'reviewAgentDays',
  method: 'post',
  ...needs('money.change'),
  path: '/api/tax/agent-days',
  tags,
  summary: 'Set the day on which the agent kept each, which ends its review',
  request: { body: body(AgentDaysInput) },
  responses: { 200: answer(AgentDays, 'Those that are left'), ...saved },
});

const COLUMNS = ['Property', 'Date', 'Description', 'Amount'];

export function yearEndApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return router()
    .openapi(yearEnd, async (c) => {
      const { year } = c.req.valid('param');
      const { owner } = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'open', (db) => readYearEnd(db, year, owner)), 200);
    })
    .openapi(domesticItem, async (c) => {
      await withUser(services, c, 'guarded', (db) => saveDomesticItem(db, recordId(c), c.req.valid('json')));
      return c.body(null, 204);
    })
    .openapi(exported, async (c) => {
      const items = await readAsUser(services, c, 'open', readCapital);
      return c.body(csvHead(COLUMNS) + csvLines(items.flatMap(capitalRows)), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="tenure-capital-${today()}.csv"`,
        'cache-control': 'private, no-store',
      });
    })
    .openapi(capital, async (c) => c.json({ items: await readAsUser(services, c, 'open', readCapital) }, 200))
    .openapi(purchase, async (c) => {
      const items = await withUser(services, c, 'guarded', async (db) => {
        await savePurchase(db, recordId(c), c.req.valid('json'));
        return readCapital(db);
      });
      return c.json({ items }, 200);
    })
    .openapi(agentDays, async (c) => c.json(await readAsUser(services, c, 'open', readAgentDays), 200))
    .openapi(review, async (c) => {
      const left = await withUser(services, c, 'guarded', async (db) => {
        await reviewAgentDays(db, c.req.valid('json'), today());
        return readAgentDays(db);
      });
      return c.json(left, 200);
    });
}
