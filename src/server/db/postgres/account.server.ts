/** The account the database runs as. PostgreSQL refuses to run as root, so root lends it an unprivileged account. */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { PostgresError } from './postgres-error.ts';

export type Account = { uid: number; gid: number };

/** Accounts that many machines have, best first. None is ever created. */
const CANDIDATES = ['postgres', '_postgres', 'nobody'];

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/**
 * `undefined` means this process's own account. As root it is the owner of an existing cluster (so that an ordinary
 * user's folder still works under sudo), else an account from /etc/passwd: initdb insists on a name for its uid.
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
    'PostgreSQL refuses to run as root and this machine has neither an account "postgres" nor "nobody". ' +
      'Start Tenure as an ordinary user, or set DATABASE_URL.',
  );
}

const READ = 4;
const ENTER = 1;

/** Whether the account may enter every folder on the way to `target` and read it. Nobody asks on behalf of oneself. */
export async function canRead(target: string, account: Account | undefined): Promise<boolean> {
  return (await canEnter(path.dirname(target), account)) && allows(target, account, READ);
}

/** Whether the account may enter `folder` and every folder above it. What does not exist yet is not in the way. */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  const existing = await realpath(folder).catch(() => undefined);
  if (existing === undefined) return canEnter(path.dirname(folder), account);
  for (let step = existing; ; step = path.dirname(step)) {
    if (!(await allows(step, account, ENTER))) return false;
    if (step === path.dirname(step)) return true;
  }
}

async function allows(target: string, account: Account | undefined, wanted: number): Promise<boolean> {
  if (account === undefined) return true;
  const { mode, uid, gid } = await stat(target);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}
