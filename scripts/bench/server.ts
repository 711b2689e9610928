/** The processes that are measured: the server on a data folder of its own, its database, and the anchor. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { layoutOf } from '../../src/server/db/postgres/data-folder.server.ts';
import { APP_DATABASE, superuser } from '../../src/server/db/postgres/lock.server.ts';
import { hasProc, readPostmasterFile, worksIn } from '../../src/server/db/postgres/postmaster.server.ts';

/** Bytes, and milliseconds of processor time since the beginning; null where the system does not tell (no /proc). */
type Use = { memory: number | null; processor: number | null };

export type Server = {
  origin: string;
  dataFolder: string;
  /** Milliseconds from starting the process to the line that says it is ready. */
  readyAfter: number;
  stop(): Promise<void>;
  used(): Promise<{ server: Use; database: Use }>;
};

type OnFolder = Pick<Server, 'dataFolder'>;

type Start = { script: string; dataFolder: string; atEnd: (stop: () => Promise<void>) => void };

/** Nothing of the caller's own settings: not their database, not their port. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** Runs `script` with Node and waits until the server is ready. Rejects with its output when it ends before that. */
export async function startServer({ script, dataFolder, atEnd }: Start): Promise<Server> {
  // One worker, as the anchor is one process.
  const env: NodeJS.ProcessEnv = { DATA_DIR: dataFolder, LOG_LEVEL: 'warn', NODE_ENV: 'production', WORKERS: '1' };
  for (const name of KEPT) if (process.env[name]) env[name] = process.env[name];
  const begun = performance.now();
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { ended, stop } = stoppable(child);
  atEnd(stop);
  let output = '';
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, origin] = /^Tenure is ready at (\S+)$/m.exec(output) ?? [];
        if (origin) resolve(origin);
      });
    }
  });
  const origin = await Promise.race([ready, ended.then(() => undefined)]);
  if (!origin) throw new Error(`The server did not start. Its output:\n${output}`);
  const readyAfter = performance.now() - begun;
  return { origin, dataFolder, readyAfter, stop, used: () => used(child.pid ?? 0, dataFolder) };
}

export type Anchor = { origin: string; used(): Promise<Use> };

/** Starts the anchor for this landlord's list. */
export async function startAnchor(server: Server, landlord: string, atEnd: Start['atEnd']): Promise<Anchor> {
  const ANCHOR = JSON.stringify({ database: await connectionTo(server), landlord });
  const child = spawn(process.execPath, [fileURLToPath(new URL('anchor.mjs', import.meta.url))], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ANCHOR },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { ended, stop } = stoppable(child);
  atEnd(stop);
  const [origin] = await Promise.race([once(child, 'message') as Promise<[string]>, ended.then(() => [undefined])]);
  if (!origin) throw new Error('The anchor did not start.');
  return { origin, used: async () => usedBy([child.pid ?? 0]) };
}

function stoppable(child: ChildProcess) {
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { ended, stop };
}

async function connectionTo({ dataFolder }: OnFolder) {
  const layout = layoutOf(dataFolder);
  const { socketFolder } = (await readPostmasterFile(layout.cluster)) ?? {};
  if (!socketFolder) throw new Error(`No database runs in ${dataFolder}.`);
  return superuser(socketFolder, (await readFile(layout.superuserPassword, 'utf8')).trim(), APP_DATABASE);
}

/** A connection to the server's database as its superuser, whom row-level security does not stop. */
export async function connectToDatabase(server: OnFolder): Promise<pg.Client> {
  const client = new pg.Client(await connectionTo(server));
  await client.connect();
  return client;
}

async function used(pid: number, dataFolder: string) {
  const cluster = await realpath(layoutOf(dataFolder).cluster);
  const database = hasProc ? pids().filter((each) => worksIn(each, cluster)) : [];
  return { server: usedBy([pid]), database: usedBy(database) };
}

function pids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}

function usedBy(processes: readonly number[]): Use {
  if (!hasProc) return { memory: null, processor: null };
  const sum = (each: (pid: number) => number) => processes.reduce((total, pid) => total + each(pid), 0);
  return { memory: sum(proportionalBytes), processor: sum(processorMilliseconds) };
}

/** Proportional set size: a page that n processes share counts an n-th in each. */
function proportionalBytes(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes) * 1024;
}

/** Of a process and of its children that have ended: a database connection that is closed would else take its time away from the sum. */
function processorMilliseconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // Fields 14 to 17, counted from behind the name, which may hold spaces; in hundredths of a second on every architecture.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the process has ended
  }
}
