/** The faults that the server and its database must survive. */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseProcesses, type ServerProcess, startServer } from '../server-process.ts';

/** How a server is started. */
export type Place = Parameters<typeof startServer>[0] & { port: number };
export type Target = { server: ServerProcess; place: Place; random: () => number };

/** Each leaves the server killed, or alive with a database that it must bring back by itself. */
export const FAULTS: Record<string, (target: Target) => Promise<void>> = {
  'kill server': killServer,
  'kill database': killDatabase,
  'kill a session': async ({ place, random }) => {
    const children = (await databaseProcesses(place)).filter(({ parent }) => parent !== 1);
    kill(children[Math.floor(random() * children.length)]?.pid);
  },
  'kill a worker': async ({ server, random }) => {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => line.includes('main.js'));
    const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
    const pids = processes.flatMap(([pid, parent]) => (parent === server.child.pid ? pid : []));
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
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ESRCH: it has ended by itself.
  }
}
