/** Which folder holds the data, what lies where in it, and who may enter it. */
import { createHash, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, canEnter, databaseAccount, runsAsRoot } from './account.server.ts';
import { SYSTEM_FOLDER } from './binaries.server.ts';
import { unless } from './expected-failure.ts';
import { PostgresError } from './postgres-error.ts';

export type DataLayout = {
  /** The PostgreSQL cluster: the one folder that belongs to the database's account. */
  cluster: string;
  /** What PostgreSQL writes. */
  log: string;
  superuserPassword: string;
  /** Written by the running server, so that a second start can say where the first one is. */
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
 * `DATA_DIR` when it is given, else `.data` in the checkout. When root's checkout cannot be entered by the database's
 * account, `.data` becomes a link into the system's folder: the choice stays made, and a person finds the data.
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
  await rm(local, { force: true }); // a link that leads nowhere any more
  await symlink(folder, local).catch(() => undefined); // a read-only checkout does without; the name is the same again
  return folder;
}

const PRIVATE = 0o700;
/** Others may pass through to what is theirs, and neither list nor write. */
const ENTER_ONLY = 0o711;

/** Makes the folder if it is missing and proves that the database's account can enter it. Throws `unreachable`. */
export async function prepareDataFolder(dataFolder: string, account: Account | undefined): Promise<void> {
  if (account && (await isOurs(dataFolder))) await chmod(dataFolder, ENTER_ONLY);
  if (await canEnter(dataFolder, account)) {
    if (await mkdir(dataFolder, { recursive: true })) await chmod(dataFolder, account ? ENTER_ONLY : PRIVATE);
    return;
  }
  throw new PostgresError(
    'unreachable',
    `The data folder ${dataFolder} cannot be used: Tenure runs as root, so its database runs as the unprivileged ` +
      `account ${account?.uid}, which may not enter that folder or one above it. Nothing was changed. Set DATA_DIR to a folder under ` +
      'a path everyone may enter (such as /var/lib/tenure/data), unset it, or start Tenure as an ordinary user.',
  );
}

/** Whether the folder was given to us alone: it is empty, or holds a cluster already. */
async function isOurs(dataFolder: string): Promise<boolean> {
  const content = await readdir(dataFolder).catch(unless('ENOENT'));
  return content !== undefined && (content.length === 0 || content.includes('postgres'));
}

/** The superuser's password, made with a new cluster. Two first starts at once agree on one. Throws `did-not-start`. */
export async function superuserPassword(dataFolder: string, { isNew }: { isNew: boolean }): Promise<string> {
  const file = layoutOf(dataFolder).superuserPassword;
  const known = await readFile(file, 'utf8').catch(unless('ENOENT'));
  if (known) return known.trim();
  if (!isNew) throw wrongPassword(dataFolder);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  // A link appears whole or not at all, and never replaces what another start has just put there.
  await link(draft, file).catch(unless('EEXIST'));
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

export function wrongPassword(dataFolder: string, cause?: unknown): PostgresError {
  return new PostgresError(
    'did-not-start',
    `The file ${layoutOf(dataFolder).superuserPassword} is missing or does not fit the database beside it. ` +
      'Put back the one that belongs to this data folder. Nothing was changed.',
    { cause },
  );
}
