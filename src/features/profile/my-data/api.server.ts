/** All data are from one snapshot. The download stays open after the trial. */
import { join } from 'node:path';
import { createRoute } from '@hono/zod-openapi';
import {
  type DownloadLimits,
  downloadSemaphore,
  sendDownload,
} from '../../../server/http/downloads/downloads.server.ts';
import { openTempFile, type TempFile } from '../../../server/http/downloads/temp-file.server.ts';
import { failures, fileAnswer, needs, router } from '../../../server/http/routes.server.ts';
import { readAsUser, withReplica } from '../../../server/session/session.server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { callerIdentity } from '../../account/account.server.ts';
import { type AccountServices, signedIn, tags } from '../../account/routes.server.ts';
import { requireRecentProof } from '../../account/second-factor/second-factor.server.ts';
import { readTables } from './tables.server.ts';
import { writeZip } from './zip.server.ts';

const download = createRoute({
  operationId: 'downloadMyData',
  method: 'get',
  ...needs('owner'),
  path: '/api/my-data',
  tags,
  summary: 'Download all data: each table as JSON and CSV, and every file',
  responses: {
    200: fileAnswer('A zip. README.txt explains its folders; manifest.json lists its contents', 'application/zip'),
    ...signedIn,
    ...failures.code,
    ...failures.limited,
  },
});

/** Concurrent downloads per server: a download reads every table of an account. */
const MAX_CONCURRENT_DOWNLOADS = 4;

const BUSY = {
  already: 'Your data is already downloading. Wait for it to finish, or stop it.',
  full: 'Several people are downloading their data. Try again in a minute.',
};

/** `described` holds a description of each noun's tables. */
export function myDataApi(
  services: AccountServices,
  {
    described,
    timeoutMs,
    most = MAX_CONCURRENT_DOWNLOADS,
  }: DownloadLimits & { described: Readonly<Record<string, string>> },
) {
  const semaphore = downloadSemaphore({ most, words: BUSY });
  return router().openapi(download, async (c) => {
    await requireRecentProof(services, c);
    const at = services.clock.now();
    const owner = await readAsUser(services, c, 'open', callerIdentity);
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="tenure-data-${londonDay(at)}.zip"`,
      'cache-control': 'private, no-store',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const release = semaphore.enter(owner.id);
    const going = new AbortController();
    const folder = join(services.dataFolder, 'my-data');
    let tempFile: TempFile | undefined;
    const end = async () => {
      going.abort();
      release();
      await tempFile?.close();
    };
    try {
      const file = await openTempFile(folder);
      tempFile = file;
      const tables = await withReplica(services, c, 'open', (db) =>
        readTables(db, { authPool: services.authPool, tempFile: file }),
      );
      const { name, email } = owner;
      const content = writeZip({
        at,
        owner: { name, email },
        tables,
        described,
        tempFile: file,
        files: services.files,
        signal: going.signal,
      });
      return c.body(sendDownload(c, { content, end, timeoutMs }), 200, headers);
    } catch (error) {
      await end();
      throw error;
    }
  });
}
