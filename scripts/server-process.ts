/** The built server as a process that is measured or killed, and its database as seen past it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { layoutOf } from '../src/server/db/postgres/data-folder.server.ts';
import { APP_DATABASE, superuser } from '../src/server/db/postgres/lock.server.ts';
import { readPostmasterFile, worksIn } from '../src/server/db/postgres/postmaster.server.ts';

export type ServerProcess = {
  child: ChildProcess;
  /** Address and milliseconds until it said that it is ready; rejects with its output if it ends before. */
  ready: Promise<{ origin: string; milliseconds: number }>;
  /** Exit status and the end of its output. */
  ended: Promise<{ status: number | null; output: string }>;
};

/** Runs `script` with Node (`program`, else this one) and none of the caller's own settings. Without a `port` it takes the next free one. */
export function startServer(plan: {
  program?: string;
  script: string;
  dataFolder: string;
  workers: number;
  port?: number;
  /** Without it the server has a database of its own in its data folder. */
  databaseUrl?: string;
}): ServerProcess {
  const begun = performance.now();
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
        if (origin) resolve({ origin, milliseconds: performance.now() - begun });
      });
    }
    void ended.then(({ status }) => reject(new Error(`The server ended with ${status}: ${output}`)));
  });
  ready.catch(() => undefined); // A server that is killed while starting is expected.
  return { child, ready, ended };
}

export function hasEnded({ child }: ServerProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

type OnFolder = { dataFolder: string };

/** How its superuser, whom row-level security does not stop, reaches the database of a folder. */
export async function databaseAddress({ dataFolder }: OnFolder) {
  const layout = layoutOf(dataFolder);
  const { socketFolder } = (await readPostmasterFile(layout.cluster)) ?? {};
  if (!socketFolder) throw new Error(`No database runs in ${dataFolder}.`);
  return superuser(socketFolder, (await readFile(layout.superuserPassword, 'utf8')).trim(), APP_DATABASE);
}

/** A connection of its superuser to the database of a folder. */
export async function connectToDatabase(server: OnFolder): Promise<pg.Client> {
  const client = new pg.Client(await databaseAddress(server));
  await client.connect();
  return client;
}

/** Every process of the folder's database; Linux only. The folder is named without symbolic links. */
export async function databaseProcesses({ dataFolder }: OnFolder): Promise<{ pid: number; parent: number }[]> {
  const { cluster } = layoutOf(dataFolder);
  const found: { pid: number; parent: number }[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!pid || !worksIn(pid, cluster)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // It may end while we look.
    found.push({ pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) });
  }
  return found;
}

export async function signUp(origin: string, { name, email }: { name: string; email: string }): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name, email, password: crypto.randomUUID(), acceptTerms: true }),
  });
  if (answer.status !== 201) throw new Error(`Signing up was answered ${answer.status}: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}
