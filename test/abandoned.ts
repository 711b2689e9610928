/** No database outlives its test run: neither one that is interrupted nor, at the next run, one that was killed. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = /^tenure-test-(\d+)-/;
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Ends the database and removes `folder` if this process ends before the function that is returned has been called. */
export function endWith(folder: string, postmaster: () => number): () => void {
  const end = () => {
    killQuietly(postmaster());
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  const stops = Object.entries(SIGNALS).map(([signal, code]) => {
    const stop = () => process.exit(code);
    process.once(signal, stop);
    return () => process.off(signal, stop);
  });
  process.once('exit', end);
  return () => {
    process.off('exit', end);
    for (const undo of stops) undo();
  };
}

/** Ends the databases of runs that were killed, and removes their folders. */
export async function endAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const run = Number(FOLDER.exec(name)?.[1]);
    if (!run || isAlive(run)) continue;
    const folder = join(tmpdir(), name);
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue; // another user's to remove, or gone already
    const postmaster = postmasterIn(folder);
    if (postmaster) killQuietly(postmaster);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** The database process of the folder, if it is still that: process ids are used again. */
function postmasterIn(folder: string): number | undefined {
  const cluster = join(folder, 'data', 'postgres');
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster) ? pid : undefined;
  } catch {
    // No such file: there is no database to end (or, without /proc, none that we could be sure of).
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// SIGQUIT: at once, without tidying up; its data goes anyway.
function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It has ended by itself.
  }
}
