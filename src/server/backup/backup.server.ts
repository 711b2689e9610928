/** One consistent file of database and uploads, written while the server runs. */
import { createHmac } from 'node:crypto';
import { access, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type pg from 'pg';
import { syncFolder } from '../../outside/files/durable.server.ts';
import { s3Files } from '../../outside/files/s3.server.ts';
import { FILE_LOCK } from '../db/file-lock.ts';
import { appliedMigrations } from '../db/migrate.server.ts';
import { type Archive, writeArchive } from './archive.server.ts';
import { BackupProblem } from './backup-problem.ts';
import { findQueue, listSequences, listTables, type Table } from './catalogue.server.ts';
import { copyOut, inPieces } from './copy.server.ts';
import { addListed, listedUploads } from './listed.server.ts';
import { FORMAT, HEADER, type Header, MANIFEST, type Manifest, SECRET, tablePath } from './manifest.ts';
import { measure, sha256 } from './measure.server.ts';
import { asOwner } from './owner.server.ts';
import { type Place, type Reached, reachDatabase } from './reach-database.server.ts';
import { addUploads, uploadsIn } from './uploads.server.ts';

export type BackupPlan = Place & {
  /** Where to; must not be there yet. */
  file: string;
  /** The version of Tenure. */
  version: string;
};

export type BackupReport = {
  rows: number;
  files: number;
  bytes: number;
  /** Uploads that rows name and that do not lie in the file store: no backup can hold them. */
  missing: string[];
};

/** The most a part of a table has; this much is held in memory. */
const PART_BYTES = 8 * 1024 * 1024;

/** Throws `BackupProblem` or `PostgresError`, and then leaves no file. */
export async function backUp(plan: BackupPlan): Promise<BackupReport> {
  const { file, signal } = plan;
  const partial = `${file}.partial`;
  await refuseExisting(file);
  await refuseExisting(partial);
  const database = await reachDatabase(plan);
  try {
    let added: Added | undefined;
    await writeArchive({ file: partial, signal }, (archive) =>
      asOwner({ owner: database.owner, signal }, async (client) => {
        added = await addAll({ plan, database, client, archive });
      }),
    );
    const { size } = await stat(partial);
    await refuseExisting(file);
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

type Sources = { plan: BackupPlan; database: Reached; client: pg.Client; archive: Archive };

type Added = { manifest: Manifest; missing: string[] };

async function addAll({ plan, database, client, archive }: Sources): Promise<Added> {
  // Until this session ends. Before the snapshot, so that no file it lists is on its way out already.
  await client.query('select pg_advisory_lock_shared($1)', [FILE_LOCK]);
  await client.query('begin transaction isolation level repeatable read, read only');
  const listed = await listTables(client);
  if (listed.length === 0)
    throw new BackupProblem('There is nothing to back up: the database holds no tables of Tenure.');
  // No migration in the middle of it. What was listed may be stale until all are held.
  await client.query(`lock table ${listed.map(({ name }) => name).join(', ')} in access share mode`);
  const header = await headerOf(plan.version, database.secret, client);
  await archive.add(HEADER, JSON.stringify(header));
  if (database.secretKept) await archive.add(SECRET, database.secret);
  const tables: Manifest['tables'] = {};
  for (const table of listed) tables[table.name] = await addTable({ table, client, archive });
  const sequences = await listSequences(client);
  const uploads = await listedUploads(client, listed);
  await client.query('commit');
  // Rows are written after their files, so every file a row of the snapshot names is there by now.
  const { s3 } = plan.settings;
  const files = s3
    ? await addListed({ archive, files: s3Files(s3), paths: uploads, signal: plan.signal })
    : await addUploads(archive, uploadsIn(plan.dataFolder));
  const manifest: Manifest = {
    tables,
    sequences,
    files,
    secret: database.secretKept ? sha256(database.secret) : null,
  };
  await archive.add(MANIFEST, JSON.stringify(manifest));
  return { manifest, missing: uploads.filter((path) => !Object.hasOwn(files, path)) };
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
    secretMark: markOf(secret),
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

/** Tells two secrets apart without telling either. */
export function markOf(secret: string): string {
  return createHmac('sha256', secret).update('mark of a backup').digest('hex').slice(0, 16);
}

async function refuseExisting(file: string): Promise<void> {
  const found = await access(file).then(
    () => true,
    () => false,
  );
  if (!found) return;
  const advice = file.endsWith('.partial')
    ? 'Another backup is writing it, or one was killed: then remove it.'
    : 'Choose another name.';
  throw new BackupProblem(`${basename(file)} is there already and is not overwritten. ${advice}`);
}
