/** The program `npm start` runs: starts the server, says where it is, and stops it cleanly when asked. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.server.ts';
import { DatabaseRefusal } from './database/roles.server.ts';
import { PortTaken } from './listen.server.ts';
import { PostgresError } from './postgres/postgres-error.ts';
import { StartProblem, startTenure } from './run.server.ts';
import { builtWeb } from './web.server.ts';

const directory = fileURLToPath(new URL('../web/', import.meta.url));

try {
  const running = await startTenure({
    env: process.env,
    checkout: checkoutAbove(directory),
    web: ({ settings, clock }) => builtWeb({ directory, settings, clock }),
    app: async () => createApp,
    onFatal: (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  });
  let stopping = false;
  const stop = () => {
    // Ctrl-C under `npm start` arrives twice: from the terminal and from npm.
    if (stopping) return;
    stopping = true;
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Tenure did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  process.stdout.write(`Tenure is ready at ${running.url}\n`);
} catch (error) {
  const spokenFor = [StartProblem, PortTaken, PostgresError, DatabaseRefusal].some((kind) => error instanceof kind);
  process.stderr.write(
    `${spokenFor ? (error as Error).message : `Tenure could not start: ${(error as Error).stack}`}\n`,
  );
  process.exit(1);
}

function checkoutAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the build.');
  return checkoutAbove(parent);
}
