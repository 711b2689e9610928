/** Scenes in which processes stay alive but cannot save. The server must recover automatically. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processStartTime } from '../../src/server/db/postgres/postmaster.server.ts';
import { databaseProcesses, hasEnded } from '../server-process.ts';
import { type Scenes, signal, type Target, workersOf } from './faults.ts';
import { type Answer, MAX_CONCURRENT } from './landlord.ts';

export const FREEZE_AND_FILL: Scenes = {
  'freeze server': freezeServer,
  'freeze database': freezeDatabase,
  'fill the disk': fillDisk,
};

/** Longer than the database's timeout: the server must not mistake its own freeze for the database's. */
const FREEZE_MS = 4_000;

async function freezeServer({ server }: Target): Promise<void> {
  const pids = [server.child.pid ?? 0, ...workersOf(server)];
  for (const pid of pids) signal(pid, 'SIGSTOP');
  await delay(FREEZE_MS);
  for (const pid of pids) signal(pid, 'SIGCONT');
}

/** Freezes the database until every add in flight, and a retry of each, has been rejected. */
async function freezeDatabase(target: Target): Promise<void> {
  const { server, landlord, measured } = target;
  const { origin } = await server.ready;
  const before = landlord.refused.length;
  const answers: Answer[] = [];
  await onDatabase(target, (pid) => signal(pid, 'SIGSTOP'));
  try {
    await until(target, 'no add has finished', async () => {
      const ready = await timed(`${origin}/readyz`);
      answers.push(ready);
      measured('readiness beside a frozen database', ready.milliseconds);
      return landlord.refused.length >= before + 2 * MAX_CONCURRENT;
    });
  } finally {
    await onDatabase(target, (pid) => signal(pid, 'SIGCONT'));
  }
  const refused = landlord.refused.slice(before);
  for (const { milliseconds } of refused) measured('answer of 503 beside a frozen database', milliseconds);
  const other = [...answers, ...refused].find(({ status }) => status !== 503);
  if (other) throw new Error(`With a frozen database, a request returned ${other.status}.`);
}

async function timed(address: string): Promise<Answer> {
  const startedAt = performance.now();
  const { status } = await fetch(address);
  return { status, milliseconds: performance.now() - startedAt };
}

/**
 * A file size limit simulates a full disk without root: PostgreSQL treats it like ENOSPC. Its log cannot be written
 * either, so the database and its restarts, which inherit the limit, fail.
 */
async function fillDisk(target: Target): Promise<void> {
  const { server, place, landlord, random } = target;
  const before = landlord.refused.length;
  const filled = await databaseProcesses(place);
  const limit = async (bytes: string) => {
    limitFiles(server.child.pid ?? 0, bytes);
    await onDatabase(target, (pid) => limitFiles(pid, bytes));
  };
  try {
    await limit('0');
    await until(target, 'no add was refused', () => landlord.refused.length > before);
    await until(target, 'the database runs without a disk', () => !filled.some(({ pid }) => processStartTime(pid)));
    await delay(random() * 5_000);
  } finally {
    await limit('unlimited');
  }
}

/** Sets the soft limit of file sizes, which the same account can raise again. */
function limitFiles(pid: number, bytes: string): void {
  const startTime = processStartTime(pid);
  const account = statSync(`/proc/${pid}`, { throwIfNoEntry: false });
  if (!startTime || !account) return;
  const { uid, gid } = account;
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`], {
    uid,
    gid,
    encoding: 'utf8',
  });
  if (status !== 0 && processStartTime(pid) === startTime)
    throw new Error(`The disk of ${pid} was not limited: ${stderr}`);
}

/** Acts on the postmaster first, so that later children inherit a limit. */
async function onDatabase({ place }: Target, act: (pid: number) => void): Promise<void> {
  const processes = await databaseProcesses(place);
  const pids = new Set(processes.map(({ pid }) => pid));
  for (const { pid, parent } of processes) if (!pids.has(parent)) act(pid);
  for (const { pid } of await databaseProcesses(place)) act(pid);
}

const TIMEOUT_MS = 60_000;

async function until({ server }: Target, problem: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (hasEnded(server)) throw new Error(`The server exited unexpectedly: ${(await server.ended).output}`);
    if (Date.now() > end) throw new Error(`After ${TIMEOUT_MS / 1_000} seconds ${problem}.`);
    await delay(5);
  }
}
