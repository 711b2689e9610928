/** Making a cluster, and refusing one that another major version made. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Account } from './account.server.ts';
import type { Binaries } from './binaries.server.ts';
import { layoutOf } from './data-folder.server.ts';
import { unless } from './expected-failure.ts';
import { PostgresError } from './postgres-error.ts';
import { birthOf } from './process.server.ts';

/** The major version that made the cluster, or `undefined` when there is none. */
export async function clusterVersion(clusterFolder: string): Promise<number | undefined> {
  const version = await readFile(path.join(clusterFolder, 'PG_VERSION'), 'utf8').catch(unless('ENOENT'));
  return version === undefined ? undefined : Number.parseInt(version, 10);
}

/** Throws `other-version`, having changed nothing. */
export async function refuseOtherVersion(dataFolder: string, major: number): Promise<void> {
  const found = await clusterVersion(layoutOf(dataFolder).cluster);
  if (found === undefined || found === major) return;
  throw new PostgresError(
    'other-version',
    `The data folder ${dataFolder} was made by PostgreSQL ${found}; this version of Tenure runs PostgreSQL ${major}. ` +
      'Nothing was changed. Make a backup with the version of Tenure that used it last ("npm run backup"), then ' +
      'bring it into an empty data folder with this one ("npm run restore <file>").',
  );
}

/**
 * Texts compare by code point (`C.UTF-8`, built into PostgreSQL): that order never changes, whereas that of ICU and
 * libc does with their versions, and silently breaks indexes. Lists for people name their collation where they sort.
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

/** Makes the cluster beside its place and renames it there: it is whole or absent, and of two first starts one wins. */
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

/** What a start that was killed while making its cluster has left. */
async function removeAbandonedDrafts(cluster: string): Promise<void> {
  const beside = path.dirname(cluster);
  for (const name of await readdir(beside)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (maker && !birthOf(Number(maker))) await rm(path.join(beside, name), { recursive: true, force: true });
  }
}

async function runInitdb(binaries: Binaries, account: Account | undefined, folders: string[]): Promise<void> {
  const hint = 'If this machine cannot run the PostgreSQL that comes with Tenure, set DATABASE_URL to one of your own.';
  const child = spawn(path.join(binaries.native, 'bin', 'initdb'), [...INITDB, ...folders], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [words] = await Promise.all([text(child.stderr), once(child, 'close')]).catch((cause: unknown) => {
    throw new PostgresError('did-not-start', `PostgreSQL could not be run (${String(cause)}). ${hint}`, { cause });
  });
  if (child.exitCode === 0) return;
  throw new PostgresError('did-not-start', `PostgreSQL could not make its data folder: ${words.trim()}\n${hint}`);
}
