/** Getting hold of the database of a data folder: adopt the one that runs, else start one; then be its only server. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Account } from './account.server.ts';
import type { Binaries } from './binaries.server.ts';
import { APP_DATABASE, isNotNow, openSession, type Session } from './connect.server.ts';
import { layoutOf, wrongPassword } from './data-folder.server.ts';
import { PostgresError } from './postgres-error.ts';
import {
  endOrphans,
  isPostmaster,
  type Launch,
  launchPostmaster,
  readPostmasterFile,
  shutDown,
} from './postmaster.server.ts';
import { makeSocketFolder, removeSocketFolder, renewSocketFolder } from './socket-folder.server.ts';
import { takeLock } from './sole-server.server.ts';

export type Seat = {
  dataFolder: string;
  binaries: Binaries;
  account: Account | undefined;
  password: string;
  /** How many the server opens at most. */
  connections: number;
  log: Logger;
};

export type Attached = {
  pid: number;
  socketFolder: string;
  /** Holds the lock that makes us the folder's only server, for as long as it is connected. */
  lock: Session;
};

/**
 * One loop, each turn of which looks at the world afresh, so that any process may die or appear between two turns.
 * `socketFolder` insists on a place, so that pools that know it find the database again.
 * Throws `in-use`, `did-not-start`, or the signal's reason.
 */
export async function attach(
  seat: Seat,
  { socketFolder, signal }: { socketFolder: string | undefined; signal: AbortSignal },
): Promise<Attached> {
  const { cluster } = layoutOf(seat.dataFolder);
  let ownFolder = socketFolder;
  let launch: Launch | undefined;
  let failures = 0;
  let attached: Attached | undefined;
  try {
    for (let turn = 0; ; turn++) {
      signal.throwIfAborted();
      const file = await readPostmasterFile(cluster);
      const running = file && (await isPostmaster(file.pid, cluster)) ? file : undefined;
      if (running) {
        const lock = running.ready && running.socketFolder && (await takeSeat(seat, running.socketFolder));
        if (lock && running.socketFolder) {
          attached = { pid: running.pid, socketFolder: running.socketFolder, lock };
          if (socketFolder === undefined || socketFolder === running.socketFolder) return attached;
          await moveBack(seat, attached);
        }
      } else if (!launch || launch.ended()) {
        const ending = await launch?.ended();
        if (ending !== undefined) await considerEnding(seat, ending, ++failures);
        if (file?.socketFolder && file.socketFolder !== ownFolder) await removeSocketFolder(file.socketFolder);
        ownFolder ??= await makeSocketFolder(seat.account);
        await renewSocketFolder(ownFolder, seat.account);
        launch = await launchPostmaster({ ...seat, socketFolder: ownFolder, staleFile: file });
      }
      await delay(turn < 100 ? 10 : 100);
    }
  } catch (error) {
    // What another server has adopted is no longer ours to stop.
    if (!(error instanceof PostgresError && error.code === 'in-use')) await launch?.abandon();
    throw error;
  } finally {
    const kept = attached?.socketFolder ?? socketFolder;
    if (ownFolder && ownFolder !== kept && !(await isLivedIn(cluster, ownFolder))) await removeSocketFolder(ownFolder);
  }
}

/** Whether the running database answers in this folder: of two starts at once, the one may have launched what the other adopted. */
async function isLivedIn(cluster: string, folder: string): Promise<boolean> {
  const file = await readPostmasterFile(cluster);
  return file?.socketFolder === folder && (await isPostmaster(file.pid, cluster));
}

/** The session that holds the lock, with the app's database made; `undefined` when the database is not ready yet. */
async function takeSeat(seat: Seat, socketFolder: string): Promise<Session | undefined> {
  let session: Session | undefined;
  try {
    session = await openSession(socketFolder, seat.password);
    await takeLock(session.client, seat.dataFolder);
    await makeAppDatabase(session.client);
    return session;
  } catch (error) {
    await session?.client.end().catch(() => undefined);
    if (isNotNow(error)) return undefined;
    if ((error as pg.DatabaseError).code !== '28P01') throw error;
    throw wrongPassword(seat.dataFolder, error);
  }
}

/** The caller holds the server's lock, so nobody else makes it meanwhile. */
async function makeAppDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [APP_DATABASE]);
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(APP_DATABASE)}`);
}

async function moveBack(seat: Seat, attached: Attached): Promise<void> {
  seat.log.warn('another start, since gone, left the database running elsewhere: moving it back');
  await shutDown(attached.pid, layoutOf(seat.dataFolder).cluster);
  await removeSocketFolder(attached.socketFolder);
}

/** Returns when another try is worth it, else throws `did-not-start`. */
async function considerEnding(seat: Seat, words: string, failures: number): Promise<void> {
  const orphans = words.includes('pre-existing shared memory block');
  const overtaken = words.includes('"postmaster.pid" already exists');
  if (orphans) await endOrphans(layoutOf(seat.dataFolder).cluster);
  if (failures > (orphans || overtaken ? 300 : 3)) {
    throw new PostgresError(
      'did-not-start',
      `PostgreSQL did not start on ${seat.dataFolder}. Its last words: ${words}`,
    );
  }
  seat.log.debug({ failures, words }, 'database ended while starting: trying again');
  await delay(100);
}
