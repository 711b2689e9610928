import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { clusterVersion } from '../db/postgres/cluster.server.ts';
import { layoutOf } from '../db/postgres/data-folder.server.ts';
import { APP_DATABASE, superuser } from '../db/postgres/lock.server.ts';
import { PostgresError } from '../db/postgres/postgres-error.ts';
import { isPostmaster, readPostmasterFile } from '../db/postgres/postmaster.server.ts';
import { startPostgres } from '../db/postgres/start.server.ts';
import { resolvePrimary } from '../db/primary.server.ts';
import { addressFromUrl, addressOf, type DatabaseAddress, ROLES } from '../db/roles.server.ts';
import type { Settings } from '../env.server.ts';
import { keptSecret } from '../session/secret.server.ts';
import { BackupProblem } from './format.ts';
import { isWrongPassword } from './tables.server.ts';

export type Place = { settings: Settings; dataFolder: string; log: Logger; signal: AbortSignal };

export type BackupConnection = {
  owner: DatabaseAddress;
  secret: string;
  /** Whether the secret is stored in the data folder and so belongs in the backup. */
  secretKept: boolean;
  close(): Promise<void>;
};

/** Connects to an existing database, which is started if needed. Throws `BackupProblem` or `PostgresError`. */
export async function connectForBackup(place: Place): Promise<BackupConnection> {
  const { settings, dataFolder } = place;
  const storedSecret = settings.secret ? undefined : await keptSecret(dataFolder);
  const secret = settings.secret ?? storedSecret;
  const hasDatabase = settings.databaseUrl || (await clusterVersion(layoutOf(dataFolder).cluster)) !== undefined;
  if (!secret || !hasDatabase) {
    throw new BackupProblem(
      settings.databaseUrl
        ? `The data folder ${dataFolder} has no secret. Set SECRET or DATA_DIR to the server's values.`
        : `The data folder ${dataFolder} is empty: no server has run there. Set DATA_DIR to the server's data folder.`,
    );
  }
  const { admin, close } = settings.databaseUrl
    ? { admin: await resolvePrimary(addressFromUrl(settings.databaseUrl)), close: async () => {} }
    : await reachEmbedded(place);
  return { owner: addressOf(admin, 'owner', secret), secret, secretKept: storedSecret !== undefined, close };
}

const TIMEOUT_MS = 15_000;

async function reachEmbedded({ dataFolder, log, signal }: Place) {
  const { cluster } = layoutOf(dataFolder);
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    signal.throwIfAborted();
    const file = await readPostmasterFile(cluster);
    const runs = file !== undefined && (await isPostmaster(file.pid, cluster));
    if (runs && file.ready && file.socketFolder) {
      // The owner's password is derived from the secret, so the superuser's is not needed.
      return { admin: superuser(file.socketFolder, '', APP_DATABASE), close: async () => {} };
    }
    try {
      if (!runs) {
        const started = await startPostgres({ dataFolder, log, onFatal: (error) => log.error({ err: error }) });
        return { admin: started.connection, close: () => started.stop() };
      }
    } catch (error) {
      // While another server runs, its database may be down for a moment, so this is retried.
      if (!(error instanceof PostgresError) || error.code !== 'in-use' || Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new BackupProblem(`The database of ${dataFolder} does not answer. No backup was made.`);
    await delay(100);
  }
}

const SCHEMAS = ['app', 'auth', 'member', 'pgboss'];

/** Throws `BackupProblem` if the database has our schemas or any tables, except those of extensions. */
export async function assertDatabaseEmpty(admin: DatabaseAddress): Promise<void> {
  const contents = await run(
    admin,
    `select nspname as name from pg_namespace where nspname = any ($1)
     union all
     select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
     order by 1 limit 4`,
    [SCHEMAS],
  );
  if (contents.length === 0) return;
  throw new BackupProblem(
    `The database ${admin.database} is not empty (it contains ${contents.map(({ name }) => name).join(', ')}). ` +
      'You can only restore a backup into an empty database: set DATABASE_URL to another one. No changes were made.',
  );
}

/** Our roles that exist on the database server, whose databases share all roles. */
export async function presentRoles(admin: DatabaseAddress): Promise<Set<string>> {
  const rows = await run(admin, 'select rolname as name from pg_roles where rolname = any ($1)', [
    Object.values(ROLES),
  ]);
  return new Set(rows.map(({ name }) => name));
}

/** Drops what a failed restore created in an empty database, except roles that existed `before`. */
export async function emptyDatabase(plan: {
  admin: DatabaseAddress;
  secret: string;
  before: Set<string>;
}): Promise<void> {
  const { admin, secret, before } = plan;
  await run(addressOf(admin, 'owner', secret), DROP_EVERYTHING).catch((error: unknown) => {
    // The roles' passwords derive from another secret, so the restore has not created anything under these roles.
    if (!isWrongPassword(error)) throw error;
  });
  const now = await presentRoles(admin);
  // Drops members before the roles they belong to.
  for (const role of ['jobs', 'owner', 'auth', 'member', 'app'] as const) {
    const name = ROLES[role];
    if (before.has(name) || !now.has(name)) continue;
    await run(addressOf(admin, role, secret), 'drop owned by current_user cascade');
    // Only the admin can revoke rights that the admin granted.
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
      where nspname in ('app', 'auth', 'member', 'pgboss') and nspowner = current_user::regrole
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
    // A multi-statement string works only without parameters.
    return (
      await (values.length > 0 ? client.query<{ name: string }>(text, values) : client.query<{ name: string }>(text))
    ).rows;
  } finally {
    await client.end();
  }
}
