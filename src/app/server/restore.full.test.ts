import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import {
  addOwner,
  addUpload,
  backedUp,
  backUpTo,
  everything,
  laterSql,
  newBucket,
  newFile,
  newFolder,
  placeFor,
  preparedPlace,
  restoreFrom,
} from '../../../test/servers/backups.ts';
import { asRole, query } from '../../../test/servers/database.ts';
import { read } from '../../../test/servers/file-stores.ts';
import { CLEAR_FILES, fileJobs } from '../../features/file/jobs.server.ts';
import { systemClock } from '../../outside/clock.ts';
import type { Files } from '../../outside/files/files.ts';
import { s3Files } from '../../outside/files/s3.server.ts';
import { startPostgres } from '../../server/db/postgres/start.server.ts';
import type { DatabaseAddress } from '../../server/db/roles.server.ts';

vi.setConfig({ testTimeout: 120_000 });

describe('a restore into the database of DATABASE_URL', () => {
  it('rejects a database with tables', async () => {
    const { from, to, backup } = await backedUp();
    await query(to.database, 'create table mine (id integer); insert into mine values (1)');
    await expect(restoreFrom(backup, to)).rejects.toThrow('is not empty (it contains mine)');
    expect(await everything(to.database)).toEqual({ 'public.mine': ['{"id": 1}'] });
    await expect(restoreFrom(backup, { ...from, dataFolder: to.dataFolder })).rejects.toThrow(
      'it contains activity, agent_day_reviews, agents',
    );
    await expect(readdir(to.dataFolder)).rejects.toThrow('ENOENT');
  });

  it('leaves the database empty on failure, and then succeeds', async () => {
    const { from, to, backup } = await backedUp();
    const sqlFolder = await laterSql('9999_broken', {
      migration: 'create function public.f() returns int language sql return 1; select 1/0;',
    });
    await expect(restoreFrom(backup, { ...to, sqlFolder })).rejects.toThrow('division by zero');
    expect(await everything(to.database)).toEqual({});
    expect(await query(to.database, `select from pg_namespace where nspname in ('app', 'auth', 'pgboss')`)).toEqual([]);
    expect(await query(to.database, `select from pg_proc where pronamespace = 'public'::regnamespace`)).toEqual([]);
    expect(await query(asRole(from.database, 'owner'), 'select count(*)::int as n from auth.users')).toEqual([
      { n: 0 },
    ]);
    await expect(readdir(to.dataFolder)).rejects.toThrow('ENOENT');
    await restoreFrom(backup, to);
    expect(await everything(to.database)).toEqual(await everything(from.database));
  });

  it('detects a table with different columns or a different value', async () => {
    const sqlFolder = await laterSql('9999_sums', { migration: 'create table public.sums (n numeric primary key);' });
    const { to, backup } = await backedUp({ sqlFolder, rows: 'insert into public.sums values (1), (1.25)' });
    const columns = await laterSql('9999_sums', { migration: 'create table public.sums (m numeric primary key);' });
    await expect(restoreFrom(backup, { ...to, sqlFolder: columns })).rejects.toThrow('do not match its migrations');
    const values = await laterSql('9999_sums', {
      migration: 'create table public.sums (n numeric(5, 1) primary key);',
    });
    await expect(restoreFrom(backup, { ...to, sqlFolder: values })).rejects.toThrow(
      'The table public.sums does not match the backup',
    );
    expect(await everything(to.database)).toEqual({});
  });

  it('leaves no roles on a new server on failure', async () => {
    const { backup } = await backedUp();
    const folder = await newFolder();
    const postgres = await startPostgres({
      dataFolder: join(folder, 'server'),
      log: pino({ level: 'silent' }),
      onFatal: (error) => expect.unreachable(error.message),
    });
    try {
      const database = postgres.connection;
      const roles = () => query(database, `select rolname from pg_roles where rolname like 'tenure%'`);
      const env = { DATABASE_URL: urlOf(database), SECRET: 'quite another secret of enough characters' };
      const to = { dataFolder: join(folder, 'data'), env };
      const sqlFolder = await laterSql('9999_broken', { migration: 'select 1/0;' });
      await expect(restoreFrom(backup, { ...to, sqlFolder })).rejects.toThrow('division by zero');
      expect(await roles()).toEqual([]);
      expect(await everything(database)).toEqual({});
      const { notes } = await restoreFrom(backup, to);
      expect(notes).toEqual([expect.stringContaining('had a different SECRET')]);
      expect(await roles()).toHaveLength(5);
    } finally {
      await postgres.stop();
    }
  });
});

describe('uploads', () => {
  it('that are removed during a backup stay until it is finished', async () => {
    const from = await preparedPlace();
    const owner = await addOwner(from.database);
    const to = await placeFor();
    const remaining = await addUpload(from, { owner });
    const removed = await addUpload(from, { owner, clearAt: '2020-01-01' });
    const pool = new pg.Pool(asRole(from.database, 'jobs'));
    const clear = () => runJob(fileJobs({ pool, files: from.files, clock: systemClock }), CLEAR_FILES);
    const backup = await newFile();

    // Locks a table other than `files`, so that the backup blocks after listing the files.
    const holder = new pg.Client(from.database);
    await holder.connect();
    try {
      await holder.query('begin; lock table public.base_rates in access exclusive mode');
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
    await expectAll(to.files, new Map([...remaining, ...removed]));
    expect(await query(to.database, 'select from public.files')).toHaveLength(2);

    await clear();
    await pool.end();
    await expectAll(from.files, remaining);
    for (const path of removed.keys()) expect(await from.files.get(path)).toBeUndefined();
  });
});

async function expectAll(files: Files, expected: Map<string, Buffer>): Promise<void> {
  for (const [path, bytes] of expected) expect([path, (await read(files, path))?.equals(bytes)]).toEqual([path, true]);
}

async function isWaiting(address: DatabaseAddress): Promise<boolean> {
  const waiting = await query(
    address,
    `select from pg_stat_activity where application_name = 'tenure backup' and wait_event_type = 'Lock' and datname = current_database()`,
  );
  return waiting.length > 0;
}

describe('a restore into a bucket', () => {
  it('rejects a bucket that is not empty, without changes', async () => {
    const server = await newBucket();
    const { to, backup } = await backedUp({ upload: true, into: server });
    await to.files.put('mine.txt', { bytes: Buffer.from('mine'), contentType: 'text/plain' });
    await expect(restoreFrom(backup, to)).rejects.toThrow('The bucket tenure-files (FILES_S3_BUCKET) is not empty.');
    expect(await everything(to.database)).toEqual({});
    expect((await read(to.files, 'mine.txt'))?.toString()).toBe('mine');
  });

  it('leaves the bucket empty on failure', async () => {
    const server = await newBucket();
    const { to, backup } = await backedUp({ upload: true, into: server });
    const sqlFolder = await laterSql('9999_broken', { migration: 'select 1/0;' });
    await expect(restoreFrom(backup, { ...to, sqlFolder })).rejects.toThrow('division by zero');
    expect(server.asked.filter((one) => one.startsWith('PUT'))).toHaveLength(3);
    expect(await s3Files(server.place).isEmpty()).toBe(true);
    expect(await everything(to.database)).toEqual({});
  });
});
