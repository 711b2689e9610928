/** Where a backup is read from, and where a restore goes: a data folder, the database in it, or that of DATABASE_URL. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { syncFolder } from '../../outside/files/disk.server.ts';
import { clusterVersion } from '../db/postgres/cluster.server.ts';
import { canEnter, databaseAccount, layoutOf, prepareDataFolder } from '../db/postgres/data-folder.server.ts';
import { APP_DATABASE, superuser } from '../db/postgres/lock.server.ts';
import { PostgresError } from '../db/postgres/postgres-error.ts';
import { isPostmaster, readPostmasterFile } from '../db/postgres/postmaster.server.ts';
import { startPostgres } from '../db/postgres/start.server.ts';
import { addressFromUrl, addressOf, type DatabaseAddress, ROLES } from '../db/roles.server.ts';
import type { Settings } from '../env.server.ts';
import { keptSecret } from '../session/secret.server.ts';
import { BackupProblem } from './format.ts';
import { isWrongPassword } from './tables.server.ts';

export type Place = { settings: Settings; dataFolder: string; log: Logger; signal: AbortSignal };

export type Reached = {
  owner: DatabaseAddress;
  secret: string;
  /** Whether the data folder keeps the secret, so that it belongs to the backup. */
  secretKept: boolean;
  close(): Promise<void>;
};

/** Makes nothing that is not there. Throws `BackupProblem` or `PostgresError`. */
export async function reachDatabase(place: Place): Promise<Reached> {
  const { settings, dataFolder } = place;
  const kept = settings.secret ? undefined : await keptSecret(dataFolder);
  const secret = settings.secret ?? kept;
  const there = settings.databaseUrl || (await clusterVersion(layoutOf(dataFolder).cluster)) !== undefined;
  if (!secret || !there) {
    throw new BackupProblem(
      settings.databaseUrl
        ? `The data folder ${dataFolder} keeps no secret. Set SECRET or DATA_DIR as the server has them.`
        : `There is nothing to back up in ${dataFolder}: no server has run there. Set DATA_DIR as the server has it.`,
    );
  }
  const { admin, close } = settings.databaseUrl
    ? { admin: addressFromUrl(settings.databaseUrl), close: async () => {} }
    : await reachEmbedded(place);
  return { owner: addressOf(admin, 'owner', secret), secret, secretKept: kept !== undefined, close };
}

/** How long a database that is being restarted is waited for. */
const TIMEOUT_MS = 15_000;

async function reachEmbedded({ dataFolder, log, signal }: Place) {
  const { cluster } = layoutOf(dataFolder);
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    signal.throwIfAborted();
    const file = await readPostmasterFile(cluster);
    const runs = file !== undefined && (await isPostmaster(file.pid, cluster));
    if (runs && file.ready && file.socketFolder) {
      // The owner's password comes from the secret; the superuser's is not needed.
      return { admin: superuser(file.socketFolder, '', APP_DATABASE), close: async () => {} };
    }
    try {
      if (!runs) {
        const started = await startPostgres({ dataFolder, log, onFatal: (error) => log.error({ err: error }) });
        return { admin: started.connection, close: () => started.stop() };
      }
    } catch (error) {
      // A server lives there whose database is just away.
      if (!(error instanceof PostgresError) || error.code !== 'in-use' || Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new BackupProblem(`The database of ${dataFolder} does not answer. No backup was made.`);
    await delay(100);
  }
}

const SCHEMAS = ['app', 'auth', 'pgboss'];

/** Throws `BackupProblem` when it holds schemas of ours or any table. Tables of extensions do not count. */
export async function refuseUsedDatabase(admin: DatabaseAddress): Promise<void> {
  const found = await run(
    admin,
    `select nspname as name from pg_namespace where nspname = any ($1)
     union all
     select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
     order by 1 limit 4`,
    [SCHEMAS],
  );
  if (found.length === 0) return;
  throw new BackupProblem(
    `The database ${admin.database} is not empty (it holds ${found.map(({ name }) => name).join(', ')}). ` +
      'A backup is restored only into an empty one: set DATABASE_URL to another. Nothing was changed.',
  );
}

/** The roles of ours that the server has: roles belong to all its databases. */
export async function presentRoles(admin: DatabaseAddress): Promise<Set<string>> {
  const rows = await run(admin, 'select rolname as name from pg_roles where rolname = any ($1)', [
    Object.values(ROLES),
  ]);
  return new Set(rows.map(({ name }) => name));
}

/** Drops what a failed restore has made in a database that was empty before; roles that were there before stay. */
export async function emptyDatabase(plan: {
  admin: DatabaseAddress;
  secret: string;
  before: Set<string>;
}): Promise<void> {
  const { admin, secret, before } = plan;
  await run(addressOf(admin, 'owner', secret), DROP_EVERYTHING).catch((error: unknown) => {
    // The roles have another secret's passwords: then nothing was made under them.
    if (!isWrongPassword(error)) throw error;
  });
  const now = await presentRoles(admin);
  // A role goes before the one that it is a member of.
  for (const role of ['jobs', 'owner', 'auth', 'app'] as const) {
    const name = ROLES[role];
    if (before.has(name) || !now.has(name)) continue;
    await run(addressOf(admin, role, secret), 'drop owned by current_user cascade');
    // Only the admin can take back rights that the admin gave.
    await run(admin, `revoke all on schema public from ${name} cascade`);
    await run(admin, `revoke all on database ${pg.escapeIdentifier(admin.database)} from ${name}`);
    await run(admin, `drop role ${name}`);
  }
}

const DROP_EVERYTHING = `
  do $$
  declare
    command text;
  begin
    for command in
      select format('drop schema %I cascade', nspname) from pg_namespace
      where nspname in ('app', 'auth', 'pgboss') and nspowner = current_user::regrole
    loop
      execute command;
    end loop;
    for command in
      select format('drop table if exists %s cascade', oid::regclass) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner = current_user::regrole
    loop
      execute command;
    end loop;
    for command in
      select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace and proowner = current_user::regrole
    loop
      execute command;
    end loop;
  end $$`;

async function run(address: DatabaseAddress, text: string, values: unknown[] = []): Promise<{ name: string }[]> {
  const client = new pg.Client(address);
  try {
    await client.connect();
    // Without values PostgreSQL takes a block of statements.
    return (
      await (values.length > 0 ? client.query<{ name: string }>(text, values) : client.query<{ name: string }>(text))
    ).rows;
  } finally {
    await client.end();
  }
}

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
