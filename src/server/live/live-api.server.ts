/** GET /api/events: a landlord's changes as server-sent events, including after the trial. */
import { createRoute } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import { sql } from 'kysely';
import { z } from 'zod';
import { failures, needs, router } from '../http/routes.server.ts';
import type { Services } from '../services.server.ts';
import { callerToken, readAsUser } from '../session/session.server.ts';
import type { StreamLimits } from './live.server.ts';

const events = createRoute({
  operationId: 'streamChanges',
  method: 'get',
  ...needs('self'),
  path: '/api/events',
  tags: ['Live'],
  summary: 'Stream changes',
  description:
    '`hello` means that the stream is complete from here on: refetch your data, or only the nouns in `changed`, which have changed after `since`. `change` identifies a record: {"noun", "id", "version", "request"}. ' +
    'Without a version it was deleted; without an id many have changed, so refetch the noun. `request` is the `x-request-id` of the request that made the change, or null. `beat` is sent every 15 seconds. ' +
    'The stream ends with its session.',
  request: {
    query: z.object({ since: z.iso.datetime().optional().describe('`now` from the session of your last read') }),
  },
  responses: {
    200: { description: 'Server-sent events', content: { 'text/event-stream': { schema: z.string() } } },
    401: failures.signedIn[401],
    ...failures.limited,
  },
});

/** Proxies must not cache, compress or buffer events (nginx). */
const HEADERS = { 'cache-control': 'private, no-store, no-transform', 'x-accel-buffering': 'no' };

export function liveApi(services: Services, limits: StreamLimits = {}) {
  return router().openapi(events, async (c) => {
    const caller = await readAsUser(services, c, 'open', (db) =>
      db
        .selectFrom('members')
        .where('id', '=', sql<string>`app.member_id()`)
        .select(['user_id as landlord', 'id as member', sql<string>`app.person_id()`.as('person')])
        .select(sql<string>`concat_ws(' ', role, whole)`.as('reach'))
        .executeTakeFirstOrThrow(),
    );
    if (c.req.method === 'HEAD') return c.body(null, 200, { ...HEADERS, 'content-type': 'text/event-stream' });
    services.live.checkRoom(caller, limits);
    const { since } = c.req.valid('query');
    const owner = { ...caller, token: callerToken(services, c), since: since ? new Date(since) : undefined };
    const answer = streamSSE(c, (sse) => services.live.stream(owner, { sse, outgoing: c.env.outgoing }));
    for (const [name, value] of Object.entries(HEADERS)) answer.headers.set(name, value);
    return answer;
  });
}
