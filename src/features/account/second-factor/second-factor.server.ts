/** The second factor: authenticator app codes (RFC 6238) and recovery codes, encrypted with the server's secret. */
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Context } from 'hono';
import { inTransaction } from '../../../server/db/transaction.server.ts';
import { createEncryption } from '../../../server/jobs/encryption.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { clearCookie, readCookie, sign, verifySigned, writeCookie } from '../../../server/session/cookies.server.ts';
import { callerToken, newToken } from '../../../server/session/session.server.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import type { AccountServices } from '../routes.server.ts';
import { rememberDevice } from '../sign-in/device.server.ts';
import { consumeKey, readKey, storeKey } from '../sign-in/links.server.ts';
import { verifyPassword } from '../sign-in/password.server.ts';
import { renewOwnSession, startSession } from '../sign-in/session.server.ts';
import { CODE_WRONG, type NewSecondFactor, type SignInCode } from './second-factor.ts';

/** How long a sign-in waits for its code. */
const CHALLENGE_SECONDS = 10 * 60;
/** How long an unused browser remains trusted. */
const TRUST_SECONDS = 30 * 24 * 60 * 60;
const RECOVERY_CODES = 10;
const STEP_MS = 30_000;
const FRESH_MS = 10 * 60_000;
const APP_CODE = /^\d{6}$/;

const encryptionOf = ({ secret }: AccountServices) => createEncryption(secret, 'second factor');

const TOO_LATE = 'Your sign-in has timed out. Log in again.';

/** Sets the challenge cookie after a correct password, for `signInByCode`. */
export async function beginCodeStep(services: AccountServices, c: Context<AppEnv>, userId: string): Promise<void> {
  await issueKey(services, c, { ...challenge(services), userId, seconds: CHALLENGE_SECONDS });
}

/** Whether this browser can skip the code; if so, its trust is extended. */
export async function isTrusted(services: AccountServices, c: Context<AppEnv>, userId: string): Promise<boolean> {
  const key = readCookieKey(services, c, trusted(services));
  // Check the owner before consuming the key: two people may share a browser.
  const own = key && (await readKey(services, key)) === userId;
  if (own && (await consumeKey(services.authPool, key, services.clock.now()))) {
    await trust(services, c, userId);
    return true;
  }
  if (key) clearCookie(services, c, services.cookies.trusted);
  return false;
}

const trust = (services: AccountServices, c: Context<AppEnv>, userId: string) =>
  issueKey(services, c, { ...trusted(services), userId, seconds: TRUST_SECONDS });

/** A cookie with a key, whose `purpose` prefix prevents its use for anything else. */
type KeyCookie = { name: string; purpose: string };

const challenge = ({ cookies }: AccountServices): KeyCookie => ({ name: cookies.challenge, purpose: '2fa-' });
const trusted = ({ cookies }: AccountServices): KeyCookie => ({ name: cookies.trusted, purpose: 'trust-device-' });

type IssuedKey = KeyCookie & { userId: string; seconds: number };

async function issueKey(services: AccountServices, c: Context<AppEnv>, { name, purpose, ...owner }: IssuedKey) {
  const key = purpose + newToken().token;
  await storeKey(services, key, owner);
  writeCookie(services, c, { name, value: sign(key, services.secret), seconds: owner.seconds });
}

function readCookieKey(
  { secret }: AccountServices,
  c: Context<AppEnv>,
  { name, purpose }: KeyCookie,
): string | undefined {
  const key = verifySigned(readCookie(c.req.header('cookie'), name), secret);
  return key?.startsWith(purpose) ? key : undefined;
}

/** Completes a sign-in. Throws `invalid_input` at `code`, `unauthenticated` after a timeout, `too_many_attempts`. */
export async function signInByCode(services: AccountServices, c: Context<AppEnv>, input: SignInCode): Promise<void> {
  const { attempts, authPool, cookies, clock } = services;
  const key = readCookieKey(services, c, challenge(services));
  const person = key && (await personOf(services, await readKey(services, key)));
  if (!key || !person) throw tooLate();
  await attempts.ownCode(person.id, () => consumeCode(services, person.id, input.code));
  // A concurrent request of this browser may have used the key.
  if (!(await consumeKey(authPool, key, clock.now()))) throw tooLate();
  clearCookie(services, c, cookies.challenge);
  if (input.trust) await trust(services, c, person.id);
  await startSession(services, c, { userId: person.id, by: 'code' });
  rememberDevice(services, c, person.email);
}

const tooLate = () => new AppError('unauthenticated', { message: TOO_LATE });

async function personOf({ authPool }: AccountServices, id: string | undefined) {
  const { rows } = await authPool.query<{ id: string; email: string }>('select id, email from users where id = $1', [
    id,
  ]);
  return rows[0];
}

/** Creates a key and recovery codes, which a first code must confirm. Throws `invalid_input`, `too_many_attempts`. */
export async function beginSecondFactor(
  services: AccountServices,
  c: Context<AppEnv>,
  password: string,
): Promise<NewSecondFactor> {
  const { authPool } = services;
  const { encrypt } = encryptionOf(services);
  await verifyPassword(services, c, { field: 'password', password });
  const { id, email } = await caller(services, c);
  const own = randomBytes(24).toString('base64url');
  const codes = recoveryCodes();
  // A new key would lock out the app that has a verified one.
  const { rowCount } = await authPool.query(
    `insert into two_factors as stored (user_id, secret, backup_codes) values ($1, $2, $3) on conflict (user_id) do update
     set secret = excluded.secret, backup_codes = excluded.backup_codes, last_step = null where not stored.verified`,
    [id, encrypt(own), encrypt(JSON.stringify(codes))],
  );
  if (!rowCount) throw new AppError('invalid_input', { message: 'Two-factor sign-in is already on.' });
  const key = base32(Buffer.from(own));
  const query = new URLSearchParams({ secret: key, issuer: 'Tenure', digits: '6', period: '30' });
  return { uri: `otpauth://totp/Tenure:${encodeURIComponent(email)}?${query}`, key, codes };
}

/** Turns the second factor on if the first code proves that the app works. Throws like `signInByCode`. */
export async function confirmSecondFactor(services: AccountServices, c: Context<AppEnv>, code: string): Promise<void> {
  const { attempts, authPool, clock } = services;
  const { id } = await caller(services, c);
  await attempts.ownCode(id, () => consumeAppCode(services, id, code));
  // A key that has replaced the one of the code since then has no last step.
  const { rowCount } = await authPool.query(
    `with verified as (
       update two_factors set verified = true where user_id = $1 and last_step is not null returning user_id
     ), enabled as (
       update users set two_factor_enabled = true, updated_at = $2
       where id in (select user_id from verified) and not two_factor_enabled
     ) select from verified`,
    [id, clock.now()],
  );
  if (!rowCount) throw wrongCode();
  await renewOwnSession(services, c);
}

/** Replaces the recovery codes. Throws `invalid_input`, `too_many_attempts`. */
export async function newRecoveryCodes(
  services: AccountServices,
  c: Context<AppEnv>,
  password: string,
): Promise<string[]> {
  await verifyPassword(services, c, { field: 'password', password });
  const { id, on } = await caller(services, c);
  if (!on) throw new AppError('invalid_input');
  const codes = recoveryCodes();
  const encrypted = encryptionOf(services).encrypt(JSON.stringify(codes));
  await services.authPool.query('update two_factors set backup_codes = $2 where user_id = $1', [id, encrypted]);
  return codes;
}

/** Turns the second factor off and ends the trust of all browsers. Throws `invalid_input`, `too_many_attempts`. */
export async function endSecondFactor(services: AccountServices, c: Context<AppEnv>, password: string): Promise<void> {
  const { authPool, clock, cookies } = services;
  await verifyPassword(services, c, { field: 'password', password });
  const { id } = await caller(services, c);
  await inTransaction(authPool, async (client) => {
    const turnOff = 'update users set two_factor_enabled = false, updated_at = $2 where id = $1';
    await client.query(turnOff, [id, clock.now()]);
    for (const table of ['two_factors', 'verifications'])
      await client.query(`delete from ${table} where user_id = $1`, [id]);
  });
  await renewOwnSession(services, c);
  clearCookie(services, c, cookies.trusted);
}

/** Marks the session as freshly authenticated. Throws like `signInByCode`. */
export async function verifyCode(services: AccountServices, c: Context<AppEnv>, code: string): Promise<void> {
  const { attempts, authPool, clock } = services;
  const { id } = await caller(services, c);
  await attempts.ownCode(id, () => consumeCode(services, id, code));
  await authPool.query('update sessions set code_at = $2 where token = $1', [callerToken(services, c), clock.now()]);
}

/** Throws `code_required` if the caller has a second factor or passkey but used neither in the last ten minutes. */
export async function requireRecentProof(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  const { on, passkeys, codeAt } = await caller(services, c);
  const fresh = codeAt && codeAt.getTime() > services.clock.now().getTime() - FRESH_MS;
  if ((on || passkeys) && !fresh) throw new AppError('code_required');
}

type Caller = {
  id: string;
  email: string;
  confirmed: boolean;
  on: boolean;
  passkeys: number;
  codeAt: Date | null;
};

/** Returns the caller's sign-in details. Throws `unauthenticated`. */
export async function caller(services: AccountServices, c: Context<AppEnv>): Promise<Caller> {
  const { rows } = await services.authPool.query<Caller>(
    `select u.id, u.email, u.email_verified as confirmed, u.two_factor_enabled as on, s.code_at as "codeAt", (select count(*)::int from passkeys where user_id = u.id) as passkeys
     from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > $2`,
    [callerToken(services, c), services.clock.now()],
  );
  if (!rows[0]) throw new AppError('unauthenticated');
  return rows[0];
}

const consumeCode = (services: AccountServices, person: string, code: string) =>
  APP_CODE.test(code) ? consumeAppCode(services, person, code) : consumeRecoveryCode(services, person, code);

type StoredRecord = { secret: string; codes: string };

async function storedFactor({ authPool }: AccountServices, person: string): Promise<StoredRecord> {
  const byPerson = 'select secret, backup_codes as codes from two_factors where user_id = $1';
  const { rows } = await authPool.query<StoredRecord>(byPerson, [person]);
  if (!rows[0]) throw wrongCode();
  return rows[0];
}

/** Consumes an app code, so that neither this code nor an earlier one works again in any browser. */
async function consumeAppCode(services: AccountServices, person: string, code: string): Promise<void> {
  const { secret } = await storedFactor(services, person);
  const own = encryptionOf(services).decrypt(secret);
  // Authenticator apps use real time, not the server's adjustable clock.
  const now = Math.floor(Date.now() / STEP_MS);
  const step = [now - 1, now, now + 1].find((candidate) => codeAt(own, candidate) === code);
  const useStep =
    'update two_factors set last_step = $2 where user_id = $1 and secret = $3 and coalesce(last_step, 0) < $2';
  if (step === undefined || !(await services.authPool.query(useStep, [person, step, secret])).rowCount)
    throw wrongCode();
}

/** Consumes a recovery code. Only one of several concurrent requests succeeds. */
async function consumeRecoveryCode(services: AccountServices, person: string, code: string): Promise<void> {
  const { authPool } = services;
  const { encrypt, decrypt } = encryptionOf(services);
  const { codes } = await storedFactor(services, person);
  const unused = JSON.parse(decrypt(codes)) as string[];
  if (!unused.includes(code)) throw wrongCode();
  const remaining = encrypt(JSON.stringify(unused.filter((other) => other !== code)));
  const replaceCodes = 'update two_factors set backup_codes = $3 where user_id = $1 and backup_codes = $2';
  if (!(await authPool.query(replaceCodes, [person, codes, remaining])).rowCount) throw wrongCode();
}

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes as RFC 4648 without '=' padding, as authenticator apps expect. */
function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32_ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

const RECOVERY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** For example 'k7F2m-9xQ4t'. */
function recoveryCodes(): string[] {
  const half = () => Array.from({ length: 5 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
}

/** Returns the six-digit code of a 30-second step (RFC 6238). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function wrongCode(): AppError {
  return invalidField('code', CODE_WRONG);
}
