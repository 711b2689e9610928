import { createRoute } from '@hono/zod-openapi';
import { IdempotencyKey, keyOf, withIdempotencyKey } from '../../server/http/idempotency.server.ts';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { TenancyRecord } from '../tenancy/tenancy.ts';
import { nameOf } from '../transaction/labels.ts';
import { getTransaction } from '../transaction/transaction.server.ts';
import { Transaction } from '../transaction/transaction.ts';
import { agentTable, setCollection } from './agent.server.ts';
import { Agent, AgentInput, AgentQuery, Collection, TEXTS } from './agent.ts';
import { enterStatement, readForm, readText } from './statement/agent-statement.server.ts';
import { AgentStatementForm, AgentStatementInput, ReadStatement, StatementText } from './statement/agent-statement.ts';

const collection = createRoute({
  operationId: 'setCollection',
  method: 'put',
  ...needs('rent.change'),
  path: '/api/tenancies/{id}/collection',
  tags: ['Rent'],
  summary: 'Set which agent collects the rent, and whether exact matches are accepted automatically',
  request: { params: RecordId, body: body(Collection) },
  responses: { 200: answer(TenancyRecord, 'The tenancy'), ...failures.input, ...failures.signedIn, ...failures.found },
});

const form = createRoute({
  operationId: 'getAgentStatementForm',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/agents/{id}/statement',
  tags: ['Rent'],
  summary: 'Read the tenancies and bank rows for a statement of the agent',
  request: { params: RecordId },
  responses: { 200: answer(AgentStatementForm, 'As of today'), ...failures.signedIn, ...failures.found },
});

const readCsv = createRoute({
  operationId: 'readAgentStatement',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/agents/{id}/statement/read',
  tags: ['Rent'],
  summary: 'Read a CSV statement of the agent without saving it',
  request: { params: RecordId, body: body(StatementText) },
  responses: { 200: answer(ReadStatement, 'Its lines'), ...failures.input, ...failures.signedIn, ...failures.found },
});

const enter = createRoute({
  operationId: 'enterAgentStatement',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/agents/{id}/statement',
  tags: ['Rent'],
  summary: 'Split a payment of the agent into rents, fees and costs, if all three sums agree',
  request: { params: RecordId, headers: IdempotencyKey, body: body(AgentStatementInput) },
  responses: { 201: answer(Transaction, 'The first part'), ...failures.input, ...failures.signedIn, ...failures.found },
});

export function agentApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  const once = withIdempotencyKey(services.secret);
  return router()
    .openapi(form, async (c) => {
      const args = { id: recordId(c), today: today() };
      return c.json(await readAsUser(services, c, 'guarded', (db) => readForm(db, args)), 200);
    })
    .openapi(readCsv, async (c) => {
      const args = { id: recordId(c), ...c.req.valid('json'), today: today(), signal: c.req.raw.signal };
      return c.json(await readText((work) => readAsUser(services, c, 'guarded', work), args), 200);
    })
    .openapi(enter, async (c) => {
      const args = { id: recordId(c), input: c.req.valid('json'), today: today() };
      const noun = `/api/agents/${args.id}/statement`;
      const sent = { key: keyOf(c), noun, input: args.input };
      const first = await withUser(services, c, 'guarded', (db) =>
        once(db, sent, { add: () => enterStatement(db, args), get: (id) => getTransaction(db, id), nameOf }),
      );
      return c.json(first, 201);
    })
    .openapi(collection, async (c) => {
      const args = { id: recordId(c), ...c.req.valid('json') };
      return c.json(await withUser(services, c, 'guarded', (db) => setCollection(db, args)), 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/agents',
        area: 'rent',
        one: 'agent',
        query: AgentQuery,
        item: Agent,
        record: Agent,
        input: AgentInput,
        table: agentTable,
        notFound: TEXTS.notFound,
        nameOf: ({ name }) => name,
      }),
    );
}
