/** /api/imports, for members and keys with access to all properties. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { analyzeChangedTables } from '../../server/db/statistics.server.ts';
import { XLSX_TYPE } from '../../server/http/downloads/workbook.server.ts';
import { PROGRESS_HEADERS, progressLines } from '../../server/http/progress-lines.server.ts';
import {
  answer,
  body,
  failures,
  fileAnswer,
  fileBody,
  linesAnswer,
  needs,
  router,
} from '../../server/http/routes.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withSnapshot, withUser } from '../../server/session/session.server.ts';
import type { AsOwner, UserDb } from '../../server/session/with-user.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { readUploader } from '../file/store.server.ts';
import { type ReceiveLimits, uploadReceiver } from '../file/upload.server.ts';
import { KINDS, type Kind } from '../import-file/kinds.ts';
import { checkAgain, checkImport, type Progress } from './check.server.ts';
import { listImports, readImport } from './import.server.ts';
import {
  Import,
  ImportChange,
  ImportRowAnswer,
  ImportRowChange,
  ImportRowQuery,
  ImportRows,
  ImportRun,
  ImportSummary,
  ImportUndo,
  ImportUndoChoice,
} from './import.ts';
import { assertMayImport } from './rights.server.ts';
import { changeRow, listRows, wrongRowsCsv } from './rows.server.ts';
import { readRunning } from './run/progress.server.ts';
import { runImport } from './run/run.server.ts';
import { previewUndo, undoImport } from './run/undo.server.ts';
import { addFiles, addImport, changeImport, lockOpen, removeImport } from './stored.server.ts';
import { templateCsv, templateWorkbook } from './templates.server.ts';
import { storeZip } from './zip.server.ts';

const path = '/api/imports';
const one = `${path}/{id}` as const;
const common = { ...needs('properties.add'), tags: ['Imports'] };
const params = z.object({ id: z.uuid() });
const refusals = { ...failures.input, ...failures.signedIn, ...failures.member };
const found = { ...refusals, ...failures.found };
const state = {
  409: {
    ...failures.version[409],
    description: 'Not possible in this state, or your records have changed since the check',
  },
};

const CSV_TYPE = 'text/csv; charset=utf-8';

const upload = createRoute({
  operationId: 'uploadImport',
  method: 'post',
  ...common,
  path,
  summary: 'Upload a file (CSV or XLSX, up to 20 MB and 100,000 rows) as the body. It is only checked until its import',
  request: {
    query: z.object({ name: z.string().trim().min(1).max(200).describe('The name of the file') }),
    body: fileBody(),
  },
  responses: { 201: answer(Import, 'The file with its proposed columns'), ...refusals, ...failures.upload },
});

const list = createRoute({
  operationId: 'listImports',
  method: 'get',
  ...common,
  path,
  summary: 'List the imports of the last 30 days, newest first',
  responses: { 200: answer(z.object({ items: z.array(ImportSummary) }), 'The imports'), ...failures.signedIn },
});

const workbook = createRoute({
  operationId: 'getImportTemplate',
  method: 'get',
  ...common,
  path: `${path}/template.xlsx`,
  summary: 'Download a workbook to fill in, with a sheet for each kind',
  responses: { 200: fileAnswer('The workbook', XLSX_TYPE), ...failures.signedIn },
});

const template = createRoute({
  operationId: 'getImportTemplateOfKind',
  method: 'get',
  ...common,
  path: `${path}/templates/{kind}`,
  summary: 'Download a CSV file of one kind to fill in: properties.csv',
  request: { params: z.object({ kind: z.enum(KINDS.map((kind) => `${kind}.csv` as const)) }) },
  responses: { 200: fileAnswer('The file', CSV_TYPE), 400: failures.input[400], ...failures.signedIn },
});

const read = createRoute({
  operationId: 'getImport',
  method: 'get',
  ...common,
  path: one,
  summary: 'Get an import: its sheets, columns, questions and counts',
  request: { params },
  responses: { 200: answer(Import, 'The import'), ...found },
});

const change = createRoute({
  operationId: 'changeImport',
  method: 'patch',
  ...common,
  path: one,
  summary: 'Choose kinds, columns, meanings of values, and the day from which rent is charged',
  request: { params, body: body(ImportChange) },
  responses: { 200: answer(Import, 'The import'), ...found, ...state },
});

const remove = createRoute({
  operationId: 'deleteImport',
  method: 'delete',
  ...common,
  path: one,
  summary: 'Delete a file before its import',
  request: { params },
  responses: { 204: { description: 'Deleted' }, ...found, ...state },
});

const files = createRoute({
  operationId: 'addImportFiles',
  method: 'post',
  ...common,
  path: `${one}/files`,
  summary: 'Upload a zip as the body: the files that rows of certificates name. Unused ones are deleted after a day',
  request: {
    params,
    body: fileBody(),
  },
  responses: { 200: answer(Import, 'The import'), ...found, ...failures.upload, ...state },
});

const check = createRoute({
  operationId: 'checkImport',
  method: 'post',
  ...common,
  path: `${one}/check`,
  summary: 'Check all rows against your records, without changing these',
  request: { params },
  responses: { 200: linesAnswer('import'), ...found, ...state },
});

const rows = createRoute({
  operationId: 'listImportRows',
  method: 'get',
  ...common,
  path: `${one}/rows`,
  summary: 'List checked rows, filtered by sheet and outcome',
  request: { params, query: ImportRowQuery },
  responses: { 200: answer(ImportRows, 'One page, in the order of the file'), ...found, ...state },
});

const rowParams = params.extend({
  sheet: z.coerce.number().int().min(0).max(100),
  number: z.coerce.number().int().min(1),
});

const rowChange = createRoute({
  operationId: 'changeImportRow',
  method: 'patch',
  ...common,
  path: `${one}/rows/{sheet}/{number}`,
  summary: 'Correct cells of a row, leave it out, or choose a record or value',
  request: { params: rowParams, body: body(ImportRowChange) },
  responses: { 200: answer(ImportRowAnswer, 'The row, and the import with its counts'), ...found, ...state },
});

const wrong = createRoute({
  operationId: 'exportWrongImportRows',
  method: 'get',
  ...common,
  path: `${one}/wrong.csv`,
  summary: 'Download the rows to correct of one sheet, to upload again',
  request: { params, query: z.object({ sheet: z.coerce.number().int().min(0).max(100).optional() }) },
  responses: { 200: fileAnswer('The file’s own columns, and the problems', CSV_TYPE), ...found, ...state },
});

const run = createRoute({
  operationId: 'runImport',
  method: 'post',
  ...common,
  path: `${one}/run`,
  summary: 'Import the checked rows in one transaction. Sends no email',
  request: { params, body: body(ImportRun) },
  responses: { 200: linesAnswer('import'), ...found, ...state },
});

const preview = createRoute({
  operationId: 'previewImportUndo',
  method: 'get',
  ...common,
  path: `${one}/undo`,
  summary: 'Preview an undo: what goes, and what people have changed since',
  request: { params },
  responses: { 200: answer(ImportUndo, 'The records that an undo removes, restores and keeps'), ...found, ...state },
});

const undo = createRoute({
  operationId: 'undoImport',
  method: 'post',
  ...common,
  path: `${one}/undo`,
  summary: 'Undo an import in one transaction. Records changed since stay unless chosen',
  request: { params, body: body(ImportUndoChoice) },
  responses: { 200: answer(ImportUndo, 'The removed, restored and kept records'), ...found, ...state },
});

/** `limits` override the usual upload timeouts. */
export function importApi(services: Services, limits: ReceiveLimits = {}) {
  const receive = uploadReceiver(limits);
  const ownerOf =
    (c: Context<AppEnv>): AsOwner =>
    (work) =>
      withUser(services, c, 'guarded', work);
  const today = () => londonDay(services.clock.now());
  const working =
    (c: Context<AppEnv>, work: (db: UserDb, progress: Progress) => Promise<void>) =>
    async (progress: Progress, id: string) => {
      await withUser(services, c, 'guarded', (db) => work(db, progress));
      return { import: await readAsUser(services, c, 'guarded', (db) => readImport(db, id)) };
    };
  return router()
    .openapi(upload, async (c) => {
      const { name } = c.req.valid('query');
      // Check the session before reading the body, and again before storing the file.
      const uploader = await ownerOf(c)(async (db) => {
        await assertMayImport(db, []);
        return readUploader(db, services.clock.now());
      });
      const id = await receive(c.req.raw, uploader, (file) => addImport(ownerOf(c), { ...file, name }));
      return c.json(await readAsUser(services, c, 'guarded', (db) => readImport(db, id)), 201);
    })
    .openapi(list, async (c) => c.json({ items: await readAsUser(services, c, 'open', listImports) }, 200))
    .openapi(workbook, async (c) => {
      await readAsUser(services, c, 'open', async () => {});
      return c.body(new Uint8Array(await templateWorkbook()), 200, downloadOf('tenure-import.xlsx', XLSX_TYPE));
    })
    .openapi(template, async (c) => {
      await readAsUser(services, c, 'open', async () => {});
      const { kind } = c.req.valid('param');
      return c.body(templateCsv(kind.replace('.csv', '') as Kind), 200, downloadOf(`tenure-${kind}`, CSV_TYPE));
    })
    .openapi(read, async (c) => {
      const { id } = c.req.valid('param');
      const running = await readAsUser(services, c, 'open', (db) => readRunning(db, id));
      return c.json(await withSnapshot(services, c, 'open', (db) => readImport(db, id, running)), 200);
    })
    .openapi(change, async (c) => {
      const { id } = c.req.valid('param');
      const input = c.req.valid('json');
      const changed = await withUser(services, c, 'guarded', async (db) => {
        await changeImport(db, id, input);
        await checkAgain(db, id, { today: today() });
        return readImport(db, id);
      });
      return c.json(changed, 200);
    })
    .openapi(remove, async (c) => {
      const { id } = c.req.valid('param');
      await withUser(services, c, 'open', (db) => removeImport(db, id));
      return c.body(null, 204);
    })
    .openapi(files, async (c) => {
      const { id } = c.req.valid('param');
      const asOwner = ownerOf(c);
      const uploader = await asOwner(async (db) => {
        await lockOpen(db, id);
        return readUploader(db, services.clock.now());
      });
      const added = await receive(c.req.raw, uploader, (zip) => storeZip(services, asOwner, zip));
      const changed = await asOwner(async (db) => {
        await addFiles(db, id, added);
        await checkAgain(db, id, { today: today() });
        return readImport(db, id);
      });
      return c.json(changed, 200);
    })
    .openapi(check, async (c) => {
      const { id } = c.req.valid('param');
      const work = working(c, (db, progress) => checkImport(db, id, { today: today(), progress }));
      return c.body(
        await progressLines(c, { ...FAILED, work: (progress) => work(progress, id) }),
        200,
        PROGRESS_HEADERS,
      );
    })
    .openapi(rows, async (c) => {
      const { id } = c.req.valid('param');
      const query = c.req.valid('query');
      return c.json(await withSnapshot(services, c, 'open', (db) => listRows(db, id, query)), 200);
    })
    .openapi(rowChange, async (c) => {
      const place = c.req.valid('param');
      const input = c.req.valid('json');
      const changed = await withUser(services, c, 'guarded', async (db) => ({
        row: await changeRow(db, place, { change: input, today: today() }),
        import: await readImport(db, place.id),
      }));
      return c.json(changed, 200);
    })
    .openapi(wrong, async (c) => {
      const { id } = c.req.valid('param');
      const { sheet } = c.req.valid('query');
      const csv = await withSnapshot(services, c, 'open', (db) => wrongRowsCsv(db, id, sheet));
      return c.body(csv, 200, downloadOf('tenure-rows-to-correct.csv', CSV_TYPE));
    })
    .openapi(run, async (c) => {
      const { id } = c.req.valid('param');
      const agreed = c.req.valid('json');
      const now = services.clock.now();
      const runs = working(c, (db, progress) => runImport(db, id, { agreed, today: today(), now, progress }));
      const content = await progressLines(c, {
        ...FAILED,
        work: async (progress) => {
          const result = await runs(progress, id);
          await analyzeChangedTables(services);
          return result;
        },
      });
      return c.body(content, 200, PROGRESS_HEADERS);
    })
    .openapi(preview, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await withSnapshot(services, c, 'open', (db) => previewUndo(db, id)), 200);
    })
    .openapi(undo, async (c) => {
      const { id } = c.req.valid('param');
      const choice = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => undoImport(db, id, { choice, today: today() })), 200);
    });
}

const downloadOf = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});

const FAILED = {
  failed: 'Sorry, something went wrong. We did not import any rows. Try again.',
  logged: 'A file could not be imported',
};

export const importParts = {
  id: 'imports',
  paths: ['/dashboard/import', '/dashboard/import/guides/$id', '/dashboard/import/$id'],
  tables: {
    imports: 'Your imports of the last 30 days.',
    import_sheets: 'Sheets of the files that you imported, with your choices about their columns.',
    import_rows: 'Rows of the files that you imported, and the outcome of each.',
    import_changes: 'Records that an import added or changed, to undo it.',
    import_mappings: 'Your choices about columns, for the next file with the same headings.',
  },
} as const satisfies NounParts;
