import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnv } from '../../../server/services.server.ts';
import { callerToken } from '../../../server/session/session.server.ts';
import { AppError, invalidField, isRefusal } from '../../../shared/app-error.ts';
import type { AccountServices } from '../routes.server.ts';

/** Scrypt (RFC 7914) takes 32 MB and about 60 ms a hash. Changing the parameters invalidates stored hashes. */
const COST = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 };
const KEY_BYTES = 64;

function keyOf(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Accented letters have several Unicode encodings.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Hashes are 'salt:key' in hexadecimal; the salt is used as text. */
export const passwords = {
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16).toString('hex');
    return `${salt}:${(await keyOf(password, salt)).toString('hex')}`;
  },
  /** Without a hash, returns false after the same time as with one. */
  async verify(hash: string | undefined, password: string): Promise<boolean> {
    const [salt = '', key = ''] = (hash ?? `${'0'.repeat(32)}:`).split(':');
    const [actual, expected] = [await keyOf(password, salt), Buffer.from(key, 'hex')];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  },
};

/** Throws `invalid_input` at `field` for a wrong password, `too_many_attempts`, `unauthenticated`. */
export async function verifyPassword(
  { authPool, attempts, clock, ...services }: AccountServices,
  c: Context<AppEnv>,
  { field, password }: { field: string; password: string },
): Promise<void> {
  const { rows } = await authPool.query<{ id: string; hash: string }>(
    `select a.user_id as id, a.password as hash from sessions s join accounts a on a.user_id = s.user_id
     where s.token = $1 and s.expires_at > $2 and a.provider_id = 'credential'`,
    [callerToken(services, c), clock.now()],
  );
  const [person] = rows;
  if (!person) throw new AppError('unauthenticated');
  try {
    await attempts.ownPassword(person.id, async () => {
      if (!(await passwords.verify(person.hash, password))) throw new AppError('invalid_credentials');
    });
  } catch (error) {
    if (!isRefusal(error, 'invalid_credentials')) throw error;
    throw invalidField(field, 'The password is incorrect', error);
  }
}

const TOO_COMMON =
  'This password is too common and easy to guess. Choose another, such as three or four unrelated words.';

let list: Promise<ReadonlySet<string>> | undefined;

// Loaded lazily: 49,000 passwords would slow down every start of the server.
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8));
}

/** Throws `invalid_input` at `field` for a common password, ignoring case and surrounding spaces. */
export async function assertPasswordUncommon(field: string, password: string): Promise<void> {
  list ??= load();
  if (!(await list).has(password.trim().toLowerCase())) return;
  throw invalidField(field, TOO_COMMON);
}
