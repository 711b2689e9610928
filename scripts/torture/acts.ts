/** What is done to the server and its database. */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Place, type ServerProcess, startServer } from './server.ts';
import { databaseProcesses } from './witness.ts';

export type Victim = { server: ServerProcess; place: Place; random: () => number };

/** Each act leaves the server killed, or alive with a database that it must bring back by itself. */
export const ACTS: Record<string, (victim: Victim) => Promise<void>> = {
  'kill server': killServer,
  'kill database': killDatabase,
  'kill a session': async ({ place, random }) => {
    const children = (await databaseProcesses(place.dataFolder)).filter(({ parent }) => parent !== 1);
    kill(children[Math.floor(random() * children.length)]?.pid);
  },
  'kill a worker': async ({ server, random }) => {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => line.includes('main.js'));
    const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
    const pids = processes.flatMap(([pid, parent]) => (parent === server.child.pid ? pid : []));
    kill(pids[Math.floor(random() * pids.length)]);
  },
  'kill both': async (victim) => {
    await Promise.all([killServer(victim), killDatabase(victim)]);
  },
  'kill server, then database': async (victim) => {
    await killServer(victim);
    await delay(victim.random() * 200);
    await killDatabase(victim);
  },
  'kill database, then server': async (victim) => {
    await killDatabase(victim);
    await delay(victim.random() * 400);
    await killServer(victim);
  },
  'kill server, then the next one while it starts': async (victim) => {
    await killServer(victim);
    const next = startServer(victim.place);
    await delay(victim.random() * 900);
    await killServer({ ...victim, server: next });
  },
  'kill database, and start a second server': async (victim) => {
    await killDatabase(victim);
    await secondStart(victim);
  },
  'start a second server': secondStart,
  'ask the server to stop': async ({ server }) => {
    server.child.kill('SIGTERM');
    await server.ended;
  },
};

async function killServer({ server }: Victim): Promise<void> {
  server.child.kill('SIGKILL');
  await server.ended;
}

async function killDatabase({ place }: Victim): Promise<void> {
  const processes = await databaseProcesses(place.dataFolder);
  const pids = new Set(processes.map(({ pid }) => pid));
  for (const { pid, parent } of processes) if (!pids.has(parent)) kill(pid);
}

async function secondStart({ place }: Victim): Promise<void> {
  const { status, words } = await startServer({ ...place, port: place.port + 1 }).ended;
  if (status !== 1 || !words.includes('already runs on the data folder')) {
    throw new Error(`A second start ended with ${status} and said: ${words}`);
  }
}

function kill(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended by itself meanwhile
  }
}
