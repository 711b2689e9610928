import { createRoute } from '@hono/zod-openapi';
import { answer, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser } from '../../server/session/session.server.ts';
import { SearchAnswer, SearchQuery, searchEverything } from './search.server.ts';

const search = createRoute({
  method: 'get',
  ...needs('any'),
  path: '/api/search',
  operationId: 'searchEverything',
  tags: ['Search'],
  summary: 'Search properties, tenants, suppliers and transactions',
  request: { query: SearchQuery },
  responses: {
    200: answer(SearchAnswer, 'The first matches of each'),
    400: failures.input[400],
    ...failures.signedIn,
  },
});

export function searchApi(services: Services) {
  return router().openapi(search, async (c) => {
    const { q } = c.req.valid('query');
    return c.json(await readAsUser(services, c, 'guarded', (db) => searchEverything(db, q)), 200);
  });
}
