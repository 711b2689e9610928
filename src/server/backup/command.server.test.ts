import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backUpTo, newFolder, startAlone } from '../../../test/backups.ts';
import { landlord } from '../../../test/landlords.ts';
import { startS3 } from '../../../test/s3-server.ts';
import type { TestServer } from '../../../test/start-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const checkout = join(import.meta.dirname, '../../..');
let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await newFolder();
  server = await startAlone(join(folder, 'server'));
  await landlord({}, server);
  await mkdir(join(server.dataFolder, 'files'), { recursive: true });
  await writeFile(join(server.dataFolder, 'files/large'), Buffer.alloc(30 * 1024 * 1024, 'large'));
});

afterAll(() => server.stop());

/** Starts a command as `npm run` does from `folder`; `limit` is the most kilobytes that a file of its may have. */
function start(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const script = [join(checkout, 'scripts/run.mjs'), join(import.meta.dirname, `${command}-command.server.ts`)];
  const child = spawn(process.execPath, [...script, ...args], {
    cwd: checkout,
    env: { PATH: process.env.PATH, INIT_CWD: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (said.out += text));
  child.stderr.on('data', (text: Buffer) => (said.err += text));
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, ...said }));
  return { child, ended };
}

const run = (...given: Parameters<typeof start>) => start(...given).ended;

describe('npm run backup and npm run restore', () => {
  it('write a file where they were called, and bring it back', async () => {
    const wrote = await run('backup', [], { DATA_DIR: server.dataFolder });
    expect(wrote).toMatchObject({ status: 0, err: '' });
    const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('tenure-backup-'));
    expect(file).toMatch(/^tenure-backup-\d{4}-\d{2}-\d{2}-\d{6}\.tar\.gz$/);
    expect(wrote.out).toMatch(/^Wrote .+\.tar\.gz \(\d+ kB\): \d+ rows, 1 file\.\n$/);
    const dataFolder = join(folder, 'restored');
    const restored = await run('restore', [file], { DATA_DIR: dataFolder });
    expect(restored).toMatchObject({ status: 0, err: '' });
    expect(restored.out).toMatch(/^Restored \d+ rows and 1 file into .+\.\nStart it with: npm start\n$/);
    expect((await readdir(dataFolder)).sort()).toEqual([
      'files',
      'postgres',
      'postgres.log',
      'secret',
      'superuser-password',
    ]);
  });

  it('say in one sentence what is wrong, and end with 1', async () => {
    const DATA_DIR = join(folder, 'nothing');
    expect(await run('restore', [], { DATA_DIR })).toEqual({
      status: 1,
      out: '',
      err: 'Which backup? npm run restore <file>\n',
    });
    expect(await run('backup', ['a', 'b'], { DATA_DIR })).toEqual({
      status: 1,
      out: '',
      err: 'Name one file only; put quotes around a name with spaces.\n',
    });
    expect((await run('backup', [], { DATA_DIR, PORT: 'x' })).err).toBe(
      'Some settings are wrong:\n  PORT is not a port number.\n',
    );
    expect((await run('backup', ['no/such/folder'], { DATA_DIR: server.dataFolder })).err).toContain(
      'A folder on the way to the file is not there.',
    );
    expect((await run('restore', ['x'], { DATA_DIR, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).err).toBe(
      'The database of DATABASE_URL does not answer.\n',
    );
  });

  it('say what keeps them from the file store, and no key', async () => {
    const DATA_DIR = join(folder, 'no-store');
    await backUpTo(join(folder, 'to-s3.tar.gz'), { dataFolder: server.dataFolder });
    const store = await startS3(await newFolder());
    await store.stop();
    const { endpoint } = store.place;
    const said = await run('restore', ['to-s3.tar.gz'], {
      DATA_DIR,
      FILES_S3_URL: endpoint,
      FILES_S3_BUCKET: 'tenure-files',
      FILES_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      FILES_S3_SECRET_ACCESS_KEY: 'a-secret-key',
    });
    expect(said).toEqual({
      status: 1,
      out: '',
      err: `We cannot reach the file store just now. Please try again in a moment. (connect ECONNREFUSED ${new URL(endpoint).host}) Nothing was kept.\n`,
    });
  });

  it('leave nothing behind on Ctrl-C', async () => {
    const file = join(folder, 'whole.tar.gz');
    await backUpTo(file, { dataFolder: server.dataFolder });
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
    expect(await restoring.ended).toEqual({ status: 1, out: '', err: 'Stopped. Nothing was kept.\n' });
    expect(await readdir(folder)).toEqual(before);
  });
});
