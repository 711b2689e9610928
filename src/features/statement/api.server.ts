/** Routes of statement files, which stay available after the trial. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { PROGRESS_HEADERS, progressLines } from '../../server/http/progress-lines.server.ts';
import { answer, body, failures, fileBody, linesAnswer, needs, router } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withSnapshot, withUser } from '../../server/session/session.server.ts';
import type { AsOwner } from '../../server/session/with-user.server.ts';
import { readUploader } from '../file/store.server.ts';
import { type ReceiveLimits, uploadReceiver } from '../file/upload.server.ts';
import { importStatement } from './import.server.ts';
import { previewStatement } from './preview.server.ts';
import {
  type ImportProgress,
  PreviewQuery,
  StatementChange,
  StatementImport,
  StatementPreview,
  StatementTarget,
  UndoPreview,
} from './preview.ts';
import { addStatement, cancelStatement, changeStatement } from './stored.server.ts';
import { listImports, previewUndo, undoImport } from './undo.server.ts';

const path = '/api/statements';
const one = `${path}/{id}` as const;
const tags = ['Statements'];
const params = z.object({ id: z.uuid() });
const common = { ...failures.input, ...failures.signedIn, ...failures.found };

const upload = createRoute({
  operationId: 'uploadStatement',
  method: 'post',
  ...needs('banks.change'),
  path,
  tags,
  summary: 'Upload a statement file (CSV, OFX, QIF) as the body. It is kept for a day',
  request: {
    query: z.object({ name: z.string().trim().min(1).max(200).describe('The name of the file') }),
    body: fileBody(),
  },
  responses: {
    201: answer(z.object({ id: z.uuid() }), 'The uploaded statement'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.upload,
  },
});

const list = createRoute({
  operationId: 'listStatementImports',
  method: 'get',
  ...needs('banks.see'),
  path,
  tags,
  summary: 'List the latest 100 imports of statements, newest first',
  responses: { 200: answer(z.object({ items: z.array(StatementImport) }), 'The imports'), ...failures.signedIn },
});

const preview = createRoute({
  operationId: 'previewStatement',
  method: 'get',
  ...needs('banks.see'),
  path: one,
  tags,
  summary: 'Preview a statement: new, existing and unreadable lines',
  request: { params, query: PreviewQuery },
  responses: { 200: answer(StatementPreview, 'Preview of the import'), ...common },
});

const change = createRoute({
  operationId: 'changeStatement',
  method: 'patch',
  ...needs('banks.change'),
  path: one,
  tags,
  summary: 'Choose how a statement is read, correct a line, or import an existing line',
  request: { params, body: body(StatementChange) },
  responses: { 204: { description: 'Changed' }, ...common },
});

const cancel = createRoute({
  operationId: 'cancelStatement',
  method: 'delete',
  ...needs('banks.change'),
  path: one,
  tags,
  summary: 'Delete a statement before it is imported',
  request: { params },
  responses: { 204: { description: 'Deleted' }, ...common },
});

const importFile = createRoute({
  operationId: 'importStatement',
  method: 'post',
  ...needs('banks.change'),
  path: `${one}/import`,
  tags,
  summary: 'Import the new lines of a statement in one transaction',
  request: { params, body: body(StatementTarget) },
  responses: {
    200: linesAnswer('imported, known, asked, account'),
    ...common,
  },
});

const undoPreview = createRoute({
  operationId: 'previewStatementUndo',
  method: 'get',
  ...needs('banks.see'),
  path: `${one}/undo`,
  tags,
  summary: 'Preview an undo: the transactions to remove, and later changes to them',
  request: { params },
  responses: { 200: answer(UndoPreview, 'The transactions to remove'), ...common },
});

const undo = createRoute({
  operationId: 'undoStatement',
  method: 'post',
  ...needs('banks.change'),
  path: `${one}/undo`,
  tags,
  summary: 'Undo an import and remove its transactions',
  request: { params },
  responses: { 200: answer(UndoPreview, 'The removed transactions'), ...common },
});

/** `limits` overrides the usual upload timeouts. */
export function statementApi(services: Services, limits: ReceiveLimits = {}) {
  const receive = uploadReceiver(limits);
  const ownerOf =
    (c: Context<AppEnv>): AsOwner =>
    (work) =>
      withUser(services, c, 'open', work);
  return router()
    .openapi(upload, async (c) => {
      const { name } = c.req.valid('query');
      // Check the session before reading the body, and again before storing the file.
      const uploader = await ownerOf(c)((db) => readUploader(db, services.clock.now()));
      const stored = await receive(c.req.raw, uploader, (file) =>
        addStatement(services, ownerOf(c), { ...file, name }),
      );
      return c.json(stored, 201);
    })
    .openapi(list, async (c) => c.json({ items: await readAsUser(services, c, 'open', listImports) }, 200))
    .openapi(preview, async (c) => {
      const { id } = c.req.valid('param');
      const query = c.req.valid('query');
      return c.json(await withSnapshot(services, c, 'open', (db) => previewStatement(db, id, query)), 200);
    })
    .openapi(change, async (c) => {
      const { id } = c.req.valid('param');
      const change = c.req.valid('json');
      await changeStatement(services, ownerOf(c), { id, change });
      return c.body(null, 204);
    })
    .openapi(cancel, async (c) => {
      const { id } = c.req.valid('param');
      await withUser(services, c, 'open', (db) => cancelStatement(db, id));
      return c.body(null, 204);
    })
    .openapi(importFile, async (c) => {
      const { id } = c.req.valid('param');
      const into = c.req.valid('json');
      return c.body(
        await progressLines<ImportProgress>(c, {
          ...FAILED,
          work: (progress) => withUser(services, c, 'open', (db) => importStatement(db, id, { into, progress })),
        }),
        200,
        PROGRESS_HEADERS,
      );
    })
    .openapi(undoPreview, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await withSnapshot(services, c, 'open', (db) => previewUndo(db, id)), 200);
    })
    .openapi(undo, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await withUser(services, c, 'open', (db) => undoImport(db, id)), 200);
    });
}

const FAILED = {
  failed: 'Sorry, something went wrong. We did not import any rows. Try again.',
  logged: 'A statement could not be imported',
};
