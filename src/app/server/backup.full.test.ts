import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clockEnv } from '../../../test/clock.mjs';
import { landlordsTables, landlordWithEverything } from '../../../test/fixtures/everything.ts';
import {
  addedProperty,
  addedTransaction,
  type Landlord,
  signedUpLandlord as landlord,
  listedProperties,
} from '../../../test/fixtures/landlords.ts';
import { openBrowser } from '../../../test/reading/browser.ts';
import { backUpTo, everything, newFolder, restoreFrom, startAlone } from '../../../test/servers/backups.ts';
import { query } from '../../../test/servers/database.ts';
import { startS3 } from '../../../test/servers/s3-server.ts';
import type { TestServer } from '../../../test/servers/start-server.ts';
import { CurrentUser } from '../../features/account/account.ts';
import { FinanceSummary } from '../../features/transaction/transaction.ts';
import { sha256 } from '../../server/backup/archive.server.ts';
import { clearRestores } from '../../server/backup/restore-target.server.ts';
import { processStartTime, readPostmasterFile } from '../../server/db/postgres/postmaster.server.ts';
import { startPostgres } from '../../server/db/postgres/start.server.ts';

vi.setConfig({ testTimeout: 120_000 });

const TEXTS = [
  'a\ttab, a back\\slash, a literal \\N and \\. and \\n',
  '\\.\nlines\r\nof every kind\v\f',
  '🏠 Ünïcödé “quotes” \u2028 \u{10ffff} مرحبا',
  `'; drop table properties; -- "quoted"`,
];

let folder: string;
let source: TestServer;
let ada: Landlord;
const started: TestServer[] = [];

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

describe('a backup of a running server', () => {
  it('restores every row and byte', async () => {
    const file = join(folder, 'whole.tar.gz');
    const before = await whileUnchanged(async () => {
      await backUpTo(file, { dataFolder: source.dataFolder });
    });
    const dataFolder = join(await newFolder(), 'data');
    await restoreFrom(file, { dataFolder });
    const after = await restingIn(dataFolder);
    // Includes totals; the activity log and idempotency keys have no new rows.
    expect(after).toEqual(before);
    const empty = (await landlordsTables(source.database)).filter((table) => !after[table]?.length);
    expect(empty).toEqual([]);
    expect(after['pgboss.job']?.length).toBeGreaterThan(0);
    const files = await sumsBelow(join(dataFolder, 'files'));
    expect(files).toEqual(await sumsBelow(join(source.dataFolder, 'files')));
    expect(Object.keys(files).length).toBeGreaterThan(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataFolder, 'secret'))).mode & 0o777).toBe(0o600);
  });

  it('preserves session, password and ids', async () => {
    const file = join(folder, 'go-on.tar.gz');
    await backUpTo(file, { dataFolder: source.dataFolder });
    const copy = await restoredFrom(file);

    // The cookie's name includes the port.
    const [value] = [...ada.cookies].filter(([name]) => name.endsWith('.session_token')).map(([, text]) => text);
    const headers = { cookie: `${copy.services.cookies.session}=${value}` };
    const old = openBrowser(copy);
    expect((await old.get('/api/auth/get-session', { headers })).as(CurrentUser).id).toBe(ada.personId);

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

  it('is consistent during concurrent writes', async () => {
    const file = join(folder, 'busy.tar.gz');
    const writing = new AbortController();
    const eve = await landlord({ name: 'Eve' }, source);
    // Slow to copy, so that rows of two moments would not match.
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

describe('a backup of a stopped server', () => {
  it('starts the database temporarily', async () => {
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

/** The source's content, unchanged during `work`; retries if a job ran. */
async function whileUnchanged(work: () => Promise<void>): Promise<Record<string, string[]>> {
  for (;;) {
    const before = await everything(source.database);
    await work();
    if (JSON.stringify(before) === JSON.stringify(await everything(source.database))) return before;
    await rm(join(folder, 'whole.tar.gz'));
  }
}

/** The content of a data folder without a server, whose jobs would change it. */
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

async function sumsBelow(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(root.length + 1)] = sha256(await readFile(path));
  }
  return found;
}

const checkout = join(import.meta.dirname, '../../..');

function start(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const script = [join(checkout, 'scripts/run.mjs'), join(import.meta.dirname, 'backup-commands.server.ts'), command];
  const child = spawn(process.execPath, [...script, ...args], {
    cwd: checkout,
    env: { PATH: process.env.PATH, INIT_CWD: folder, ...clockEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text));
  child.stderr.on('data', (text: Buffer) => (output.err += text));
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, ...output }));
  return { child, ended };
}

const run = (...given: Parameters<typeof start>) => start(...given).ended;

describe('npm run backup and npm run restore', () => {
  it('write a file in the current folder and restore it', async () => {
    const wrote = await run('backup', [], { DATA_DIR: source.dataFolder });
    expect(wrote).toMatchObject({ status: 0, err: '' });
    const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('tenure-backup-'));
    expect(file).toMatch(/^tenure-backup-\d{4}-\d{2}-\d{2}-\d{6}\.tar\.gz$/);
    expect(wrote.out).toMatch(/^Wrote .+\.tar\.gz \([\d.]+ [kM]B\): [\d,]+ rows, \d+ files?\.\n$/);
    const dataFolder = join(folder, 'restored');
    const restored = await run('restore', [file], { DATA_DIR: dataFolder });
    expect(restored).toMatchObject({ status: 0, err: '' });
    expect(restored.out).toMatch(/^Restored [\d,]+ rows and \d+ files? into .+\.\nStart it with: npm start\n$/);
    expect((await readdir(dataFolder)).sort()).toEqual([
      'files',
      'postgres',
      'postgres.log',
      'secret',
      'superuser-password',
    ]);
  });

  it('encrypt with a passphrase, require it and never print it', async () => {
    const passphrase = 'correct horse battery';
    const BACKUP_PASSPHRASE_FILE = join(folder, 'passphrase');
    await writeFile(BACKUP_PASSPHRASE_FILE, `${passphrase}\n`);
    const wrote = await run('backup', [], { DATA_DIR: source.dataFolder, BACKUP_PASSPHRASE_FILE });
    expect(wrote).toMatchObject({ status: 0, err: '' });
    const [, file = ''] = /^Wrote (.+\.tar\.gz\.encrypted) \([\d.]+ [kM]B, encrypted\): /.exec(wrote.out) ?? [];
    const DATA_DIR = join(folder, 'decrypted');
    const before = await readdir(folder);
    const asked = await run('restore', [file], { DATA_DIR });
    expect(asked).toMatchObject({ status: 1, out: '' });
    expect(asked.err).toMatch(
      /^tenure-backup-\S+ is encrypted. Set BACKUP_PASSPHRASE_FILE .+ No changes were made.\n$/,
    );
    expect(await readdir(folder)).toEqual(before);
    const restored = await run('restore', [file], { DATA_DIR, BACKUP_PASSPHRASE_FILE });
    expect(restored).toMatchObject({ status: 0, err: '' });
    expect(wrote.out + asked.err + restored.out).not.toContain(passphrase);
  });

  it('exit with 1 and one message', async () => {
    const DATA_DIR = join(folder, 'nothing');
    expect(await run('restore', [], { DATA_DIR })).toEqual({
      status: 1,
      out: '',
      err: 'Which backup? npm run restore <file>\n',
    });
    expect(await run('backup', ['a', 'b'], { DATA_DIR })).toEqual({
      status: 1,
      out: '',
      err: 'Enter one file only, with quotes if its name has spaces.\n',
    });
    expect((await run('backup', [], { DATA_DIR, PORT: 'x' })).err).toBe(
      'Some settings are wrong:\n  PORT is not a port number.\n',
    );
    expect((await run('backup', ['no/such/folder'], { DATA_DIR: source.dataFolder })).err).toContain(
      'A folder in this path does not exist.',
    );
    expect((await run('restore', ['x'], { DATA_DIR, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).err).toBe(
      'The database at DATABASE_URL does not respond.\n',
    );
  });

  it('report a file store error without a key', async () => {
    const DATA_DIR = join(folder, 'no-store');
    await backUpTo(join(folder, 'to-s3.tar.gz'), { dataFolder: source.dataFolder });
    const store = await startS3();
    await store.stop();
    const output = await run('restore', ['to-s3.tar.gz'], { DATA_DIR, ...store.env });
    expect(output).toEqual({
      status: 1,
      out: '',
      err: `We cannot reach the file store just now. Try again in a moment. (connect ECONNREFUSED ${new URL(store.place.endpoint).host}) No changes were made.\n`,
    });
  });

  it('leave no files on Ctrl-C', async () => {
    const file = join(folder, 'ctrl-c.tar.gz');
    await backUpTo(file, { dataFolder: source.dataFolder });
    const before = await readdir(folder);
    const restoring = start('restore', [file], { DATA_DIR: join(folder, 'stopped') });
    const landing = await vi.waitUntil(
      async () => (await readdir(folder)).find((name) => name.startsWith('stopped.restoring-')),
      { timeout: 60_000, interval: 10 },
    );
    await vi.waitUntil(async () => (await readdir(join(folder, landing))).includes('postgres'), {
      timeout: 60_000,
      interval: 10,
    });
    restoring.child.kill('SIGINT');
    await delay(0);
    restoring.child.kill('SIGINT'); // as under npm
    expect(await restoring.ended).toEqual({ status: 1, out: '', err: 'Stopped. No changes were made.\n' });
    expect(await readdir(folder)).toEqual(before);
  });

  it.each([
    { where: 'missing', present: false },
    { where: 'empty', present: true },
  ])('leave no process when killed with a data folder that is $where, and clean up next time', async ({ present }) => {
    const [file, DATA_DIR] = [join(folder, `killed-${present}.tar.gz`), join(folder, `killed-${present}`)];
    await backUpTo(file, { dataFolder: source.dataFolder });
    if (present) await mkdir(DATA_DIR, { mode: 0o711 });
    const before = await readdir(folder);

    const { landing, postmaster, child, ended } = await restoreHalfWay(file, DATA_DIR);
    const refused = await run('restore', [file], { DATA_DIR });
    expect(refused.status).toBe(1);
    expect(refused.err).toContain(`being restored into ${DATA_DIR} (process ${child.pid})`);
    child.kill('SIGKILL');
    await ended;
    await vi.waitUntil(() => processStartTime(postmaster.pid) === undefined, { timeout: 60_000 });
    await vi.waitUntil(() => !existsSync(`${postmaster.socketFolder}`), { timeout: 60_000 });

    expect(existsSync(landing)).toBe(true);
    await clearRestores(DATA_DIR); // as a start does
    expect(await readdir(folder)).toEqual(before);
    const second = await restoreHalfWay(file, DATA_DIR);
    second.child.kill('SIGKILL');
    await second.ended;
    expect(await run('restore', [file], { DATA_DIR })).toMatchObject({ status: 0, err: '' });
    expect((await readdir(folder)).sort()).toEqual([...new Set([...before, basename(DATA_DIR)])].sort());
    expect((await readdir(DATA_DIR)).filter((name) => name.startsWith('restor'))).toEqual([]);
  });
});

async function restoreHalfWay(file: string, dataFolder: string) {
  const restoring = start('restore', [file], { DATA_DIR: dataFolder });
  return vi.waitUntil(
    async () => {
      const beside = (await readdir(folder)).filter((name) => name.startsWith(`${basename(dataFolder)}.restoring-`));
      const inside = (await readdir(dataFolder).catch(() => [])).map((name) => join(basename(dataFolder), name));
      const landing = join(folder, [...beside, ...inside][0] ?? 'none');
      const postmaster = await readPostmasterFile(join(landing, 'postgres'));
      return postmaster?.ready && { ...restoring, landing, postmaster };
    },
    { timeout: 60_000, interval: 10 },
  );
}
