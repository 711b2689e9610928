/** The database's main process: finding it, telling it from a stranger with the same number, starting, stopping it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, open, readdir, readFile, realpath, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.server.ts';
import type { Binaries } from './binaries.server.ts';
import { layoutOf } from './data-folder.server.ts';
import { unless } from './expected-failure.ts';
import { hasProc, sendSignal, worksIn } from './process.server.ts';
import { settingsFor } from './settings.server.ts';

/** What PostgreSQL notes in postmaster.pid. */
export type PostmasterFile = {
  pid: number;
  /** Missing for the first moments of a start. */
  socketFolder: string | undefined;
  /** Whether it takes connections: not while it recovers after a crash or shuts down. */
  ready: boolean;
};

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const content = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = content.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socketFolder: lines[4] || undefined, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Whether the process works in this cluster: after a reboot its number may be anybody's. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster).catch(() => undefined);
  return folder !== undefined && worksIn(pid, folder);
}

export type Launch = {
  /** The process's last words once it has gone, `undefined` while it lives. */
  ended: () => Promise<string> | undefined;
  /** For a start that is given up half-way. */
  abandon: () => Promise<void>;
};

/**
 * Starts PostgreSQL in a process group of its own: Ctrl-C in the terminal must not stop it before requests in flight
 * have finished. `staleFile` is the postmaster.pid of a process known to be gone.
 */
export async function launchPostmaster({
  dataFolder,
  binaries,
  account,
  socketFolder,
  staleFile,
  connections,
}: {
  dataFolder: string;
  binaries: Binaries;
  account: Account | undefined;
  socketFolder: string;
  staleFile: PostmasterFile | undefined;
  connections: number;
}): Promise<Launch> {
  const { cluster, log } = layoutOf(dataFolder);
  const folder = await realpath(cluster);
  await keepLogShort(log);
  const output = await open(log, 'a', 0o600);
  try {
    const { size } = await output.stat();
    const child = spawn(
      path.join(binaries.native, 'bin', 'postgres'),
      ['-D', folder, ...settingsFor({ socketFolder, connections })],
      {
        ...account,
        cwd: '/',
        // Nothing of our own environment: it holds secrets. PostgreSQL takes a postmaster.pid with its grandparent's
        // number for stale; so it starts although that number now belongs to a stranger, and keeps its other guards.
        env: { LC_ALL: 'C', ...(staleFile && { PG_GRANDPARENT_PID: String(staleFile.pid) }) },
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
      },
    );
    child.unref();
    const ended = endingOf(child, log, size);
    return { ended, abandon: () => abandon(child, ended) };
  } finally {
    await output.close();
  }
}

function endingOf(child: ChildProcess, log: string, logSize: number): () => Promise<string> | undefined {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  return () => {
    if (failure) return Promise.resolve(failure.message);
    if (child.exitCode === null && child.signalCode === null) return undefined;
    return readFile(log).then((content) => content.subarray(logSize).toString().trim());
  };
}

async function abandon(child: ChildProcess, ended: Launch['ended']): Promise<void> {
  child.kill('SIGINT');
  while (!ended()) await delay(10);
}

const LONG_LOG = 10 * 1024 * 1024;

/** Keeps the last full log as `….1`. PostgreSQL appends to the file it was given, so that one is emptied, not moved. */
export async function keepLogShort(log: string): Promise<void> {
  const found = await stat(log).catch(unless('ENOENT'));
  if (!found || found.size < LONG_LOG) return;
  await copyFile(log, `${log}.1`);
  await truncate(log);
}

/** Asks for a fast shutdown and waits for it: sessions end, all is written. Never SIGKILL, which loses that. */
export async function shutDown(pid: number, cluster: string): Promise<void> {
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', 60_000],
    ['SIGQUIT', 60_000],
  ];
  for (const [signal, patience] of signals) {
    const end = Date.now() + patience;
    if (await isPostmaster(pid, cluster)) sendSignal(pid, signal);
    while (Date.now() < end) {
      if (!(await isPostmaster(pid, cluster))) return;
      await delay(10);
    }
  }
  throw new Error(`The database (process ${pid}) does not stop.`);
}

/** Ends sessions that outlive a killed postmaster in the middle of a long query: they keep a new one from starting. */
export async function endOrphans(cluster: string): Promise<void> {
  if (!hasProc) return;
  const current = await readPostmasterFile(cluster);
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (pid > 0 && pid !== current?.pid && (await isPostmaster(pid, cluster))) sendSignal(pid, 'SIGTERM');
  }
}
