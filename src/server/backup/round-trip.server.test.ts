import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backUpTo, everything, newFolder, restoreFrom, startAlone } from '../../../test/backups.ts';
import { openBrowser } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import { landlordsTables, landlordWithEverything } from '../../../test/everything.ts';
import { addedProperty, addedTransaction, type Landlord, landlord, listedProperties } from '../../../test/landlords.ts';
import type { TestServer } from '../../../test/start-server.ts';
import { CurrentUser } from '../../features/account/account.ts';
import { FinanceSummary } from '../../features/transaction/transaction.ts';
import { startPostgres } from '../db/postgres/start.server.ts';
import { sha256 } from './measure.server.ts';

vi.setConfig({ testTimeout: 120_000 });

const TEXTS = [
  'a\ttab, a back\\slash, a literal \\N and \\. and \\n',
  '\\.\nlines\r\nof every kind\v\f',
  '🏠 Ünïcödé “quotes” \u2028 \u{10ffff} مرحبا',
  `'; drop table properties; -- "quoted"`,
];

const FILES: Record<string, Buffer> = {
  'photos/front door 🏠.jpg': randomBytes(20 * 1024 * 1024 + 1),
  [`photos/${'long '.repeat(30)}name/deep/deeper/ é.pdf`]: randomBytes(100_000),
  'nothing.txt': Buffer.alloc(0),
  "it's \\ here\n": Buffer.from('\0\r\n'),
};

let folder: string;
let source: TestServer;
let ada: Landlord;
const started: TestServer[] = [];

/** Restores into a folder of its own and starts the server on it. */
async function restoredFrom(file: string): Promise<TestServer> {
  const dataFolder = join(await newFolder(), 'data');
  await restoreFrom(file, { dataFolder });
  const server = await startAlone(dataFolder);
  started.push(server);
  return server;
}

beforeAll(async () => {
  folder = await newFolder();
  source = await startAlone(join(folder, 'data'));
  started.push(source);
  for (const [path, bytes] of Object.entries(FILES)) {
    const target = join(source.dataFolder, 'files', path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  ada = await landlord({ name: 'Ada \\N Lovelace' }, source);
  for (const description of TEXTS) await addedProperty(ada, { description });
  const bob = await landlord({ name: 'Bob' }, source);
  const house = await addedProperty(bob, { city: 'Bath' });
  await bob.delete(`/api/properties/${house.id}`, house.version);
  await landlordWithEverything(source);
});

afterAll(async () => {
  for (const server of started) await server.stop();
});

describe('a backup beside the running server', () => {
  it('brings back every row and every byte', async () => {
    const file = join(folder, 'whole.tar.gz');
    const before = await quietly(async () => {
      await backUpTo(file, { dataFolder: source.dataFolder });
    });
    const dataFolder = join(await newFolder(), 'data');
    await restoreFrom(file, { dataFolder });
    const after = await restingIn(dataFolder);
    // Sums are as they were, too, and nothing was remembered: no row was taken for one that somebody had just added.
    expect(after).toEqual(before);
    const empty = (await landlordsTables(source.database)).filter((table) => !after[table]?.length);
    expect(empty).toEqual([]);
    expect(after['pgboss.job']?.length).toBeGreaterThan(0);
    const files = await sumsBelow(join(dataFolder, 'files'));
    expect(files).toEqual(await sumsBelow(join(source.dataFolder, 'files')));
    expect(files).toMatchObject(
      Object.fromEntries(Object.entries(FILES).map(([path, bytes]) => [path, sha256(bytes)])),
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataFolder, 'secret'))).mode & 0o777).toBe(0o600);
  });

  it('lets the landlord go on as if nothing had happened: session, password, numbers', async () => {
    const file = join(folder, 'go-on.tar.gz');
    await backUpTo(file, { dataFolder: source.dataFolder });
    const copy = await restoredFrom(file);

    // The cookie's name carries the port of the server.
    const [value] = [...ada.cookies].filter(([name]) => name.endsWith('.session_token')).map(([, text]) => text);
    const headers = { cookie: `${copy.services.cookies.prefix}.session_token=${value}` };
    const old = openBrowser(copy);
    expect((await old.get('/api/auth/get-session', { headers })).as(CurrentUser).id).toBe(ada.id);

    const fresh = openBrowser(copy);
    const { email, password } = ada;
    expect((await fresh.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
    const page = await listedProperties(fresh);
    expect(page).toEqual(await listedProperties(ada));
    expect(page.total).toBe(TEXTS.length);
    const [first] = page.items;
    await addedProperty(fresh, { city: 'Bath' });
    expect((await fresh.delete(`/api/properties/${first?.id}`, first?.version)).status).toBe(204);
    const latest = await query<{ label: string; action: string }>(
      copy.database,
      'select action, city from activity left join properties on properties.id = record_id where activity.user_id = $1 order by activity.id desc limit 2',
      [ada.id],
    );
    expect(latest).toEqual([
      { action: 'removed', city: null },
      { action: 'added', city: 'Bath' },
    ]);
    await addedTransaction(fresh, { amount: 3_862 });
    const sums = (await fresh.get('/api/transactions/summary')).as(FinanceSummary);
    expect(sums).toMatchObject({ count: 1, expenses: 3_862, categories: ['maintenance'] });
  });

  it('is of one moment, however much is being written', async () => {
    const file = join(folder, 'busy.tar.gz');
    const writing = new AbortController();
    const eve = await landlord({ name: 'Eve' }, source);
    // Reading what happened takes a while, so that rows of two moments would not fit together.
    await query(
      source.database,
      `insert into activity (user_id, at, noun, action, record_count)
       select $1, now(), 'property', 'changed', 1 from generate_series(1, 200000)`,
      [ada.id],
    );
    let written = 0;
    const busy = (async () => {
      for (; !writing.signal.aborted; written++) {
        const house = await addedProperty(eve);
        if (written % 3 === 0) await eve.delete(`/api/properties/${house.id}`, house.version);
      }
    })();
    await vi.waitUntil(() => written >= 20, { timeout: 60_000 });
    await backUpTo(file, { dataFolder: source.dataFolder });
    const atEnd = written;
    await vi.waitUntil(() => written >= atEnd + 5, { timeout: 60_000 });
    writing.abort();
    await busy;

    const { database } = await restoredFrom(file);
    const [counts] = await query<{ properties: number; balance: number; lonely: number }>(
      database,
      `select (select count(*)::int from properties where user_id = $1) as properties,
              (select sum(case action when 'added' then record_count else -record_count end)::int from activity where user_id = $1) as balance,
              (select count(*)::int from properties p where not exists (
                 select from activity where record_id = p.id and action = 'added')) as lonely`,
      [eve.id],
    );
    expect(counts?.lonely).toBe(0);
    expect(counts?.balance).toBe(counts?.properties);
    expect(counts?.properties).toBeGreaterThan(10);
    expect(counts?.properties).toBeLessThan(written);
  });
});

describe('a backup of a server that is stopped', () => {
  it('starts the database for as long as it takes', async () => {
    const dataFolder = join(await newFolder(), 'data');
    const file = join(folder, 'stopped.tar.gz');
    const server = await startAlone(dataFolder);
    const person = await landlord({ name: 'Cleo' }, server);
    await server.stop();
    const { rows } = await backUpTo(file, { dataFolder });
    expect(rows).toBeGreaterThan(3);
    expect(await readdir(join(dataFolder, 'postgres'))).not.toContain('postmaster.pid');
    const copy = await restoredFrom(file);
    expect(await query(copy.database, 'select name from profiles where id = $1', [person.id])).toEqual([
      { name: 'Cleo' },
    ]);
  });
});

/** What the source holds, when nothing of it has changed during `work`: a job that ran meanwhile means another try. */
async function quietly(work: () => Promise<void>): Promise<Record<string, string[]>> {
  for (;;) {
    const before = await everything(source.database);
    await work();
    if (JSON.stringify(before) === JSON.stringify(await everything(source.database))) return before;
    await rm(join(folder, 'whole.tar.gz'));
  }
}

/** What a data folder holds while no server works on it: a server's jobs run by the clock. */
async function restingIn(dataFolder: string): Promise<Record<string, string[]>> {
  const postgres = await startPostgres({
    dataFolder,
    log: pino({ level: 'silent' }),
    onFatal: (error) => expect.unreachable(error.message),
  });
  try {
    return await everything(postgres.connection);
  } finally {
    await postgres.stop();
  }
}

/** The checksum of every file. */
async function sumsBelow(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(root.length + 1)] = sha256(await readFile(path));
  }
  return found;
}
