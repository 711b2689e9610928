/** /api/served: papers that were given to people, the papers of a property, and the bundle for a council or a court. */
import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { type DownloadLimits, downloadSemaphore, sendDownload } from '../../server/http/downloads/downloads.server.ts';
import { zipStream } from '../../server/http/downloads/zip.server.ts';
import { IdempotencyKey, keyOf, withIdempotencyKey } from '../../server/http/idempotency.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, fileAnswer, needs, router } from '../../server/http/routes.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withSnapshot, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { rejectMissingFileIn } from '../file/store.server.ts';
import { queueLinkEmail } from '../guest-link/api.server.ts';
import { fillBundle, readBundle, saveAskedOn } from './bundle/bundle.server.ts';
import { AskedInput, BundleQuery, bundleName } from './bundle/bundle.ts';
import { countMissing, readPapers } from './papers.server.ts';
import { addedWith, addServed, listServed, strikeServed } from './served.server.ts';
import {
  MissingPapers,
  Papers,
  PlaceQuery,
  Served,
  ServedAdded,
  ServedInput,
  ServedQuery,
  StrikeInput,
} from './served.ts';

const path = '/api/served';
const tags = ['Served papers'];

const list = createRoute({
  operationId: 'listServed',
  method: 'get',
  ...needs('people.see'),
  path,
  tags,
  summary: 'List served papers, newest first, with entries that were struck out',
  request: { query: ServedQuery },
  responses: {
    200: answer(z.object({ items: z.array(Served) }), 'The newest 1,000'),
    400: failures.input[400],
    ...failures.signedIn,
  },
});

const add = createRoute({
  operationId: 'addServed',
  method: 'post',
  ...needs('people.change'),
  path,
  tags,
  summary: 'Record that papers were given to people, or email them with the files attached',
  request: { headers: IdempotencyKey, body: body(ServedInput) },
  responses: {
    201: answer(ServedAdded, 'One entry for each person and paper'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
    ...failures.once,
    ...failures.limited,
  },
});

const strike = createRoute({
  operationId: 'strikeServed',
  method: 'post',
  ...needs('people.change'),
  path: `${path}/{id}/strike`,
  tags,
  summary: 'Strike out a wrong entry, which stays with the reason',
  request: { params: RecordId, body: body(StrikeInput) },
  responses: {
    200: answer(Served, 'Struck out'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
    409: failures.version[409],
  },
});

const papers = createRoute({
  operationId: 'listPapers',
  method: 'get',
  ...needs('people.see'),
  path: `${path}/papers`,
  tags,
  summary: 'List the papers of a tenancy or property, with who was given them and who must still have them',
  request: { query: PlaceQuery },
  responses: {
    200: answer(Papers, 'The papers'),
    400: failures.input[400],
    ...failures.signedIn,
    ...failures.found,
  },
});

const missing = createRoute({
  operationId: 'countMissingPapers',
  method: 'get',
  ...needs('people.see'),
  path: `${path}/missing`,
  tags,
  summary: 'Count papers that someone in a current tenancy must have and was not given',
  responses: { 200: answer(MissingPapers, 'The count, and where'), ...failures.signedIn },
});

const bundle = createRoute({
  operationId: 'downloadPapers',
  method: 'get',
  ...needs('people.see'),
  path: `${path}/bundle`,
  tags,
  summary: 'Download papers with an index of their service. The same records give the same bytes',
  request: { query: BundleQuery },
  responses: {
    200: fileAnswer('A zip with Index.pdf, the papers, proof files and SHA256SUMS', 'application/zip'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
    ...failures.limited,
  },
});

const asked = createRoute({
  operationId: 'saveBundleAskedOn',
  method: 'put',
  ...needs('people.change'),
  path: `${path}/bundle`,
  tags,
  summary: 'Save the date on which a council or a court requested the papers of a tenancy or property',
  request: { body: body(AskedInput) },
  responses: {
    204: { description: 'Saved' },
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
  },
});

const MAX_CONCURRENT = 4;

const BUSY = {
  already: 'A bundle is already downloading. Wait for it to finish, or stop it.',
  full: 'Several people are downloading bundles. Try again in a minute.',
};

export function servedApi(services: Services, { timeoutMs, most = MAX_CONCURRENT }: DownloadLimits = {}) {
  const { secret, clock } = services;
  const addUnderKey = withIdempotencyKey(secret);
  const semaphore = downloadSemaphore({ most, words: BUSY });
  return router()
    .openapi(list, async (c) => {
      const query = c.req.valid('query');
      return c.json({ items: await readAsUser(services, c, 'open', (db) => listServed(db, query)) }, 200);
    })
    .openapi(papers, async (c) => {
      const query = c.req.valid('query');
      return c.json(await withSnapshot(services, c, 'open', (db) => readPapers(db, query)), 200);
    })
    .openapi(missing, async (c) => c.json(await withSnapshot(services, c, 'open', countMissing), 200))
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      const key = keyOf(c);
      const added = await withUser(services, c, 'guarded', (db) =>
        addUnderKey(
          db,
          { key, noun: path, input },
          {
            add: () =>
              addServed(db, {
                input,
                now: clock.now(),
                secret,
                send: (linkId) => queueLinkEmail(services, db, linkId),
              }),
            get: (id) => addedWith(db, id),
            nameOf: ({ items }) => items[0]?.title ?? '',
          },
        ),
      ).catch(rejectMissingFileIn('proof'));
      return c.json(added, 201);
    })
    .openapi(strike, async (c) => {
      const query = { id: recordId(c), ...c.req.valid('json') };
      return c.json(await withUser(services, c, 'guarded', (db) => strikeServed(db, query)), 200);
    })
    .openapi(asked, async (c) => {
      const input = c.req.valid('json');
      await withUser(services, c, 'guarded', (db) => saveAskedOn(db, input, londonDay(clock.now())));
      return c.body(null, 204);
    })
    .openapi(bundle, async (c) => {
      const query = c.req.valid('query');
      const stillAllowed = () => readAsUser(services, c, 'open', async () => {});
      const person = await readAsUser(services, c, 'open', async (db) => {
        const { rows } = await sql<{ id: string }>`select app.person_id() as id`.execute(db);
        return rows[0]?.id ?? '';
      });
      const read = await withSnapshot(services, c, 'open', (db) => readBundle(db, query));
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${bundleName(read.index)}"`,
        'cache-control': 'private, no-store',
      };
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      const leave = semaphore.enter(person);
      const going = new AbortController();
      const end = async () => {
        going.abort();
        leave();
      };
      // A fixed time, so that the same records produce the same bytes.
      const at = new Date(`${read.index.day}T12:00:00Z`);
      const content = zipStream({ at, signal: going.signal }, (entry) =>
        fillBundle(entry, { bundle: read, files: services.files, stillAllowed }),
      );
      return c.body(sendDownload(c, { content, end, timeoutMs }), 200, headers);
    });
}

export const servedParts = {
  id: 'served',
  activity: {
    'served paper': { icon: 'paper', ofProperty: true },
    'papers request': { icon: 'paper', ofProperty: true },
  },
  tables: {
    bundle_requests: 'When a council or a court asked for papers.',
    served: 'Papers that you gave to people, with methods, times, confirmations and entries that were struck out.',
  },
} as const satisfies NounParts;
