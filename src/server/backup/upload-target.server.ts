/** Where a restore puts uploads: the folder of the new data folder, or an empty bucket. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { FILE_TYPES } from '../../features/file/file.ts';
import { type S3Place, s3Files } from '../../outside/files/s3.server.ts';
import { BackupProblem } from './backup-problem.ts';
import { syncFolders } from './durable.server.ts';
import type { Manifest } from './manifest.ts';
import { isSame, measure } from './measure.server.ts';
import { uploadsIn } from './uploads.server.ts';

type Upload = { path: string; body: AsyncIterable<Buffer>; noted: Manifest['files'][string] | undefined };

export type UploadTarget = {
  /** Writes one file and compares it with what was noted of it. */
  write(upload: Upload): Promise<void>;
  /** Comes back when all of them will last. */
  settle(): Promise<void>;
  /** Takes away what was written outside the data folder. */
  abandon(): Promise<void>;
};

/** Throws `BackupProblem` unless the bucket is there and empty. */
export async function refuseUsedBucket(place: S3Place): Promise<void> {
  if (await s3Files(place).isEmpty()) return;
  throw new BackupProblem(
    `The bucket ${place.bucket} of FILES_S3_BUCKET is not empty. ` +
      'A backup is restored only into an empty one: name another bucket. Nothing was changed.',
  );
}

/** Makes the folder in the new data folder. Nothing is replaced: folder and bucket are empty. */
export async function uploadTarget(s3: S3Place | undefined, dataFolder: string): Promise<UploadTarget> {
  const folder = uploadsIn(dataFolder);
  await mkdir(folder, { mode: 0o700 });
  return s3 ? bucketTarget(s3) : folderTarget(folder);
}

function folderTarget(folder: string): UploadTarget {
  return {
    async write({ path, body, noted }) {
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const { add, sum } = measure();
      await pipeline(
        async function* () {
          for await (const chunk of body) {
            add(chunk);
            yield chunk;
          }
        },
        createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
      );
      if (!isSame(sum(), noted)) throw altered(path);
    },
    settle: () => syncFolders(folder),
    abandon: async () => {}, // goes with the data folder
  };
}

function bucketTarget(s3: S3Place): UploadTarget {
  const files = s3Files(s3);
  const written: string[] = [];
  return {
    async write({ path, body, noted }) {
      const bytes = await buffer(body);
      const { add, sum } = measure();
      add(bytes);
      if (!isSame(sum(), noted)) throw altered(path);
      // Before it is there: an answer that gets lost does not mean that nothing was stored.
      written.push(path);
      await files.put(path, { bytes, contentType: contentTypeOf(path) });
    },
    settle: async () => {}, // each lasts once it is put
    async abandon() {
      for (const path of written) await files.remove(path);
    },
  };
}

function contentTypeOf(path: string): string {
  const found = Object.entries(FILE_TYPES).find(([extension]) => extname(path) === `.${extension}`);
  return found?.[1] ?? 'application/octet-stream';
}

function altered(path: string): BackupProblem {
  return new BackupProblem(`The file ${path} was not written as it stands in the backup.`);
}
