/** From a request to its landlord: the session cookie is checked here and nowhere else. */
import type { Context } from 'hono';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { readCookie, verifySigned } from './cookies.server.ts';
import { type Access, runAsUser, type UserDb } from './with-user.server.ts';

/** Runs `work` as the caller. Throws `unauthenticated`, or `trial_expired` where `access` is 'guarded'. */
export function withUser<T>(
  services: Services,
  c: Context<AppEnv>,
  access: Access,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  return runAsUser(services.pool, entry(services, c, access), work);
}

/** The same for work that only reads: a little quicker, and PostgreSQL refuses any change in it. */
export function readAsUser<T>(
  services: Services,
  c: Context<AppEnv>,
  access: Access,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  return runAsUser(services.pool, { ...entry(services, c, access), reading: true }, work);
}

/** The same, all of it as it stands at one moment. For work that takes its time. */
export function withSnapshot<T>(
  services: Services,
  c: Context<AppEnv>,
  access: Access,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  return runAsUser(services.pool, { ...entry(services, c, access), reading: 'snapshot' }, work);
}

function entry(services: Services, c: Context<AppEnv>, access: Access) {
  return { token: callerToken(services, c), now: services.clock.now(), access };
}

/** The token of the caller's session, for work that is about sign-in itself. Throws `unauthenticated` when there is none. */
export function callerToken(services: Services, c: Context<AppEnv>): string {
  const token = sessionToken(services, c.req.header('cookie'));
  if (!token) throw new AppError('unauthenticated');
  return token;
}

/** The session token of a Cookie header, when it bears our signature. Whether the session lives is PostgreSQL's to say. */
export function sessionToken(
  services: Pick<Services, 'cookies' | 'secret'>,
  header: string | undefined,
): string | undefined {
  return verifySigned(readCookie(header, services.cookies.session), services.secret);
}
