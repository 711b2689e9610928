/** The outcomes of checks are never in a list, as each view of them is logged. */
import { createRoute } from '@hono/zod-openapi';
import { IfMatch, matchedVersion, RecordId, recordId } from '../../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../../server/http/routes.server.ts';
import type { NounParts } from '../../../server/noun-parts.server.ts';
import type { Services } from '../../../server/services.server.ts';
import { readAsUser, withUser } from '../../../server/session/session.server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { addCheck, listChecks, removeCheck, showChecks } from './right-to-rent.server.ts';
import { Check, CheckInput, CheckLines, Checks, TenancyParam } from './right-to-rent.ts';

const tags = ['Right to rent'];
const path = '/api/right-to-rent';
const rejections = { ...failures.input, ...failures.signedIn };

const list = createRoute({
  operationId: 'listRightToRentChecks',
  method: 'get',
  ...needs('people.see'),
  path,
  tags,
  summary: 'List when the people of a tenancy were checked',
  request: { query: TenancyParam },
  responses: { 200: answer(CheckLines, 'Without outcomes'), ...rejections },
});

const show = createRoute({
  operationId: 'showRightToRentChecks',
  method: 'post',
  ...needs('people.see'),
  path: `${path}/views`,
  tags,
  summary: 'Show the outcomes of a tenancy’s checks; the view is added to the activity',
  request: { body: body(TenancyParam) },
  responses: { 200: answer(Checks, 'With outcomes'), ...rejections, ...failures.found },
});

const add = createRoute({
  operationId: 'addRightToRentCheck',
  method: 'post',
  ...needs('people.change'),
  path,
  tags,
  summary: 'Add a check; a share code is checked for its form and not kept',
  request: { body: body(CheckInput) },
  responses: { 201: answer(Check, 'The check'), ...rejections },
});

const remove = createRoute({
  operationId: 'removeRightToRentCheck',
  method: 'delete',
  ...needs('people.change'),
  path: `${path}/{id}`,
  tags,
  summary: 'Remove a check that was added by mistake',
  request: { params: RecordId, headers: IfMatch },
  responses: { 204: { description: 'Removed' }, ...failures.signedIn, ...failures.found },
});

export function rightToRentApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const { tenancyId } = c.req.valid('query');
      return c.json({ items: await readAsUser(services, c, 'guarded', (db) => listChecks(db, tenancyId)) }, 200);
    })
    .openapi(show, async (c) => {
      const { tenancyId } = c.req.valid('json');
      return c.json({ items: await withUser(services, c, 'guarded', (db) => showChecks(db, tenancyId)) }, 200);
    })
    .openapi(add, async (c) => {
      const [input, today] = [c.req.valid('json'), londonDay(services.clock.now())];
      return c.json(await withUser(services, c, 'guarded', (db) => addCheck(db, input, today)), 201);
    })
    .openapi(remove, async (c) => {
      const args = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'guarded', (db) => removeCheck(db, args));
      return c.body(null, 204);
    });
}

export const rightToRentParts = {
  id: 'right-to-rent',
  activity: {
    'right to rent check': { icon: 'person' },
  },
  tables: { right_to_rent_checks: 'Right-to-rent checks: how and when, by whom, and until when they are valid.' },
} as const satisfies NounParts;
