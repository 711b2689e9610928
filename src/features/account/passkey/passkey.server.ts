/** A passkey counts as both factors, because user verification is required. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from 'hono';
import { inTransaction } from '../../../server/db/transaction.server.ts';
import { networkOf } from '../../../server/http/client-address.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { callerToken } from '../../../server/session/session.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { passkeyAddedEmail } from '../emails.ts';
import { SEND_EMAIL } from '../jobs.server.ts';
import type { AccountServices } from '../routes.server.ts';
import { caller, requireRecentProof } from '../second-factor/second-factor.server.ts';
import { rememberDevice } from '../sign-in/device.server.ts';
import { deviceName } from '../sign-in/device-name.ts';
import { verifyPassword } from '../sign-in/password.server.ts';
import { startSession } from '../sign-in/session.server.ts';
import { MAX_PASSKEYS, type NewPasskey, type Passkey, type PasskeyOptions, type UsedPasskey } from './passkey.ts';

/** Loaded lazily: loading takes longer than the rest of the server's start. */
const library = () => import('@simplewebauthn/server');

const CHALLENGE_SECONDS = 5 * 60;

const PASSKEY_REJECTED = 'We could not accept this passkey. Try again.';

type Request = Context<AppEnv>;
/** With 'own', the challenge is bound to the caller's session. WebAuthn itself separates registration from use. */
type Purpose = 'sign-in' | 'own';

export async function ownPasskeys(services: AccountServices, c: Request): Promise<Passkey[]> {
  const { id } = await caller(services, c);
  const { rows } = await services.authPool.query<{ id: string; name: string; added_at: Date; used_at: Date | null }>(
    'select id, name, added_at, used_at from passkeys where user_id = $1 order by added_at, id',
    [id],
  );
  return rows.map(({ id: own, name, added_at, used_at }) => ({
    id: own,
    name,
    addedAt: added_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
  }));
}

/** Returns registration options. Throws `invalid_input`, `code_required`, `too_many_attempts`. */
export async function beginPasskey(services: AccountServices, c: Request, password: string): Promise<PasskeyOptions> {
  await verifyPassword(services, c, { field: 'password', password });
  await requireRecentProof(services, c);
  const { id, email } = await caller(services, c);
  const { rows } = await services.authPool.query<{ id: string }>(
    'select credential_id as id from passkeys where user_id = $1',
    [id],
  );
  if (rows.length >= MAX_PASSKEYS) throw tooMany();
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Tenure',
    rpID: hostOf(services),
    userName: email,
    userID: new Uint8Array(handleOf(services, id)),
    challenge: challengeFor(services, c, 'own'),
    excludeCredentials: rows,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Stores a new passkey and emails its owner. Throws `invalid_input`. */
export async function addPasskey(services: AccountServices, c: Request, { name, passkey }: NewPasskey): Promise<void> {
  const { authPool, clock, jobs, appUrl } = services;
  const { id, email } = await caller(services, c);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await asInvalidInput(() =>
    verifyRegistrationResponse({
      ...expected(services, c, 'own'),
      response: passkey as RegistrationResponseJSON,
    }),
  );
  if (!registrationInfo) throw refused();
  await consumeChallenge(services, id, passkey.response.clientDataJSON);
  const { credential } = registrationInfo;
  const { rowCount } = await inTransaction(authPool, async (client) => {
    // The lock prevents concurrent requests from exceeding the maximum.
    await client.query('select from users where id = $1 for update', [id]);
    return client.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, added_at)
       select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from passkeys where user_id = $1) < ${MAX_PASSKEYS}
       on conflict (credential_id) do nothing`,
      [
        id,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        credential.transports ?? [],
        name || deviceName(c.req.header('user-agent') ?? null),
        clock.now(),
      ],
    );
  });
  if (!rowCount) throw tooMany();
  await jobs.send(SEND_EMAIL, passkeyAddedEmail({ email }, `${appUrl}/dashboard/profile`), { about: [id, email] });
}

/** Throws `invalid_input` for a wrong password, `too_many_attempts`, `not_found`. */
export async function removePasskey(
  services: AccountServices,
  c: Request,
  { id, password }: { id: string; password: string },
): Promise<void> {
  await verifyPassword(services, c, { field: 'password', password });
  const person = await caller(services, c);
  const removed = await services.authPool.query('delete from passkeys where id = $1 and user_id = $2', [id, person.id]);
  if (!removed.rowCount) throw new AppError('not_found');
}

/** Returns options to sign in with any passkey of this site, or to re-authenticate with one of the caller's own. */
export async function passkeyRequestOptions(
  services: AccountServices,
  c: Request,
  purpose: Purpose,
): Promise<PasskeyOptions> {
  const own = purpose === 'own' ? await credentialsOf(services, c) : [];
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(services),
    challenge: challengeFor(services, c, purpose),
    allowCredentials: own,
    userVerification: 'required',
  });
  return { ...options };
}

/** Signs in without password or code. Throws `invalid_input`, `too_many_attempts`. */
export async function signInByPasskey(services: AccountServices, c: Request, used: UsedPasskey): Promise<void> {
  const { attempts } = services;
  // Counted per passkey: repeated failures suggest a broken passkey, not guessing.
  const attempt = { email: used.id, network: networkOf(c.var.clientAddress) };
  const { userId, email } = await attempts.signIn(attempt, () => verified(services, c, { used, purpose: 'sign-in' }));
  await startSession(services, c, { userId, by: 'passkey' });
  rememberDevice(services, c, email);
}

/** Marks the session as freshly authenticated, like `verifyCode`. Throws `invalid_input`. */
export async function verifyPasskey(services: AccountServices, c: Request, used: UsedPasskey): Promise<void> {
  const { id } = await caller(services, c);
  const { userId } = await verified(services, c, { used, purpose: 'own' });
  if (userId !== id) throw refused();
  const markFresh = 'update sessions set code_at = $2 where token = $1';
  await services.authPool.query(markFresh, [callerToken(services, c), services.clock.now()]);
}

type StoredPasskey = {
  id: string;
  userId: string;
  email: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
};

async function verified(
  services: AccountServices,
  c: Request,
  { used, purpose }: { used: UsedPasskey; purpose: Purpose },
): Promise<StoredPasskey> {
  const { authPool, clock } = services;
  const { rows } = await authPool.query<StoredPasskey>(
    `select p.id, p.user_id as "userId", u.email, p.public_key, p.counter::float8 as counter, p.transports
     from passkeys p join users u on u.id = p.user_id where p.credential_id = $1`,
    [used.id],
  );
  const [found] = rows;
  if (!found) throw refused();
  const { userHandle } = used.response;
  if (userHandle && !bytesEqual(Buffer.from(userHandle, 'base64url'), handleOf(services, found.userId)))
    throw refused();
  const { verifyAuthenticationResponse } = await library();
  const credential = { id: used.id, publicKey: new Uint8Array(found.public_key), counter: found.counter };
  const { verified: isValid, authenticationInfo } = await asInvalidInput(() =>
    verifyAuthenticationResponse({
      ...expected(services, c, purpose),
      response: used as AuthenticationResponseJSON,
      credential,
    }),
  );
  if (!isValid) throw refused();
  await consumeChallenge(services, found.userId, used.response.clientDataJSON);
  const recordUse = 'update passkeys set counter = $2, used_at = $3 where id = $1';
  await authPool.query(recordUse, [found.id, authenticationInfo.newCounter, clock.now()]);
  return found;
}

async function credentialsOf(services: AccountServices, c: Request): Promise<{ id: string }[]> {
  const { id } = await caller(services, c);
  const { rows } = await services.authPool.query<{ id: string }>(
    'select credential_id as id from passkeys where user_id = $1',
    [id],
  );
  return rows;
}

function expected(services: AccountServices, c: Request, purpose: Purpose) {
  return {
    expectedChallenge: (challenge: string) => isOurs(services, c, { challenge, purpose }),
    expectedOrigin: services.appUrl,
    expectedRPID: hostOf(services),
    requireUserVerification: true,
  };
}

/** The WebAuthn user handle, which devices store; it reveals neither id nor address. */
function handleOf({ secret }: AccountServices, person: string): Buffer {
  return createHmac('sha256', secret).update(`passkeys of ${person}`).digest();
}

const hostOf = ({ appUrl }: AccountServices) => new URL(appUrl).hostname;

/** Stateless: 16 random bytes and the expiry in seconds, signed together with the caller's session if 'own'. */
function challengeFor(services: AccountServices, c: Request, purpose: Purpose): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(20);
  randomBytes(16).copy(head);
  head.writeUInt32BE(Math.floor(services.clock.now().getTime() / 1000) + CHALLENGE_SECONDS, 16);
  return new Uint8Array(Buffer.concat([head, signatureOf(services, c, { head, purpose })]));
}

function isOurs(services: AccountServices, c: Request, args: { challenge: string; purpose: Purpose }): boolean {
  const bytes = Buffer.from(args.challenge, 'base64url');
  const [head, signature] = [bytes.subarray(0, 20), bytes.subarray(20)];
  if (head.length < 20 || !bytesEqual(signature, signatureOf(services, c, { head, purpose: args.purpose })))
    return false;
  return head.readUInt32BE(16) * 1000 > services.clock.now().getTime();
}

function signatureOf(services: AccountServices, c: Request, { head, purpose }: { head: Buffer; purpose: Purpose }) {
  const session = purpose === 'sign-in' ? '' : callerToken(services, c);
  return createHmac('sha256', services.secret).update(`passkey ${session} `).update(head).digest();
}

function bytesEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Consumes the challenge, so that a replayed response is refused. Throws `invalid_input`. */
async function consumeChallenge(services: AccountServices, person: string, clientDataJSON: string): Promise<void> {
  const { authPool, clock } = services;
  const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge: string };
  const now = clock.now();
  await authPool.query('delete from used_challenges where expires_at < $1', [now]);
  const { rowCount } = await authPool.query('insert into used_challenges values ($1, $2, $3) on conflict do nothing', [
    challenge,
    person,
    new Date(now.getTime() + CHALLENGE_SECONDS * 1000),
  ]);
  if (!rowCount) throw refused();
}

/** The library throws for another site, an expired challenge or a counter that did not increase. */
async function asInvalidInput<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw refused(cause);
  }
}

function refused(cause?: unknown): AppError {
  return new AppError('invalid_input', { message: PASSKEY_REJECTED, cause });
}

function tooMany(): AppError {
  return new AppError('invalid_input', {
    message: `You can have up to ${MAX_PASSKEYS} passkeys. Remove one first.`,
  });
}
