/** The database's main process: finding it, telling it from another that bears its number, starting and stopping it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { copyFile, open, readdir, readFile, realpath, stat, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unless } from '../../../shared/expected-failure.ts';
import { type Account, layoutOf, removeSocketFolder } from './data-folder.server.ts';

/** Whether processes can be listed and looked at in /proc. */
export const hasProc = existsSync('/proc/self/stat');

/** When the process was born, as text that no other process shares with the same number; `undefined` if it is gone. */
export function birthOf(pid: number): string | undefined {
  if (!hasProc) return ps('lstart=', pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold spaces and brackets: state, …, start in clock ticks since the machine's start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return undefined; // no such process
  }
}

/** Whether the process is one of PostgreSQL's, alive, and works in the cluster `folder` (a real path). */
export function worksIn(pid: number, folder: string): boolean {
  if (!hasProc) return ps('command=', pid)?.includes(`-D ${folder}`) ?? false;
  try {
    // Somebody's shell or pager may stand in the folder too.
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') && isAt(pid, folder);
  } catch {
    return false; // gone
  }
}

function isAt(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // Root in a container may not look at another account's folder; how the postmaster was called is open to all.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`-D\0${folder}\0`);
  }
}

/** Sends a signal; a process that has just ended by itself is no failure. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    unless('ESRCH')(error);
  }
}

function ps(column: string, pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined; // ps fails when there is no such process
  }
}

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
export async function launchPostmaster(plan: {
  dataFolder: string;
  binaries: { native: string };
  account: Account | undefined;
  socketFolder: string;
  staleFile: PostmasterFile | undefined;
  connections: number;
  /** Whether it stops also when this process is killed. */
  endsWithUs: boolean;
}): Promise<Launch> {
  const { dataFolder, binaries, account, staleFile } = plan;
  const { cluster, log } = layoutOf(dataFolder);
  const folder = await realpath(cluster);
  await keepLogShort(log);
  const output = await open(log, 'a', 0o600);
  try {
    const { size } = await output.stat();
    const child = spawn(path.join(binaries.native, 'bin', 'postgres'), ['-D', folder, ...settingsFor(plan)], {
      ...account,
      cwd: '/',
      // Nothing of our own environment: it holds secrets. PostgreSQL takes a postmaster.pid with its grandparent's
      // number for stale; so it starts although that number now belongs to another process, and keeps its other guards.
      env: { LC_ALL: 'C', ...(staleFile && { PG_GRANDPARENT_PID: String(staleFile.pid) }) },
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    child.unref();
    if (plan.endsWithUs) endWithUs(child, plan);
    const ended = endingOf(child, log, size);
    return { ended, abandon: () => abandon(child, ended) };
  } finally {
    await output.close();
  }
}

/** A line says that the database has gone; the end of input without one, that whoever held the other end has. */
const WATCH = `
  read -r line && exit
  kill -INT "$1"
  while kill -0 "$1" && [ $((turns += 1)) -lt 600 ]; do sleep 0.1; done
  rm -f "$2/.s.PGSQL.5432" "$2/.s.PGSQL.5432.lock"
  rmdir "$2"`;

/** Nobody can act on SIGKILL: a process of its own sees its pipe to us close. */
function endWithUs(
  child: ChildProcess,
  { account, socketFolder }: { account: Account | undefined; socketFolder: string },
) {
  if (!child.pid) return;
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'sh', String(child.pid), socketFolder], {
    ...account,
    cwd: '/',
    env: { PATH: process.env.PATH },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  watcher.on('error', () => {}); // Without a shell the next restore clears what is left.
  watcher.stdin.on('error', () => {});
  child.once('exit', () => watcher.stdin.end('\n'));
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

/** Stops the database of a cluster that nobody holds, if it runs, and removes its socket. */
export async function endDatabase(cluster: string): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (!file) return;
  await shutDown(file.pid, cluster);
  if (file.socketFolder) await removeSocketFolder(file.socketFolder);
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

const MB = 1024 * 1024;

/** PostgreSQL's `shared_buffers`: a sixteenth of the memory this process may use, between 32 and 256 MB. */
export function sharedBuffers(memory: number): string {
  return `${Math.round(Math.min(256, Math.max(32, memory / 16 / MB)))}MB`;
}

/** Beside those of the workers, a backup or somebody who looks needs a few. */
const SPARE_CONNECTIONS = 20;

/** `connections` is how many the server opens at most. */
function settingsFor({ socketFolder, connections }: { socketFolder: string; connections: number }): string[] {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  const settings = {
    cluster_name: 'tenure',
    listen_addresses: '',
    port: '5432', // only a part of the socket's name
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: String(Math.max(100, connections + SPARE_CONNECTIONS)),
    shared_buffers: sharedBuffers(memory),
    jit: 'off', // costs more than it saves on short queries
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log keeps errors' first lines only: statements and details hold landlords' and tenants' data.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // A long query of a server that was killed is noticed and ended.
    client_connection_check_interval: '5s',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
