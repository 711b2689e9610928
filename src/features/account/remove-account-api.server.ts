/** POST /api/account/remove: an account goes with everything in it, for whoever knows its password. */
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { deleteCookie } from 'hono/cookie';
import { answer, body, failures, router } from '../../server/http/routes.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { AccountRemoval } from './account.ts';
import type { AccountServices } from './auth.server.ts';
import { Done, done } from './calls.server.ts';
import { provePassword } from './own-password.server.ts';
import { removeAccount } from './remove-account.server.ts';

const remove = createRoute({
  method: 'post',
  path: '/api/account/remove',
  tags: ['Account'],
  summary: 'Delete your account with everything in it, at once and for good',
  request: { body: body(AccountRemoval) },
  responses: {
    200: answer(Done, 'Everything is gone'),
    401: failures.signedIn[401],
    ...failures.input,
    ...failures.limited,
  },
});

export function removeAccountApi(services: AccountServices) {
  return router().openapi(remove, async (c) => {
    await provePassword(services, c, { field: 'password', password: c.req.valid('json').password });
    await removeAccount(services, c);
    clearBrowser(services, c);
    return c.json(done, 200);
  });
}

/** Session and device are nobody's any more; what this site has kept in the browser goes too. */
function clearBrowser({ cookies }: AccountServices, c: Context<AppEnv>): void {
  deleteCookie(c, cookies.session, { path: '/', secure: cookies.secure });
  deleteCookie(c, cookies.device, { path: '/api/auth', secure: cookies.secure });
  c.header('clear-site-data', '"cache", "storage"');
}
