/** Measured processes: the server with a new data folder, its database, and the baseline. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hasProc } from '../../src/server/db/postgres/postmaster.server.ts';
import * as processes from '../server-process.ts';

/** Bytes, and milliseconds of processor time since start; null without /proc. */
type Use = { memory: number | null; processor: number | null };

export type Server = {
  origin: string;
  dataFolder: string;
  /** Milliseconds from process start until ready. */
  readyAfter: number;
  stop(): Promise<void>;
  used(): Promise<{ server: Use; database: Use }>;
};

type Start = {
  program: string;
  script: string;
  dataFolder: string;
  workers?: number;
  atEnd: (stop: () => Promise<void>) => void;
};

/** Runs `script` and waits until the server is ready. Rejects with the output if the server exits first. */
export async function startServer({ atEnd, ...start }: Start): Promise<Server> {
  const { dataFolder } = start;
  const { child, ready } = processes.startServer({ workers: 1, ...start });
  const stop = stopper(child);
  atEnd(stop);
  const { origin, milliseconds } = await ready;
  const used = async () => {
    const database = hasProc ? await processes.databaseProcesses({ dataFolder: await realpath(dataFolder) }) : [];
    return { server: await usedBy([child, ...(await childrenOf(child))]), database: await usedBy(database) };
  };
  return { origin, dataFolder, readyAfter: milliseconds, stop, used };
}

export type Anchor = { origin: string; used(): Promise<Use> };

export async function startAnchor(
  server: Server,
  { landlord, program, atEnd }: Pick<Start, 'program' | 'atEnd'> & { landlord: string },
): Promise<Anchor> {
  const ANCHOR = JSON.stringify({ database: await processes.databaseAddress(server), landlord });
  const child = spawn(program, [fileURLToPath(new URL('anchor.mjs', import.meta.url))], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ANCHOR },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = stopper(child);
  atEnd(stop);
  const ended = once(child, 'exit').then(() => [undefined]);
  const [origin] = await Promise.race([once(child, 'message') as Promise<[string]>, ended]);
  if (!origin) throw new Error('The anchor did not start.');
  return { origin, used: () => usedBy([child]) };
}

/** Lists the worker processes, whose command is node, unlike the database's. */
async function childrenOf({ pid }: ChildProcess): Promise<{ pid: number }[]> {
  const pids = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean).map(Number);
  const names = await Promise.all(pids.map((child) => read(`/proc/${child}/comm`)));
  return pids.flatMap((child, at) => (names[at]?.startsWith('node') ? [{ pid: child }] : []));
}

function stopper(child: ChildProcess): () => Promise<void> {
  const ended = once(child, 'exit');
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

async function usedBy(processes: readonly { pid?: number | undefined }[]): Promise<Use> {
  if (!hasProc) return { memory: null, processor: null };
  const use = { memory: 0, processor: 0 };
  for (const { pid } of processes) {
    // In the proportional set size, shared pages are divided among their processes.
    const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB$/m.exec(await read(`/proc/${pid}/smaps_rollup`)) ?? [];
    use.memory += Number(kilobytes) * 1024;
    // Fields 14 to 17, counted from the name, which may contain spaces. They include exited child processes.
    const stat = await read(`/proc/${pid}/stat`);
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    use.processor += ticks.reduce((sum, each) => sum + Number(each), 0) * 10;
  }
  return use;
}

function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
