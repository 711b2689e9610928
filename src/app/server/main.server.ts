/** The program `npm start` runs: starts the server, says where it is, and stops it cleanly when asked. */
import { fileURLToPath } from 'node:url';
import { PostgresError } from '../../server/db/postgres/postgres-error.ts';
import { DatabaseRefusal } from '../../server/db/roles.server.ts';
import { PortTaken } from '../../server/http/listen.server.ts';
import { createApp } from './app.server.ts';
import { checkoutAbove } from './checkout.server.ts';
import { StartProblem, startTenure } from './run.server.ts';
import { builtWeb } from './web.server.ts';

const directory = fileURLToPath(new URL('../web/', import.meta.url));

const starting = startTenure({
  env: process.env,
  checkout: checkoutAbove(import.meta.url),
  web: ({ settings, clock }) => builtWeb({ directory, settings, clock }),
  app: async () => createApp,
  onFatal: fail,
});

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

function fail(error: unknown): never {
  const spokenFor = [StartProblem, PortTaken, PostgresError, DatabaseRefusal].some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  process.stderr.write(`${spokenFor ? message : `Tenure cannot go on: ${stack}`}\n`);
  process.exit(1);
}
