/** /api/receipts: files of transactions, the tray, and expenses without a receipt. Readable after the trial. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { PageQuery, pageOf, pageWithoutTotal } from '../../server/http/pages.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router, sendPage } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { FILE_TYPES, MAX_FILE_BYTES, NO_FILE } from '../file/file.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { callerId, getFile, type ListedFile, pathOf, rejectMissingFileIn } from '../file/store.server.ts';
import { taxYear } from '../tax/rules/tax-year.ts';
import { Transaction } from '../transaction/transaction.ts';
import { listMissing, readMissing } from './missing.server.ts';
import { type PdfReply, readPdf } from './read/reader.server.ts';
import {
  addReceipt,
  changeReceipt,
  findReceipt,
  getReceipt,
  listReceipts,
  NOT_FOUND,
  removeReceipt,
} from './receipt.server.ts';
import { MissingQuery, MissingReceipts, Receipt, ReceiptChange, ReceiptInput, ReceiptQuery } from './receipt.ts';

const tags = ['Receipts'];
const signedIn = { 401: failures.signedIn[401] };

const list = createRoute({
  operationId: 'listReceipts',
  method: 'get',
  ...needs('money.see'),
  path: '/api/receipts',
  tags,
  summary: 'List the files of a transaction, or those without one, newest first',
  request: { query: ReceiptQuery.extend(PageQuery.shape) },
  responses: { 200: answer(pageOf(Receipt), 'One page'), 400: failures.input[400], ...signedIn },
});

const add = createRoute({
  operationId: 'addReceipt',
  method: 'post',
  ...needs('money.change'),
  path: '/api/receipts',
  tags,
  summary: 'Add an uploaded file to a transaction or to the tray, and read the text of a PDF',
  request: { body: body(ReceiptInput) },
  responses: {
    201: answer(Receipt, 'The receipt; the same for a file that was added before'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.upload,
  },
});

const missing = createRoute({
  operationId: 'listMissingReceipts',
  method: 'get',
  ...needs('money.see'),
  path: '/api/receipts/missing',
  tags,
  summary: 'List a tax year’s completed expenses in a box, and improvements, that have no file, newest first',
  request: {
    query: MissingQuery.extend({
      waived: z.enum(['true']).optional().describe('Those that need no receipt instead'),
    }).extend(PageQuery.shape),
  },
  responses: { 200: answer(pageWithoutTotal(Transaction), 'One page'), 400: failures.input[400], ...signedIn },
});

const totals = createRoute({
  operationId: 'getMissingReceipts',
  method: 'get',
  ...needs('money.see'),
  path: '/api/receipts/missing/totals',
  tags,
  summary: 'Count and sum a tax year’s completed expenses in a box, and improvements, that have no file',
  request: { query: MissingQuery },
  responses: { 200: answer(MissingReceipts, 'The figures'), 400: failures.input[400], ...signedIn },
});

const ofOne = { path: '/api/receipts/{id}', tags } as const;

const read = createRoute({
  operationId: 'getReceipt',
  method: 'get',
  ...needs('money.see'),
  ...ofOne,
  summary: 'Read a receipt',
  request: { params: RecordId },
  responses: { 200: answer(Receipt, 'The receipt, its version in ETag'), ...failures.found, ...signedIn },
});

const change = createRoute({
  operationId: 'changeReceipt',
  method: 'patch',
  ...needs('money.change'),
  ...ofOne,
  summary: 'Attach a receipt to a transaction, or move it to the tray',
  request: { params: RecordId, headers: IfMatch, body: body(ReceiptChange) },
  responses: {
    200: answer(Receipt, 'The changed receipt'),
    ...failures.input,
    ...failures.found,
    ...failures.version,
    ...failures.signedIn,
  },
});

const remove = createRoute({
  operationId: 'removeReceipt',
  method: 'delete',
  ...needs('money.change'),
  ...ofOne,
  summary: 'Remove a receipt with its file',
  request: { params: RecordId, headers: IfMatch },
  responses: { 204: { description: 'Removed' }, ...failures.found, ...failures.version, ...failures.signedIn },
});

export function receiptApi(services: Services) {
  const open = (c: Context<AppEnv>) => c.req.raw.signal;
  // The path 'missing' comes before '{id}', which would match it.
  return router()
    .openapi(list, async (c) => {
      const params = c.req.valid('query');
      return sendPage(c, await readAsUser(services, c, 'open', (db) => listReceipts(db, params))) as never;
    })
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      const { url } = input.file;
      const before = await withUser(services, c, 'guarded', async (db) => ({
        receipt: await findReceipt(db, url),
        file: await getFile(db, url),
        owner: await callerId(db),
      }));
      if (!before.file) throw invalidField('file', NO_FILE);
      // No transaction is open while a PDF is read.
      const { owner, file } = before;
      const reply = before.receipt ? undefined : await readFile(services, file, { owner, signal: open(c) });
      const added = await withUser(services, c, 'guarded', (db) => addReceipt(db, input, reply)).catch(
        rejectMissingFileIn('file'),
      );
      tagVersion(c, added);
      c.header('location', `/api/receipts/${added.id}`);
      return c.json(added, 201);
    })
    .openapi(missing, async (c) => {
      const { year, waived, limit, cursor } = c.req.valid('query');
      const params = { ...daysOf(year), waived: waived === 'true', limit, cursor };
      return sendPage(c, await readAsUser(services, c, 'open', (db) => listMissing(db, params))) as never;
    })
    .openapi(totals, async (c) => {
      const days = daysOf(c.req.valid('query').year);
      return c.json(await readAsUser(services, c, 'open', (db) => readMissing(db, days)), 200);
    })
    .openapi(read, async (c) => {
      const found = await readAsUser(services, c, 'open', (db) => getReceipt(db, recordId(c)));
      if (!found) throw new AppError('not_found', { message: NOT_FOUND });
      tagVersion(c, found);
      return c.json(found, 200);
    })
    .openapi(change, async (c) => {
      const params = { id: recordId(c), version: matchedVersion(c), input: c.req.valid('json') };
      const changed = await withUser(services, c, 'guarded', (db) => changeReceipt(db, params));
      tagVersion(c, changed);
      return c.json(changed, 200);
    })
    .openapi(remove, async (c) => {
      const params = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'guarded', (db) => removeReceipt(db, params));
      await requestFileClearing(services);
      return c.body(null, 204);
    });
}

function daysOf(year: string) {
  const found = taxYear(year);
  if (!found) throw new AppError('bad_request');
  return found;
}

/** Returns undefined for files that are not PDFs. */
async function readFile(
  { files, clock }: Services,
  file: ListedFile,
  options: { owner: string; signal: AbortSignal },
): Promise<PdfReply | undefined> {
  if (file.contentType !== FILE_TYPES.pdf) return undefined;
  const stored = await files.get(pathOf(file));
  if (!stored || file.bytes > MAX_FILE_BYTES) return { reading: 'broken' };
  const bytes = new Uint8Array(await new Response(stored).arrayBuffer());
  return readPdf({ bytes, today: londonDay(clock.now()) }, options);
}
