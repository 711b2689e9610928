/** /api/overview: the dashboard's figures. /api/activity: recent activity. */
import { createRoute } from '@hono/zod-openapi';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { answer, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { ActivityFilter, listActivity } from './activity/activity.server.ts';
import { Activity, ActivityPeople } from './activity/activity.ts';
import { hideSteps, readOverview } from './overview.server.ts';
import { Overview } from './overview.ts';

const overview = createRoute({
  method: 'get',
  ...needs('any'),
  path: '/api/overview',
  operationId: 'getOverview',
  tags: ['Overview'],
  summary: 'Get figures of properties, leases, money and people, compared with last month',
  responses: { 200: answer(Overview, 'The figures'), ...failures.signedIn },
});

const activity = createRoute({
  method: 'get',
  ...needs('any'),
  path: '/api/activity',
  operationId: 'listActivity',
  tags: ['Overview'],
  summary: 'List activity, newest first: one entry for each save',
  request: { query: ActivityFilter.extend(PageQuery.shape) },
  responses: {
    200: answer(pageOf(Activity).omit({ total: true }).extend({ people: ActivityPeople }), 'One page'),
    400: failures.input[400],
    ...failures.signedIn,
  },
});

const hide = createRoute({
  method: 'delete',
  ...needs('owner'),
  path: '/api/overview/steps',
  operationId: 'hideFirstSteps',
  tags: ['Overview'],
  summary: 'Hide the first steps permanently',
  responses: { 204: { description: 'Hidden' }, ...failures.signedIn },
});

export function overviewApi(services: Services) {
  return router()
    .openapi(overview, async (c) => c.json(await readAsUser(services, c, 'guarded', readOverview), 200))
    .openapi(activity, async (c) => {
      const asked = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'guarded', (db) => listActivity(db, asked)), 200);
    })
    .openapi(hide, async (c) => {
      await withUser(services, c, 'guarded', hideSteps);
      return c.body(null, 204);
    });
}
