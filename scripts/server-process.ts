/** The built server as a process to measure or kill, and direct access to its database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { layoutOf } from '../src/server/db/postgres/data-folder.server.ts';
import { APP_DATABASE, superuser } from '../src/server/db/postgres/lock.server.ts';
import { readPostmasterFile, runsInCluster } from '../src/server/db/postgres/postmaster.server.ts';

export type ServerProcess = {
  child: ChildProcess;
  /** Resolves to address and start-up time, or rejects with the output if the process exits first. */
  ready: Promise<{ origin: string; milliseconds: number }>;
  ended: Promise<{ status: number | null; output: string }>;
};

/** Runs `script` without the caller's settings. By default uses the next free port. */
export function startServer(plan: {
  program?: string;
  script: string;
  dataFolder: string;
  workers: number;
  port?: number;
  /** By default, an embedded database in the data folder. */
  databaseUrl?: string;
  /** Additional environment variables. */
  env?: Record<string, string>;
}): ServerProcess {
  const startedAt = performance.now();
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const child = spawn(plan.program ?? process.execPath, [plan.script], {
    env: {
      PATH,
      HOME,
      TMPDIR,
      LANG,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATA_DIR: plan.dataFolder,
      WORKERS: String(plan.workers),
      ...(plan.port && { PORT: String(plan.port) }),
      ...(plan.databaseUrl && { DATABASE_URL: plan.databaseUrl }),
      ...plan.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, output }));
  const ready = new Promise<{ origin: string; milliseconds: number }>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-4_000);
        const [, origin] = /^Tenure is ready at (\S+)$/m.exec(output) ?? [];
        if (origin) resolve({ origin, milliseconds: performance.now() - startedAt });
      });
    }
    void ended.then(({ status }) => reject(new Error(`The server ended with ${status}: ${output}`)));
  });
  ready.catch(() => undefined); // killing a starting server is expected
  return { child, ready, ended };
}

export function hasEnded({ child }: ServerProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

type OnFolder = { dataFolder: string };

/** Returns the superuser's address of a folder's database, which bypasses row-level security. */
export async function databaseAddress({ dataFolder }: OnFolder) {
  const layout = layoutOf(dataFolder);
  const { socketFolder } = (await readPostmasterFile(layout.cluster)) ?? {};
  if (!socketFolder) throw new Error(`There is no running database in ${dataFolder}.`);
  return superuser(socketFolder, (await readFile(layout.superuserPassword, 'utf8')).trim(), APP_DATABASE);
}

export async function connectToDatabase(server: OnFolder): Promise<pg.Client> {
  const client = new pg.Client(await databaseAddress(server));
  await client.connect();
  return client;
}

/** Lists all processes of a folder's database (Linux only). The path must not contain symbolic links. */
export async function databaseProcesses({ dataFolder }: OnFolder): Promise<{ pid: number; parent: number }[]> {
  const { cluster } = layoutOf(dataFolder);
  const processes: { pid: number; parent: number }[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!pid || !runsInCluster(pid, cluster)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // the process may have exited
    processes.push({ pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) });
  }
  return processes;
}

export async function signUp(origin: string, { name, email }: { name: string; email: string }): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name, email, password: crypto.randomUUID(), acceptTerms: true }),
  });
  if (answer.status !== 201) throw new Error(`Sign-up returned ${answer.status}: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}
