import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { SIGNED_OUT } from '../../../../test/fixtures/account.ts';
import { filesOf, rowsWith } from '../../../../test/fixtures/everything.ts';
import {
  addedProperty,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
} from '../../../../test/fixtures/landlords.ts';
import { newProperty, newTransaction } from '../../../../test/fixtures/make.ts';
import { upload } from '../../../../test/fixtures/uploads.ts';
import { begunDownload, uploadedMuch } from '../../../../test/reading/downloads.ts';
import { emailsTo, emailTo } from '../../../../test/reading/emails.ts';
import { gate } from '../../../../test/reading/gate.ts';
import { unzipped } from '../../../../test/reading/zip.ts';
import { privateDatabase, query } from '../../../../test/servers/database.ts';
import { startServer } from '../../../../test/servers/start-server.ts';
import { sessionToken } from '../../../server/session/session.server.ts';
import { runAsUser, type UserDb } from '../../../server/session/with-user.server.ts';

// A separate database, since the jobs of another server would delete files in that server's folder.
const { address: database, drop } = await privateDatabase('removal_races');
const timeoutMs = { timeout: 25_000, interval: 50 };

/** Holds an upload before its bytes reach the store. */
let store: { reached: ReturnType<typeof gate>; through: ReturnType<typeof gate> } | undefined;

const server = await startServer({
  database,
  adjust: (services) => ({
    ...services,
    files: {
      ...services.files,
      put: async (path, file) => {
        store?.reached.open();
        await store?.through.opened;
        await services.files.put(path, file);
      },
    },
  }),
});
afterAll(async () => {
  await server.stop();
  await drop();
});

const removal = async (person: Landlord) =>
  (await person.post('/api/account/remove', { password: person.password })).outcome;

const nothingOf = (person: Landlord) =>
  vi.waitFor(async () => expect(await rowsWith(database, [person.id, person.email])).toEqual({}), timeoutMs);

/** Waits until this many removals are blocked by a row lock. */
const removalWaits = (many = 1) =>
  vi.waitFor(async () => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%app.remove_%'`;
    expect(await query(database, waiting)).toHaveLength(many);
  }, timeoutMs);

type Step = (db: UserDb) => Promise<unknown>;

/** Opens a request's transaction that has run `first`, and runs `then` on release. */
async function heldSave(person: Landlord, first: Step, then: Step = async () => {}) {
  const [reached, through] = [gate(), gate()];
  const token = sessionToken(server.services, person.cookieHeader()) ?? '';
  const saving = runAsUser(server.services, { token, now: new Date(), access: 'guarded' }, async (db) => {
    await first(db);
    reached.open();
    await through.opened;
    await then(db);
  });
  const outcome = saving.then(
    () => 'saved',
    (error: unknown) => error,
  );
  await reached.opened;
  return { release: through.open, outcome };
}

const insert: Step = (db) =>
  sql`insert into properties (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
    values ('Late Road', 'Bath', 'Bath', 'BA1 1AA', 'flat', 1, 1, 1, 1)`.execute(db);
const lockProperties: Step = (db) => db.selectFrom('properties').select('id').forUpdate().execute();

describe('an account deleted during a save', () => {
  it('is deleted with a row inserted before', async () => {
    const ada = await landlord({}, server);
    const save = await heldSave(ada, insert);
    const removing = removal(ada);
    await removalWaits();
    save.release();
    expect(await save.outcome).toBe('saved');
    expect(await removing).toBe('served');
    await nothingOf(ada);
  });

  it('refuses a row inserted after as unauthenticated', async () => {
    const ada = await landlord({}, server);
    const save = await heldSave(ada, (db) => db.selectFrom('properties').select('id').execute(), insert);
    expect(await removal(ada)).toBe('served');
    save.release();
    expect(await save.outcome).toMatchObject({ code: 'unauthenticated' });
    await nothingOf(ada);
  });

  it('is deleted despite a deadlock with the save', async () => {
    const ada = await landlord({}, server);
    const tenant = await addedTenant(ada);
    const save = await heldSave(ada, lockProperties, (db) =>
      db.updateTable('tenants').set({ name: 'Ada' }).where('id', '=', tenant.id).execute(),
    );
    const removing = removal(ada);
    await removalWaits();
    // The removal has locked the tenant and waits for the property.
    save.release();
    await save.outcome;
    expect(await removing).toBe('served');
    await nothingOf(ada);
  });

  it('is deleted once with one email when two tabs request it', async () => {
    const ada = await landlord({}, server);
    await addedProperty(ada);
    const save = await heldSave(ada, lockProperties);
    const removing = [removal(ada), removal(ada)];
    await removalWaits(2);
    save.release();
    expect(await save.outcome).toBe('saved');
    expect((await Promise.all(removing)).sort()).toEqual([SIGNED_OUT, 'served']);
    const farewell = 'Your account has been deleted';
    await emailTo(ada.email, farewell, server);
    await nothingOf(ada);
    expect((await emailsTo(ada.email, server)).filter(({ subject }) => subject === farewell)).toHaveLength(1);
  });

  it('returns a known error for each concurrent save and keeps no rows', async () => {
    const ada = await landlord({}, server);
    const house = await addedProperty(ada);
    const expense = await addedTransaction(ada, { propertyId: house.id });
    const change = { headers: { 'if-match': `"${house.version}"` }, body: newProperty({ city: 'Bath' }) };
    const requests = Array.from({ length: 8 }, (_, index) => [
      ada.post('/api/properties', newProperty({ address: `${index} Long Road` })),
      ada.send('PUT', `/api/properties/${house.id}`, change),
      ada.post('/api/transactions', newTransaction({ propertyId: index % 2 ? house.id : null })),
      ada.patch(`/api/transactions/${expense.id}`, { amount: index + 1 }, expense.version),
      ...(index === 3 ? [ada.post('/api/account/remove', { password: ada.password })] : []),
    ]).flat();
    const outcomes = (await Promise.all(requests)).map(({ outcome }) => outcome);
    const allowed = /^served$|^(401 unauthenticated|404 not_found|409 conflict|422 invalid_input|503 unavailable)$/;
    expect(outcomes.filter((outcome) => !allowed.test(outcome))).toEqual([]);
    await nothingOf(ada);
  });
});

it('an upload leaves no file in the store when its bytes arrive after the deletion', async () => {
  const ada = await landlord({}, server);
  store = { reached: gate(), through: gate() };
  const uploading = upload(ada);
  await store.reached.opened;
  expect(await removal(ada)).toBe('served');
  await nothingOf(ada);
  store.through.open();
  expect((await uploading).outcome).toBe(SIGNED_OUT);
  store = undefined;
  await vi.waitFor(() => expect(filesOf(server, ada.id)).toEqual([]), timeoutMs);
  await nothingOf(ada);
});

it('a download during the deletion contains all tables and lists deleted files as missing', async () => {
  const ada = await landlord({}, server);
  await uploadedMuch(ada, 3);
  const answer = await begunDownload(ada, '/api/my-data', server);
  expect(await removal(ada)).toBe('served');
  await nothingOf(ada);
  const content = await unzipped(await buffer(answer));
  const json = (path: string): unknown => JSON.parse(content.get(path)?.toString() ?? '');
  const { files, missing } = json('manifest.json') as Record<'files' | 'missing', unknown[]>;
  expect(json('tables/files.json')).toHaveLength(3);
  expect(files.length + missing.length).toBe(3);
  expect(missing.length).toBeGreaterThan(0);
});
