/** Route of the export, which stays available after the trial. */
import { createRoute } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { z } from 'zod';
import { type DownloadLimits, downloadSemaphore, sendDownload } from '../../server/http/downloads/downloads.server.ts';
import { failures, fileAnswer, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { filterWords, WITHOUT_PROPERTY } from '../transaction/labels.ts';
import { NO_PROPERTY } from '../transaction/listed.ts';
import { csvFile } from './csv.server.ts';
import { aboutLines, EXPORT_BUSY, type ExportFormat, ExportQuery, fileName, ROW_COUNT } from './export.ts';
import { type Export, type ExportFile, whileSignedIn } from './rows.server.ts';
import { xlsxFile } from './xlsx.server.ts';

/** Maximum number of concurrent exports. Each one uses a database connection while it reads. */
const MAX_CONCURRENT_EXPORTS = 3;

const FILES: Record<ExportFormat, { type: string; make: (asked: Export) => Promise<ExportFile> }> = {
  csv: { type: 'text/csv; charset=utf-8', make: csvFile },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', make: xlsxFile },
};

const exported = createRoute({
  operationId: 'exportTransactions',
  method: 'get',
  ...needs('money.see'),
  path: '/api/transactions/export',
  tags: ['Transactions'],
  summary: 'Download filtered transactions in list order, as CSV or as Excel with up to 100,000 rows',
  request: { query: ExportQuery },
  responses: {
    200: {
      ...fileAnswer(
        'The file. Its name contains the filter; Excel files have a second sheet with it. In CSV, text that could be a formula or starts with an apostrophe gets an apostrophe in front',
        FILES.csv.type,
        FILES.xlsx.type,
      ),
      headers: z.object({ [ROW_COUNT]: z.string().describe('Number of transactions') }),
    },
    401: failures.signedIn[401],
    ...failures.input,
    ...failures.limited,
  },
});

export function exportApi(services: Services, { timeoutMs, most = MAX_CONCURRENT_EXPORTS }: DownloadLimits = {}) {
  const room = downloadSemaphore({ most, words: EXPORT_BUSY });
  return router().openapi(exported, async (c) => {
    const { format, ...filter } = c.req.valid('query');
    const { type, make } = FILES[format];
    const { person, place } = await readAsUser(services, c, 'open', (db) => readNames(db, filter.propertyId));
    const words = filterWords(filter, place);
    const day = londonDay(services.clock.now());
    const headers = {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName({ words, today: day, format })}"`,
      'cache-control': 'private, no-store',
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const leave = room.enter(person);
    const going = new AbortController();
    let made: ExportFile | undefined;
    const end = async () => {
      going.abort();
      leave();
      await made?.close();
    };
    // The client may disconnect before the response starts.
    c.env.outgoing.once('close', () => void end());
    try {
      const asked = { services, c, filter, about: aboutLines(words, day), signal: going.signal };
      made = await make(asked);
      going.signal.throwIfAborted();
      const { count } = made;
      const content = whileSignedIn(asked, made.content);
      return c.body(sendDownload(c, { content, end, timeoutMs }), 200, { ...headers, [ROW_COUNT]: String(count) });
    } catch (error) {
      const gone = going.signal.aborted;
      await end();
      throw gone ? new AppError('bad_request', { message: 'The export was cancelled.', cause: error }) : error;
    }
  });
}

/** Returns the caller's account, and the name of the filter's property. */
async function readNames(
  db: UserDb,
  property: string | undefined,
): Promise<{ person: string; place: string | undefined }> {
  const asked = property === NO_PROPERTY ? undefined : property;
  const { rows } = await sql<{ person: string; place: string | null }>`select app.user_id() as person,
    (select address || ', ' || city from properties where id = ${asked ?? null}::uuid) as place`.execute(db);
  const { person = '', place = null } = rows[0] ?? {};
  return { person, place: property === NO_PROPERTY ? WITHOUT_PROPERTY : (place ?? undefined) };
}
