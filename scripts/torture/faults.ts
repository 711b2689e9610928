/** Scenes that kill or stop the server and its database. */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseProcesses, type ServerProcess, startServer } from '../server-process.ts';
import type { Landlord } from './landlord.ts';
import type { Goal } from './report.ts';

export type Place = Parameters<typeof startServer>[0] & { port: number };
export type Target = {
  server: ServerProcess;
  place: Place;
  /** A landlord who adds properties throughout. */
  landlord: Landlord;
  random: () => number;
  /** Records a figure for comparison with its goal. */
  measured: (goal: Goal, milliseconds: number) => void;
};
export type Scenes = Record<string, (target: Target) => Promise<void>>;

/** A scene leaves the server killed, or running with a database that it may have to restart. */
export const FAULTS: Scenes = {
  'kill server': killServer,
  'kill database': killDatabase,
  'kill a session': async ({ place, random }) => {
    const children = (await databaseProcesses(place)).filter(({ parent }) => parent !== 1);
    kill(children[Math.floor(random() * children.length)]?.pid);
  },
  'kill a worker': async ({ server, random }) => {
    const pids = workersOf(server);
    kill(pids[Math.floor(random() * pids.length)]);
  },
  'kill both': async (target) => {
    await Promise.all([killServer(target), killDatabase(target)]);
  },
  'kill server, then database': async (target) => {
    await killServer(target);
    await delay(target.random() * 200);
    await killDatabase(target);
  },
  'kill database, then server': async (target) => {
    await killDatabase(target);
    await delay(target.random() * 400);
    await killServer(target);
  },
  'kill server, then the next one while it starts': async (target) => {
    await killServer(target);
    const next = startServer(target.place);
    await delay(target.random() * 900);
    await killServer({ ...target, server: next });
  },
  'kill database, and start a second server': async (target) => {
    await killDatabase(target);
    await startSecond(target);
  },
  'start a second server': startSecond,
  'ask the server to stop': async ({ server }) => {
    server.child.kill('SIGTERM');
    await server.ended;
  },
};

export function workersOf(server: ServerProcess): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes('main.js'));
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return processes.flatMap(([pid, parent]) => (pid && parent === server.child.pid ? pid : []));
}

async function killServer({ server }: Target): Promise<void> {
  server.child.kill('SIGKILL');
  await server.ended;
}

async function killDatabase({ place }: Target): Promise<void> {
  const processes = await databaseProcesses(place);
  const pids = new Set(processes.map(({ pid }) => pid));
  for (const { pid, parent } of processes) if (!pids.has(parent)) kill(pid);
}

async function startSecond({ place }: Target): Promise<void> {
  const { status, output } = await startServer({ ...place, port: place.port + 1 }).ended;
  if (status !== 1 || !output.includes('already runs on the data folder')) {
    throw new Error(`A second start ended with ${status}: ${output}`);
  }
}

function kill(pid: number | undefined): void {
  if (pid) signal(pid, 'SIGKILL');
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ESRCH: the process has ended
  }
}
