/** The database, ready to serve: embedded or at DATABASE_URL, migrated, with a pool for each role. */
import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../env.server.ts';
import type { Queue } from '../jobs/queue.server.ts';
import { knownMigrations, migrateDatabase } from './migrate.server.ts';
import { openAppPool, openPool } from './pools.server.ts';
import { noteServer, removeNote } from './postgres/sole-server.server.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres/start.server.ts';
import { addressFromUrl, addressOf, type DatabaseAddress } from './roles.server.ts';

export type OpenDatabase = {
  app: pg.Pool;
  auth: pg.Pool;
  /** Where the app role connects, for what needs a connection of its own. */
  appAddress: DatabaseAddress;
  secret: string;
  /** The migrations this code has. */
  migrations: string[];
  /** Lets a second start on the data folder say where the first one is. */
  announce(url: string): Promise<void>;
  close(): Promise<void>;
};

export type DatabasePlan = {
  settings: Settings;
  dataFolder: string;
  /** Folder of the SQL files. */
  migrations: string;
  queues: readonly Queue[];
  log: Logger;
  onFatal: (error: Error) => void;
  /** Asked once the data folder is there. */
  secret: () => Promise<string>;
};

/** Opens it. Throws `PostgresError` or `DatabaseRefusal` with a sentence, and then leaves nothing running. */
export async function openDatabase({
  settings,
  dataFolder,
  migrations,
  queues,
  log,
  onFatal,
  secret: ask,
}: DatabasePlan): Promise<OpenDatabase> {
  const embedded = settings.databaseUrl ? undefined : await startPostgres({ dataFolder, log, onFatal });
  const pools: pg.Pool[] = [];
  const announce = (url: string) => (embedded ? embedded.announce(url) : noteServer(dataFolder, url));
  const close = async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await (embedded ? embedded.stop() : removeNote(dataFolder));
  };
  try {
    if (!embedded) await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    const secret = await ask();
    const admin = addressAt(settings, embedded);
    await migrateDatabase({ admin, secret, migrations, queues });
    const max = settings.databaseConnections;
    const appAddress = addressOf(admin, 'app', secret);
    const app = await openAppPool({ address: appAddress, name: 'app', max, log });
    pools.push(app);
    const auth = openPool({ address: addressOf(admin, 'auth', secret), name: 'auth', max, log, searchPath: 'auth' });
    pools.push(auth);
    return { app, auth, appAddress, secret, migrations: await knownMigrations(migrations), announce, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function addressAt(settings: Settings, embedded: EmbeddedPostgres | undefined): DatabaseAddress {
  if (embedded) return embedded.connection;
  if (settings.databaseUrl) return addressFromUrl(settings.databaseUrl);
  throw new Error('There is neither an embedded database nor a DATABASE_URL.');
}
