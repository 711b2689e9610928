/** Calendar apps read the feed at /api/calendar/{secret}.ics without a session. */
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { changeFeed, endFeed, makeFeed, readCalendar, readFeed } from './calendar.server.ts';
import { Feed, FeedChoice, NewFeed } from './calendar.ts';

const path = '/api/calendar-feed';
const tags = ['Calendar'];
const { 401: signedOut } = failures.signedIn;
const request = { body: body(FeedChoice) };

const get = createRoute({
  method: 'get',
  ...needs('self'),
  path,
  operationId: 'getCalendarFeed',
  tags,
  summary: 'Get your calendar feed, without its address',
  responses: { 200: answer(z.object({ feed: Feed.nullable() }), 'The feed, or null'), 401: signedOut },
});

const make = createRoute({
  method: 'post',
  ...needs('self'),
  path,
  operationId: 'makeCalendarFeed',
  tags,
  summary: 'Create the feed, or replace its address',
  request,
  responses: { 201: answer(NewFeed, 'The feed with its address'), 401: signedOut, ...failures.input },
});

const change = createRoute({
  method: 'patch',
  ...needs('self'),
  path,
  operationId: 'changeCalendarFeed',
  tags,
  summary: 'Choose whether the feed shows tenants’ names',
  request,
  responses: { 200: answer(Feed, 'Changed'), 401: signedOut, ...failures.input, ...failures.found },
});

const end = createRoute({
  method: 'delete',
  ...needs('self'),
  path,
  operationId: 'endCalendarFeed',
  tags,
  summary: 'End the feed; its address stops working',
  responses: { 204: { description: 'Ended' }, 401: signedOut },
});

const calendar = createRoute({
  method: 'get',
  path: '/api/calendar/{file}',
  operationId: 'readCalendar',
  tags,
  summary:
    'Get certificate expiry dates, lease ends, ends of fixed rates and due days of tax updates, from a year ago onwards',
  request: { params: z.object({ file: z.string().max(100).describe('The secret, followed by .ics') }) },
  responses: {
    200: { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } },
    402: failures.signedIn[402],
    404: { ...failures.found[404], description: 'There is no feed at this address' },
  },
});

export function calendarApi(services: Services) {
  const { appUrl, pool, clock } = services;
  return router()
    .openapi(get, async (c) => c.json({ feed: await readAsUser(services, c, 'open', readFeed) }, 200))
    .openapi(make, async (c) => {
      const choice = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => makeFeed(db, choice, appUrl)), 201);
    })
    .openapi(change, async (c) => {
      const choice = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => changeFeed(db, choice)), 200);
    })
    .openapi(end, async (c) => {
      await withUser(services, c, 'open', endFeed);
      return c.body(null, 204);
    })
    .openapi(calendar, async (c) => {
      const secret = c.req.valid('param').file.replace(/\.ics$/, '');
      const text = await readCalendar(pool, secret, { appUrl, now: clock.now() });
      return c.body(text, 200, { 'content-type': 'text/calendar; charset=utf-8' });
    });
}
