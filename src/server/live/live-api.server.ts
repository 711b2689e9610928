/** GET /api/events: a stream of what changes in a landlord's transactions and bank accounts. Open to an expired landlord, too. */
import { createRoute } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { failures, router } from '../http/routes.server.ts';
import type { Services } from '../services.server.ts';
import { callerToken, readAsUser } from '../session/session.server.ts';

const events = createRoute({
  method: 'get',
  path: '/api/events',
  tags: ['Live'],
  summary: 'Hear of changes as they happen',
  description:
    '`hello` opens the stream: nothing is missed from here on. `change` names a row: {"table", "operation", "id"}; with the operation ' +
    '`reload` and no id, read all of that table again. `beat` comes every 15 seconds. `end` closes the stream of a session that is over.',
  responses: {
    200: {
      description: 'Server-sent events',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    401: failures.signedIn[401],
    ...failures.limited,
  },
});

const HEADERS = {
  'content-type': 'text/event-stream',
  // What stands between us and the browser neither keeps events, nor packs them, nor collects them first (nginx).
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** The most streams that a server holds open, and the most of one landlord: one for each browser that they use. */
export type StreamLimits = { all?: number; each?: number };

export function liveApi(services: Services, { all = 5_000, each = 30 }: StreamLimits = {}) {
  const inside = new Map<string, number>();
  let total = 0;

  const enter = (landlord: string): (() => void) => {
    const own = inside.get(landlord) ?? 0;
    if (own >= each) {
      const message = `Tenure is open in ${each} of your browsers already. This one shows changes when you look again.`;
      throw new AppError('too_many_attempts', { message, retryAfter: 60 });
    }
    if (total >= all) {
      const message = 'Many people are looking at Tenure just now. Changes are shown when you look again.';
      throw new AppError('too_many_attempts', { message, retryAfter: 60 });
    }
    inside.set(landlord, own + 1);
    total += 1;
    return () => {
      const left = (inside.get(landlord) ?? 0) - 1;
      if (left > 0) inside.set(landlord, left);
      else inside.delete(landlord);
      total -= 1;
    };
  };

  return router().openapi(events, async (c) => {
    const { id } = await readAsUser(services, c, 'open', (db) =>
      db.selectNoFrom(sql<string>`app.user_id()`.as('id')).executeTakeFirstOrThrow(),
    );
    if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS);
    const leave = enter(id);
    try {
      const { outgoing } = c.env;
      const stream = { landlord: id, token: callerToken(services, c), outgoing, ended: leave };
      return c.body(services.live.open(stream), 200, HEADERS);
    } catch (error) {
      leave();
      throw error;
    }
  });
}
