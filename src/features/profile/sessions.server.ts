import { createRoute } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { z } from 'zod';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import {
  callerToken,
  readAsUser,
  renewSession,
  setSessionCookie,
  withUser,
} from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { Session } from '../account/account.ts';
import { Done, done, signedIn, tags } from '../account/routes.server.ts';
import { deviceName } from '../account/sign-in/device-name.ts';
import { endFeed } from '../calendar/calendar.server.ts';

type Row = {
  id: string;
  user_agent: string | null;
  signed_in_at: Date;
  last_seen_at: Date;
  current: boolean;
  by_code: boolean;
  by_passkey: boolean;
};

/** Returns the caller's session first, then the others, newest first. */
export async function ownSessions(db: UserDb, token: string): Promise<Session[]> {
  const { rows } = await sql<Row>`select * from app.own_sessions(${token})`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    signedInAt: row.signed_in_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.current,
    byCode: row.by_code,
    byPasskey: row.by_passkey,
  }));
}

/** Ends another session, or all others if `id` is null. */
export async function endOtherSessions(db: UserDb, token: string, id: string | null = null): Promise<void> {
  await sql`select app.end_other_sessions(${token}, ${id})`.execute(db);
}

const list = createRoute({
  operationId: 'listSessions',
  method: 'get',
  ...needs('self'),
  path: '/api/sessions',
  tags,
  summary: 'List browsers where you are signed in: this one first, then newest first',
  responses: { 200: answer(z.object({ items: z.array(Session) }), 'Sessions'), ...signedIn },
});

const endOthers = createRoute({
  operationId: 'endOtherSessions',
  method: 'post',
  ...needs('self'),
  path: '/api/sessions/sign-out-others',
  tags,
  summary: 'Sign out every other browser; ends the calendar feed too by default',
  request: {
    query: z.object({
      endCalendarFeed: z.enum(['true', 'false']).default('true').describe('Whether to end the calendar feed as well'),
    }),
  },
  responses: { 200: answer(Done, 'Signed out'), ...signedIn, 400: failures.input[400] },
});

const end = createRoute({
  operationId: 'endSession',
  method: 'delete',
  ...needs('self'),
  path: '/api/sessions/{id}',
  tags,
  summary: 'Sign out another browser',
  request: { params: RecordId },
  responses: { 204: { description: 'Signed out' }, ...signedIn, ...failures.found, 422: failures.input[422] },
});

export function sessionsApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const token = callerToken(services, c);
      return c.json({ items: await readAsUser(services, c, 'open', (db) => ownSessions(db, token)) }, 200);
    })
    .openapi(endOthers, async (c) => {
      const token = callerToken(services, c);
      const renewed = await withUser(services, c, 'open', async (db) => {
        await endOtherSessions(db, token);
        if (c.req.valid('query').endCalendarFeed === 'true') await endFeed(db);
        return renewSession(db, token);
      });
      setSessionCookie(services, c, renewed);
      return c.json(done, 200);
    })
    .openapi(end, async (c) => {
      const [id, token] = [recordId(c), callerToken(services, c)];
      await withUser(services, c, 'open', async (db) => {
        const session = (await ownSessions(db, token)).find((one) => one.id === id);
        if (!session) throw new AppError('not_found');
        if (session.current) {
          throw new AppError('invalid_input', {
            message: 'You are using this browser. Use Sign out instead.',
          });
        }
        await endOtherSessions(db, token, id);
      });
      return c.body(null, 204);
    });
}
