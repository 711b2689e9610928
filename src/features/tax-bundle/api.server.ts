/** GET /api/tax/{year}/bundle: a tax year in one zip, for an accountant. Readable after the trial. */
import { join } from 'node:path';
import { createRoute } from '@hono/zod-openapi';
import { sql } from 'kysely';
import type { Files } from '../../outside/files/files.ts';
import { type DownloadLimits, downloadSemaphore, sendDownload } from '../../server/http/downloads/downloads.server.ts';
import { openTempFile, type TempFile } from '../../server/http/downloads/temp-file.server.ts';
import { type Add, addStored, zipStream } from '../../server/http/downloads/zip.server.ts';
import { failures, fileAnswer, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withReplica } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { pathOf } from '../file/store.server.ts';
import { listOwners } from '../owner/owner.server.ts';
import { readPeriod } from '../tax/books.server.ts';
import { TaxYearPath } from '../tax/tax.ts';
import { BundleQuery } from './bundle.ts';
import { type BundlePart, type Collected, collect, filesOf, textOf } from './collect.server.ts';
import { receiptsPart } from './ledger.server.ts';
import { TAX_PARTS } from './parts.server.ts';

const download = createRoute({
  operationId: 'downloadTaxYear',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/{year}/bundle',
  tags: ['Tax'],
  summary: 'Download a tax year for an accountant. The same records give the same bytes',
  request: { params: TaxYearPath, query: BundleQuery },
  responses: {
    200: fileAnswer(
      'A zip with boxes, ledger, reports and receipts. README.txt explains it; SHA256SUMS has hashes',
      'application/zip',
    ),
    400: failures.input[400],
    401: failures.signedIn[401],
    ...failures.found,
    ...failures.limited,
  },
});

const MAX_CONCURRENT = 4;

const BUSY = {
  already: 'A tax year is already downloading. Wait for it to finish, or stop it.',
  full: 'Several people are downloading a tax year. Try again in a minute.',
};

/** `others` are the parts of other nouns, placed before the receipts. */
export function bundleApi(
  services: Services,
  { timeoutMs, most = MAX_CONCURRENT, others }: DownloadLimits & { others: readonly BundlePart[] },
) {
  const parts = [...TAX_PARTS, ...others, receiptsPart];
  const semaphore = downloadSemaphore({ most, words: BUSY });
  return router().openapi(download, async (c) => {
    const { owner } = c.req.valid('query');
    const { person, year } = await readAsUser(services, c, 'open', async (db) => {
      if (owner && !(await listOwners(db)).some(({ id }) => id === owner))
        throw new AppError('not_found', { message: 'Owner not found' });
      const { rows } = await sql<{ id: string }>`select app.person_id() as id`.execute(db);
      const { period } = await readPeriod(db, c.req.valid('param').year, { owner });
      return { person: rows[0]?.id ?? '', year: period };
    });
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="tenure-tax-year-${year.year}.zip"`,
      'cache-control': 'private, no-store',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const release = semaphore.enter(person);
    const controller = new AbortController();
    let tempFile: TempFile | undefined;
    const end = async () => {
      controller.abort();
      release();
      await tempFile?.close();
    };
    try {
      const opened = await openTempFile(join(services.dataFolder, 'exports'));
      tempFile = opened;
      const params = { ...year, owner, today: londonDay(services.clock.now()) };
      const collected = await withReplica(services, c, 'open', (db) =>
        collect(db, params, { tempFile: opened, parts }),
      );
      // A fixed time makes the same records give the same bytes.
      const at = new Date(`${year.to}T12:00:00Z`);
      const stillAllowed = () => readAsUser(services, c, 'open', async () => {});
      const content = zipStream({ at, signal: controller.signal }, (add) =>
        fill(add, { collected, tempFile: opened, files: services.files, stillAllowed }),
      );
      return c.body(sendDownload(c, { content, end, timeoutMs }), 200, headers);
    } catch (error) {
      await end();
      throw error;
    }
  });
}

type Contents = { collected: Collected; tempFile: TempFile; files: Files; stillAllowed: () => Promise<void> };

/** Reads stored files one at a time. `stillAllowed` throws once the session or the membership has ended. */
async function fill(add: Add, { collected, tempFile, files, stillAllowed }: Contents): Promise<void> {
  const sums: string[] = [];
  const missing: string[] = [];
  for (const { path, section } of collected.texts) {
    const { sha256 } = await add(path, textOf(tempFile, section));
    sums.push(`${sha256}  ${path}\n`);
  }
  for await (const { path, ...file } of filesOf(tempFile, collected.files)) {
    await stillAllowed();
    const content = await files.get(pathOf({ bucket: file.bucket, path: file.stored }));
    if (!content) missing.push(`${path}\n`);
    else sums.push(`${(await addStored(add, path, content)).sha256}  ${path}\n`);
  }
  if (missing.length > 0) await add('receipts/MISSING.txt', missing);
  await add('SHA256SUMS', sums);
}
