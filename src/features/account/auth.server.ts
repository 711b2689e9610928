/** Sign-in: better-auth on its own role and schema, for hashing, sessions, reset and confirmation tokens; and how our routes call it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Context } from 'hono';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Email } from '../../outside/mail/mail.ts';
import { body, failures } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readCookie, sign, tokenHash, verifySigned } from '../../server/session/cookies.server.ts';
import { rawToken, readAsUser, SESSION_SECONDS, sessionToken } from '../../server/session/session.server.ts';
import { AppError, type ErrorCode, isRefusal } from '../../shared/app-error.ts';
import { confirmEmail, passwordChangedEmail, resetEmail } from './emails.ts';
import type { Attempts } from './sign-in/attempts.server.ts';

/** The header in which our own server tells better-auth the caller's address. */
const CLIENT_HEADER = 'x-tenure-client';

const CODES: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  INVALID_EMAIL: 'invalid_credentials',
  INVALID_PASSWORD: 'invalid_credentials',
  UNAUTHORIZED: 'unauthenticated',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  USER_ALREADY_EXISTS: 'email_taken',
  INVALID_TOKEN: 'link_expired',
  TOKEN_EXPIRED: 'link_expired',
  INVALID_CODE: 'invalid_credentials',
  INVALID_BACKUP_CODE: 'invalid_credentials',
  // Another request has just used a recovery code.
  CONFLICT: 'invalid_credentials',
  INVALID_TWO_FACTOR_COOKIE: 'unauthenticated',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'unauthenticated',
  TOTP_NOT_ENABLED: 'invalid_input',
  TWO_FACTOR_NOT_ENABLED: 'invalid_input',
  BACKUP_CODES_NOT_ENABLED: 'invalid_input',
  USER_NOT_FOUND: 'link_expired',
};

/** What came to light while better-auth was at work. */
type Heard = {
  databaseError?: unknown;
  /** Of the session that it made. */
  token?: string;
  /** Whose password was reset. */
  userId?: string;
};

const calls = new AsyncLocalStorage<Heard>();

/** For better-auth's database: it answers FAILED_TO_CREATE_USER and the like and hides what PostgreSQL said, so we listen. */
function hearDatabase(event: LogEvent): void {
  const call = calls.getStore();
  if (call && event.level === 'error') call.databaseError = event.error;
}

/** Runs a call of better-auth and turns its refusal into an AppError; anything else passes through. */
export async function speak<T>(call: () => Promise<T>, heard: Heard = {}): Promise<T> {
  try {
    return await calls.run(heard, call);
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const refusal = String(error.body?.code ?? error.status);
    const code = CODES[refusal];
    if (code) throw new AppError(code, { cause: error });
    if (!refusal.startsWith('FAILED_TO_')) throw error;
    // Without a word from PostgreSQL there was no connection to hear it on.
    if (heard.databaseError === undefined) throw new AppError('unavailable', { cause: error });
    // Two sign-ups at once for one address: the second meets the first only in the table.
    if (isDuplicate(heard.databaseError)) throw new AppError('email_taken', { cause: heard.databaseError });
    throw heard.databaseError;
  }
}

function isDuplicate(error: unknown): boolean {
  const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'users_email_key';
}

const DAY_SECONDS = 24 * 60 * 60;

export type AuthPlan = {
  pool: pg.Pool;
  secret: string;
  /** Origin of the product, for links and for Secure cookies. */
  appUrl: string;
  cookiePrefix: string;
  clock: Clock;
  log: Logger;
  /** Puts an email to somebody in the post; comes back when it is queued. */
  sendEmail: (email: Email, to: { id: string; email: string }) => Promise<void>;
  /** Told when someone has proven by an email that an address is theirs. */
  onEmailVerified: (email: string) => Promise<void>;
};

export type Auth = ReturnType<typeof createAuth>;

/** What the account's routes need beside what every route has. */
export type AccountServices = Services & { auth: Auth; attempts: Attempts };

/** better-auth as this product uses it. Its HTTP handler is not mounted: our routes call its functions, so nothing else is open. */
export function createAuth({ pool, secret, appUrl, cookiePrefix, clock, log, sendEmail, onEmailVerified }: AuthPlan) {
  const page = (path: string, token: string) => `${appUrl}${path}?token=${encodeURIComponent(token)}`;
  // better-auth goes on when an email cannot be queued, and hides why: said here.
  const queued = (email: Email, to: { id: string; email: string }) =>
    sendEmail(email, to).catch((error: unknown) => {
      log.error({ err: error, subject: email.subject }, 'An email could not be queued');
      throw error;
    });
  return betterAuth({
    baseURL: appUrl,
    basePath: '/api/auth',
    secret,
    database: {
      db: new Kysely({ dialect: new PostgresDialect({ pool }), log: hearDatabase }),
      type: 'postgres',
      transaction: true,
    },
    telemetry: { enabled: false },
    logger: {
      // Its messages carry addresses, so only what it calls an error is kept, by its first words.
      log: (level, message) => {
        if (level === 'error') log.error({ auth: message.slice(0, 80) }, 'Sign-in reported an error');
      },
    },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix,
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
      // The Origin of every state-changing request is checked by our own server, before this.
      disableOriginCheck: true,
      disableCSRFCheck: true,
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      // The schema allows 128 characters; here an emoji counts as two.
      maxPasswordLength: 256,
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 60 * 60,
      sendResetPassword: ({ user, token }) => queued(resetEmail(user, page('/reset-password', token)), user),
      onPasswordReset: async ({ user }) => {
        Object.assign(calls.getStore() ?? {}, { userId: user.id });
        // First, so that nothing that fails after it leaves an old session alive. One after the other, as what a session was just
        // putting aside is seen only once the session is gone. `app.replace_password` does the same.
        for (const table of ['sessions', 'verifications', 'email_changes'])
          await pool.query(`delete from ${table} where user_id = $1`, [user.id]);
        await onEmailVerified(user.email);
        await queued(passwordChangedEmail(user, `${appUrl}/forgot-password`), user);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: 7 * DAY_SECONDS,
      sendVerificationEmail: ({ user, token }) => queued(confirmEmail(user, page('/confirm-email', token)), user),
    },
    verification: {
      modelName: 'verifications',
      storeIdentifier: 'hashed',
      fields: timestamps({ expiresAt: 'expires_at' }),
    },
    user: { modelName: 'users', fields: timestamps({ emailVerified: 'email_verified' }) },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: DAY_SECONDS,
      fields: timestamps({
        expiresAt: 'expires_at',
        userId: 'user_id',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      }),
    },
    account: {
      modelName: 'accounts',
      fields: timestamps({
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      }),
    },
    plugins: [
      twoFactor({
        issuer: 'Tenure',
        // Guesses are counted by our own limits.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    databaseHooks: {
      session: {
        create: {
          // It knows of tokens what the database does; see `speakWithCookies`.
          before: async (session) => {
            Object.assign(calls.getStore() ?? {}, { token: session.token });
            return { data: { ...session, token: tokenHash(session.token) } };
          },
        },
      },
      // The trial begins at created_at, so it is the server's clock that decides it.
      user: {
        create: { before: async (user) => ({ data: { ...user, createdAt: clock.now(), updatedAt: clock.now() } }) },
      },
    },
  });
}

function timestamps<T extends Record<string, string>>(fields: T) {
  return { createdAt: 'created_at', updatedAt: 'updated_at', ...fields } as const;
}

export const Done = z.object({ done: z.literal(true) });
export const done = { done: true } as const;

export const tags = ['Account'];

export const signedIn = { 401: failures.signedIn[401] };

export function post<
  const Path extends string,
  Input extends z.ZodType,
  const Responses extends RouteConfig['responses'],
>(operationId: string, path: Path, summary: string, input: Input, responses: Responses) {
  const request = { body: body(input) };
  return createRoute({ operationId, method: 'post', path, tags, summary, request, responses });
}

/** The headers better-auth sees: cookies with the token as the database has it, the browser's name, and the caller's address as we know it. */
export function forAuth({ cookies, secret }: Services, c: Context<AppEnv>): Headers {
  const cookie = c.req.header('cookie') ?? '';
  const token = sessionToken({ cookies, secret }, cookie);
  const others = cookie.split(';').filter((part) => part.split('=')[0]?.trim() !== cookies.session);
  return new Headers({
    cookie: [...others, ...(token ? [`${cookies.session}=${encodeURIComponent(sign(token, secret))}`] : [])].join(';'),
    'user-agent': c.req.header('user-agent')?.slice(0, 300) ?? '',
    [CLIENT_HEADER]: c.var.clientAddress,
  });
}

type Answer<T> = { headers: Headers; response: T };

/** Runs a call of better-auth, and sets its cookies, in which the session's token is the browser's own. */
export async function speakWithCookies<T>(
  services: Services,
  c: Context<AppEnv>,
  call: (headers: Headers) => Promise<Answer<T>>,
): Promise<T> {
  const { cookies, secret } = services;
  const heard: Heard = {};
  const { headers, response } = await speak(() => call(forAuth(services, c)), heard);
  const tokens = [heard.token, rawToken(services, c.req.header('cookie'))];
  for (const cookie of headers.getSetCookie()) {
    const stored = verifySigned(readCookie(cookie, cookies.session), secret);
    const token = tokens.find((one) => one !== undefined && tokenHash(one) === stored);
    const own = token === undefined ? cookie : cookie.replace(/=[^;]*/, `=${encodeURIComponent(sign(token, secret))}`);
    c.header('set-cookie', own, { append: true });
  }
  return response;
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
    await attempts.ownPassword(id, () =>
      speak(() => auth.api.verifyPassword({ body: { password }, headers: forAuth(services, c) })),
    );
  } catch (error) {
    if (!isRefusal(error, 'invalid_credentials')) throw error;
    throw new AppError('invalid_input', { fields: { [field]: 'This is not your password' }, cause: error });
  }
}
