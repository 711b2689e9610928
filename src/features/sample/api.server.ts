/** /api/sample: loads the sample portfolio, says what its removal takes and leaves, and removes it. */
import { createRoute } from '@hono/zod-openapi';
import { answer, failures, router } from '../../server/http/routes.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { clearFilesSoon } from '../file/jobs.server.ts';
import { keepPictures } from './pictures.server.ts';
import { samplePortfolio } from './portfolio.ts';
import { loadSample, readRemoval, refuseSecond, removeSample } from './sample.server.ts';
import { SampleRemoval } from './sample.ts';

const path = '/api/sample';
const tags = ['Sample portfolio'];

const load = createRoute({
  operationId: 'loadSample',
  method: 'post',
  path,
  tags,
  summary:
    'Load the sample portfolio: twelve made-up properties with all that belongs to them. Only while there is no property',
  responses: { 204: { description: 'Loaded' }, ...failures.signedIn, 422: failures.input[422] },
});
const summary = createRoute({
  operationId: 'getSampleRemoval',
  method: 'get',
  path,
  tags,
  summary: 'Say what goes with the sample portfolio, and what stays',
  responses: { 200: answer(SampleRemoval, 'Both, by noun'), 401: failures.signedIn[401] },
});
const remove = createRoute({
  operationId: 'removeSample',
  method: 'delete',
  path,
  tags,
  summary: 'Remove what is sample still. What you added, changed or linked stays',
  responses: { 204: { description: 'It is gone' }, 401: failures.signedIn[401] },
});

export function sampleApi(services: Services) {
  return router()
    .openapi(load, async (c) => {
      await readAsUser(services, c, 'guarded', refuseSecond);
      const portfolio = samplePortfolio(londonDay(services.clock.now()));
      const photos = await keepPictures(services, (work) => withUser(services, c, 'guarded', work), portfolio);
      await withUser(services, c, 'guarded', (db) => loadSample(db, { portfolio, photos }));
      return c.body(null, 204);
    })
    .openapi(summary, async (c) => c.json(await readAsUser(services, c, 'open', readRemoval), 200))
    .openapi(remove, async (c) => {
      await withUser(services, c, 'open', removeSample);
      await clearFilesSoon(services);
      return c.body(null, 204);
    });
}

export const sampleParts = {
  id: 'sample',
  activity: { 'sample portfolio': { icon: 'sample' } },
} as const satisfies NounParts;
