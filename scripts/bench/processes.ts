/** What processes use, read from /proc: memory without counting shared pages twice, and processor time. */
import { readdirSync, readFileSync } from 'node:fs';
import { hasProc, worksIn } from '../../src/server/db/postgres/process.server.ts';

/** Bytes, and milliseconds of processor time since each process began; null where the system does not tell (no /proc). */
export type Use = { memory: number | null; processor: number | null };

/** The processes of the database whose cluster lies in `folder` (a real path). */
export function databaseProcesses(folder: string): number[] {
  if (!hasProc) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid, folder));
}

/** What these processes use together. One that ends meanwhile counts nothing. */
export function usedBy(pids: readonly number[]): Use {
  if (!hasProc) return { memory: null, processor: null };
  const sum = (each: (pid: number) => number) => pids.reduce((total, pid) => total + each(pid), 0);
  return { memory: sum(proportionalBytes), processor: sum(processorMilliseconds) };
}

/** Proportional set size: a page that n processes share counts an n-th in each. */
function proportionalBytes(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes) * 1024;
}

/** Linux counts in hundredths of a second on every architecture. */
const TICK_MILLISECONDS = 10;

function processorMilliseconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // Behind the name, which may hold spaces: state is the first, user and system time are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MILLISECONDS;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the process has gone
  }
}
