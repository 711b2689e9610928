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
  web: async (given) => (await import('./web.server.ts')).builtWeb({ directory, ...given }),
  app: async () => (await import('./app.server.ts')).createApp,
  onFatal: fail,
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
  const { message, stack } = error as Error;
  return spokenFor ? message : `Tenure cannot go on: ${stack}`;
}

function fail(error: unknown): never {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exit(1);
}
