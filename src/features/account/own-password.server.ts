/** What somebody who is signed in is asked before their password changes or their account goes: the password, behind a limit. */
import type { Context } from 'hono';
import { networkOf } from '../../server/http/client-address.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { readAsUser } from '../../server/session/session.server.ts';
import { AppError, isRefusal } from '../../shared/app-error.ts';
import type { AccountServices } from './auth.server.ts';
import { forAuth } from './calls.server.ts';
import { speak } from './errors.server.ts';

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
