/** Manages the embedded PostgreSQL while the server runs: starts or adopts it, restarts it after a crash, stops it. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { assertClusterVersion, type Binaries, clusterVersion, createCluster, findBinaries } from './cluster.server.ts';
import {
  type Account,
  databaseAccount,
  layoutOf,
  makeSocketFolder,
  prepareDataFolder,
  removeSocketFolder,
  renewSocketFolder,
  superuserPassword,
  wrongPassword,
} from './data-folder.server.ts';
import {
  APP_DATABASE,
  acquireLock,
  assertOnlyServer,
  isTransient,
  openSession,
  type PostgresConnection,
  removeServerFile,
  type Session,
  superuser,
  writeServerFile,
} from './lock.server.ts';
import { PostgresError } from './postgres-error.ts';
import {
  endOrphans,
  isPostmaster,
  type Launch,
  launchPostmaster,
  readPostmasterFile,
  stopPostmaster,
  trimLog,
} from './postmaster.server.ts';

export type EmbeddedPostgres = {
  /** The superuser's connection to the app's database; stable across restarts. */
  connection: PostgresConnection;
  dataFolder: string;
  pid(): number;
  /** Records the server's URL, for the error message of a second start. */
  announce(url: string): Promise<void>;
  /** Stops the database and waits for it. End pools first; idempotent. */
  stop(): Promise<void>;
};

const HOUR = 3_600_000;

/**
 * `dataFolder` comes from `chooseDataFolder`. `onFatal` is called at most once, if another server has taken over
 * the folder while our database was down: this server must then end.
 * Throws PostgresError: `in-use`, `other-version`, `unreachable`, `no-binaries`, `did-not-start`.
 */
export async function startPostgres({
  dataFolder,
  connections = 0,
  endsWithUs = false,
  log,
  onFatal,
}: {
  dataFolder: string;
  connections?: number;
  /** Whether the database also stops when this process is killed; otherwise the next server adopts it. */
  endsWithUs?: boolean;
  log: Logger;
  onFatal: (error: Error) => void;
}): Promise<EmbeddedPostgres> {
  const hold = { ...(await prepareCluster(dataFolder, log)), connections, endsWithUs };
  const stopping = new AbortController();
  let attached = await attach(hold, { socketFolder: undefined, signal: stopping.signal });
  const { socketFolder } = attached;
  await writeServerFile(dataFolder);

  const stopRequested = once(stopping.signal, 'abort');
  const supervision = supervise();
  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.race([attached.lock.ended, stopRequested]);
      if (stopping.signal.aborted) return;
      log.warn({ postmaster: attached.pid }, 'the database stopped: restarting it');
      try {
        attached = await reattach(hold, { socketFolder, signal: stopping.signal });
        log.info({ postmaster: attached.pid }, 'the database is running again');
      } catch (error) {
        if (!stopping.signal.aborted) onFatal(error as Error);
        return;
      }
    }
  }

  const logKeeping = setInterval(() => {
    trimLog(layoutOf(dataFolder).log).catch((error: unknown) => log.warn({ err: error }, 'could not truncate the log'));
  }, HOUR).unref();

  async function stop(): Promise<void> {
    clearInterval(logKeeping);
    stopping.abort(new Error('stopping'));
    await supervision;
    await release(hold, attached);
  }
  let stopped: Promise<void> | undefined;

  return {
    connection: superuser(socketFolder, hold.password, APP_DATABASE),
    dataFolder,
    pid: () => attached.pid,
    announce: (url) => writeServerFile(dataFolder, url),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function prepareCluster(
  dataFolder: string,
  log: Logger,
): Promise<Omit<ClusterHold, 'connections' | 'endsWithUs'>> {
  const { cluster } = layoutOf(dataFolder);
  const account = await databaseAccount(cluster);
  const binaries = await findBinaries(account);
  await assertOnlyServer(dataFolder);
  await assertClusterVersion(dataFolder, binaries.major);
  await prepareDataFolder(dataFolder, account);
  const isNew = (await clusterVersion(cluster)) === undefined;
  const password = await superuserPassword(dataFolder, { isNew });
  if (isNew) {
    log.debug({ dataFolder }, 'creating a new database');
    await createCluster({ dataFolder, binaries, account, password });
  }
  return { dataFolder, binaries, account, password, log };
}

/** Retries indefinitely, as disk space or memory may be freed. Only a takeover by another server is final. */
async function reattach(hold: ClusterHold, options: { socketFolder: string; signal: AbortSignal }): Promise<Attached> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      return await attach(hold, options);
    } catch (error) {
      if (options.signal.aborted || (error instanceof PostgresError && error.code === 'in-use')) throw error;
      hold.log.error({ err: error, pause }, 'the database did not restart: retrying');
    }
    await delay(pause, undefined, { signal: options.signal });
  }
}

/** Releases the lock only after the database has stopped, so that no other server adopts a stopping database. */
async function release(hold: ClusterHold, attached: Attached): Promise<void> {
  await stopPostmaster(attached.pid, layoutOf(hold.dataFolder).cluster);
  await removeServerFile(hold.dataFolder);
  await attached.lock.client.end().catch(() => undefined);
  await removeSocketFolder(attached.socketFolder);
}

type ClusterHold = {
  dataFolder: string;
  binaries: Binaries;
  account: Account | undefined;
  password: string;
  connections: number;
  endsWithUs: boolean;
  log: Logger;
};

type Attached = {
  pid: number;
  socketFolder: string;
  /** Holds the folder's exclusive lock while connected. */
  lock: Session;
};

/**
 * Starts or adopts the database, and takes its lock. Each iteration re-reads the state, as any process may end or
 * appear in between. `socketFolder` fixes the socket's place, so that existing pools find the database again.
 * Throws `in-use`, `did-not-start`, or the signal's reason.
 */
async function attach(
  hold: ClusterHold,
  { socketFolder, signal }: { socketFolder: string | undefined; signal: AbortSignal },
): Promise<Attached> {
  const { cluster } = layoutOf(hold.dataFolder);
  let ownFolder = socketFolder;
  let launch: Launch | undefined;
  let failures = 0;
  let attached: Attached | undefined;
  try {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      const file = await readPostmasterFile(cluster);
      const running = file && (await isPostmaster(file.pid, cluster)) ? file : undefined;
      if (running) {
        const lock = running.ready && running.socketFolder && (await acquireCluster(hold, running.socketFolder));
        if (lock && running.socketFolder) {
          attached = { pid: running.pid, socketFolder: running.socketFolder, lock };
          if (socketFolder === undefined || socketFolder === running.socketFolder) return attached;
          await restoreSettings(hold, attached);
        }
      } else if (!launch || launch.ended()) {
        const ending = await launch?.ended();
        if (ending !== undefined) await retryOrFail(hold, ending, ++failures);
        if (file?.socketFolder && file.socketFolder !== ownFolder) await removeSocketFolder(file.socketFolder);
        ownFolder ??= await makeSocketFolder(hold.account);
        await renewSocketFolder(ownFolder, hold.account);
        launch = await launchPostmaster({ ...hold, socketFolder: ownFolder, staleFile: file });
      }
      await delay(attempt < 100 ? 10 : 100);
    }
  } catch (error) {
    // A database adopted by another server must not be stopped here.
    if (!(error instanceof PostgresError && error.code === 'in-use')) await launch?.abandon();
    throw error;
  } finally {
    const usedFolder = attached?.socketFolder ?? socketFolder;
    if (ownFolder && ownFolder !== usedFolder && !(await isServedFrom(cluster, ownFolder)))
      await removeSocketFolder(ownFolder);
  }
}

/** Whether the database uses this socket folder: of two concurrent starts, one may adopt the other's database. */
async function isServedFrom(cluster: string, folder: string): Promise<boolean> {
  const file = await readPostmasterFile(cluster);
  return file?.socketFolder === folder && (await isPostmaster(file.pid, cluster));
}

/** Takes the lock and creates the app's database; undefined if the database is not ready yet. */
async function acquireCluster(hold: ClusterHold, socketFolder: string): Promise<Session | undefined> {
  let session: Session | undefined;
  try {
    session = await openSession(socketFolder, hold.password);
    await acquireLock(session.client, hold.dataFolder);
    await makeAppDatabase(session.client);
    return session;
  } catch (error) {
    await session?.client.end().catch(() => undefined);
    if (isTransient(error)) return undefined;
    if ((error as pg.DatabaseError).code !== '28P01') throw error;
    throw wrongPassword(hold.dataFolder, error);
  }
}

async function makeAppDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [APP_DATABASE]);
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(APP_DATABASE)}`);
}

async function restoreSettings(hold: ClusterHold, attached: Attached): Promise<void> {
  hold.log.warn('another start left the database running elsewhere: moving it back');
  await stopPostmaster(attached.pid, layoutOf(hold.dataFolder).cluster);
  await removeSocketFolder(attached.socketFolder);
}

/** Returns if a retry is worthwhile, otherwise throws `did-not-start`. */
async function retryOrFail(hold: ClusterHold, output: string, failures: number): Promise<void> {
  const orphans = output.includes('pre-existing shared memory block');
  const overtaken = output.includes('"postmaster.pid" already exists');
  if (orphans) await endOrphans(layoutOf(hold.dataFolder).cluster);
  if (failures > (orphans || overtaken ? 300 : 3)) {
    throw new PostgresError(
      'did-not-start',
      `PostgreSQL did not start on ${hold.dataFolder}. Its last output: ${output}`,
    );
  }
  hold.log.debug({ failures, words: output }, 'database ended while starting: retrying');
  await delay(100);
}
