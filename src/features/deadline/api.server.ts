/** Deadlines can still be read after the trial has ended. */
import { createRoute, z } from '@hono/zod-openapi';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { recordApi } from '../../server/http/record-api.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { countDeadlines, listDeadlines, ownTable } from './deadline.server.ts';
import {
  Deadline,
  DeadlineCounts,
  DeadlineQuery,
  DeadlineSettings,
  DeadlineSettingsInput,
  MarkedRows,
  MarkInput,
  MarksInput,
  OwnDeadline,
  OwnDeadlineInput,
  OwnDeadlineQuery,
} from './deadline.ts';
import { KINDS, TEXTS } from './listed.ts';
import { listSettings, markDeadline, markDeadlines, saveSettings, unmarkDeadline } from './marks.server.ts';

const tags = ['Deadlines'];
const read = { method: 'get', ...needs('properties.see'), tags } as const;
const change = { ...needs('properties.change'), tags } as const;
const readable = { 400: failures.input[400], 401: failures.signedIn[401] };
const marked = {
  200: answer(Deadline, 'The deadline'),
  ...failures.input,
  ...failures.signedIn,
  ...failures.found,
  409: failures.version[409],
};

const list = createRoute({
  ...read,
  operationId: 'listDeadlines',
  path: '/api/deadlines',
  summary: 'List open deadlines with a day, soonest first, or those of a group',
  request: { query: DeadlineQuery.extend(PageQuery.shape) },
  responses: { 200: answer(pageOf(Deadline), 'One page'), ...readable },
});

const counts = createRoute({
  ...read,
  operationId: 'countDeadlines',
  path: '/api/deadlines/counts',
  summary: 'Count deadlines by group, and homes whose rules are not covered',
  request: { query: DeadlineQuery.omit({ group: true, sort: true }) },
  responses: { 200: answer(DeadlineCounts, 'The counts'), ...readable },
});

const mark = createRoute({
  ...change,
  operationId: 'markDeadline',
  method: 'put',
  path: '/api/deadlines/{id}/mark',
  summary: 'Mark a deadline as done, snoozed or not needed',
  request: { params: RecordId, body: body(MarkInput) },
  responses: marked,
});

const markSeveral = createRoute({
  ...change,
  operationId: 'markDeadlines',
  method: 'post',
  path: '/api/deadlines/marks',
  summary: 'Mark up to 500 deadlines alike, or open them again',
  request: { body: body(MarksInput) },
  responses: { 200: answer(MarkedRows, 'The marked deadlines'), ...failures.input, ...failures.signedIn },
});

const unmark = createRoute({
  ...change,
  operationId: 'unmarkDeadline',
  method: 'delete',
  path: '/api/deadlines/{id}/mark',
  summary: 'Open a deadline again',
  request: { params: RecordId, headers: IfMatch },
  responses: { ...marked, 428: failures.version[428] },
});

const settings = createRoute({
  ...read,
  operationId: 'listDeadlineSettings',
  path: '/api/deadlines/settings',
  summary: 'List the steps of reminders of each kind',
  responses: { 200: answer(DeadlineSettings, 'Every kind'), ...readable },
});

const setSteps = createRoute({
  ...change,
  operationId: 'saveDeadlineSettings',
  method: 'put',
  path: '/api/deadlines/settings/{kind}',
  summary: 'Choose the steps of reminders of a kind',
  request: { params: z.object({ kind: z.enum(KINDS) }), body: body(DeadlineSettingsInput) },
  responses: { 200: answer(DeadlineSettings, 'Every kind'), ...failures.input, ...failures.signedIn },
});

export function deadlineApi(services: Services) {
  const day = () => londonDay(services.clock.now());
  return router()
    .openapi(counts, async (c) => {
      const filter = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'open', (db) => countDeadlines(db, filter, day())), 200);
    })
    .openapi(settings, async (c) => c.json(await readAsUser(services, c, 'open', listSettings), 200))
    .openapi(setSteps, async (c) => {
      const { kind } = c.req.valid('param');
      const input = c.req.valid('json');
      const saved = await withUser(services, c, 'guarded', async (db) => {
        await saveSettings(db, kind, input);
        return listSettings(db);
      });
      return c.json(saved, 200);
    })
    .openapi(list, async (c) => {
      const filter = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'open', (db) => listDeadlines(db, filter, day())), 200);
    })
    .openapi(mark, async (c) => {
      const target = { id: recordId(c), today: day() };
      const input = c.req.valid('json');
      return c.json(await withUser(services, c, 'guarded', (db) => markDeadline(db, target, input)), 200);
    })
    .openapi(markSeveral, async (c) => {
      const input = c.req.valid('json');
      return c.json(await withUser(services, c, 'guarded', (db) => markDeadlines(db, input, day())), 200);
    })
    .openapi(unmark, async (c) => {
      const target = { id: recordId(c), today: day(), version: matchedVersion(c) };
      return c.json(await withUser(services, c, 'guarded', (db) => unmarkDeadline(db, target)), 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/deadlines/own',
        area: 'properties',
        one: 'own deadline',
        access: 'saves',
        query: OwnDeadlineQuery,
        item: OwnDeadline,
        record: OwnDeadline,
        input: OwnDeadlineInput,
        table: ownTable,
        notFound: TEXTS.notFound,
        nameOf: ({ title }) => title,
      }),
    );
}
