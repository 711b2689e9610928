import { join } from 'node:path';
import { createRoute, z } from '@hono/zod-openapi';
import { analyzeChangedTables } from '../../server/db/statistics.server.ts';
import { downloadSemaphore } from '../../server/http/downloads/downloads.server.ts';
import { PROGRESS_HEADERS, progressLines } from '../../server/http/progress-lines.server.ts';
import { answer, failures, fileBody, linesAnswer, needs, router } from '../../server/http/routes.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { AsOwner } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { type AccountServices, tags } from '../account/routes.server.ts';
import { requireRecentProof } from '../account/second-factor/second-factor.server.ts';
import { readStorage } from '../file/storage.server.ts';
import { callerId } from '../file/store.server.ts';
import type { ReceiveLimits } from '../file/upload.server.ts';
import { checkDownload } from './check.server.ts';
import { receiveFile } from './receive.server.ts';
import { assertCanRestore, readState, removeRestore, runRestore } from './restore.server.ts';
import { type RestoreProgress, RestoreState } from './restore.ts';

const path = '/api/my-data/restores';
const one = `${path}/{id}` as const;
const common = { ...needs('owner'), tags };
const params = z.object({ id: z.uuid() });
const refusals = { ...failures.input, ...failures.signedIn, ...failures.member };
const state = {
  409: { ...failures.version[409], description: 'The account has records, or this is restored: wrong_state' },
};

const upload = createRoute({
  operationId: 'checkDownload',
  method: 'post',
  ...common,
  path,
  summary: 'Check a data download (the zip is the body) before its restore. Its records are not saved yet',
  request: {
    body: fileBody('application/zip'),
  },
  responses: {
    200: linesAnswer('restore'),
    ...refusals,
    403: failures.code[403],
    ...state,
    ...failures.upload,
    ...failures.limited,
  },
});

const read = createRoute({
  operationId: 'getRestore',
  method: 'get',
  ...common,
  path,
  summary: 'Get the latest checked or restored download, and whether one can be restored here',
  responses: { 200: answer(RestoreState, 'The state'), ...failures.signedIn },
});

const run = createRoute({
  operationId: 'runRestore',
  method: 'post',
  ...common,
  path: `${one}/run`,
  summary: 'Restore a checked download in one transaction, into an account without records. Sends no email',
  request: { params },
  responses: { 200: linesAnswer('restore'), ...refusals, ...failures.found, ...state },
});

const remove = createRoute({
  operationId: 'deleteRestore',
  method: 'delete',
  ...common,
  path: one,
  summary: 'Delete a checked download',
  request: { params },
  responses: { 204: { description: 'Deleted' }, ...refusals, ...failures.found },
});

/** Maximum concurrent checks per server. Each check holds one file of up to 64 MB in memory. */
const MAX_CONCURRENT = 2;
const BUSY = {
  already: 'We are already checking or restoring a download. Wait for it to finish.',
  full: 'Several people are restoring a download. Try again in a minute.',
};
/** Space for tables as JSON and CSV, in addition to the plan's storage. */
const TABLES_BYTES = 1024 ** 3;

/** `limits` override the usual upload timeouts. */
export function restoreApi(services: AccountServices, limits: ReceiveLimits = {}) {
  const semaphore = downloadSemaphore({ most: MAX_CONCURRENT, words: BUSY });
  return router()
    .openapi(upload, async (c) => {
      await requireRecentProof(services, c);
      const caller = await withUser(services, c, 'guarded', async (db) => {
        await assertCanRestore(db);
        return { owner: await callerId(db), maxBytes: (await readStorage(db)).limitBytes + TABLES_BYTES };
      });
      if (await services.shortOfSpace()) throw new AppError('insufficient_storage');
      const leave = semaphore.enter(caller.owner);
      const asOwner: AsOwner = (work) => withUser(services, c, 'guarded', work);
      const work = async (progress: (line: RestoreProgress) => void): Promise<RestoreProgress> => {
        try {
          const folder = join(services.dataFolder, 'restores');
          const file = await receiveFile(c.req.raw, { folder, maxBytes: caller.maxBytes, limits });
          try {
            await checkDownload(services, asOwner, { file, progress });
          } finally {
            await file.close();
          }
          return { restore: await readRestore(asOwner) };
        } finally {
          leave();
        }
      };
      return c.body(await progressLines(c, { ...CHECK_FAILED, work }), 200, PROGRESS_HEADERS);
    })
    .openapi(read, async (c) => c.json(await readAsUser(services, c, 'open', readState), 200))
    .openapi(run, async (c) => {
      const { id } = c.req.valid('param');
      const asOwner: AsOwner = (work) => withUser(services, c, 'guarded', work);
      const leave = semaphore.enter(await readAsUser(services, c, 'guarded', callerId));
      const work = async (progress: (line: RestoreProgress) => void): Promise<RestoreProgress> => {
        try {
          await asOwner((db) => runRestore(db, id, progress));
          await analyzeChangedTables(services);
          return { restore: await readRestore(asOwner) };
        } finally {
          leave();
        }
      };
      return c.body(await progressLines(c, { ...RUN_FAILED, work }), 200, PROGRESS_HEADERS);
    })
    .openapi(remove, async (c) => {
      const { id } = c.req.valid('param');
      await withUser(services, c, 'open', (db) => removeRestore(db, id));
      return c.body(null, 204);
    });
}

async function readRestore(asOwner: AsOwner) {
  const { restore } = await asOwner(readState);
  if (!restore) throw new AppError('not_found');
  return restore;
}

const CHECK_FAILED = {
  failed: 'Sorry, something went wrong. We did not save anything. Try again.',
  logged: 'A download could not be checked',
};
const RUN_FAILED = {
  failed: 'Sorry, something went wrong. We did not restore anything. Try again.',
  logged: 'A download could not be restored',
};
