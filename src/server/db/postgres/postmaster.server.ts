import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { copyFile, open, readdir, readFile, realpath, stat, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unless } from '../../../shared/expected-failure.ts';
import { type Account, layoutOf, removeSocketFolder } from './data-folder.server.ts';

export const hasProc = existsSync('/proc/self/stat');

/** The start time of a process, which distinguishes it from others with the same pid; undefined if it has ended. */
export function processStartTime(pid: number): string | undefined {
  if (!hasProc) return ps('lstart=', pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain spaces and brackets: state, …, start time in clock ticks since boot.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return undefined; // the process has ended
  }
}

/** Whether the process is a live PostgreSQL process of the cluster `folder` (a real path). */
export function runsInCluster(pid: number, folder: string): boolean {
  if (!hasProc) return ps('command=', pid)?.includes(`-D ${folder}`) ?? false;
  try {
    // A shell or pager may also have this working directory.
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') && isAt(pid, folder);
  } catch {
    return false; // the process has ended
  }
}

function isAt(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // Root in a container may not read another account's cwd, but can read every command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`-D\0${folder}\0`);
  }
}

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
    return undefined; // ps fails if there is no such process
  }
}

export type PostmasterFile = {
  pid: number;
  /** Undefined at the very start. */
  socketFolder: string | undefined;
  /** Whether PostgreSQL accepts connections: false during crash recovery and shutdown. */
  ready: boolean;
};

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const content = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = content.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socketFolder: lines[4] || undefined, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Whether the process belongs to this cluster: after a reboot its pid may be reused. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster).catch(() => undefined);
  return folder !== undefined && runsInCluster(pid, folder);
}

export type Launch = {
  /** The process's last output once it has ended; undefined while it runs. */
  ended: () => Promise<string> | undefined;
  abandon: () => Promise<void>;
};

/**
 * Starts PostgreSQL in a separate process group, so that Ctrl-C does not stop it before requests in flight have
 * finished. `staleFile` is the postmaster.pid of an ended process.
 */
export async function launchPostmaster(plan: {
  dataFolder: string;
  binaries: { native: string };
  account: Account | undefined;
  socketFolder: string;
  staleFile: PostmasterFile | undefined;
  connections: number;
  /** Whether PostgreSQL also stops when this process is killed. */
  endsWithUs: boolean;
}): Promise<Launch> {
  const { dataFolder, binaries, account, staleFile } = plan;
  const { cluster, log } = layoutOf(dataFolder);
  const folder = await realpath(cluster);
  await trimLog(log);
  const output = await open(log, 'a', 0o600);
  try {
    const { size } = await output.stat();
    const child = spawn(path.join(binaries.native, 'bin', 'postgres'), ['-D', folder, ...settingsFor(plan)], {
      ...account,
      cwd: '/',
      // Omits our environment, which contains secrets.
      // PostgreSQL ignores a postmaster.pid with its grandparent's pid, so it starts even if that pid has been reused.
      env: { LC_ALL: 'C', ...(staleFile && { PG_GRANDPARENT_PID: String(staleFile.pid) }) },
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    child.unref();
    if (plan.endsWithUs) startWatchdog(child, plan);
    const ended = endingOf(child, log, size);
    return { ended, abandon: () => abandon(child, ended) };
  } finally {
    await output.close();
  }
}

/** A line on stdin means the database has exited; end of input without one means our process has died. */
const WATCH = `
  read -r line && exit
  kill -INT "$1"
  while kill -0 "$1" && [ $((turns += 1)) -lt 600 ]; do sleep 0.1; done
  rm -f "$2/.s.PGSQL.5432" "$2/.s.PGSQL.5432.lock"
  rmdir "$2"`;

/** SIGKILL cannot be handled, so a watcher process waits until its pipe to this process closes. */
function startWatchdog(
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
  watcher.on('error', () => {}); // without a shell, the next restore cleans up
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

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Keeps the last full log as `….1`. Truncates instead of renaming, as PostgreSQL keeps the file open. */
export async function trimLog(log: string): Promise<void> {
  const stats = await stat(log).catch(unless('ENOENT'));
  if (!stats || stats.size < MAX_LOG_BYTES) return;
  await copyFile(log, `${log}.1`);
  await truncate(log);
}

/** Ends sessions and writes everything to disk. Never sends SIGKILL. Throws if the process does not stop. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', 60_000],
    ['SIGQUIT', 60_000],
  ];
  for (const [signal, timeoutMs] of signals) {
    const end = Date.now() + timeoutMs;
    if (await isPostmaster(pid, cluster)) sendSignal(pid, signal);
    while (Date.now() < end) {
      if (!(await isPostmaster(pid, cluster))) return;
      await delay(10);
    }
  }
  throw new Error(`The database (process ${pid}) did not stop.`);
}

/** Stops an unlocked cluster's database if it runs, and removes its socket. */
export async function endDatabase(cluster: string): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (!file) return;
  await stopPostmaster(file.pid, cluster);
  if (file.socketFolder) await removeSocketFolder(file.socketFolder);
}

/** Ends sessions that outlive a killed postmaster during a long query and block a new start. */
export async function endOrphans(cluster: string): Promise<void> {
  if (!hasProc) return;
  const current = await readPostmasterFile(cluster);
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (pid > 0 && pid !== current?.pid && (await isPostmaster(pid, cluster))) sendSignal(pid, 'SIGTERM');
  }
}

const MB = 1024 * 1024;

/** `shared_buffers`: a sixteenth of the available memory, between 32 and 256 MB. */
export function sharedBuffers(memory: number): string {
  return `${Math.round(Math.min(256, Math.max(32, memory / 16 / MB)))}MB`;
}

/** Connections in addition to the workers', such as for a backup or a person. */
const SPARE_CONNECTIONS = 20;

function settingsFor({ socketFolder, connections }: { socketFolder: string; connections: number }): string[] {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  const settings = {
    cluster_name: 'tenure',
    listen_addresses: '',
    port: '5432', // only names the socket
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: String(Math.max(100, connections + SPARE_CONNECTIONS)),
    shared_buffers: sharedBuffers(memory),
    jit: 'off', // costs more than it saves on short queries
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Log first lines only: statements and details contain landlords' and tenants' data.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // Ends a long query of a killed server.
    client_connection_check_interval: '5s',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
