/** Stops databases of test runs that are interrupted, or that were killed before this run. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endDatabase, processStartTime } from '../../src/server/db/postgres/postmaster.server.ts';

const FOLDER = /^tenure-test-(\d+)-/;
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

/** Stops the database and removes `folder` on exit, unless the returned function is called first. */
export function endWith(folder: string, postmaster: () => number): () => void {
  const end = () => {
    // An immediate shutdown is enough, because the data is removed.
    if (processStartTime(postmaster())) process.kill(postmaster(), 'SIGQUIT');
    removeFolder(folder);
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

export async function endAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const run = Number(FOLDER.exec(name)?.[1]);
    if (!run || processStartTime(run)) continue;
    const folder = join(tmpdir(), name);
    // The folder belongs to another user, or was just removed.
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    await endDatabase(join(folder, 'data', 'postgres'));
    unmountWithin(folder);
    removeFolder(folder);
  }
}

/** Unmounts the small disk of a killed run, whose folder cannot be removed before. */
function unmountWithin(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const line of readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const [, place = ''] = line.split(' ');
    if (place.startsWith(`${folder}/`)) execFileSync('/bin/umount', [place]);
  }
}
