/** Starts and ends sessions, as the database role `auth`; server/session reads them. */
import type { Context } from 'hono';
import type pg from 'pg';
import { networkOf } from '../../../server/http/client-address.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { clearCookie } from '../../../server/session/cookies.server.ts';
import { newToken, SESSION_SECONDS, sessionToken, setSessionCookie } from '../../../server/session/session.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { AccountServices } from '../routes.server.ts';

type By = 'password' | 'code' | 'passkey';

type Beginning = {
  userId: string;
  by?: By;
  client?: pg.PoolClient;
  /** The stored hash that the password matched. */
  hash?: string;
};

/**
 * Adds a session, in `client`'s transaction if given. Pass the returned token to `setSessionCookie`.
 * Throws `invalid_credentials` if the person's stored hash is no longer `hash`, so that an old password cannot start a
 * session. The row is locked to wait for a change of password in progress.
 */
export async function addSession(
  { authPool, clock }: AccountServices,
  c: Context<AppEnv>,
  { userId, by = 'password', client, hash }: Beginning,
): Promise<string> {
  const session = newToken();
  const now = clock.now();
  const { rowCount } = await (client ?? authPool).query(
    `insert into sessions (token, user_id, expires_at, ip_address, user_agent, created_at, updated_at, by_code, by_passkey)
     select $1, $2, $3, $4, $5, $6, $6, $7, $8 where $9::text is null or exists (
       select from accounts where user_id = $2 and provider_id = 'credential' and password = $9 for share)`,
    [
      session.hash,
      userId,
      new Date(now.getTime() + SESSION_SECONDS * 1000),
      networkOf(c.var.clientAddress),
      c.req.header('user-agent')?.slice(0, 300) ?? '',
      now,
      by === 'code',
      by === 'passkey',
      hash,
    ],
  );
  if (!rowCount) throw new AppError('invalid_credentials');
  return session.token;
}

/** Signs this browser in and ends its previous session. */
export async function startSession(
  services: AccountServices,
  c: Context<AppEnv>,
  beginning: Omit<Beginning, 'client'>,
): Promise<void> {
  const token = await addSession(services, c, beginning);
  await endSession(services, c);
  setSessionCookie(services, c, token);
}

/** Deletes this browser's session, so that copies of its cookie stop working. */
export async function endSession(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  const token = sessionToken(services, c.req.header('cookie'));
  if (token) await services.authPool.query('delete from sessions where token = $1', [token]);
}

/** Rotates the token, so that copies of the cookie stop working. Does not throw if the session has just ended. */
export async function renewOwnSession(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  const before = sessionToken(services, c.req.header('cookie'));
  const { token, hash } = newToken();
  const renewed = await services.authPool.query('update sessions set token = $2 where token = $1', [before, hash]);
  if (renewed.rowCount) setSessionCookie(services, c, token);
}

export const clearSession = (services: AccountServices, c: Context<AppEnv>) =>
  clearCookie(services, c, services.cookies.session);
