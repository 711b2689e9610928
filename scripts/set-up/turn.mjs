/** One set-up at a time in a checkout: two starts at once must not install or build into each other. */
import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN = 250; // milliseconds

/**
 * Does the work when no other process is at it. A lock whose processes are gone (killed, machine restarted) is taken over.
 * @param {string} checkout
 * @param {(hold: (pid: number) => void) => Promise<unknown>} work must check first whether another process has done it;
 *   it names to `hold` a program that it starts, which may outlive us if we are killed
 */
export async function turn(checkout, work) {
  const lock = join(checkout, '.set-up.lock');
  let told = false;
  while (!(await take(lock))) {
    if (!told) {
      const who = holders(lock)[0];
      process.stderr.write(
        `Another start (process ${who}) is setting this folder up: waiting. (Its lock is ${lock}.)\n`,
      );
    }
    told = true;
    await pause(LOOK_AGAIN);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    await work((pid) => holdFor(lock, pid));
  } finally {
    release();
    process.off('exit', release);
  }
}

/** @param {string} lock */
async function take(lock) {
  const others = holders(lock);
  if (others.some(alive)) return false;
  if (others.length) rmSync(lock, { force: true });
  try {
    symlinkSync(String(process.pid), lock); // a link to nothing: unlike a file, it is never there without its content
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    const reason = 'Tenure has to install or build here first, and this user may not write to the folder';
    throw new Error(`${reason} (${codeOf(error)}). Run it once as the folder's owner.`, { cause: error });
  }
  // Two that find the same dead lock may both remove it; the one whose lock was removed sees it now.
  await pause(LOOK_AGAIN / 2);
  return holders(lock)[0] === process.pid;
}

/**
 * The lock then lasts for as long as either of us lives.
 * @param {string} lock
 * @param {number} pid
 */
function holdFor(lock, pid) {
  const next = `${lock}.${process.pid}`;
  symlinkSync(`${process.pid} ${pid}`, next);
  renameSync(next, lock);
}

/** @param {string} lock @returns {number[]} the processes that hold the lock, ours first; none if nobody does */
function holders(lock) {
  try {
    return readlinkSync(lock).split(' ').map(Number);
  } catch {
    return [];
  }
}

/** @param {number} pid */
function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
