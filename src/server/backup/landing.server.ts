/** Where a restore puts things until all of them are there: nobody ever starts on half a data folder. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../outside/files/durable.server.ts';
import { canEnter, databaseAccount } from '../db/postgres/account.server.ts';
import { layoutOf, prepareDataFolder } from '../db/postgres/data-folder.server.ts';
import { BackupProblem } from './backup-problem.ts';

export type Landing = {
  /** To be filled. */
  folder: string;
  /** Makes it the data folder. */
  settle(): Promise<void>;
  /** Removes it; the data folder is as it was. */
  abandon(): Promise<void>;
};

/** Throws `BackupProblem` unless the data folder is missing or empty. */
export async function refuseUsedFolder(dataFolder: string): Promise<void> {
  const content = (await contentOf(dataFolder))?.filter((name) => name !== 'lost+found') ?? [];
  if (content.length === 0) return;
  const named = content.sort().slice(0, 4).join(', ');
  throw new BackupProblem(
    `The data folder ${dataFolder} is not empty (it holds ${named}${content.length > 4 ? ', …' : ''}). ` +
      'A backup is restored only into an empty one: set DATA_DIR to another folder, or move this one away. Nothing was changed.',
  );
}

/** `embedded` tells whether a database will lie in it, which another account may have to reach. */
export async function prepareLanding(dataFolder: string, { embedded }: { embedded: boolean }): Promise<Landing> {
  const name = `restoring-${randomBytes(4).toString('hex')}`;
  const there = (await contentOf(dataFolder)) !== undefined;
  const account = embedded ? await databaseAccount(layoutOf(dataFolder).cluster) : undefined;
  // Throws where the database could not reach it, and names the folder as it was given.
  if (embedded && (there || !(await canEnter(dataFolder, account)))) await prepareDataFolder(dataFolder, account);
  if (!there) return landBeside(dataFolder, `${dataFolder}.${name}`);
  return landInside(dataFolder, join(dataFolder, name));
}

/** One rename decides. */
async function landBeside(dataFolder: string, folder: string): Promise<Landing> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    folder,
    async settle() {
      await rename(folder, dataFolder);
      await syncFolder(dirname(dataFolder));
    },
    abandon: () => rm(made ?? folder, { recursive: true, force: true }),
  };
}

/** A folder that is there may be a mount, or lie in one where we may not write: it cannot be replaced, only filled. */
async function landInside(dataFolder: string, folder: string): Promise<Landing> {
  await mkdir(folder, { mode: 0o700 });
  let moved: string[] = [];
  return {
    folder,
    async settle() {
      // The cluster goes first: without its passwords beside it a start fails in words, instead of beginning anew.
      const names = (await readdir(folder)).sort((a, b) => Number(b === 'postgres') - Number(a === 'postgres'));
      for (const name of names) {
        moved = [...moved, name];
        await rename(join(folder, name), join(dataFolder, name));
      }
      await rmdir(folder);
      await syncFolder(dataFolder);
    },
    async abandon() {
      for (const name of [...moved.map((one) => join(dataFolder, one)), folder]) {
        await rm(name, { recursive: true, force: true });
      }
    },
  };
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
