import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { recordApi } from '../../server/http/record-api.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, fileAnswer, needs, router } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { NO_FILE, PHOTO_SIZE_NAMES } from '../file/file.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { sendFile } from '../file/serve.server.ts';
import { callerId, getFile, type ListedFile, pathOf, rejectMissingFileIn } from '../file/store.server.ts';
import {
  addDocumentLink,
  addDocumentVersion,
  documentTable,
  logView,
  removeDocumentLink,
  removeDocumentVersion,
  versionFile,
} from './document.server.ts';
import {
  Document,
  DocumentChange,
  DocumentGuess,
  DocumentInput,
  DocumentQuery,
  DocumentRecord,
  GuessInput,
  LinkInput,
  RetentionInput,
  Tidy,
  VersionInput,
} from './document.ts';
import { guessFile } from './guess.server.ts';
import { queueReading } from './jobs.server.ts';
import { TEXTS } from './listed.ts';
import type { DocumentReply } from './read/job.ts';
import { kindToRead, readDocument } from './read/reader.server.ts';
import { readTidy, setRetention } from './tidy.server.ts';

const tags = ['Documents'];
const [see, change] = [needs('properties.see'), needs('properties.change')];

const guess = createRoute({
  operationId: 'guessDocument',
  method: 'post',
  ...change,
  path: '/api/documents/guesses',
  tags,
  summary: 'Propose title, type, date and property for an uploaded file, and find the same file in the account',
  request: { body: body(GuessInput) },
  responses: { 200: answer(DocumentGuess, 'The proposals'), ...failures.input, ...failures.signedIn },
});

const tidy = createRoute({
  operationId: 'listDocumentsToTidy',
  method: 'get',
  ...see,
  path: '/api/documents/tidy',
  tags,
  summary: 'List documents to delete, each with its reason; they are never deleted automatically',
  responses: { 200: answer(Tidy, 'Documents, the oldest first, and how long each type is kept'), ...failures.signedIn },
});

const retain = createRoute({
  operationId: 'setDocumentRetention',
  method: 'put',
  ...change,
  path: '/api/documents/retention',
  tags,
  summary: 'Set how long documents of a type are kept',
  request: { body: body(RetentionInput) },
  responses: { 200: answer(Tidy, 'The proposals after the change'), ...failures.input, ...failures.signedIn },
});

const open = createRoute({
  operationId: 'readDocumentFile',
  method: 'get',
  ...see,
  path: '/api/documents/{id}/file',
  tags,
  summary: 'Download a version; of a right-to-rent document this is logged',
  request: {
    params: RecordId,
    query: z.object({
      version: z.coerce.number().int().min(1).optional().describe('Its number; the latest without'),
      size: z
        .enum(PHOTO_SIZE_NAMES)
        .optional()
        .describe('A smaller size, if the photo has it; otherwise the whole file'),
    }),
  },
  responses: {
    200: fileAnswer('The file', '*/*'),
    206: fileAnswer('The requested range', '*/*'),
    304: { description: 'Unchanged since the version in If-None-Match' },
    416: { description: 'The range is outside the file' },
    400: failures.input[400],
    ...failures.signedIn,
    ...failures.found,
  },
});

const inUse = {
  409: { ...failures.version[409], description: 'It was served (in_use), or someone else changed it first (conflict)' },
};

const addVersion = createRoute({
  operationId: 'addDocumentVersion',
  method: 'post',
  ...change,
  path: '/api/documents/{id}/versions',
  tags,
  summary: 'Add an uploaded file as the latest version; earlier ones are kept',
  request: { params: RecordId, headers: IfMatch, body: body(VersionInput) },
  responses: {
    201: answer(DocumentRecord, 'The document with its new version'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
    ...failures.version,
  },
});

const removeVersion = createRoute({
  operationId: 'removeDocumentVersion',
  method: 'delete',
  ...change,
  path: '/api/documents/{id}/versions/{versionId}',
  tags,
  summary: 'Remove a version that was not served',
  request: { params: RecordId.extend({ versionId: z.string().describe('UUID') }), headers: IfMatch },
  responses: {
    200: answer(DocumentRecord, 'The document without it'),
    ...failures.signedIn,
    ...failures.found,
    ...failures.version,
    ...inUse,
  },
});

const addLink = createRoute({
  operationId: 'addDocumentLink',
  method: 'post',
  ...change,
  path: '/api/documents/{id}/links',
  tags,
  summary: 'Link a document to a record',
  request: { params: RecordId, body: body(LinkInput) },
  responses: {
    201: answer(DocumentRecord, 'The document with its links'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
  },
});

const removeLink = createRoute({
  operationId: 'removeDocumentLink',
  method: 'delete',
  ...change,
  path: '/api/documents/{id}/links/{linkId}',
  tags,
  summary: 'Remove a link; the document stays',
  request: { params: RecordId.extend({ linkId: z.string().describe('UUID') }) },
  responses: { 204: { description: 'Removed' }, ...failures.signedIn, ...failures.found },
});

export function documentApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  const refuseFile = rejectMissingFileIn('file');
  const tidied = (db: UserDb) => readTidy(db, today());
  // These routes come before '{id}', which would match their paths as an id.
  return router()
    .openapi(guess, async (c) => {
      const { url } = c.req.valid('json').file;
      const { file, owner } = await withUser(services, c, 'guarded', async (db) => ({
        file: await getFile(db, url),
        owner: await callerId(db),
      }));
      if (!file) throw invalidField('file', NO_FILE);
      // The file is read outside transactions, as reading may take long.
      const reply = await readFile(services, file, { owner, signal: c.req.raw.signal });
      const found = (db: UserDb) => guessFile(db, { file, reply, today: today() });
      return c.json(await readAsUser(services, c, 'guarded', found), 200);
    })
    .openapi(tidy, async (c) => c.json(await readAsUser(services, c, 'guarded', tidied), 200))
    .openapi(retain, async (c) => {
      const input = c.req.valid('json');
      const after = await withUser(services, c, 'guarded', async (db) => {
        await setRetention(db, input);
        return tidied(db);
      });
      return c.json(after, 200);
    })
    .openapi(open, async (c) => {
      const { version, size } = c.req.valid('query');
      const id = recordId(c);
      const file = await withUser(services, c, 'guarded', async (db) => {
        const found = await versionFile(db, id, version);
        // Later ranges of a file belong to the same view.
        if (found?.hidden && !/^bytes=\s*[1-9]/.test(c.req.header('range') ?? '')) await logView(db, id);
        return found && (await getFile(db, found.fileUrl));
      });
      if (!file) throw new AppError('not_found', { message: TEXTS.notFound });
      return sendFile(services, c, { file, size: size && file.sizes.includes(size) ? size : undefined });
    })
    .openapi(addVersion, async (c) => {
      const args = { id: recordId(c), version: matchedVersion(c), ...c.req.valid('json') };
      const save = withUser(services, c, 'guarded', async (db) => {
        const { record, versionId } = await addDocumentVersion(db, args);
        await queueReading(services, db, versionId);
        return record;
      });
      return sent(c, await save.catch(refuseFile), 201);
    })
    .openapi(removeVersion, async (c) => {
      const args = { id: recordId(c), version: matchedVersion(c), versionId: recordId(c, 'versionId') };
      const after = await withUser(services, c, 'guarded', (db) => removeDocumentVersion(db, args));
      await requestFileClearing(services);
      return sent(c, after, 200);
    })
    .openapi(addLink, async (c) => {
      const [id, input] = [recordId(c), c.req.valid('json')];
      return sent(c, await withUser(services, c, 'guarded', (db) => addDocumentLink(db, id, input)), 201);
    })
    .openapi(removeLink, async (c) => {
      const [id, linkId] = [recordId(c), recordId(c, 'linkId')];
      await withUser(services, c, 'guarded', (db) => removeDocumentLink(db, id, linkId));
      return c.body(null, 204);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/documents',
        area: 'properties',
        one: 'document',
        query: DocumentQuery,
        item: Document,
        record: DocumentRecord,
        input: DocumentInput,
        change: DocumentChange,
        table: {
          ...documentTable,
          add: async (db, input) => {
            const added = await documentTable.add(db, input);
            for (const { id } of added.versions) await queueReading(services, db, id);
            return added;
          },
        },
        notFound: TEXTS.notFound,
        nameOf: ({ title }) => title,
        onSaveError: refuseFile,
        onRemoved: () => requestFileClearing(services),
      }),
    );
}

function sent<Status extends 200 | 201>(c: Context<AppEnv>, record: DocumentRecord, status: Status) {
  tagVersion(c, record);
  return c.json(record, status);
}

/** Undefined for files without a text layer. */
async function readFile(
  { files }: Services,
  file: ListedFile,
  whose: { owner: string; signal: AbortSignal },
): Promise<DocumentReply | undefined> {
  const kind = kindToRead(file.contentType);
  const stored = kind && (await files.get(pathOf(file)));
  if (!kind || !stored) return undefined;
  return readDocument({ kind, bytes: new Uint8Array(await new Response(stored).arrayBuffer()) }, whose);
}
