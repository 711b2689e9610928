/** /api/reports with their files, /api/saved-reports and /api/property-values. Readable after the trial. */
import { createRoute } from '@hono/zod-openapi';
import { PageQuery, pageWithoutTotal } from '../../server/http/pages.server.ts';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, fileAnswer, needs, router, sendPage } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { assertRights } from './builds.server.ts';
import { saveValue } from './property/property.server.ts';
import { readReport } from './report.server.ts';
import { PropertyValueInput, Report, ReportFileQuery, ReportPath, ReportQuery } from './report.ts';
import { FILE_TYPES, reportFile } from './report-file.server.ts';
import { listRows } from './rows.server.ts';
import { ReportRowItem, ReportRowsQuery } from './rows.ts';
import { savedTable } from './saved/saved.server.ts';
import { SAVED_TEXTS, SavedReport, SavedReportInput, SavedReportQuery } from './saved/saved.ts';

const tags = ['Reports'];

const refused = { 400: failures.input[400], 401: failures.signedIn[401], ...failures.found };

const one = createRoute({
  operationId: 'getReport',
  method: 'get',
  ...needs('reports.see'),
  path: '/api/reports/{name}',
  tags,
  summary: 'Read a report: its columns, rows, totals and notes. Reports with tenants also need the rights to see them',
  request: { params: ReportPath, query: ReportQuery },
  responses: { 200: answer(Report, 'The report'), ...refused },
});

const rows = createRoute({
  operationId: 'listReportRows',
  method: 'get',
  ...needs('reports.see'),
  path: '/api/reports/rows',
  tags,
  summary: 'List the transactions of a category in a report, newest first. Also needs the right to see money',
  request: { query: ReportRowsQuery.extend(PageQuery.shape) },
  responses: { 200: answer(pageWithoutTotal(ReportRowItem), 'One page'), ...refused },
});

const value = createRoute({
  operationId: 'savePropertyValue',
  method: 'put',
  ...needs('reports.change'),
  path: '/api/property-values/{id}',
  tags,
  summary: 'Set the value of a property, from which its yield is calculated',
  request: { params: RecordId, body: body(PropertyValueInput) },
  responses: { 204: { description: 'Saved' }, ...failures.input, ...failures.signedIn, ...failures.found },
});

const files = createRoute({
  operationId: 'downloadReport',
  method: 'get',
  ...needs('reports.see'),
  path: '/api/reports/{name}/file',
  tags,
  summary: 'Download a report as a file. The same records give the same bytes',
  request: { params: ReportPath, query: ReportFileQuery },
  responses: {
    200: fileAnswer(
      'The file. In CSV, text that could be a formula or starts with an apostrophe gets one in front',
      FILE_TYPES.csv,
      FILE_TYPES.xlsx,
      FILE_TYPES.pdf,
    ),
    ...refused,
  },
});

export function reportApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return (
    router()
      .route(
        '/',
        recordApi(services, {
          path: '/api/saved-reports',
          area: 'reports',
          one: 'saved report',
          access: 'saves',
          query: SavedReportQuery,
          item: SavedReport,
          record: SavedReport,
          input: SavedReportInput,
          table: savedTable,
          notFound: SAVED_TEXTS.notFound,
          nameOf: ({ name }) => name,
        }),
      )
      .openapi(value, async (c) => {
        const { value } = c.req.valid('json');
        await withUser(services, c, 'guarded', (db) => saveValue(db, recordId(c), value));
        return c.body(null, 204);
      })
      // This path comes before '{name}', which would match it.
      .openapi(rows, async (c) => {
        const params = c.req.valid('query');
        const page = await readAsUser(services, c, 'open', async (db) => {
          await assertRights(db, ['money.see']);
          return listRows(db, params);
        });
        return sendPage(c, page) as never;
      })
      .openapi(one, async (c) => {
        const params = { name: c.req.valid('param').name, query: c.req.valid('query'), today: today() };
        return c.json(await readAsUser(services, c, 'open', (db) => readReport(db, params)), 200);
      })
      .openapi(files, async (c) => {
        const { format, ...query } = c.req.valid('query');
        const params = { name: c.req.valid('param').name, query, today: today() };
        const report = await readAsUser(services, c, 'open', (db) => readReport(db, params));
        const { name, type, bytes } = await reportFile(report, format);
        return c.body(bytes, 200, {
          'content-type': type,
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
        });
      })
  );
}
