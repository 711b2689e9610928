/** /api/sessions: the browsers in which a landlord is signed in, and ending them. */
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, failures, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { callerToken, readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { Session } from './account.ts';
import { Done, done } from './calls.server.ts';
import { endOtherSessions, endSession, ownSessions } from './sessions.server.ts';

const tags = ['Account'];
const signedIn = { 401: failures.signedIn[401] };

const list = createRoute({
  method: 'get',
  path: '/api/sessions',
  tags,
  summary: 'The browsers in which you are signed in: the one that asks first, then the newest',
  responses: { 200: answer(z.object({ items: z.array(Session) }), 'Sessions'), ...signedIn },
});

const endOthers = createRoute({
  method: 'post',
  path: '/api/sessions/sign-out-others',
  tags,
  summary: 'Sign out every other browser, at once',
  responses: { 200: answer(Done, 'Signed out'), ...signedIn },
});

const end = createRoute({
  method: 'delete',
  path: '/api/sessions/{id}',
  tags,
  summary: 'Sign out one other browser, at once',
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
      await withUser(services, c, 'open', (db) => endOtherSessions(db, token));
      return c.json(done, 200);
    })
    .openapi(end, async (c) => {
      const [id, token] = [recordId(c), callerToken(services, c)];
      await withUser(services, c, 'open', async (db) => {
        const session = (await ownSessions(db, token)).find((one) => one.id === id);
        if (!session) throw new AppError('not_found');
        if (session.current) {
          throw new AppError('invalid_input', {
            message: 'This is the browser you are using. Please sign out instead.',
          });
        }
        await endSession(db, { token, id });
      });
      return c.body(null, 204);
    });
}
