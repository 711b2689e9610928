import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unless } from '../../../shared/expected-failure.ts';
import { PostgresError } from './postgres-error.ts';

export type Account = { uid: number; gid: number };

/** Accounts that commonly exist, best first. */
const CANDIDATES = ['postgres', '_postgres', 'nobody'];

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/**
 * The account that runs the database; undefined for this process's account. For root: the owner of an existing cluster
 * (an ordinary user's folder under sudo), otherwise an account in /etc/passwd, as initdb needs a name for its uid.
 * Throws `did-not-start`.
 */
export async function databaseAccount(clusterFolder: string): Promise<Account | undefined> {
  if (!runsAsRoot()) return undefined;
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of CANDIDATES) {
    const entry = lines.find((fields) => fields[0] === name);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new PostgresError(
    'did-not-start',
    'PostgreSQL refuses to run as root and this machine has no unprivileged account such as "postgres". ' +
      'Start Tenure as an ordinary user, or set DATABASE_URL.',
  );
}

const READ = 4;
const ENTER = 1;

/** Whether the account can enter every folder on the path to `target` and read it. */
export async function canRead(target: string, account: Account | undefined): Promise<boolean> {
  return (await canEnter(path.dirname(target), account)) && allows(target, account, READ);
}

/** Whether the account can enter `folder` and its ancestors. A missing folder is ignored. */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  const existing = await realpath(folder).catch(() => undefined);
  const above = path.dirname(existing ?? folder);
  if (existing !== undefined && !(await allows(existing, account, ENTER))) return false;
  return above === existing || canEnter(above, account);
}

async function allows(target: string, account: Account | undefined, permission: number): Promise<boolean> {
  if (account === undefined) return true;
  const { mode, uid, gid } = await stat(target);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & permission) === permission;
}

/** Used by a server that runs as root if the database account cannot reach the checkout. */
export const SYSTEM_FOLDER = '/var/lib/tenure';

export type DataLayout = {
  /** The PostgreSQL cluster: the only folder owned by the database account. */
  cluster: string;
  log: string;
  superuserPassword: string;
  /** Written by the running server, so that the error message of a second start can name the server. */
  server: string;
};

export function layoutOf(dataFolder: string): DataLayout {
  return {
    cluster: path.join(dataFolder, 'postgres'),
    log: path.join(dataFolder, 'postgres.log'),
    superuserPassword: path.join(dataFolder, 'superuser-password'),
    server: path.join(dataFolder, 'server.json'),
  };
}

/**
 * DATA_DIR, otherwise `.data` in the checkout. If root's checkout is out of the database account's reach, `.data`
 * becomes a link into the system folder, so that later starts and people find the data.
 */
export async function chooseDataFolder({
  dataDir,
  checkout,
}: {
  dataDir: string | undefined;
  checkout: string;
}): Promise<string> {
  if (dataDir) return path.resolve(dataDir);
  const local = path.join(checkout, '.data');
  const existing = await realpath(local).catch(() => undefined);
  if (existing) return existing;
  if (!runsAsRoot()) return local;
  const account = await databaseAccount(layoutOf(local).cluster);
  if (await canEnter(checkout, account)) return local;

  const mark = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  const folder = path.join(SYSTEM_FOLDER, `${path.basename(checkout)}-${mark}`);
  await mkdir(folder, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
  await chmod(folder, ENTER_ONLY);
  await rm(local, { force: true }); // a dangling link
  await symlink(folder, local).catch(() => undefined); // optional in a read-only checkout, as the name is deterministic
  return folder;
}

const PRIVATE = 0o700;
/** Others can traverse, but not list or write. */
const ENTER_ONLY = 0o711;

/** Creates the folder if missing and checks that the database account can enter it. Throws `unreachable`. */
export async function prepareDataFolder(dataFolder: string, account: Account | undefined): Promise<void> {
  if (account && (await isOurs(dataFolder))) await chmod(dataFolder, ENTER_ONLY);
  if (await canEnter(dataFolder, account)) {
    if (await mkdir(dataFolder, { recursive: true })) await chmod(dataFolder, account ? ENTER_ONLY : PRIVATE);
    return;
  }
  throw new PostgresError(
    'unreachable',
    `The data folder ${dataFolder} cannot be used: Tenure runs as root, so its database runs as the unprivileged ` +
      `account ${account?.uid}, which cannot enter that folder or one above it. No changes were made. Set DATA_DIR to a folder under ` +
      'a path everyone can enter (such as /var/lib/tenure/data), unset it, or start Tenure as an ordinary user.',
  );
}

/** Whether the folder is exclusively ours: empty, or with a cluster. */
async function isOurs(dataFolder: string): Promise<boolean> {
  const content = await readdir(dataFolder).catch(unless('ENOENT'));
  return content !== undefined && (content.length === 0 || content.includes('postgres'));
}

/** The superuser's password, created with a new cluster and shared by concurrent starts. Throws `did-not-start`. */
export async function superuserPassword(dataFolder: string, { isNew }: { isNew: boolean }): Promise<string> {
  const file = layoutOf(dataFolder).superuserPassword;
  const stored = await readFile(file, 'utf8').catch(unless('ENOENT'));
  if (stored) return stored.trim();
  if (!isNew) throw wrongPassword(dataFolder);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  // Linking is atomic and never replaces the file of a concurrent start.
  await link(draft, file).catch(unless('EEXIST'));
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

export function wrongPassword(dataFolder: string, cause?: unknown): PostgresError {
  return new PostgresError(
    'did-not-start',
    `The file ${layoutOf(dataFolder).superuserPassword} is missing or does not match its database. ` +
      'Put back the one that belongs to this data folder. No changes were made.',
    { cause },
  );
}

const NAME = /^tenure-[A-Za-z0-9]{6}$/;
const SOCKET = '.s.PGSQL.5432';
const LOCK = `${SOCKET}.lock`;
/** Maximum length of the parent's path: 103 bytes less `/tenure-XXXXXX/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER_LENGTH = 75;
/** Paths without commas or spaces, as PostgreSQL's setting is a list. */
const PLAIN = /^\/[\w./-]*$/;

/** Creates a folder (0700) for the socket, under TMPDIR if that is short and reachable, otherwise under /tmp. */
export async function makeSocketFolder(account: Account | undefined): Promise<string> {
  const problems: unknown[] = [];
  for (const place of [os.tmpdir(), '/tmp', '/var/tmp']) {
    try {
      if (place.length > MAX_SOCKET_FOLDER_LENGTH || !PLAIN.test(place) || !(await canEnter(place, account))) continue;
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

/** Prepares the folder for a restart after a crash, recreating it if it was removed. */
export async function renewSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(unless('EEXIST'));
  const owner = account?.uid ?? process.getuid?.();
  const stats = await lstat(folder);
  if (!stats.isDirectory() || (stats.uid !== owner && stats.uid !== process.getuid?.())) {
    throw new PostgresError(
      'did-not-start',
      `The folder of the database’s socket, ${folder}, belongs to another user.`,
    );
  }
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  await removeSockets(folder);
}

/** Removes a socket folder. Checks its name, as the path may come from a database file. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!NAME.test(path.basename(folder))) return;
  await removeSockets(folder);
  await rmdir(folder).catch(unless('ENOENT', 'ENOTEMPTY'));
}

async function removeSockets(folder: string): Promise<void> {
  for (const name of [SOCKET, LOCK]) await rm(path.join(folder, name), { force: true });
}
