import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { type DownloadLimits, downloadSemaphore } from '../../server/http/downloads/downloads.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, failures, fileAnswer, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withSnapshot, withUser } from '../../server/session/session.server.ts';
import { LinkAddress } from '../guest-link/guest-link.ts';
import { recordOf } from '../inspection/inspection.server.ts';
import { BUSY, sendReport } from './download.server.ts';
import { InspectionLinks, NoticeGiven } from './inspection-link.ts';
import { inspectionLink, listInspectionLinks, revokeInspectionLink } from './links.server.ts';
import { giveNotice } from './notice.server.ts';

const tags = ['Inspections'];
const ofOne = { tags, request: { params: RecordId } } as const;
const ofTenant = { tags, request: { params: RecordId.extend({ tenantId: z.string().describe('UUID') }) } } as const;
const refused = { ...failures.signedIn, ...failures.found } as const;
const wrongState = { 409: { ...failures.version[409], description: 'The state does not allow it: wrong_state' } };
const path = '/api/inspections/{id}';

const report = createRoute({
  operationId: 'downloadInspection',
  method: 'get',
  ...needs('repairs.see'),
  ...ofOne,
  path: `${path}/report.pdf`,
  summary: 'Download the report of an inspection with its photos. The same content gives the same bytes',
  responses: {
    200: fileAnswer('The report', 'application/pdf'),
    ...refused,
    ...failures.limited,
  },
});

const notice = createRoute({
  operationId: 'giveInspectionNotice',
  method: 'post',
  ...needs('people.change'),
  ...ofOne,
  path: `${path}/notice`,
  summary: 'Make the notice of a routine visit, or a new version of it, and email it to the tenants',
  responses: {
    200: answer(NoticeGiven, 'The inspection, and who must be given the notice by hand'),
    ...failures.input,
    ...refused,
    ...wrongState,
    ...failures.limited,
    413: failures.upload[413],
    503: failures.upload[503],
    507: failures.upload[507],
  },
});

const links = createRoute({
  operationId: 'listInspectionLinks',
  method: 'get',
  ...needs('people.see'),
  ...ofOne,
  path: `${path}/links`,
  summary: 'List the tenants of an inspection, and when each last used their link',
  responses: { 200: answer(InspectionLinks, 'By name'), ...refused },
});

const copy = createRoute({
  operationId: 'makeInspectionLink',
  method: 'post',
  ...needs('people.change'),
  ...ofTenant,
  path: `${path}/links/{tenantId}`,
  summary: 'Get the link with which a tenant can read an inspection and comment on it',
  responses: { 200: answer(LinkAddress, 'Anyone with it can read and comment'), ...refused, ...wrongState },
});

const revoke = createRoute({
  operationId: 'revokeInspectionLink',
  method: 'post',
  ...needs('people.change'),
  ...ofTenant,
  path: `${path}/links/{tenantId}/revoke`,
  summary: 'Revoke a tenant’s link to an inspection',
  responses: { 204: { description: 'Revoked; the next one has another address' }, ...refused },
});

const MAX_CONCURRENT = 4;

export function inspectionLinkApi(services: Services, { timeoutMs, most = MAX_CONCURRENT }: DownloadLimits = {}) {
  const reports = downloadSemaphore({ most, words: BUSY });
  return router()
    .openapi(report, async (c) => {
      const id = recordId(c);
      const { person, record } = await withSnapshot(services, c, 'open', async (db) => {
        const { rows } = await sql<{ id: string }>`select app.person_id() as id`.execute(db);
        return { person: rows[0]?.id ?? '', record: await recordOf(db, id) };
      });
      return sendReport(services, c, { record, enter: () => reports.enter(person), timeoutMs });
    })
    .openapi(notice, async (c) => {
      const id = recordId(c);
      return c.json(await giveNotice(services, (work) => withUser(services, c, 'guarded', work), id), 200);
    })
    .openapi(links, async (c) => {
      const id = recordId(c);
      return c.json({ items: await readAsUser(services, c, 'open', (db) => listInspectionLinks(db, id)) }, 200);
    })
    .openapi(copy, async (c) => {
      const params = { inspectionId: recordId(c), tenantId: recordId(c, 'tenantId') };
      const address = await withUser(services, c, 'guarded', (db) => inspectionLink(db, params, services));
      return c.json({ address }, 200);
    })
    .openapi(revoke, async (c) => {
      const params = { inspectionId: recordId(c), tenantId: recordId(c, 'tenantId') };
      await withUser(services, c, 'guarded', (db) => revokeInspectionLink(db, params));
      return c.body(null, 204);
    });
}
