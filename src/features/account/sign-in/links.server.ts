/** One-time keys in emails or cookies, stored as hashes, and the stateless token that confirms an address. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { AccountServices } from '../routes.server.ts';

type Deps = Pick<AccountServices, 'authPool' | 'clock'>;

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** `key` starts with its purpose, so that it cannot be used for another purpose. */
export async function storeKey(
  { authPool, clock }: Deps,
  key: string,
  { userId, seconds }: { userId: string; seconds: number },
): Promise<void> {
  const now = clock.now();
  await authPool.query(
    'insert into verifications (identifier, value, expires_at, created_at, updated_at) values ($1, $2, $3, $4, $4)',
    [hashOf(key), userId, new Date(now.getTime() + seconds * 1000), now],
  );
}

/** Returns the user id of a valid key. */
export async function readKey({ authPool, clock }: Deps, key: string): Promise<string | undefined> {
  const { rows } = await authPool.query<{ value: string }>(
    'select value from verifications where identifier = $1 and expires_at > $2',
    [hashOf(key), clock.now()],
  );
  return rows[0]?.value;
}

/** Deletes the key and returns its user id, or undefined if it is unknown or has expired. */
export async function consumeKey(client: pg.Pool | pg.PoolClient, key: string, now: Date): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string; good: boolean }>(
    'delete from verifications where identifier = $1 returning value, expires_at > $2 as good',
    [hashOf(key), now],
  );
  return rows.find(({ good }) => good)?.value;
}

/** Confirmation links contain a JSON Web Token (RFC 7519), so that they need no storage. */
const HEADER = Buffer.from('{"alg":"HS256"}').toString('base64url');
const Claims = z.object({ email: z.string(), exp: z.number() });
const CONFIRM_SECONDS = 7 * 24 * 60 * 60;

type Signer = Pick<AccountServices, 'secret' | 'clock'>;

const signatureOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest();

export function confirmationToken({ secret, clock }: Signer, email: string): string {
  const iat = Math.floor(clock.now().getTime() / 1000);
  const claims = JSON.stringify({ email, iat, exp: iat + CONFIRM_SECONDS });
  const text = `${HEADER}.${Buffer.from(claims).toString('base64url')}`;
  return `${text}.${signatureOf(secret, text).toString('base64url')}`;
}

/** Returns the token's address, or undefined if the token is forged or has expired. */
export function confirmedAddress({ secret, clock }: Signer, token: string): string | undefined {
  const [header, payload = '', signature = '', ...more] = token.split('.');
  const [actual, expected] = [Buffer.from(signature, 'base64url'), signatureOf(secret, `${header}.${payload}`)];
  if (header !== HEADER || more.length > 0 || actual.length !== expected.length) return undefined;
  if (!timingSafeEqual(actual, expected)) return undefined;
  const { email, exp } = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return exp * 1000 > clock.now().getTime() ? email : undefined;
}
