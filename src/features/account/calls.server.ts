/** What better-auth is told of a request, the answer 'done', and a landlord's own password behind a limit. */

import type { Context } from 'hono';
import { z } from 'zod';
import { networkOf } from '../../server/http/client-address.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { readAsUser } from '../../server/session/session.server.ts';
import { AppError, isRefusal } from '../../shared/app-error.ts';
import { type AccountServices, CLIENT_HEADER, speak } from './auth.server.ts';

export const Done = z.object({ done: z.literal(true) });
export const done = { done: true } as const;

/** The headers better-auth sees: the cookie, the browser's name, and the caller's address as we know it. */
export function forAuth(c: Context<AppEnv>): Headers {
  return new Headers({
    cookie: c.req.header('cookie') ?? '',
    'user-agent': c.req.header('user-agent')?.slice(0, 300) ?? '',
    [CLIENT_HEADER]: c.var.clientAddress,
  });
}

/**
 * Returns when the caller has given their own password. Throws `invalid_input` with the sentence at `field` when it is not,
 * `too_many_attempts` after some of those, `unauthenticated`.
 */
export async function provePassword(
  services: AccountServices,
  c: Context<AppEnv>,
  { field, password }: { field: string; password: string },
): Promise<void> {
  const { auth, attempts } = services;
  const { id } = await readAsUser(services, c, 'open', (db) =>
    db.selectFrom('profiles').select('id').executeTakeFirstOrThrow(),
  );
  try {
    await attempts.ownPassword({ person: id, network: networkOf(c.var.clientAddress) }, () =>
      speak(() => auth.api.verifyPassword({ body: { password }, headers: forAuth(c) })),
    );
  } catch (error) {
    if (!isRefusal(error, 'invalid_credentials')) throw error;
    throw new AppError('invalid_input', { fields: { [field]: 'This is not your password' }, cause: error });
  }
}
