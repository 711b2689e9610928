/** No database outlives its test run: neither one that is interrupted nor, at the next run, one that was killed. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { birthOf, endDatabase } from '../../src/server/db/postgres/postmaster.server.ts';

const FOLDER = /^tenure-test-(\d+)-/;
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

/** Ends the database and removes `folder` if this process ends before the function that is returned has been called. */
export function endWith(folder: string, postmaster: () => number): () => void {
  const end = () => {
    // At once, without tidying up; its data goes anyway.
    if (birthOf(postmaster())) process.kill(postmaster(), 'SIGQUIT');
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

/** Ends the databases of runs that were killed, and removes their folders. */
export async function endAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const run = Number(FOLDER.exec(name)?.[1]);
    if (!run || birthOf(run)) continue;
    const folder = join(tmpdir(), name);
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue; // another user's to remove, or gone already
    await endDatabase(join(folder, 'data', 'postgres'));
    removeFolder(folder);
  }
}
