import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { PostgresError } from '../../server/db/postgres/postgres-error.ts';
import { DatabaseRefusal } from '../../server/db/roles.server.ts';
import { checkoutAbove, readSettings } from '../../server/env.server.ts';
import { PortTaken } from '../../server/http/listen.server.ts';
import { runAsWorker, startPrimary } from './cluster.server.ts';
import { type StartPlan, StartProblem, startTenure } from './run.server.ts';

const directory = fileURLToPath(new URL('../web/', import.meta.url));

// Imports the serving code lazily, as the primary of several processes does not need it.
const plan: StartPlan = {
  env: process.env,
  checkout: checkoutAbove(import.meta.url),
  web: async (options) => ({
    ...(await (await import('./documents/documents.server.ts')).builtWeb({ directory, ...options })),
    drawing: () => import('./documents/first-data.server.tsx'),
  }),
  app: async () => (await import('./app.server.ts')).createApp,
  onFatal: fail,
};

const DATABASE_MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'The database at DATABASE_URL does not respond. Start it, or change DATABASE_URL.',
  ENOTFOUND: 'The host in DATABASE_URL cannot be found. Check DATABASE_URL.',
  EAI_AGAIN: 'The host in DATABASE_URL cannot be looked up. Check DATABASE_URL.',
  ETIMEDOUT: 'The database at DATABASE_URL cannot be reached. Check DATABASE_URL.',
  '28P01': 'The database rejects the user name or password in DATABASE_URL.',
  '3D000': 'The server at DATABASE_URL does not have this database. Create it, or name another.',
};

const FOLDER_MESSAGES: Record<string, string> = {
  ENOTDIR: 'This is not a folder, or is inside a file. Set DATA_DIR to a folder.',
  EEXIST: 'This is a file. Set DATA_DIR to a folder.',
  EACCES: 'You do not have permission to write here. Set DATA_DIR to a folder you can write to.',
  EPERM: 'You do not have permission to write here. Set DATA_DIR to a folder you can write to.',
  EROFS: 'This disk is read-only. Set DATA_DIR to a folder on another disk.',
  ENOSPC: 'The disk is full. Free some space, or set DATA_DIR to a folder on another disk.',
};

if (cluster.isWorker) await runAsWorker(plan, describeError);
else run();

function run(): void {
  const read = readSettings(process.env);
  const isCluster = read.ok && read.settings.workers > 1;
  const starting = isCluster ? startPrimary({ ...plan, program: fileURLToPath(import.meta.url) }) : startTenure(plan);

  // Under `npm start`, Ctrl-C arrives twice, from the terminal and from npm, possibly during the start.
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    starting.then((running) => running.stop()).then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);

  starting.then(({ url }) => {
    if (!stopping) process.stdout.write(`Tenure is ready at ${url}\n`);
  }, fail);
}

function describeError(error: unknown): string {
  const isExpected = [StartProblem, PortTaken, PostgresError, DatabaseRefusal].some((kind) => error instanceof kind);
  const { message, stack, code = '', path } = error as NodeJS.ErrnoException;
  if (isExpected) return message;
  const meaning = DATABASE_MESSAGES[code] ?? (path && FOLDER_MESSAGES[code] && `${path}: ${FOLDER_MESSAGES[code]}`);
  return meaning ?? `Tenure cannot continue: ${stack}`;
}

function fail(error: unknown): never {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
