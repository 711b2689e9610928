/** Landlords of the browser tests: made by SQL, so that a journey can begin where it is about something. */
import { randomBytes } from 'node:crypto';
import type { APIResponse, Page } from '@playwright/test';
import { hashPassword } from 'better-auth/crypto';
import type { z } from 'zod';
import type { SignUpInput } from '../src/features/account/account.ts';
import { type BucketName, StoredFile } from '../src/features/file/file.ts';
import { type PropertyInput, PropertyRecord } from '../src/features/property/property.ts';
import { cookieNames, sign } from '../src/server/session/cookies.server.ts';
import { serverSecret } from '../src/server/session/secret.server.ts';
import { newPerson, newProperty } from '../test/make.ts';
import { statement } from './database.ts';
import type { RunningServer } from './server.ts';

export type Landlord = {
  id: string;
  name: string;
  email: string;
  password: string;
  /** The browser this landlord is signed in with. */
  page: Page;
  /** The server's address, which a change has to come from. */
  origin: string;
  /** Adds a property, or one for each that is given. */
  adds(given?: Partial<z.input<typeof PropertyInput>>): Promise<PropertyRecord>;
  /** Changes a property from the version that is given, as another browser might. */
  changes(property: PropertyRecord, given: Partial<z.input<typeof PropertyInput>>): Promise<PropertyRecord>;
  /** Uploads a file, for a record to name. */
  uploads(bucket: BucketName, file: { name: string; bytes: Buffer }): Promise<StoredFile>;
  /** How many properties there are on the server. */
  has(): Promise<number>;
};

type Person = Pick<Landlord, 'id' | 'name' | 'email' | 'password'>;

/** A landlord whose trial begins now, signed in with the browser of `page`. */
export async function newLandlord(
  page: Page,
  server: RunningServer,
  given: Partial<SignUpInput> = {},
): Promise<Landlord> {
  const { name, email, password } = newPerson(given);
  const token = randomBytes(24).toString('base64url');
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const [row] = await statement<{ id: string }>(
    server,
    `with person as (
       insert into auth.users (name, email, created_at, updated_at) values ($1, $2, $6, $6) returning id
     ), credential as (
       insert into auth.accounts (account_id, provider_id, user_id, password, created_at, updated_at)
       select id, 'credential', id, $3, $6, $6 from person
     )
     insert into auth.sessions (token, user_id, user_agent, expires_at, created_at, updated_at)
     select $4, id, $5, $6::timestamptz + interval '30 days', $6, $6 from person returning user_id as id`,
    [name, email.toLowerCase(), await hashOf(password), token, userAgent, server.now()],
  );
  if (!row) throw new Error('The landlord was not made.');
  const secret = await serverSecret(undefined, server.dataFolder);
  await page.context().addCookies([
    {
      name: cookieNames(server.address).session,
      value: encodeURIComponent(sign(token, secret)),
      url: server.address,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ]);
  return landlordOf(page, server.address, { id: row.id, name, email, password });
}

const hashes = new Map<string, Promise<string>>();

/** Hashing takes long on purpose, so it is done once for each password. */
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

function landlordOf(page: Page, origin: string, person: Person): Landlord {
  return {
    ...person,
    page,
    origin,
    adds: async (property) =>
      PropertyRecord.parse(
        await sent(page.request.post('/api/properties', { data: newProperty(property), headers: { origin } })),
      ),
    changes: async ({ id: propertyId, version, ...before }, change) =>
      PropertyRecord.parse(
        await sent(
          page.request.put(`/api/properties/${propertyId}`, {
            data: { ...inputOf(before), ...change },
            headers: { origin, 'if-match': `"${version}"` },
          }),
        ),
      ),
    uploads: async (bucket, { name, bytes }) =>
      StoredFile.parse(
        await sent(
          page.request.post(`/api/files/${bucket}?${new URLSearchParams({ name })}`, {
            data: bytes,
            headers: { origin, 'content-type': 'application/octet-stream' },
          }),
        ),
      ),
    has: async () => Number((await sent(page.request.get('/api/properties?limit=1'))).total),
  };
}

/** Signs in with the page's cookies. */
export async function signIn(page: Page, origin: string, { email, password }: Landlord): Promise<void> {
  await sent(page.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin } }));
}

/** What a request was answered; throws where it was refused. */
export async function sent(answer: Promise<APIResponse>): Promise<Record<string, unknown>> {
  const response = await answer;
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

function inputOf({ state: _, dateAdded: __, ...input }: Omit<PropertyRecord, 'id' | 'version'>) {
  return input;
}
