/** Builds a restored data folder next to or inside its final place, and cleans up after killed restores. */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../outside/files/disk.server.ts';
import { unless } from '../../shared/expected-failure.ts';
import { canEnter, databaseAccount, layoutOf, prepareDataFolder } from '../db/postgres/data-folder.server.ts';
import { PostgresError } from '../db/postgres/postgres-error.ts';
import { endDatabase, processStartTime } from '../db/postgres/postmaster.server.ts';
import { BackupProblem } from './format.ts';

export type RestoreTarget = {
  folder: string;
  settle(): Promise<void>;
  /** Removes the restored files, leaving the data folder unchanged. */
  abandon(): Promise<void>;
};

/** Throws `BackupProblem` unless the data folder is missing or empty. */
export async function assertFolderEmpty(dataFolder: string): Promise<void> {
  const content = (await contentOf(dataFolder))?.filter((name) => name !== 'lost+found') ?? [];
  if (content.length === 0) return;
  const named = content.sort().slice(0, 4).join(', ');
  throw new BackupProblem(
    `The data folder ${dataFolder} is not empty (it contains ${named}${content.length > 4 ? ', …' : ''}). ` +
      'You can only restore a backup into an empty folder: set DATA_DIR to another one, or move this one. No changes were made.',
  );
}

/** Creates the folder to restore into. `embedded`: whether the folder will contain a database. */
export async function prepareRestoreTarget(
  dataFolder: string,
  { embedded }: { embedded: boolean },
): Promise<RestoreTarget> {
  // The name identifies this process, so that another start recognises the restore as running.
  const name = `restoring-${process.pid}-${markOf(process.pid)}`;
  const folderExists = (await contentOf(dataFolder)) !== undefined;
  const account = embedded ? await databaseAccount(layoutOf(dataFolder).cluster) : undefined;
  // Fails here if the database account cannot reach the folder, so that the message names the configured folder.
  if (embedded && (folderExists || !(await canEnter(dataFolder, account))))
    await prepareDataFolder(dataFolder, account);
  if (!folderExists) return restoreThenRename(dataFolder, `${dataFolder}.${name}`);
  return restoreInPlace(dataFolder, join(dataFolder, name));
}

async function restoreThenRename(dataFolder: string, folder: string): Promise<RestoreTarget> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    folder,
    async settle() {
      await rename(folder, dataFolder);
      await syncFolder(dirname(dataFolder));
    },
    abandon: () => rm(firstCreated ?? folder, { recursive: true, force: true }),
  };
}

/** An existing folder may be a mount or in a read-only parent, so it can be filled but not replaced. */
async function restoreInPlace(dataFolder: string, folder: string): Promise<RestoreTarget> {
  await mkdir(folder, { mode: 0o700 });
  const complete = join(dataFolder, basename(folder).replace('restoring-', 'restored-'));
  const moved: string[] = [];
  return {
    folder,
    async settle() {
      // If this process is killed from here on, the next start moves the remaining files in.
      await rename(folder, complete);
      await moveIn(complete, dataFolder, moved);
    },
    async abandon() {
      for (const name of [...moved.map((item) => join(dataFolder, item)), complete, folder]) {
        await rm(name, { recursive: true, force: true });
      }
    },
  };
}

async function moveIn(complete: string, dataFolder: string, moved: string[] = []): Promise<void> {
  // Moves the cluster first. Without its password file, a start then fails instead of creating a new cluster.
  const names = (await readdir(complete)).sort((a, b) => Number(b === 'postgres') - Number(a === 'postgres'));
  for (const name of names) {
    await rename(join(complete, name), join(dataFolder, name));
    moved.push(name);
  }
  await rmdir(complete);
  await syncFolder(dataFolder);
}

const RESTORE_FOLDER = /^restor(?<state>ing|ed)-(?<pid>\d+)-(?<mark>[0-9a-f]{8})$/;

/** A hash of the process's start time, which distinguishes processes with the same pid; undefined if it has ended. */
function markOf(pid: number): string | undefined {
  const birth = processStartTime(pid);
  return birth && createHash('sha256').update(birth).digest('hex').slice(0, 8);
}

/** Completes or removes the results of killed restores. Throws `in-use` if a restore is running. */
export async function clearRestores(dataFolder: string): Promise<void> {
  for (const { folder, name } of await restoreFolders(dataFolder)) {
    const { state, pid, mark } = RESTORE_FOLDER.exec(name)?.groups ?? {};
    if (markOf(Number(pid)) === mark) {
      throw new PostgresError(
        'in-use',
        `A backup is being restored into ${dataFolder} (process ${pid}). Wait until that is done, or stop it. No changes were made.`,
      );
    }
    if (state === 'ed') {
      await moveIn(folder, dataFolder);
    } else {
      await endDatabase(layoutOf(folder).cluster);
      // initdb may still be writing for a moment.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  }
}

async function restoreFolders(dataFolder: string): Promise<{ folder: string; name: string }[]> {
  const locations = [
    { above: dataFolder, prefix: '' },
    { above: dirname(dataFolder), prefix: `${basename(dataFolder)}.` },
  ];
  const folders = [];
  for (const { above, prefix } of locations) {
    for (const entry of (await readdir(above).catch(unless('ENOENT', 'ENOTDIR', 'EACCES'))) ?? []) {
      const name = entry.slice(prefix.length);
      const folder = join(above, entry);
      if (!entry.startsWith(prefix) || !RESTORE_FOLDER.test(name)) continue;
      // The parent folder may contain other users' files.
      if ((await lstat(folder)).uid === process.getuid?.()) folders.push({ folder, name });
    }
  }
  return folders;
}

async function contentOf(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== 'ENOTDIR') throw error;
    throw new BackupProblem(`${folder} is not a folder. Set DATA_DIR to an empty one.`, { cause: error });
  }
}
