/** GET /api/my-data: everything of a landlord in one zip, as it stands at one moment; open after the trial too. */
import { join } from 'node:path';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { readAsCaller, readAtOnceAsCaller } from '../../server/door.server.ts';
import { failures, router } from '../../server/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { downloadRoom, sendZip } from './my-data-send.server.ts';
import { openSpool, type Spool } from './my-data-spool.server.ts';
import { readTables } from './my-data-tables.server.ts';
import { writeZip } from './my-data-zip.server.ts';
import { whoAsks } from './profile.server.ts';

const download = createRoute({
  method: 'get',
  path: '/api/my-data',
  tags: ['Account'],
  summary: 'Download everything: each table as JSON and as CSV, and every file',
  responses: {
    200: {
      description: 'A zip. README.txt in it says what lies where, manifest.json what there is',
      content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
    },
    401: failures.signedIn[401],
    ...failures.limited,
  },
});

/** For how many milliseconds nothing may be taken of a download, and how many may be under way, where not the usual. */
export type DownloadLimits = { patience?: number; most?: number };

export function myDataApi(services: Services, { patience, most }: DownloadLimits = {}) {
  const room = downloadRoom(most);
  return router().openapi(download, async (c) => {
    const at = services.clock.now();
    const owner = await readAsCaller(services, c, 'open', whoAsks);
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="tenure-data-${londonDay(at)}.zip"`,
      'cache-control': 'private, no-store',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const leave = room.enter(owner.id);
    const going = new AbortController();
    const folder = join(services.dataFolder, 'my-data');
    let spool: Spool | undefined;
    const end = async () => {
      going.abort();
      leave();
      await spool?.close();
    };
    try {
      const made = await openSpool(folder);
      spool = made;
      const tables = await readAtOnceAsCaller(services, c, 'open', (db) =>
        readTables(db, { authPool: services.authPool, spool: made }),
      );
      const { name, email } = owner;
      const zip = writeZip({
        at,
        owner: { name, email },
        tables,
        spool: made,
        files: services.files,
        signal: going.signal,
      });
      return c.body(sendZip(c, { zip, end, ...(patience !== undefined && { patience }) }), 200, headers);
    } catch (error) {
      await end();
      throw error;
    }
  });
}
