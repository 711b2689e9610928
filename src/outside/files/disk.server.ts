import { access, constants, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { unless } from '../../shared/expected-failure.ts';
import { alreadyExists, type Files, stepsOf, storeUnavailable } from './files.ts';

/** Suffix of uploads in progress. `remove` also deletes the partial file of an interrupted upload. */
const PARTIAL_SUFFIX = '.partial';

const CHUNK_BYTES = 256 * 1024;

/** Flushes a folder, which makes new names in it durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Stores uploads below `folder`, which must exist: if its disk is not mounted, calls fail and no file counts as
 * missing.
 */
export function diskFiles(folder: string): Files {
  const check = () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  return {
    put: (path, { bytes }) =>
      describeDiskError(async () => {
        const steps = stepsOf(path);
        await makeFolders(folder, steps.slice(0, -1));
        await writeNew(join(folder, ...steps), bytes);
      }, path),
    get: (path, range) =>
      describeDiskError(async () => {
        const handle = await open(join(folder, ...stepsOf(path))).catch(unless('ENOENT'));
        if (!handle) return check().then(() => undefined);
        const end = range ? range.end + 1 : (await handle.stat()).size;
        return streamOf({ handle, start: range?.start ?? 0, end });
      }, path),
    remove: (path) =>
      describeDiskError(async () => {
        const target = join(folder, ...stepsOf(path));
        await check();
        // The partial file is deleted first, so that an upload in progress cannot complete between the two deletions.
        await rm(`${target}${PARTIAL_SUFFIX}`, { force: true });
        await rm(target, { force: true });
        await syncFolder(dirname(target)).catch(unless('ENOENT'));
      }, path),
    check: () => describeDiskError(check, folder),
  };
}

/** Creates the folders and makes each one durable, even if a concurrent upload has created it. */
async function makeFolders(folder: string, steps: string[]): Promise<void> {
  let at = folder;
  for (const step of steps) {
    const next = join(at, step);
    await mkdir(next, 0o700).catch(unless('EEXIST'));
    await syncFolder(at);
    at = next;
  }
}

/** Creates `target`. The partial file is a lock, so that no other upload writes between check and rename. */
async function writeNew(target: string, bytes: Uint8Array): Promise<void> {
  const partial = `${target}${PARTIAL_SUFFIX}`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (await access(target).then(() => true, unless('ENOENT'))) throw exists();
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  try {
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

const exists = () => Object.assign(new Error('The file exists'), { code: 'EEXIST' });

/** Streams the bytes from `start` to `end` (exclusive) on demand. The stream fails if the file is shorter. */
function streamOf({ handle, start, end }: { handle: FileHandle; start: number; end: number }) {
  let at = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (at < end) {
            const chunk = new Uint8Array(Math.min(CHUNK_BYTES, end - at));
            const { bytesRead } = await handle.read(chunk, { position: at });
            if (bytesRead === 0) throw new Error(`The file ended at byte ${at} instead of ${end}`);
            at += bytesRead;
            controller.enqueue(chunk.subarray(0, bytesRead));
            return;
          }
          await handle.close();
          controller.close();
        } catch (error) {
          await handle.close().catch(() => undefined); // the original error is thrown
          throw storeUnavailable(error);
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}

async function describeDiskError<T>(work: () => Promise<T>, path: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'EEXIST') throw alreadyExists(path);
    // EFBIG means that the process's file size limit is reached.
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
      throw new AppError('insufficient_storage', { cause: error });
    throw storeUnavailable(error);
  }
}
