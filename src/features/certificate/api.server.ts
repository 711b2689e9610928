import { createRoute } from '@hono/zod-openapi';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { answer, failures, fileAnswer, needs, router, sendPage } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { guardCell } from '../../shared/text.ts';
import { allCertificates, listCertificates, readCertificates } from './certificate.server.ts';
import { CertificateEntry, CertificateQuery, CertificateSummary, entryWords, GROUPS } from './certificate.ts';

const tags = ['Certificates'];
const query = CertificateQuery;
const refusals = { 400: failures.input[400], ...failures.signedIn };

const list = createRoute({
  method: 'get',
  ...needs('properties.see'),
  path: '/api/certificates',
  operationId: 'listCertificates',
  tags,
  summary: 'List compliance items and certificates of all properties, most urgent first',
  request: { query: query.extend(PageQuery.shape) },
  responses: { 200: answer(pageOf(CertificateEntry), 'One page'), ...refusals },
});

const summary = createRoute({
  method: 'get',
  ...needs('properties.see'),
  path: '/api/certificates/summary',
  operationId: 'getCertificateSummary',
  tags,
  summary: 'Count compliance items and certificates by state',
  request: { query },
  responses: { 200: answer(CertificateSummary, 'Counts of all states, ignoring the state filter'), ...refusals },
});

const exported = createRoute({
  method: 'get',
  ...needs('properties.see'),
  path: '/api/certificates/export',
  operationId: 'exportCertificates',
  tags,
  summary: 'Download filtered entries in list order, as CSV',
  request: { query },
  responses: {
    200: fileAnswer(
      'The file. Text that could be a formula or starts with an apostrophe gets an apostrophe in front',
      'text/csv; charset=utf-8',
    ),
    ...refusals,
  },
});

const COLUMNS = ['Property', 'City', 'Item', 'Group', 'State', 'Date', 'Document'];

export function certificatesApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const params = c.req.valid('query');
      return sendPage(c, await readAsUser(services, c, 'guarded', (db) => listCertificates(db, params))) as never;
    })
    .openapi(summary, async (c) => {
      const filter = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'guarded', (db) => readCertificates(db, filter)), 200);
    })
    .openapi(exported, async (c) => {
      const filter = c.req.valid('query');
      const today = londonDay(services.clock.now());
      const entries = await readAsUser(services, c, 'guarded', (db) => allCertificates(db, filter));
      const rows = entries.map((entry) => {
        const { words, day } = entryWords(entry, today);
        const typed = [entry.address, entry.city, entry.name, GROUPS[entry.group], words].map(guardCell);
        return [...typed, day, guardCell(entry.file?.name ?? '')];
      });
      return c.body(csvHead(COLUMNS) + csvLines(rows), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="tenure-certificates-${today}.csv"`,
        'cache-control': 'private, no-store',
      });
    });
}
