import type { APIResponse, Page } from '@playwright/test';
import type { z } from 'zod';
import type { SignUpInput } from '../../src/features/account/account.ts';
import { type BucketName, StoredFile } from '../../src/features/file/file.ts';
import { type PropertyInput, PropertyRecord } from '../../src/features/property/property.ts';
import { cookieNames } from '../../src/server/session/cookies.server.ts';
import { serverSecret } from '../../src/server/session/secret.server.ts';
import { insertLandlord } from '../../test/fixtures/insert-landlord.ts';
import { newPerson, newProperty } from '../../test/fixtures/make.ts';
import { statement } from './database.ts';
import type { RunningServer } from './server.ts';

export type Landlord = {
  id: string;
  personId: string;
  name: string;
  email: string;
  password: string;
  page: Page;
  /** The server's origin. Requests that change data must send it as their `Origin` header. */
  origin: string;
  adds(overrides?: Partial<z.input<typeof PropertyInput>>): Promise<PropertyRecord>;
  /** Changes the given version, which may be stale. */
  changes(property: PropertyRecord, overrides: Partial<z.input<typeof PropertyInput>>): Promise<PropertyRecord>;
  uploads(bucket: BucketName, file: { name: string; bytes: Buffer }): Promise<StoredFile>;
  has(): Promise<number>;
};

type Person = Pick<Landlord, 'id' | 'personId' | 'name' | 'email' | 'password'>;

/** Inserts a landlord at the start of the trial, signed in on `page`. */
export async function newLandlord(
  page: Page,
  server: RunningServer,
  overrides: Partial<SignUpInput> = {},
): Promise<Landlord> {
  const person = newPerson(overrides);
  const { name, email, password } = person;
  const { id, personId, cookie } = await insertLandlord(person, {
    query: (text, values) => statement(server, text, values),
    now: server.now(),
    secret: await serverSecret(undefined, server.dataFolder),
    userAgent: await page.evaluate(() => navigator.userAgent),
  });
  const { session } = cookieNames(server.address);
  await page
    .context()
    .addCookies([{ name: session, value: cookie, url: server.address, httpOnly: true, sameSite: 'Lax' }]);
  return landlordOf(page, server.address, { id, personId, name, email, password });
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

/** Adds a person to another landlord's account. Their session stays in their own account. */
export async function addMember(server: RunningServer, { id }: Landlord, person: Landlord): Promise<void> {
  await statement(
    server,
    `insert into members (user_id, person_id, name, email, role, state, joined_at)
     values ($1, $2, $3, $4, 'manager', 'active', app.instant())`,
    [id, person.personId, person.name, person.email],
  );
}

export async function switchAccount({ page, origin }: Landlord, { id }: Landlord): Promise<void> {
  await sent(page.request.post('/api/accounts/switch', { data: { id }, headers: { origin } }));
}

export async function signIn(page: Page, origin: string, { email, password }: Landlord): Promise<void> {
  await sent(page.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin } }));
}

/** Returns the JSON response. Throws for an error status. */
export async function sent(answer: Promise<APIResponse>): Promise<Record<string, unknown>> {
  const response = await answer;
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

function inputOf({ state: _, dateAdded: __, ...input }: Omit<PropertyRecord, 'id' | 'version'>) {
  return input;
}
