/** The database to back up: where the running server has it, else started for as long as the backup takes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { clusterVersion } from '../db/postgres/cluster.server.ts';
import { APP_DATABASE, superuser } from '../db/postgres/connect.server.ts';
import { layoutOf } from '../db/postgres/data-folder.server.ts';
import { PostgresError } from '../db/postgres/postgres-error.ts';
import { isPostmaster, readPostmasterFile } from '../db/postgres/postmaster.server.ts';
import { startPostgres } from '../db/postgres/start.server.ts';
import { addressFromUrl, addressOf, type DatabaseAddress } from '../db/roles.server.ts';
import type { Settings } from '../env.server.ts';
import { BackupProblem } from './backup-problem.ts';

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
const PATIENCE_MILLISECONDS = 15_000;

async function reachEmbedded({ dataFolder, log, signal }: Place) {
  const { cluster } = layoutOf(dataFolder);
  const end = Date.now() + PATIENCE_MILLISECONDS;
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

async function keptSecret(dataFolder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataFolder, 'secret'), 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
