/** Backs up the database and the uploads to one consistent file while the server runs. */
import { createHmac } from 'node:crypto';
import { access, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { diskFiles, syncFolder } from '../../outside/files/disk.server.ts';
import type { Files } from '../../outside/files/files.ts';
import { type S3Place, s3Files } from '../../outside/files/s3.server.ts';
import { FILE_LOCK } from '../db/file-lock.ts';
import { appliedMigrations } from '../db/migrate.server.ts';
import { type Archive, measure, sha256, writeArchive } from './archive.server.ts';
import { inPieces, readPassphrase } from './cipher.server.ts';
import {
  BackupProblem,
  FORMAT,
  filePath,
  HEADER,
  type Header,
  MANIFEST,
  type Manifest,
  SECRET,
  tablePath,
} from './format.ts';
import { type BackupConnection, connectForBackup, type Place } from './places.server.ts';
import { asOwner, copyOut, findQueue, listSequences, listTables, type Table } from './tables.server.ts';

export type UploadRules = {
  /** The path of an upload, or of one of its smaller sizes, in the file store. */
  pathOf: (file: { bucket: string; path: string }, size?: string) => string;
  contentTypeOf: (path: string) => string;
};

export function storeOf(s3: S3Place | undefined, dataFolder: string): Files {
  return s3 ? s3Files(s3) : diskFiles(join(dataFolder, 'files'));
}

export type BackupPlan = Place & {
  file: string;
  version: string;
  uploads: UploadRules;
};

export type BackupReport = {
  rows: number;
  files: number;
  bytes: number;
  /** Uploads referenced by rows but missing from the file store. */
  missing: string[];
};

/** Maximum size of a part; each part is held in memory. */
const PART_BYTES = 8 * 1024 * 1024;

/** Throws `BackupProblem` or `PostgresError`. A failed backup deletes its partial file. */
export async function backUp(plan: BackupPlan): Promise<BackupReport> {
  const { file, signal } = plan;
  const partial = `${file}.partial`;
  await assertFileMissing(file);
  await assertFileMissing(partial);
  const passphrase = await readPassphrase(plan.settings.backupPassphraseFile);
  const database = await connectForBackup(plan);
  try {
    let added: Added | undefined;
    await writeArchive({ file: partial, passphrase, signal }, (archive) =>
      asOwner({ owner: database.owner, signal }, async (client) => {
        added = await addAll({ plan, database, client, archive });
      }),
    );
    const { size } = await stat(partial);
    await assertFileMissing(file);
    await rename(partial, file);
    await syncFolder(dirname(file));
    const { tables = {}, files = {} } = added?.manifest ?? {};
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return { rows, files: Object.keys(files).length, bytes: size, missing: added?.missing ?? [] };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await database.close();
  }
}

/**
 * Begins the snapshot and lists its tables, locked against migrations. The snapshot begins after the locks: in an
 * earlier one, a table that a migration rewrote before its lock would be empty.
 */
async function beginWithTables(client: pg.Client): Promise<Table[]> {
  for (;;) {
    const names = (await listTables(client)).map(({ name }) => name).join(', ');
    if (!names) throw new BackupProblem('The database has no Tenure tables to back up.');
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query(`lock table ${names} in access share mode`);
    const listed = await listTables(client);
    if (listed.map(({ name }) => name).join(', ') === names) return listed;
    await client.query('rollback');
  }
}

type Sources = { plan: BackupPlan; database: BackupConnection; client: pg.Client; archive: Archive };

type Added = { manifest: Manifest; missing: string[] };

async function addAll({ plan, database, client, archive }: Sources): Promise<Added> {
  // Locks before the snapshot, until the session ends, so that no listed file is removed.
  await client.query('select pg_advisory_lock_shared($1)', [FILE_LOCK]);
  const listed = await beginWithTables(client);
  await archive.add(HEADER, JSON.stringify(await headerOf(plan.version, database.secret, client)));
  if (database.secretKept) await archive.add(SECRET, database.secret);
  const tables: Manifest['tables'] = {};
  for (const table of listed) tables[table.name] = await addTable({ table, client, archive });
  const sequences = await listSequences(client);
  const paths = await listUploads(client, listed, plan.uploads);
  await client.query('commit');
  // Files are stored before their rows are written, so every file in the snapshot exists by now.
  const store = storeOf(plan.settings.s3, plan.dataFolder);
  const files = await addUploads({ archive, files: store, paths, signal: plan.signal });
  const secret = database.secretKept ? sha256(database.secret) : null;
  const manifest: Manifest = { tables, sequences, files, secret };
  await archive.add(MANIFEST, JSON.stringify(manifest));
  return { manifest, missing: paths.filter((path) => !Object.hasOwn(files, path)) };
}

async function headerOf(tenure: string, secret: string, client: pg.Client): Promise<Header> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  return {
    format: FORMAT,
    tenure,
    createdAt: new Date().toISOString(),
    postgres: rows[0]?.version ?? '',
    migrations: await appliedMigrations(client),
    jobs: await findQueue(client),
    secretMark: fingerprintOf(secret),
  };
}

async function addTable({ table, client, archive }: { table: Table; client: pg.Client; archive: Archive }) {
  const { add, sum } = measure();
  let number = 0;
  for await (const piece of inPieces(copyOut(client, table), PART_BYTES)) {
    add(piece);
    number += 1;
    await archive.add(tablePath(table.name, number), piece);
  }
  return { columns: table.columns, ...sum() };
}

async function listUploads(client: pg.Client, tables: Table[], { pathOf }: UploadRules): Promise<string[]> {
  // Databases of versions without uploads lack this table.
  if (!tables.some(({ name }) => name === 'public.files')) return [];
  const { rows } = await client.query<{ bucket: string; path: string; sizes: string[] }>(
    'select bucket, path, sizes from public.files where stored order by url collate "C"',
  );
  return rows.flatMap((row) => [pathOf(row), ...row.sizes.map((size) => pathOf(row, size))]);
}

type Adding = { archive: Archive; files: Files; paths: string[]; signal: AbortSignal };

/** Adds the files that exist. Each file, of at most 20 MB, is held in memory, as tar needs its length first. */
async function addUploads({ archive, files, paths, signal }: Adding): Promise<Manifest['files']> {
  const added = new Map<string, Manifest['files'][string]>();
  for (const path of paths) {
    signal.throwIfAborted();
    const content = await files.get(path);
    if (!content) continue;
    const bytes = await buffer(content);
    await archive.add(filePath(path), bytes);
    added.set(path, { bytes: bytes.length, sha256: sha256(bytes) });
  }
  return Object.fromEntries(added);
}

/** A fingerprint with which secrets can be compared without revealing them. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('mark of a backup').digest('hex').slice(0, 16);
}

async function assertFileMissing(file: string): Promise<void> {
  const isPresent = await access(file).then(
    () => true,
    () => false,
  );
  if (!isPresent) return;
  const advice = file.endsWith('.partial')
    ? 'Another backup is writing it. If that backup was killed, remove this file.'
    : 'Choose another name.';
  throw new BackupProblem(`${basename(file)} already exists and will not be overwritten. ${advice}`);
}
