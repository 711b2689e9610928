/** From a request to its landlord: the session cookie is checked here and nowhere else. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { keepCookie, readCookie, sign, tokenHash, verifySigned } from './cookies.server.ts';
import { type Access, runAsUser, type UserDb } from './with-user.server.ts';

/** How long a session lasts that is not used. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Runs `work` as the caller. Throws `unauthenticated`, or `trial_expired` where `access` is 'guarded'. */
export function withUser<T>(
  services: Services,
  c: Context<AppEnv>,
  access: Access,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  return runAsUser(services.pool, { ...entry(services, c, access), request: c.var.requestId }, work);
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

/**
 * The same, on the replica where there is one that is fresh enough: for files that are made of very many rows. The session is looked up in the
 * primary first, so one that has ended is refused at once.
 */
export async function withReplica<T>(
  services: Services,
  c: Context<AppEnv>,
  access: Access,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  const { replica } = services;
  if (!replica) return withSnapshot(services, c, access, work);
  await readAsUser(services, c, access, async () => {});
  if (!(await replica.isFresh())) return withSnapshot(services, c, access, work);
  const plan = { ...entry(services, c, access), reading: 'snapshot' } as const;
  return runAsUser(replica.pool, plan, work).catch((error: unknown) => {
    // It may not have heard of a session that has just begun.
    if (error instanceof AppError && error.code === 'unauthenticated') return withSnapshot(services, c, access, work);
    throw error;
  });
}

function entry(services: Services, c: Context<AppEnv>, access: Access) {
  return { token: callerToken(services, c), now: services.clock.now(), access };
}

/** The token of the caller's session as the database has it, for work that is about sign-in itself. Throws `unauthenticated` when there is none. */
export function callerToken(services: Plan, c: Context<AppEnv>): string {
  const token = sessionToken(services, c.req.header('cookie'));
  if (!token) throw new AppError('unauthenticated');
  return token;
}

/** The session token of a Cookie header, as the database has it, when it bears our signature. Whether the session lives is PostgreSQL's to say. */
export function sessionToken(services: Plan, header: string | undefined): string | undefined {
  const token = rawToken(services, header);
  return token && tokenHash(token);
}

type Plan = Pick<Services, 'cookies' | 'secret'>;

/** The same as the browser has it, to give it back. */
export function rawToken({ cookies, secret }: Plan, header: string | undefined): string | undefined {
  return verifySigned(readCookie(header, cookies.session), secret);
}

/** Gives the caller's session another token, in `db`'s transaction. The browser has it once `giveToken` was called. */
export async function renewSession(db: UserDb, before: string): Promise<string> {
  const { token, hash } = newToken();
  await sql`select app.renew_session(${before}, ${hash})`.execute(db);
  return token;
}

/** For a new session: what the browser is given, and what the database has of it. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** Once that is committed: with the cookie, a copy of the one before is worth nothing. */
export function giveToken({ cookies, secret }: Plan, c: Context<AppEnv>, token: string): void {
  keepCookie({ cookies }, c, { name: cookies.session, value: sign(token, secret), seconds: SESSION_SECONDS });
}
