/** GET /api/my-data: everything of a landlord in one zip, as it stands at one moment; open after the trial too. */
import { join } from 'node:path';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { sampleLine } from '../../../server/db/sample-rows.server.ts';
import { type DownloadLimits, downloadRoom, sendDownload } from '../../../server/http/downloads/downloads.server.ts';
import { openTempFile, type TempFile } from '../../../server/http/downloads/temp-file.server.ts';
import { failures, router } from '../../../server/http/routes.server.ts';
import { readAsUser, withReplica } from '../../../server/session/session.server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { whoAsks } from '../profile/profile.server.ts';
import { type AccountServices, signedIn, tags } from '../routes.server.ts';
import { needFreshCode } from '../second-factor/second-factor.server.ts';
import { readTables } from './tables.server.ts';
import { writeZip } from './zip.server.ts';

const download = createRoute({
  operationId: 'downloadMyData',
  method: 'get',
  path: '/api/my-data',
  tags,
  summary: 'Download everything: each table as JSON and as CSV, and every file',
  responses: {
    200: {
      description: 'A zip. README.txt in it says what lies where, manifest.json what there is',
      content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...signedIn,
    ...failures.code,
    ...failures.limited,
  },
});

/** The most downloads that a server works on at once: each reads every table of somebody. */
const MAX_AT_ONCE = 4;

const BUSY = {
  already: 'Your data is already being downloaded. Please wait for that to finish, or stop it.',
  full: 'Several people are downloading their data just now. Please try again in a minute.',
};

/** `described` says what the tables of nouns hold. */
export function myDataApi(
  services: AccountServices,
  { described, timeoutMs, most = MAX_AT_ONCE }: DownloadLimits & { described: Readonly<Record<string, string>> },
) {
  const room = downloadRoom({ most, words: BUSY });
  return router().openapi(download, async (c) => {
    await needFreshCode(services, c);
    const at = services.clock.now();
    const owner = await readAsUser(services, c, 'open', whoAsks);
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="tenure-data-${londonDay(at)}.zip"`,
      'cache-control': 'private, no-store',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const leave = room.enter(owner.id);
    const going = new AbortController();
    const folder = join(services.dataFolder, 'my-data');
    let tempFile: TempFile | undefined;
    const end = async () => {
      going.abort();
      leave();
      await tempFile?.close();
    };
    try {
      const made = await openTempFile(folder);
      tempFile = made;
      const { tables, sample } = await withReplica(services, c, 'open', async (db) => ({
        sample: await sampleLine(db),
        tables: await readTables(db, { authPool: services.authPool, tempFile: made }),
      }));
      const { name, email } = owner;
      const content = writeZip({
        at,
        owner: { name, email },
        sample,
        tables,
        described,
        tempFile: made,
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
