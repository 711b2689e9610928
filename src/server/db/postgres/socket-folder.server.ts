/** The short private folder of the database's socket: a socket's path has at most 107 bytes (103 on macOS). */
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Account, canEnter } from './account.server.ts';
import { unless } from './expected-failure.ts';
import { PostgresError } from './postgres-error.ts';

const NAME = /^tenure-[A-Za-z0-9]{6}$/;
const SOCKET = '.s.PGSQL.5432';
const LOCK = `${SOCKET}.lock`;
/** Of the place that holds the folder: what is left of 103 bytes beside `/tenure-XXXXXX/.s.PGSQL.5432`. */
const LONGEST = 75;
/** The setting is a list: a path with a comma or a space would need quoting, so the next candidate is taken. */
const PLAIN = /^\/[\w./-]*$/;

/** A new folder, mode 0700, of the database's account; under TMPDIR if that is short and reachable, else /tmp. */
export async function makeSocketFolder(account: Account | undefined): Promise<string> {
  const problems: unknown[] = [];
  for (const place of [os.tmpdir(), '/tmp', '/var/tmp']) {
    try {
      if (place.length > LONGEST || !PLAIN.test(place) || !(await canEnter(place, account))) continue;
      await sweep(place, account?.uid ?? process.getuid?.());
      const folder = await mkdtemp(path.join(place, 'tenure-'));
      if (account) await chown(folder, account.uid, account.gid);
      return folder;
    } catch (problem) {
      problems.push(problem);
    }
  }
  throw new PostgresError('did-not-start', 'No place for the database’s socket: neither TMPDIR nor /tmp can be used.', {
    cause: new AggregateError(problems),
  });
}

/** Removes the empty folders of starts that were killed before they had a database to put into them. */
async function sweep(place: string, owner: number | undefined): Promise<void> {
  for (const name of await readdir(place)) {
    if (!NAME.test(name)) continue;
    const folder = path.join(place, name);
    const found = await lstat(folder).catch(unless('ENOENT'));
    const isOld = found && found.mtimeMs < Date.now() - 3_600_000;
    if (isOld && found.uid === owner) await rmdir(folder).catch(unless('ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'));
  }
}

/** Makes the folder fit for a new start of a database whose last one died, also when something tidied it away. */
export async function renewSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(unless('EEXIST'));
  const owner = account?.uid ?? process.getuid?.();
  const found = await lstat(folder);
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new PostgresError(
      'did-not-start',
      `The folder of the database’s socket, ${folder}, belongs to another user.`,
    );
  }
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  await removeSockets(folder);
}

/** Removes a folder made by this or an earlier run. The path may come from a file of the database: look twice. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!NAME.test(path.basename(folder))) return;
  await removeSockets(folder);
  await rmdir(folder).catch(unless('ENOENT', 'ENOTEMPTY'));
}

async function removeSockets(folder: string): Promise<void> {
  for (const name of [SOCKET, LOCK]) await rm(path.join(folder, name), { force: true });
}
