/** /api/agents, and who collects the rent of a tenancy. */
import { createRoute } from '@hono/zod-openapi';
import { recordApi } from '../../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../../server/http/records.server.ts';
import { answer, body, failures, router } from '../../../server/http/routes.server.ts';
import type { Services } from '../../../server/services.server.ts';
import { withUser } from '../../../server/session/session.server.ts';
import { TenancyRecord } from '../tenancy.ts';
import { agentTable, setCollection } from './agent.server.ts';
import { AGENT_LIST, Agent, AgentInput, Collection, TEXTS } from './agent.ts';

const collection = createRoute({
  operationId: 'setCollection',
  method: 'put',
  path: '/api/tenancies/{id}/collection',
  tags: ['Rent'],
  summary: 'Say which agent collects the rent, and whether what is certain needs a press',
  request: { params: RecordId, body: body(Collection) },
  responses: { 200: answer(TenancyRecord, 'The tenancy'), ...failures.input, ...failures.signedIn, ...failures.found },
});

export function agentApi(services: Services) {
  return router()
    .openapi(collection, async (c) => {
      const wanted = { id: recordId(c), ...c.req.valid('json') };
      return c.json(await withUser(services, c, 'guarded', (db) => setCollection(db, wanted)), 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/agents',
        one: 'agent',
        query: AGENT_LIST.query,
        item: Agent,
        record: Agent,
        input: AgentInput,
        table: agentTable,
        notFound: TEXTS.notFound,
        nameOf: ({ name }) => name,
      }),
    );
}
