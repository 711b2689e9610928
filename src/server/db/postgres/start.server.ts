/** The embedded PostgreSQL for as long as the server lives: started or adopted, kept alive, stopped cleanly. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { databaseAccount } from './account.server.ts';
import { type Attached, attach, type Seat } from './attach.server.ts';
import { findBinaries } from './binaries.server.ts';
import { clusterVersion, createCluster, refuseOtherVersion } from './cluster.server.ts';
import { APP_DATABASE, type PostgresConnection, superuser } from './connect.server.ts';
import { layoutOf, prepareDataFolder, superuserPassword } from './data-folder.server.ts';
import { PostgresError } from './postgres-error.ts';
import { keepLogShort, shutDown } from './postmaster.server.ts';
import { removeSocketFolder } from './socket-folder.server.ts';
import { noteServer, refuseSecondServer, removeNote } from './sole-server.server.ts';

export type EmbeddedPostgres = {
  /** The superuser's, to the app's database; stays the same when the database is restarted. */
  connection: PostgresConnection;
  dataFolder: string;
  /** The process id of the postmaster at this moment. */
  pid(): number;
  /** Notes where people reach this server, for the message of a second start. */
  announce(url: string): Promise<void>;
  /** Stops the database and waits until it has gone. End pools first; may be called twice. */
  stop(): Promise<void>;
};

const HOUR = 3_600_000;

/**
 * `dataFolder` comes from `chooseDataFolder`. `onFatal` is called at most once, when another server has taken the
 * folder over while our database was down: this server has no database any more and must end.
 * Throws PostgresError: `in-use`, `other-version`, `unreachable`, `no-binaries`, `did-not-start`.
 */
export async function startPostgres({
  dataFolder,
  connections = 0,
  log,
  onFatal,
}: {
  dataFolder: string;
  /** How many the server opens at most. */
  connections?: number;
  log: Logger;
  onFatal: (error: Error) => void;
}): Promise<EmbeddedPostgres> {
  const seat = await prepareSeat(dataFolder, connections, log);
  const stopping = new AbortController();
  let attached = await attach(seat, { socketFolder: undefined, signal: stopping.signal });
  const { socketFolder } = attached;
  await noteServer(dataFolder);

  const stopRequested = once(stopping.signal, 'abort');
  const supervision = supervise();
  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.race([attached.lock.ended, stopRequested]);
      if (stopping.signal.aborted) return;
      log.warn({ postmaster: attached.pid }, 'the database has gone: starting it again');
      try {
        attached = await reattach(seat, { socketFolder, signal: stopping.signal });
        log.info({ postmaster: attached.pid }, 'the database is back');
      } catch (error) {
        if (!stopping.signal.aborted) onFatal(error as Error);
        return;
      }
    }
  }

  const logKeeping = setInterval(() => {
    keepLogShort(layoutOf(dataFolder).log).catch((error: unknown) => log.warn({ err: error }, 'the log stays long'));
  }, HOUR).unref();

  async function stop(): Promise<void> {
    clearInterval(logKeeping);
    stopping.abort(new Error('stopping'));
    await supervision;
    await release(seat, attached);
  }
  let stopped: Promise<void> | undefined;

  return {
    connection: superuser(socketFolder, seat.password, APP_DATABASE),
    dataFolder,
    pid: () => attached.pid,
    announce: (url) => noteServer(dataFolder, url),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function prepareSeat(dataFolder: string, connections: number, log: Logger): Promise<Seat> {
  const { cluster } = layoutOf(dataFolder);
  const account = await databaseAccount(cluster);
  const binaries = await findBinaries(account);
  await refuseSecondServer(dataFolder);
  await refuseOtherVersion(dataFolder, binaries.major);
  await prepareDataFolder(dataFolder, account);
  const isNew = (await clusterVersion(cluster)) === undefined;
  const password = await superuserPassword(dataFolder, { isNew });
  if (isNew) {
    log.debug({ dataFolder }, 'making a new database');
    await createCluster({ dataFolder, binaries, account, password });
  }
  return { dataFolder, binaries, account, password, connections, log };
}

/** Tries for ever, as a full disk or memory may be freed; only another server in our place is final. */
async function reattach(seat: Seat, options: { socketFolder: string; signal: AbortSignal }): Promise<Attached> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      return await attach(seat, options);
    } catch (error) {
      if (options.signal.aborted || (error instanceof PostgresError && error.code === 'in-use')) throw error;
      seat.log.error({ err: error, pause }, 'the database did not come back: trying again');
    }
    await delay(pause, undefined, { signal: options.signal });
  }
}

/** The lock is kept until the database has gone: nobody adopts what is being stopped. */
async function release(seat: Seat, attached: Attached): Promise<void> {
  await shutDown(attached.pid, layoutOf(seat.dataFolder).cluster);
  await removeNote(seat.dataFolder);
  await attached.lock.client.end().catch(() => undefined);
  await removeSocketFolder(attached.socketFolder);
}
