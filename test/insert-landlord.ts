/** Landlords written straight into a database, for unit tests and journeys: signing up and hashing take long. */
import { randomBytes } from 'node:crypto';
import type { SignUpInput } from '../src/features/account/account.ts';
import { passwords } from '../src/features/account/sign-in/password.server.ts';
import { sign, tokenHash } from '../src/server/session/cookies.server.ts';

const hashes = new Map<string, Promise<string>>();

type Place = {
  /** Runs one statement as the owner of the database. */
  query: (text: string, values: unknown[]) => Promise<{ id: string }[]>;
  now: Date;
  /** Of the server, which signs cookies with it. */
  secret: string;
  userAgent: string;
  address?: string;
};

/** A landlord whose trial begins now and who is signed in: their id, and the value of the session's cookie. */
export async function insertLandlord(
  { name, email, password }: SignUpInput,
  { query, now, secret, userAgent, address }: Place,
): Promise<{ id: string; cookie: string }> {
  const hash = hashes.get(password) ?? passwords.hash(password);
  hashes.set(password, hash);
  const token = randomBytes(24).toString('base64url');
  const [row] = await query(
    `with person as (
       insert into auth.users (name, email, created_at, updated_at) values ($1, $2, $3, $3) returning id),
     account as (
       insert into auth.accounts (account_id, provider_id, user_id, password, created_at, updated_at)
       select id, 'credential', id, $4, $3, $3 from person)
     insert into auth.sessions (token, user_id, expires_at, ip_address, user_agent, created_at, updated_at)
     select $5, id, $3::timestamptz + interval '30 days', $6, $7, $3, $3 from person returning user_id as id`,
    [name.trim(), email.trim().toLowerCase(), now, await hash, tokenHash(token), address, userAgent],
  );
  if (!row) throw new Error('No landlord was made.');
  return { id: row.id, cookie: encodeURIComponent(sign(token, secret)) };
}
