import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { failures, needs, router } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { callerToken, withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { LOCK_INSPECTIONS } from '../inspection/queues.server.ts';
import { addPapers, savePapers } from './papers.server.ts';
import { savePictures } from './pictures.server.ts';
import { samplePortfolio } from './portfolio.ts';
import { enterSample, loadSample, openSample, removeSample } from './sample.server.ts';

const path = '/api/sample';
const tags = ['Sample portfolio'];

const open = createRoute({
  operationId: 'openSample',
  method: 'post',
  ...needs('owner'),
  path,
  tags,
  summary:
    'Switch to a sample account of 12 properties with related records, created on first use and deleted after 30 days',
  responses: { 204: { description: 'Switched' }, ...failures.signedIn },
});
const remove = createRoute({
  operationId: 'removeSample',
  method: 'delete',
  ...needs('owner'),
  path,
  tags,
  summary: 'Delete your sample account, if there is one, and switch to your own',
  responses: { 204: { description: 'Deleted' }, 401: failures.signedIn[401] },
});

export function sampleApi(services: Services) {
  /** Runs `work` in the caller's sample account, as its owner. */
  const inSample =
    (c: Context<AppEnv>, token: string) =>
    <T>(work: (db: UserDb, filled: boolean) => Promise<T>) =>
      withUser(services, c, 'guarded', async (db) => work(db, await enterSample(db, token, 'owner')));
  return router()
    .openapi(open, async (c) => {
      const token = callerToken(services, c);
      const asOwner = inSample(c, token);
      if (!(await asOwner(async (_, filled) => filled))) {
        const today = londonDay(services.clock.now());
        const portfolio = samplePortfolio(today);
        const photos = await savePictures(services, asOwner, portfolio);
        const papers = await savePapers(services, asOwner, portfolio, today);
        // Another tab may have filled the account since the first check.
        await asOwner(async (db, filled) => {
          if (filled) return;
          const homes = await loadSample(db, { token, portfolio, photos });
          await addPapers(services, db, papers, homes);
          // The time for comments on the sample inspection has ended.
          await services.jobs.send(LOCK_INSPECTIONS, {}, { within: db });
        });
      }
      await withUser(services, c, 'guarded', (db) => openSample(db, token));
      return c.body(null, 204);
    })
    .openapi(remove, async (c) => {
      const token = callerToken(services, c);
      await withUser(services, c, 'open', (db) => removeSample(db, token));
      await requestFileClearing(services);
      return c.body(null, 204);
    });
}
