/** One running server: settings, database, services, HTTP; started in order, stopped in reverse. */
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { DestinationStream } from 'pino';
import type { Clock } from '../../outside/clock.ts';
import { openDatabase } from '../../server/db/open.server.ts';
import { chooseDataFolder } from '../../server/db/postgres/data-folder.server.ts';
import { readSettings, type Settings } from '../../server/env.server.ts';
import { listen } from '../../server/http/listen.server.ts';
import { createLog } from '../../server/http/log.server.ts';
import { serverSecret } from '../../server/session/secret.server.ts';
import type { createApp } from './app.server.ts';
import { assembleServices } from './assemble.server.ts';
import { QUEUES } from './queues.server.ts';
import type { Web } from './web.server.ts';

/** A sentence or several for whoever starts the server. */
export class StartProblem extends Error {}

export type StartPlan = {
  env: Record<string, string | undefined>;
  /** Folder of the checkout: migrations lie in it. */
  checkout: string;
  /** Makes the web side once settings are known. */
  web: (plan: { settings: Settings; clock: Clock }) => Promise<Web>;
  /** The app to answer with; asked once in production, and after each change in development. */
  app: () => Promise<typeof createApp>;
  /** Where the log goes; standard error when undefined. */
  logTo?: DestinationStream | undefined;
  /** Called when the server cannot go on and must be started again. */
  onFatal: (error: Error) => void;
};

export type Running = {
  url: string;
  dataFolder: string;
  /** Finishes requests in flight, then jobs, then the database. */
  stop(): Promise<void>;
  /** Asks for the app again. */
  reload(): Promise<void>;
};

/** How long requests in flight may take to finish when the server is asked to stop. */
const LAST_REQUESTS_MILLISECONDS = 10_000;

/**
 * Starts everything. Throws `StartProblem`, `PortTaken`, `PostgresError` or `DatabaseRefusal`, each with a sentence for the
 * person who starts it; then nothing is left running.
 */
export async function startTenure({ env, checkout, web, app, logTo, onFatal }: StartPlan): Promise<Running> {
  const settings = checkedSettings(env);
  const log = createLog(settings.logLevel, logTo);
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const dataFolder = await chooseDataFolder({ dataDir: settings.dataDir, checkout });
    const listening = await listen({ port: settings.port, host: settings.host });
    undo.push(() => listening.close(0));
    const database = await openDatabase({
      settings,
      dataFolder,
      migrations: join(checkout, 'migrations'),
      queues: QUEUES,
      log,
      onFatal,
      secret: () => serverSecret(settings.secret, dataFolder),
    });
    undo.push(() => database.close());
    const { port } = listening;
    const { services, stop: stopServices } = await assembleServices({ settings, database, dataFolder, port, log });
    undo.push(stopServices);
    const site = await web({ settings, clock: services.clock });
    const reload = async () => {
      const create = await app();
      listening.answerWith(getRequestListener(create(services, site).fetch));
    };
    await reload();
    await database.announce(services.appUrl);
    undo.push(() => listening.close(LAST_REQUESTS_MILLISECONDS));
    // A stream of events has no end of its own to wait for.
    undo.push(() => services.live.stop());
    return { url: services.appUrl, dataFolder, stop, reload };
  } catch (error) {
    await stop();
    throw error;
  }
}

function checkedSettings(env: Record<string, string | undefined>): Settings {
  const read = readSettings(env);
  if (read.ok) return read.settings;
  throw new StartProblem(`Some settings are wrong:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`);
}
