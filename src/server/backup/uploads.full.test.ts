/** Uploads in a backup: every one that a row names, from a folder or a bucket, into a folder or an empty bucket. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { backUpTo, emptyDatabase, everything, MIGRATIONS, newFolder, restoreFrom } from '../../../test/backups.ts';
import { asRole, privateDatabase, query } from '../../../test/database.ts';
import { newFolder as newBucketFolder, read } from '../../../test/file-stores.ts';
import { runJob } from '../../../test/jobs.ts';
import { type S3Server, startS3 } from '../../../test/s3-server.ts';
import { CLEAR_FILES, fileJobs } from '../../features/file/jobs.server.ts';
import { pathOf } from '../../features/file/store.server.ts';
import { systemClock } from '../../outside/clock.ts';
import { diskFiles } from '../../outside/files/disk.server.ts';
import type { Files } from '../../outside/files/files.ts';
import { s3Files } from '../../outside/files/s3.server.ts';
import type { DatabaseAddress } from '../db/roles.server.ts';
import { sha256 } from './measure.server.ts';

vi.setConfig({ testTimeout: 120_000 });

const { secret } = inject('database');
let made = 0;
let database: DatabaseAddress;
let drop: () => Promise<void>;
let owner: string;

beforeAll(async () => {
  ({ address: database, drop } = await privateDatabase('uploads'));
  const [user] = await query<{ id: string }>(
    database,
    `insert into auth.users (name, email, created_at, updated_at) values ('Ada', 'ada@tenure.example', now(), now()) returning id`,
  );
  owner = user?.id ?? '';
});

afterAll(() => drop());

type Place = { database: DatabaseAddress; dataFolder: string; env: Record<string, string>; files: Files };

/** A server's database, with its uploads in the data folder or in a bucket. */
async function place(address: DatabaseAddress, s3?: S3Server): Promise<Place> {
  const dataFolder = await newFolder();
  const folder = join(dataFolder, 'files');
  return {
    database: address,
    dataFolder,
    env: { DATABASE_URL: urlOf(address), SECRET: secret, ...(s3 && settingsOf(s3)) },
    files: s3 ? s3Files(s3.place) : diskFiles(folder),
  };
}

/** A place for a restore: nothing is there yet. */
async function emptyPlace(s3?: S3Server): Promise<Place> {
  made += 1;
  const { address, drop: dropEmpty } = await emptyDatabase(`uploads_to_${made}`);
  onTestFinished(dropEmpty);
  const found = await place(address, s3);
  const dataFolder = join(found.dataFolder, 'data');
  return { ...found, dataFolder, files: s3 ? found.files : diskFiles(join(dataFolder, 'files')) };
}

async function newBucket(): Promise<S3Server> {
  const server = await startS3(newBucketFolder());
  onTestFinished(() => server.stop());
  return server;
}

function settingsOf({ place: s3 }: S3Server): Record<string, string> {
  return {
    FILES_S3_URL: s3.endpoint,
    FILES_S3_BUCKET: s3.bucket,
    FILES_S3_REGION: s3.region,
    FILES_S3_ACCESS_KEY_ID: s3.accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}

/** An upload with all its sizes, on the list and in the store. Answers what lies at each path. */
async function upload(at: Place, { sizes = ['card', 'thumb'], stored = true, clearAt = 'infinity' } = {}) {
  const path = `${owner}/property_1_${randomBytes(8).toString('hex')}.jpg`;
  const file = { bucket: 'property_images', path };
  const bytes = randomBytes(300_000);
  await query(
    at.database,
    `insert into public.files (user_id, bucket, path, name, content_type, bytes, sha256, sizes, stored, clear_at)
     values ($1, $2, $3, 'house.jpg', 'image/jpeg', $4, $5, $6, $7, $8)`,
    [owner, file.bucket, path, bytes.length, sha256(bytes), sizes, stored, clearAt],
  );
  const lying = new Map([[pathOf(file), bytes]]);
  for (const size of sizes) lying.set(pathOf(file, size), randomBytes(10_000));
  for (const [name, content] of lying) await at.files.put(name, { bytes: content, contentType: 'image/jpeg' });
  return lying;
}

async function expectAll(files: Files, lying: Map<string, Buffer>): Promise<void> {
  for (const [path, bytes] of lying) expect([path, (await read(files, path))?.equals(bytes)]).toEqual([path, true]);
}

const file = async () => join(await newFolder(), 'backup.tar.gz');

const WAYS: [string, boolean, boolean][] = [
  ['a folder into a folder', false, false],
  ['a bucket into a bucket', true, true],
  ['a folder into a bucket', false, true],
  ['a bucket into a folder', true, false],
];

describe('uploads', () => {
  it.each(WAYS)('come back from %s, with their small pictures and their rows', async (_, fromBucket, toBucket) => {
    const from = await placeWithFiles(fromBucket ? await newBucket() : undefined);
    const server = toBucket ? await newBucket() : undefined;
    const to = await emptyPlace(server);
    const lying = new Map([...(await upload(from)), ...(await upload(from, { sizes: [] }))]);
    const backup = await file();
    expect(await backUpTo(backup, from)).toMatchObject({ files: 4, missing: [] });
    expect(await restoreFrom(backup, to)).toMatchObject({ files: 4 });
    await expectAll(to.files, lying);
    const { 'public.files': before } = await everything(from.database);
    const { 'public.files': after } = await everything(to.database);
    expect(after).toEqual(before);
    expect(after).toHaveLength(2);
    const puts = server?.asked.filter((one) => one.startsWith('PUT')) ?? [];
    expect(puts.filter((one) => !one.endsWith(' image/jpeg'))).toEqual([]);
    expect(await readdir(join(to.dataFolder, 'files'))).toEqual(toBucket ? [] : ['property_images']);
  });

  it.each([
    ['folder', false],
    ['bucket', true],
  ])('that are gone from the %s are named, and the rest is kept', async (_, inBucket) => {
    const from = await placeWithFiles(inBucket ? await newBucket() : undefined);
    const lying = await upload(from);
    await upload(from, { stored: false, sizes: [] });
    const [lost = ''] = lying.keys();
    await from.files.remove(lost);
    // What an upload that has not ended, or a crash, leaves.
    if (!inBucket) await writeFile(join(from.dataFolder, 'files', `${lost}.partial`), 'half');
    expect(await backUpTo(await file(), from)).toMatchObject({ files: inBucket ? 2 : 3, missing: [lost] });
  });

  it('that a landlord lets go during a backup stay until it is done', async () => {
    const from = await placeWithFiles();
    const to = await emptyPlace();
    const kept = await upload(from);
    const going = await upload(from, { clearAt: '2020-01-01' });
    const pool = new pg.Pool(asRole(from.database, 'app'));
    const clear = () => runJob(fileJobs({ pool, files: from.files, clock: systemClock }), CLEAR_FILES);
    const backup = await file();

    // Another session holds a table, so that the backup stands still after its first look.
    const holder = new pg.Client(from.database);
    await holder.connect();
    try {
      await holder.query('begin; lock table public.profiles in access exclusive mode');
      const writing = backUpTo(backup, from);
      await vi.waitUntil(() => isWaiting(from.database), { timeout: 60_000 });
      await clear();
      expect(await query(from.database, 'select from public.files')).toHaveLength(1);
      await holder.query('rollback');
      expect(await writing).toMatchObject({ files: 6, missing: [] });
    } finally {
      await holder.end();
    }
    await restoreFrom(backup, to);
    await expectAll(to.files, new Map([...kept, ...going]));
    expect(await query(to.database, 'select from public.files')).toHaveLength(2);

    await clear();
    await pool.end();
    await expectAll(from.files, kept);
    for (const path of going.keys()) expect(await from.files.get(path)).toBeUndefined();
  });
});

describe('a restore into a bucket', () => {
  it('refuses one that is not empty, and changes nothing', async () => {
    const from = await placeWithFiles();
    await upload(from);
    const backup = await file();
    await backUpTo(backup, from);
    const server = await newBucket();
    const to = await emptyPlace(server);
    await to.files.put('mine.txt', { bytes: Buffer.from('mine'), contentType: 'text/plain' });
    await expect(restoreFrom(backup, to)).rejects.toThrow('The bucket tenure-files of FILES_S3_BUCKET is not empty.');
    expect(await everything(to.database)).toEqual({});
    expect((await read(to.files, 'mine.txt'))?.toString()).toBe('mine');
  });

  it('that fails leaves it as empty as it was', async () => {
    const from = await placeWithFiles();
    await upload(from);
    const backup = await file();
    await backUpTo(backup, from);
    const server = await newBucket();
    const to = await emptyPlace(server);
    const migrations = join(await newFolder(), 'migrations');
    await cp(MIGRATIONS, migrations, { recursive: true });
    await writeFile(join(migrations, '9999_broken.sql'), '-- Up Migration\nselect 1/0;');
    await expect(restoreFrom(backup, { ...to, migrations })).rejects.toThrow('division by zero');
    expect(server.asked.filter((one) => one.startsWith('PUT'))).toHaveLength(3);
    expect(await s3Files(server.place).isEmpty()).toBe(true);
    expect(await everything(to.database)).toEqual({});
  });
});

/** The database of this file, with no uploads in it yet. */
async function placeWithFiles(s3?: S3Server): Promise<Place> {
  await query(database, 'delete from public.files; delete from app.file_removals');
  const found = await place(database, s3);
  await mkdir(join(found.dataFolder, 'files'), { recursive: true });
  return found;
}

/** Whether a backup waits for a table. */
async function isWaiting(address: DatabaseAddress): Promise<boolean> {
  const waiting = await query(
    address,
    `select from pg_stat_activity where application_name = 'tenure backup' and wait_event_type = 'Lock' and datname = current_database()`,
  );
  return waiting.length > 0;
}
