/** Facts about other processes, from /proc where there is one (Linux), else from `ps` (macOS). */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { unless } from './expected-failure.ts';

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
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
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
