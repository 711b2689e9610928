import { createRoute } from '@hono/zod-openapi';
import { answer, failures, needs, router } from '../../server/http/routes.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { savePictures } from './pictures.server.ts';
import { samplePortfolio } from './portfolio.ts';
import { assertNoSample, loadSample, readRemoval, removeSample } from './sample.server.ts';
import { SampleRemoval } from './sample.ts';

const path = '/api/sample';
const tags = ['Sample portfolio'];

const load = createRoute({
  operationId: 'loadSample',
  method: 'post',
  ...needs('owner'),
  path,
  tags,
  summary: 'Add the sample portfolio of 12 properties with related records. Only without any properties',
  responses: { 204: { description: 'Added' }, ...failures.signedIn, 422: failures.input[422] },
});
const summary = createRoute({
  operationId: 'getSampleRemoval',
  method: 'get',
  ...needs('owner'),
  path,
  tags,
  summary: 'Count the records to remove and to keep when removing the sample portfolio',
  responses: { 200: answer(SampleRemoval, 'Both counts by noun'), 401: failures.signedIn[401] },
});
const remove = createRoute({
  operationId: 'removeSample',
  method: 'delete',
  ...needs('owner'),
  path,
  tags,
  summary: 'Remove the sample portfolio except records you added, changed or linked',
  responses: { 204: { description: 'Removed' }, 401: failures.signedIn[401] },
});

export function sampleApi(services: Services) {
  return router()
    .openapi(load, async (c) => {
      await readAsUser(services, c, 'guarded', assertNoSample);
      const portfolio = samplePortfolio(londonDay(services.clock.now()));
      const photos = await savePictures(services, (work) => withUser(services, c, 'guarded', work), portfolio);
      await withUser(services, c, 'guarded', (db) => loadSample(db, { portfolio, photos }));
      return c.body(null, 204);
    })
    .openapi(summary, async (c) => c.json(await readAsUser(services, c, 'open', readRemoval), 200))
    .openapi(remove, async (c) => {
      await withUser(services, c, 'open', removeSample);
      await requestFileClearing(services);
      return c.body(null, 204);
    });
}

export const sampleParts = {
  id: 'sample',
  activity: { 'sample portfolio': { icon: 'sample' } },
} as const satisfies NounParts;
