/** Serialises set-ups in a checkout, so that concurrent starts do not interfere. */
import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 250;

/**
 * Runs `work` under a lock. Takes over a lock whose processes have exited.
 * @param {string} checkout
 * @param {(hold: (pid: number) => void) => Promise<unknown>} work must first check whether it is still needed;
 *   calls `hold` for a program that may outlive this process
 */
export async function withLock(checkout, work) {
  const lock = join(checkout, '.set-up.lock');
  let isReported = false;
  while (!(await take(lock))) {
    if (!isReported) {
      const holder = holders(lock)[0];
      process.stderr.write(
        `Another start (process ${holder}) is setting this folder up: waiting. (Its lock is ${lock}.)\n`,
      );
    }
    isReported = true;
    await pause(POLL_MS);
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
  if (others.some(isAlive)) return false;
  if (others.length) rmSync(lock, { force: true });
  try {
    symlinkSync(String(process.pid), lock); // atomic, unlike a file with content
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    const reason = 'Tenure needs to install or build here first, but this user cannot write to the folder';
    throw new Error(`${reason} (${codeOf(error)}). Run it once as the folder's owner.`, { cause: error });
  }
  // Two processes may both remove a stale lock. The process that lost its new lock detects that here.
  await pause(POLL_MS / 2);
  return holders(lock)[0] === process.pid;
}

/** Extends the lock to the lifetime of `pid`. @param {string} lock @param {number} pid */
function holdFor(lock, pid) {
  const next = `${lock}.${process.pid}`;
  symlinkSync(`${process.pid} ${pid}`, next);
  renameSync(next, lock);
}

/** @param {string} lock @returns {number[]} pids that hold the lock, the set-up's first; empty if it is free */
function holders(lock) {
  try {
    return readlinkSync(lock).split(' ').map(Number);
  } catch {
    return [];
  }
}

/** @param {number} pid */
function isAlive(pid) {
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
