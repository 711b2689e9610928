/** Uploads in a backup: those that the database lists, read from the file store and written to one that may be of another kind. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { diskFiles } from '../../outside/files/disk.server.ts';
import type { Files } from '../../outside/files/files.ts';
import { type S3Place, s3Files } from '../../outside/files/s3.server.ts';
import { type Archive, sha256 } from './archive.server.ts';
import { BackupProblem, filePath, type Manifest } from './format.ts';
import type { Table } from './tables.server.ts';

/** How the code that keeps uploads names and describes them. */
export type UploadRules = {
  /** Where an upload, or one of its small sizes, lies in the store. */
  pathOf: (file: { bucket: string; path: string }, size?: string) => string;
  contentTypeOf: (path: string) => string;
};

/** The store of a data folder or of the bucket that the settings name. */
export function storeOf(s3: S3Place | undefined, dataFolder: string): Files {
  return s3 ? s3Files(s3) : diskFiles(join(dataFolder, 'files'));
}

/** The path of every upload that is served, small pictures too, as of the transaction's snapshot. */
export async function listUploads(client: pg.Client, tables: Table[], { pathOf }: UploadRules): Promise<string[]> {
  // Databases of before there were uploads can be backed up too.
  if (!tables.some(({ name }) => name === 'public.files')) return [];
  const { rows } = await client.query<{ bucket: string; path: string; sizes: string[] }>(
    'select bucket, path, sizes from public.files where stored order by url collate "C"',
  );
  return rows.flatMap((row) => [pathOf(row), ...row.sizes.map((size) => pathOf(row, size))]);
}

type Adding = { archive: Archive; files: Files; paths: string[]; signal: AbortSignal };

/** Adds every file of `paths` that is there. Each is held in memory: an archive is told a length first, and none is over 20 MB. */
export async function addUploads({ archive, files, paths, signal }: Adding): Promise<Manifest['files']> {
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

/** Throws `BackupProblem` unless the bucket is there and empty. */
export async function refuseUsedBucket(place: S3Place): Promise<void> {
  if (await s3Files(place).isEmpty()) return;
  throw new BackupProblem(
    `The bucket ${place.bucket} of FILES_S3_BUCKET is not empty. ` +
      'A backup is restored only into an empty one: name another bucket. Nothing was changed.',
  );
}

export type UploadTarget = {
  /** Writes one file, as the manifest has it. */
  write(upload: {
    path: string;
    body: AsyncIterable<Buffer>;
    noted: Manifest['files'][string] | undefined;
  }): Promise<void>;
  /** Removes what was written outside the data folder. */
  abandon(): Promise<void>;
};

/** Where a restore puts uploads: the new data folder, or an empty bucket. */
export async function uploadTarget(plan: {
  s3: S3Place | undefined;
  dataFolder: string;
  rules: UploadRules;
}): Promise<UploadTarget> {
  const { s3, dataFolder, rules } = plan;
  await mkdir(join(dataFolder, 'files'), { mode: 0o700 });
  const files = storeOf(s3, dataFolder);
  const written: string[] = [];
  return {
    async write({ path, body, noted }) {
      const bytes = await buffer(body);
      if (sha256(bytes) !== noted?.sha256) {
        throw new BackupProblem(`The file ${path} was not written as it stands in the backup.`);
      }
      // Before it is there: an answer that gets lost does not mean that nothing was stored.
      written.push(path);
      await files.put(path, { bytes, contentType: rules.contentTypeOf(path) });
    },
    async abandon() {
      if (s3) for (const path of written) await files.remove(path);
    },
  };
}
