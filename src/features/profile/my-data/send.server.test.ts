import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../../test/fixtures/landlords.ts';
import { begunDownload, holding, openTransactions, uploadedMuch } from '../../../../test/reading/downloads.ts';
import { unzipped } from '../../../../test/reading/zip.ts';
import { privateDatabase, query } from '../../../../test/servers/database.ts';
import { startServer, type TestServer } from '../../../../test/servers/start-server.ts';
import { createApp } from '../../../app/server/app.server.ts';
import { openTempFile, type TempFile } from '../../../server/http/downloads/temp-file.server.ts';
import { sessionToken } from '../../../server/session/session.server.ts';
import { runAsUser } from '../../../server/session/with-user.server.ts';
import { readTables, rowsOf } from './tables.server.ts';

const { address: database, drop } = await privateDatabase('downloads');
const timeoutMs = { timeout: 20_000, interval: 50 };
const ONE_AT_A_TIME = '429 too_many_attempts';

let fault: ((stream: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>) | undefined;

const server = await startServer({
  database,
  adjust: (services) => ({
    ...services,
    files: {
      ...services.files,
      get: async (path, range) => {
        const stream = await services.files.get(path, range);
        return stream && fault ? fault(stream) : stream;
      },
    },
  }),
});
afterAll(async () => {
  await server.stop();
  await drop();
});

let ada: Landlord;
beforeAll(async () => {
  ada = await landlord({}, server);
  await uploadedMuch(ada, 2);
});

const begun = (person: Landlord, on: TestServer = server) => begunDownload(person, '/api/my-data', on);
const canDownload = (person: Landlord) =>
  vi.waitFor(async () => expect((await person.get('/api/my-data')).status).toBe(200), timeoutMs);
const noTransactionOpen = () => vi.waitFor(async () => expect(await openTransactions(database)).toEqual([]), timeoutMs);

describe('a slow reader', () => {
  it('receives everything without an open transaction or a leftover temporary file', async () => {
    const answer = await begun(ada);
    expect(answer.statusCode).toBe(200);
    await noTransactionOpen();
    expect(readdirSync(join(server.dataFolder, 'my-data'))).toEqual([]);

    const again = await ada.get('/api/my-data');
    expect(again.outcome).toBe(ONE_AT_A_TIME);
    expect(again.text).toContain('Your data is already downloading. Wait for it to finish, or stop it.');
    expect(again.headers.get('retry-after')).toBe('30');
    const bob = await landlord({}, server);
    expect((await bob.get('/api/my-data')).status).toBe(200);

    const content = await unzipped(await buffer(answer));
    expect([...content.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(2);
    await canDownload(ada);
  });

  it('frees its slot after the time limit', async () => {
    const impatient = await startServer({
      database,
      app: (services, web) => createApp(services, web, { download: { timeoutMs: 300, most: 1 } }),
    });
    try {
      const eve = await landlord({}, impatient);
      await uploadedMuch(eve, 2);
      const bob = await landlord({}, impatient);
      const answer = await begun(eve, impatient);
      const full = await bob.get('/api/my-data');
      expect(full.outcome).toBe(ONE_AT_A_TIME);
      expect(full.text).toContain('Several people are downloading their data. Try again in a minute.');
      await canDownload(bob);
      await expect(buffer(answer)).rejects.toThrow('aborted');
    } finally {
      await impatient.stop();
    }
  });
});

describe('a reader who disconnects', () => {
  it('during the download leaves no files and can start again', async () => {
    const answer = await begun(ada);
    expect((await ada.get('/api/my-data')).outcome).toBe(ONE_AT_A_TIME);
    answer.destroy();
    await canDownload(ada);
    await noTransactionOpen();
  });

  it('before the first byte can start again too', async () => {
    const leaving = new AbortController();
    const locked = `select from pg_locks where relation = 'public.tenants'::regclass and not granted`;
    await holding(database, 'lock table public.tenants in access exclusive mode', async () => {
      const headers = { cookie: ada.cookieHeader(), 'x-forwarded-for': ada.address };
      const gone = fetch(`${server.url}/api/my-data`, { headers, signal: leaving.signal });
      await vi.waitFor(async () => expect(await query(database, locked)).toHaveLength(1), timeoutMs);
      leaving.abort();
      await expect(gone).rejects.toThrow('aborted');
    });
    await noTransactionOpen();
    await canDownload(ada);
  });
});

describe('a download that cannot be finished', () => {
  it.each([
    ['while a file is read', (from: ReadableStream<Uint8Array>) => from.pipeThrough(brokenAfter(1_000_000))],
    [
      'before a file can be read',
      (from: ReadableStream<Uint8Array>) => {
        void from.cancel();
        throw new Error('The store is away');
      },
    ],
  ])('is aborted when the store fails %s, and can be restarted', async (_, happens) => {
    fault = happens;
    try {
      await expect(begun(ada).then(buffer)).rejects.toThrow('aborted');
    } finally {
      fault = undefined;
    }
    await canDownload(ada);
  });

  it('fails immediately each time without disk space', async () => {
    const full = await startServer({
      database,
      adjust: (services) => ({ ...services, dataFolder: join(services.dataFolder, 'nowhere\0') }),
    });
    try {
      const bob = await landlord({}, full);
      for (let time = 0; time < 2; time++) expect((await bob.get('/api/my-data')).outcome).toBe('500 internal');
    } finally {
      await full.stop();
    }
  });
});

describe('the tables', () => {
  it('are read from one snapshot, including the sign-in tables, during concurrent saves', async () => {
    const bob = await landlord({}, server);
    await addedProperty(bob, { address: 'Before Road' });
    const token = sessionToken(server.services, bob.cookieHeader()) ?? '';
    const tempFile = await openTempFile(join(server.dataFolder, 'my-data'));
    // The saves happen after the snapshot is taken, before its tables are read.
    let saved: Promise<unknown> | undefined;
    const late: TempFile = {
      ...tempFile,
      begin: () => {
        saved ??= Promise.all([
          addedProperty(bob, { address: 'After Road' }),
          query(database, `update auth.users set name = 'After' where id = $1`, [bob.personId]),
        ]);
        const writer = tempFile.begin();
        return { ...writer, end: async () => saved?.then(() => writer.end()) ?? writer.end() };
      },
    };
    const tables = await runAsUser(
      server.services,
      { token, now: new Date(), access: 'open', reading: 'snapshot' },
      (db) => readTables(db, { authPool: server.services.authPool, tempFile: late }),
    );
    const rowsByTable: Record<string, unknown[]> = {};
    for (const table of tables) {
      rowsByTable[table.name] = [];
      for await (const row of rowsOf(tempFile, table)) rowsByTable[table.name]?.push(row);
    }
    await tempFile.close();
    expect(rowsByTable.properties).toMatchObject([{ address: 'Before Road' }]);
    expect(rowsByTable.activity).toHaveLength(1);
    expect(rowsByTable['auth.users']).toMatchObject([{ name: bob.name }]);
    expect(await query(database, 'select address from properties where user_id = $1', [bob.id])).toHaveLength(2);
  });
});

function brokenAfter(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new Error('The store went away'));
      else controller.enqueue(chunk);
    },
  });
}
