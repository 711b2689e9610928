import { createRoute } from '@hono/zod-openapi';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, failures, fileAnswer, needs, router } from '../../server/http/routes.server.ts';
import { pdfOf } from '../../server/pdf/pdf.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { readArrears, readMonth } from '../rent/rent.server.ts';
import { readIncreaseFacts } from '../tenancy/increase/increase.server.ts';
import { IncreaseFacts } from '../tenancy/increase/increase.ts';
import { readReceipt, readStatement } from './documents.server.ts';
import {
  ARREARS_COLUMNS,
  ArrearsExportQuery,
  arrearsRows,
  MONTH_COLUMNS,
  monthRows,
  RentExportQuery,
  StatementQuery,
} from './documents.ts';
import { receiptDocument } from './receipt.ts';
import { statementCsv, statementDocument } from './statement.ts';

const tags = ['Rent'];
const PDF = 'application/pdf';
/** Maximum lines of a PDF, whose layout blocks the event loop for about 30 ms. */
const MAX_PDF_LINES = 2_000;
const TOO_LONG = 'A PDF can have up to 2,000 lines. Choose a shorter period, or CSV.';
const CSV = 'text/csv; charset=utf-8';
const rejections = { ...failures.input, ...failures.signedIn, ...failures.found };
const GUARDED = 'In CSV, text that could be a formula or starts with an apostrophe gets an apostrophe in front';
const ALL = { limit: 100_000, skip: 0 };

const statement = createRoute({
  operationId: 'getRentStatement',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/tenancies/{id}/statement',
  tags,
  summary: 'Download a tenancy’s rent statement for a period',
  request: { params: RecordId, query: StatementQuery },
  responses: {
    200: fileAnswer(`The statement. ${GUARDED}`, PDF, CSV),
    ...rejections,
  },
});

const receipt = createRoute({
  operationId: 'getRentReceipt',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/payments/{id}/receipt',
  tags,
  summary: 'Download the receipt for a rent payment, by the id of its transaction',
  request: { params: RecordId },
  responses: { 200: fileAnswer('The receipt', PDF), ...rejections },
});

const listFile = {
  200: fileAnswer(`The file. ${GUARDED}`, CSV),
  400: failures.input[400],
  ...failures.signedIn,
};

const monthExport = createRoute({
  operationId: 'exportRent',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/export',
  tags,
  summary: 'Download a month’s rent as CSV',
  request: { query: RentExportQuery },
  responses: listFile,
});

const arrearsExport = createRoute({
  operationId: 'exportArrears',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/arrears/export',
  tags,
  summary: 'Download the arrears at a date as CSV',
  request: { query: ArrearsExportQuery },
  responses: listFile,
});

const increase = createRoute({
  operationId: 'getRentIncrease',
  method: 'get',
  ...needs('people.see'),
  path: '/api/tenancies/{id}/increase',
  tags,
  summary: 'Get the rents of similar properties and other facts for a rent increase notice',
  request: { params: RecordId },
  responses: { 200: answer(IncreaseFacts, 'As of today'), ...failures.signedIn, ...failures.found },
});

const headers = (type: string, name: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="tenure-${name}"`,
  'cache-control': 'private, no-store',
});

export function rentDocumentsApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return router()
    .openapi(statement, async (c) => {
      const { format, ...days } = c.req.valid('query');
      const args = { id: recordId(c), ...days, today: today() };
      // The statement stays available after the trial, like the ledger.
      const read = await readAsUser(services, c, 'open', (db) => readStatement(db, args));
      const name = `rent-statement-${read.from}-to-${read.to}.${format}`;
      if (format === 'pdf' && read.lines.length > MAX_PDF_LINES)
        throw new AppError('invalid_input', { message: TOO_LONG });
      if (format === 'pdf') return c.body(await pdfOf(statementDocument(read)), 200, headers(PDF, name));
      const [first = [], ...rows] = statementCsv(read);
      return c.body(csvHead(first) + csvLines(rows), 200, headers(CSV, name));
    })
    .openapi(receipt, async (c) => {
      const id = recordId(c);
      const read = await readAsUser(services, c, 'open', (db) => readReceipt(db, id));
      return c.body(await pdfOf(receiptDocument(read)), 200, headers(PDF, `rent-receipt-${read.date}.pdf`));
    })
    .openapi(increase, async (c) => {
      const args = { id: recordId(c), today: today() };
      return c.json(await readAsUser(services, c, 'guarded', (db) => readIncreaseFacts(db, args)), 200);
    })
    .openapi(monthExport, async (c) => {
      const query = { ...c.req.valid('query'), ...ALL, today: today() };
      const read = await readAsUser(services, c, 'open', (db) => readMonth(db, query));
      return c.body(csvHead(MONTH_COLUMNS) + csvLines(monthRows(read)), 200, headers(CSV, `rent-${read.month}.csv`));
    })
    .openapi(arrearsExport, async (c) => {
      const { on = today(), ...query } = c.req.valid('query');
      const read = await readAsUser(services, c, 'guarded', (db) => readArrears(db, { ...query, ...ALL, on }));
      return c.body(csvHead(ARREARS_COLUMNS) + csvLines(arrearsRows(read)), 200, headers(CSV, `arrears-${on}.csv`));
    });
}
