/** The program `npm start` runs: starts the server, says where it is, and stops it cleanly when asked. */
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { PostgresError } from '../../server/db/postgres/postgres-error.ts';
import { DatabaseRefusal } from '../../server/db/roles.server.ts';
import { checkoutAbove, readSettings } from '../../server/env.server.ts';
import { PortTaken } from '../../server/http/listen.server.ts';
import { runAsWorker, startPrimary } from './cluster.server.ts';
import { type StartPlan, StartProblem, startTenure } from './run.server.ts';

const directory = fileURLToPath(new URL('../web/', import.meta.url));

// The code that serves is loaded where it serves: the primary process of several does without.
const plan: StartPlan = {
  env: process.env,
  checkout: checkoutAbove(import.meta.url),
  web: async (given) => ({
    ...(await (await import('./documents/documents.server.ts')).builtWeb({ directory, ...given })),
    drawing: () => import('./documents/first-data.server.tsx'),
  }),
  app: async () => (await import('./app.server.ts')).createApp,
  onFatal: fail,
};

/** What the system and PostgreSQL say of a database at DATABASE_URL. */
const OF_DATABASE: Record<string, string> = {
  ECONNREFUSED: 'The database of DATABASE_URL does not answer. Start it, or set DATABASE_URL to where it is.',
  ENOTFOUND: 'The host of DATABASE_URL is not known. Set DATABASE_URL to where the database is.',
  EAI_AGAIN: 'The host of DATABASE_URL cannot be looked up. Set DATABASE_URL to where the database is.',
  ETIMEDOUT: 'The database of DATABASE_URL cannot be reached. Set DATABASE_URL to where it is.',
  '28P01': 'The database refuses the name or password of DATABASE_URL.',
  '3D000': 'The server of DATABASE_URL has no such database. Make it, or name another.',
};

/** What the system says of a place in the data folder. */
const OF_FOLDER: Record<string, string> = {
  ENOTDIR: 'This is no folder, or lies below a file. Set DATA_DIR to a folder.',
  EEXIST: 'This is a file. Set DATA_DIR to a folder.',
  EACCES: 'This may not be written. Set DATA_DIR to a folder that this user may write.',
  EPERM: 'This may not be written. Set DATA_DIR to a folder that this user may write.',
  EROFS: 'This disk may only be read. Set DATA_DIR to a folder on another.',
  ENOSPC: 'The disk is full. Make room, or set DATA_DIR to a folder on another.',
};

if (cluster.isWorker) await runAsWorker(plan, wordsOf);
else run();

function run(): void {
  const read = readSettings(process.env);
  const several = read.ok && read.settings.workers > 1;
  const starting = several ? startPrimary({ ...plan, program: fileURLToPath(import.meta.url) }) : startTenure(plan);

  // Ctrl-C under `npm start` arrives twice, from the terminal and from npm; and it may arrive before everything has started.
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

function wordsOf(error: unknown): string {
  const spokenFor = [StartProblem, PortTaken, PostgresError, DatabaseRefusal].some((kind) => error instanceof kind);
  const { message, stack, code = '', path } = error as NodeJS.ErrnoException;
  if (spokenFor) return message;
  const meaning = OF_DATABASE[code] ?? (path && OF_FOLDER[code] && `${path}: ${OF_FOLDER[code]}`);
  return meaning ?? `Tenure cannot go on: ${stack}`;
}

function fail(error: unknown): never {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exit(1);
}
