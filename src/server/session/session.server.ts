/** Authenticates requests. Only this file reads the session cookie. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { readCookie, sign, tokenHash, verifySigned, writeCookie } from './cookies.server.ts';
import { type Access, runAsUser, type UserDb } from './with-user.server.ts';

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Runs `work` as the caller. Throws `unauthenticated`, or `trial_expired` after the trial if `access` is 'guarded'. */
export function withUser<T>(
  services: Services,
  c: Context<AppEnv>,
  access: Access,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  return runAsUser(services, { ...entry(services, c, access), request: c.var.requestId }, work);
}

/** Read-only `withUser`: slightly faster, and PostgreSQL rejects changes. */
export function readAsUser<T>(
  services: Services,
  c: Context<AppEnv>,
  access: Access,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  return runAsUser(services, { ...entry(services, c, access), reading: true }, work);
}

/** Runs `work` read-only in one consistent snapshot, for exports. */
export function withSnapshot<T>(
  services: Services,
  c: Context<AppEnv>,
  access: Access,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  return runAsUser(services, { ...entry(services, c, access), reading: 'snapshot' }, work);
}

/**
 * Runs `withSnapshot` on the replica if it is fresh enough, for large files. Checks the session on the primary first,
 * so that an ended session is rejected immediately.
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
  return runAsUser({ pool: replica.pool, memberPool: services.memberPool }, plan, work).catch((error: unknown) => {
    // The replica may not have a new session yet.
    if (error instanceof AppError && error.code === 'unauthenticated') return withSnapshot(services, c, access, work);
    throw error;
  });
}

function entry(services: Services, c: Context<AppEnv>, access: Access) {
  const { need } = c.var;
  if (!need) throw new Error(`The route ${c.req.path} declares no right: add needs(…) to its description.`);
  const { apiKey } = c.var;
  const by = apiKey ? { token: apiKey, isKey: true } : { token: callerToken(services, c) };
  return { ...by, now: services.clock.now(), access, need, account: shownAccount(c) };
}

/** Returns the account that the caller's page shows, if any. Throws `bad_request` if it is not a UUID. */
function shownAccount(c: Context<AppEnv>): string | undefined {
  const account = c.req.header('tenure-account');
  if (account !== undefined && !z.uuid().safeParse(account).success) throw new AppError('bad_request');
  return account;
}

/** Returns the request's `sessionToken`. Throws `unauthenticated` if there is none. */
export function callerToken(services: Plan, c: Context<AppEnv>): string {
  const token = sessionToken(services, c.req.header('cookie'));
  if (!token) throw new AppError('unauthenticated');
  return token;
}

/** Returns the hash of a correctly signed session token, if any. PostgreSQL checks whether the session is valid. */
export function sessionToken(services: Plan, header: string | undefined): string | undefined {
  const token = rawToken(services, header);
  return token && tokenHash(token);
}

type Plan = Pick<Services, 'cookies' | 'secret'>;

/** Returns the correctly signed session token of a Cookie header, if any. */
export function rawToken({ cookies, secret }: Plan, header: string | undefined): string | undefined {
  return verifySigned(readCookie(header, cookies.session), secret);
}

/** Replaces a session's token, given its hash, and returns the new token. Call `setSessionCookie` after the commit. */
export async function renewSession(db: UserDb, previousHash: string): Promise<string> {
  const { token, hash } = newToken();
  await sql`select app.renew_session(${previousHash}, ${hash})`.execute(db);
  return token;
}

/** Creates a session token for the browser, and its hash for the database. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url');
  return { token, hash: tokenHash(token) };
}

export function setSessionCookie({ cookies, secret }: Plan, c: Context<AppEnv>, token: string): void {
  writeCookie({ cookies }, c, { name: cookies.session, value: sign(token, secret), seconds: SESSION_SECONDS });
}
