/** Servers to be measured: processes of their own, on data folders of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, realpath } from 'node:fs/promises';
import pg from 'pg';
import { APP_DATABASE, superuser } from '../../src/server/db/postgres/connect.server.ts';
import { layoutOf } from '../../src/server/db/postgres/data-folder.server.ts';
import { readPostmasterFile } from '../../src/server/db/postgres/postmaster.server.ts';
import { databaseProcesses, type Use, usedBy } from './processes.ts';

export type Server = {
  origin: string;
  dataFolder: string;
  /** Milliseconds from starting the process to the line that says it is ready. */
  readyAfter: number;
  stop(): Promise<void>;
  /** What the server's process and all of the database's use now. */
  used(): Promise<{ server: Use; database: Use }>;
};

/** Nothing of the caller's own settings: not their database, not their port. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** Runs `script` with Node and waits until the server says that it is ready. Rejects with its words when it ends before that. */
export async function startServer({
  script,
  dataFolder,
  atEnd,
}: {
  script: string;
  dataFolder: string;
  /** Is handed the way to stop the process as soon as there is one. */
  atEnd: (stop: () => Promise<void>) => void;
}): Promise<Server> {
  const env: NodeJS.ProcessEnv = { DATA_DIR: dataFolder, LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  for (const name of KEPT) if (process.env[name]) env[name] = process.env[name];
  const begun = performance.now();
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  atEnd(stop);
  let said = '';
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [, origin] = /^Tenure is ready at (\S+)$/m.exec(said) ?? [];
        if (origin) resolve(origin);
      });
    }
  });
  const origin = await Promise.race([ready, ended.then(() => undefined)]);
  if (!origin) throw new Error(`The server did not start. It said:\n${said}`);
  const readyAfter = performance.now() - begun;
  return { origin, dataFolder, readyAfter, stop, used: () => used(child.pid ?? 0, dataFolder) };
}

async function used(pid: number, dataFolder: string) {
  const cluster = await realpath(layoutOf(dataFolder).cluster);
  return { server: usedBy([pid]), database: usedBy(databaseProcesses(cluster)) };
}

/** A connection to the server's database as its superuser, whom row-level security does not stop. */
export async function connectToDatabase({ dataFolder }: Pick<Server, 'dataFolder'>): Promise<pg.Client> {
  const layout = layoutOf(dataFolder);
  const { socketFolder } = (await readPostmasterFile(layout.cluster)) ?? {};
  if (!socketFolder) throw new Error(`No database runs in ${dataFolder}.`);
  const password = (await readFile(layout.superuserPassword, 'utf8')).trim();
  const client = new pg.Client(superuser(socketFolder, password, APP_DATABASE));
  await client.connect();
  return client;
}
