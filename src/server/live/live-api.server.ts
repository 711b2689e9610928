/**
 * GET /api/events streams a landlord's changes as server-sent events, even after the trial. API keys, and requests that
 * accept JSON, get pages of events instead.
 */
import { createRoute } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import { sql } from 'kysely';
import { z } from 'zod';
import { failures, needs, router } from '../http/routes.server.ts';
import type { Services } from '../services.server.ts';
import { callerToken, readAsUser } from '../session/session.server.ts';
import type { UserDb } from '../session/with-user.server.ts';
import type { StreamLimits } from './live.server.ts';

export type EventLog = {
  page: z.ZodType;
  read: (db: UserDb, query: { after?: string | undefined; limit: number; now: Date }) => Promise<object>;
};

const describedEvents = ({ page }: EventLog) =>
  createRoute({
    operationId: 'readEvents',
    method: 'get',
    ...needs('any'),
    path: '/api/events',
    tags: ['Events'],
    summary: 'Read events in order, or stream changes',
    description:
      'API keys, and requests that accept application/json, get a page of the events that webhooks send, within their rights. ' +
      'Part of Enterprise. Send its `next` as `after` for the events since then. An event that is committed late is never skipped. ' +
      'Late rents and expiring certificates are sent by webhooks only.\n\n' +
      'Browsers get server-sent events. `hello` means that the stream is complete from here on: refetch your data, or only the nouns in `changed`, which have changed after `since`. `change` identifies a record: {"noun", "id", "version", "request"}. ' +
      'Without a version it was deleted; without an id many have changed, so refetch the noun. `request` is the `x-request-id` of the request that made the change, or null. `beat` is sent every 15 seconds. ' +
      'The stream ends with its session.',
    request: {
      query: z.object({
        after: z.string().max(100).optional().describe('`next` of the previous page; from the first event without it'),
        limit: z.coerce.number().int().min(1).max(500).default(100),
        since: z.iso.datetime().optional().describe('Of a stream: `now` from the session of your last read'),
      }),
    },
    responses: {
      200: {
        description: 'A page of events, or server-sent events',
        content: { 'application/json': { schema: page }, 'text/event-stream': { schema: z.string() } },
      },
      400: failures.input[400],
      401: failures.signedIn[401],
      410: { description: 'The place in `after` is no longer there: gone' },
      ...failures.limited,
    },
  });

/** Proxies must not cache or compress events, and nginx must not buffer them. */
const HEADERS = { 'cache-control': 'private, no-store, no-transform', 'x-accel-buffering': 'no' };

const ACCEPTS_JSON = /\bapplication\/json\b/i;

export function liveApi(services: Services, log: EventLog, limits: StreamLimits = {}) {
  return router().openapi(describedEvents(log), async (c) => {
    const { since, ...query } = c.req.valid('query');
    if (c.var.apiKey || ACCEPTS_JSON.test(c.req.header('accept') ?? '')) {
      const page = { ...query, now: services.clock.now() };
      return c.json(await readAsUser(services, c, 'guarded', (db) => log.read(db, page)), 200);
    }
    const caller = await readAsUser(services, c, 'open', (db) =>
      db
        .selectFrom('members')
        .where('id', '=', sql<string>`app.member_id()`)
        .select(['user_id as landlord', 'id as member', sql<string>`app.person_id()`.as('person')])
        .select(sql<string>`concat_ws(' ', role, whole)`.as('reach'))
        .executeTakeFirstOrThrow(),
    );
    if (c.req.method === 'HEAD') return c.body(null, 200, { ...HEADERS, 'content-type': 'text/event-stream' });
    services.live.checkLimits(caller, limits);
    const owner = { ...caller, token: callerToken(services, c), since: since ? new Date(since) : undefined };
    const answer = streamSSE(c, (sse) => services.live.stream(owner, { sse, outgoing: c.env.outgoing }));
    for (const [name, value] of Object.entries(HEADERS)) answer.headers.set(name, value);
    return answer;
  });
}
