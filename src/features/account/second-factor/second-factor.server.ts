/** The second factor: after the password a code of an authenticator app, or a recovery code. better-auth keeps both encrypted. */
import { createHmac } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Context } from 'hono';
import type { AppEnv } from '../../../server/services.server.ts';
import { readCookie, verifySigned } from '../../../server/session/cookies.server.ts';
import { callerToken } from '../../../server/session/session.server.ts';
import { AppError, isRefusal } from '../../../shared/app-error.ts';
import { type AccountServices, forAuth, provePassword, speak, speakWithCookies } from '../auth.server.ts';
import { rememberDevice } from '../sign-in/device.server.ts';
import { endSessionBefore } from '../sign-in/sign-in.server.ts';
import { CODE_WRONG, type NewSecondFactor, type SignInCode } from './second-factor.ts';

const STEP_MS = 30_000;
const FRESH_MS = 10 * 60_000;
const FROM_APP = /^\d{6}$/;

const TOO_LATE = 'That took too long. Please log in again.';

/** Ends a sign-in whose password was right. Throws `invalid_input` at `code`, `unauthenticated` when it began too long ago, `too_many_attempts`. */
export async function signInByCode(services: AccountServices, c: Context<AppEnv>, input: SignInCode): Promise<void> {
  const { auth, attempts, authPool, cookies } = services;
  const person = await whoseSignIn(services, c);
  const { code, trust } = input;
  const session = await attempts.ownCode(person.id, async () => {
    if (FROM_APP.test(code)) await spend(services, person.id, code);
    return refusedAtCode(() =>
      speakWithCookies(services, c, (headers) => {
        // A session that this browser still has may be another person's: the code is for the sign-in that has begun.
        const all = (headers.get('cookie') ?? '').split(';');
        headers.set('cookie', all.filter((part) => part.split('=')[0]?.trim() !== cookies.session).join(';'));
        const asked = { body: { code, trustDevice: trust }, headers, returnHeaders: true } as const;
        return FROM_APP.test(code) ? auth.api.verifyTOTP(asked) : auth.api.verifyBackupCode(asked);
      }),
    );
  });
  await authPool.query('update sessions set by_code = true where token = $1', [session.token]);
  await endSessionBefore(services, c);
  rememberDevice(services, c, person.email);
}

/** A new key and new recovery codes, which count once a code confirms them. Throws `invalid_input`, `too_many_attempts`. */
export async function beginSecondFactor(
  services: AccountServices,
  c: Context<AppEnv>,
  password: string,
): Promise<NewSecondFactor> {
  await provePassword(services, c, { field: 'password', password });
  const { id, on } = await caller(services, c);
  // Beginning again would put a key in force that no app has yet.
  if (on) throw new AppError('invalid_input', { message: 'Two-factor sign-in is on already.' });
  const headers = forAuth(services, c);
  const { totpURI: uri, backupCodes: codes } = await speak(() =>
    services.auth.api.enableTwoFactor({ body: { password }, headers }),
  );
  await services.authPool.query('update two_factors set last_step = null where user_id = $1', [id]);
  return { uri, key: new URL(uri).searchParams.get('secret') ?? '', codes };
}

/** Turns it on with the first code of the app: who cannot give one would be locked out. Throws as `signInByCode`. */
export async function confirmSecondFactor(services: AccountServices, c: Context<AppEnv>, code: string): Promise<void> {
  const { auth, attempts } = services;
  const { id } = await caller(services, c);
  await attempts.ownCode(id, async () => {
    await spend(services, id, code);
    await refusedAtCode(() =>
      speakWithCookies(services, c, (headers) => auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })),
    );
  });
}

/** Recovery codes in place of those before. Throws `invalid_input`, `too_many_attempts`. */
export async function newRecoveryCodes(
  services: AccountServices,
  c: Context<AppEnv>,
  password: string,
): Promise<string[]> {
  await provePassword(services, c, { field: 'password', password });
  const headers = forAuth(services, c);
  const { backupCodes } = await speak(() => services.auth.api.generateBackupCodes({ body: { password }, headers }));
  return backupCodes;
}

/** Turns it off, and with it the browsers that were trusted. Throws `invalid_input`, `too_many_attempts`. */
export async function endSecondFactor(services: AccountServices, c: Context<AppEnv>, password: string): Promise<void> {
  await provePassword(services, c, { field: 'password', password });
  const { id } = await caller(services, c);
  await speakWithCookies(services, c, (headers) =>
    services.auth.api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }),
  );
  await services.authPool.query('delete from verifications where user_id = $1', [id]);
}

/** Notes that the caller has given a code just now, for what asks for it again. Throws as `signInByCode`. */
export async function proveCode(services: AccountServices, c: Context<AppEnv>, code: string): Promise<void> {
  const { auth, attempts, authPool, clock } = services;
  const { id } = await caller(services, c);
  await attempts.ownCode(id, async () => {
    if (FROM_APP.test(code)) return spend(services, id, code);
    const asked = { body: { code, disableSession: true }, headers: forAuth(services, c) };
    await refusedAtCode(() => speak(() => auth.api.verifyBackupCode(asked)));
  });
  await authPool.query('update sessions set code_at = $2 where token = $1', [callerToken(services, c), clock.now()]);
}

/** Throws `code_needed` when the caller has a second factor or a passkey, and has used neither in the last ten minutes. */
export async function needFreshCode(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  const { on, passkeys, codeAt } = await caller(services, c);
  const fresh = codeAt && codeAt.getTime() > services.clock.now().getTime() - FRESH_MS;
  if ((on || passkeys) && !fresh) throw new AppError('code_needed');
}

type Caller = { id: string; email: string; on: boolean; passkeys: boolean; codeAt: Date | null };

/** Who asks, as the sign-in role knows them. Throws `unauthenticated`. */
export async function caller(services: AccountServices, c: Context<AppEnv>): Promise<Caller> {
  const { rows } = await services.authPool.query<Caller>(
    `select u.id, u.email, u.two_factor_enabled as on, s.code_at as "codeAt", exists (select from passkeys where user_id = u.id) as passkeys
     from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > $2`,
    [callerToken(services, c), services.clock.now()],
  );
  if (!rows[0]) throw new AppError('unauthenticated');
  return rows[0];
}

/** Whose sign-in waits for its code in this browser. */
async function whoseSignIn(
  { auth, secret }: AccountServices,
  c: Context<AppEnv>,
): Promise<{ id: string; email: string }> {
  const { createAuthCookie, internalAdapter } = await auth.$context;
  const waiting = verifySigned(readCookie(c.req.header('cookie'), createAuthCookie('two_factor').name), secret);
  const found = waiting && (await internalAdapter.findVerificationValue(waiting));
  const person = found && (await internalAdapter.findUserById(found.value));
  if (!person) throw new AppError('unauthenticated', { message: TOO_LATE });
  return person;
}

/** Uses a code up: neither it nor one before it is good again, in whichever browser. better-auth alone would take it twice. */
async function spend({ auth, authPool }: AccountServices, person: string, code: string): Promise<void> {
  const { rows } = await authPool.query<{ secret: string }>('select secret from two_factors where user_id = $1', [
    person,
  ]);
  const [found] = rows;
  if (!found) throw wrongCode();
  const key = (await auth.$context).secretConfig;
  const secret = await symmetricDecrypt({ key, data: found.secret });
  const now = Math.floor(Date.now() / STEP_MS);
  const step = [now - 1, now, now + 1].find((one) => codeAt(secret, one) === code);
  const used = 'update two_factors set last_step = $2 where user_id = $1 and coalesce(last_step, 0) < $2';
  if (step === undefined || !(await authPool.query(used, [person, step])).rowCount) throw wrongCode();
}

/** RFC 6238: the six digits of a half minute. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

async function refusedAtCode<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isRefusal(error, 'invalid_credentials')) throw wrongCode(error);
    throw error;
  }
}

function wrongCode(cause?: unknown): AppError {
  return new AppError('invalid_input', { fields: { code: CODE_WRONG }, cause });
}
