import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { PageQuery } from '../../server/http/pages.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { listNotices, readNotices, snoozeNotice } from './notification.server.ts';
import { NOTICE_STATES, Notices, ReadNotices, Snooze, Snoozed } from './notification.ts';

const path = '/api/notifications';
const tags = ['Notifications'];

const list = createRoute({
  method: 'get',
  ...needs('self'),
  path,
  operationId: 'listNotifications',
  tags,
  summary: 'List what needs attention: what is overdue or has expired first, then by day',
  request: { query: PageQuery.extend({ state: z.enum(NOTICE_STATES).default('todo') }) },
  responses: { 200: answer(Notices, 'One page'), 400: failures.input[400], 401: failures.signedIn[401] },
});

const read = createRoute({
  method: 'post',
  ...needs('self'),
  path: `${path}/read`,
  operationId: 'readNotifications',
  tags,
  summary: 'Mark some as read, or all',
  request: { body: body(ReadNotices) },
  responses: { 204: { description: 'Marked' }, ...failures.input, ...failures.signedIn },
});

const snooze = createRoute({
  method: 'post',
  ...needs('self'),
  path: `${path}/snooze`,
  operationId: 'snoozeNotification',
  tags,
  summary: 'Snooze a notification until a day, or restore it',
  request: { body: body(Snooze) },
  responses: {
    200: answer(Snoozed, 'The day on which it returns'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
  },
});

export function notificationApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const query = c.req.valid('query');
      // Allowed after the trial, as the bell in the top bar requests notices on every page.
      return c.json(await readAsUser(services, c, 'open', (db) => listNotices(db, query)), 200);
    })
    .openapi(read, async (c) => {
      const { keys } = c.req.valid('json');
      await withUser(services, c, 'guarded', (db) => readNotices(db, keys));
      return c.body(null, 204);
    })
    .openapi(snooze, async (c) => {
      const input = c.req.valid('json');
      return c.json(await withUser(services, c, 'guarded', (db) => snoozeNotice(db, input)), 200);
    });
}
