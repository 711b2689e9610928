/** One running server: settings, database, services, HTTP; started in order, stopped in reverse. */
import { join } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import type { Clock } from '../../outside/clock.ts';
import { clearRestores } from '../../server/backup/landing.server.ts';
import { knownMigrations } from '../../server/db/migrate.server.ts';
import { openPools, prepareDatabase } from '../../server/db/open.server.ts';
import { chooseDataFolder } from '../../server/db/postgres/data-folder.server.ts';
import type { DatabaseAddress } from '../../server/db/roles.server.ts';
import { readSettings, type Settings } from '../../server/env.server.ts';
import { type Listening, listen } from '../../server/http/listen.server.ts';
import { createLog } from '../../server/http/log.server.ts';
import { serverSecret } from '../../server/session/secret.server.ts';
import type { createApp } from './app.server.ts';
import type { MoveClock } from './assemble.server.ts';
import type { Web } from './documents/documents.server.ts';
import { QUEUES } from './queues.server.ts';

/** What the person who starts the server is told. */
export class StartProblem extends Error {}

export type StartPlan = {
  env: Record<string, string | undefined>;
  /** Folder of the checkout: the SQL lies in it. */
  checkout: string;
  /** Makes the web side once settings are known. */
  web: (plan: { settings: Settings; clock: Clock }) => Promise<Web>;
  /** The app to answer with. */
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
};

/** How long requests in flight may take to finish when the server is asked to stop. */
const LAST_REQUESTS_MS = 10_000;

/**
 * Starts everything in this process. Throws `StartProblem`, `PortTaken`, `PostgresError` or `DatabaseRefusal`, each with a sentence
 * for the person who starts it; then nothing is left running.
 */
export function startTenure(plan: StartPlan): Promise<Running> {
  return inOrder(async (undo) => {
    const { settings, log, dataFolder } = await firstSteps(plan);
    const listening = await listen(settings);
    undo.push(() => listening.close(0));
    const database = await openDatabase({ ...plan, settings, log, dataFolder });
    undo.push(() => database.close());
    const { admin: address, secret } = database;
    const { port } = listening;
    const served = await serve(
      { ...plan, settings, log, dataFolder, port, address, secret },
      undo,
      async () => listening,
    );
    await database.announce(served.url);
    return served;
  });
}

/** Where a worker finds what the primary process has made. Without a `port` it is the first, and looks for one. */
export type Workplace = { port?: number; dataFolder: string; address: DatabaseAddress };

/** Starts one of several processes that share a port, on a database that is prepared. Throws like `startTenure`. */
export function startWorker(
  plan: StartPlan & Workplace & { moveClock: MoveClock; onPort: (port: number) => void },
): Promise<Running> {
  return inOrder(async (undo) => {
    const settings = checkedSettings(plan.env);
    const log = createLog(settings.logLevel, plan.logTo);
    const secret = await serverSecret(settings.secret, plan.dataFolder);
    const found = plan.port === undefined ? await listen(settings) : undefined;
    const port = found?.port ?? plan.port ?? 0;
    if (found) undo.push(() => found.close(0));
    plan.onPort(port);
    // The others listen once they can answer: until then connections go to those that do.
    return serve({ ...plan, settings, log, secret, port }, undo, async () => found ?? listen({ ...settings, port }));
  });
}

type Undo = (() => Promise<unknown>)[];

/** Adds to what `start` has made how to stop it, in reverse order; done at once when it throws. */
async function inOrder<T>(start: (undo: Undo) => Promise<T>): Promise<T & { stop(): Promise<void> }> {
  const undo: Undo = [];
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    return { ...(await start(undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function firstSteps({ env, checkout, logTo }: Pick<StartPlan, 'env' | 'checkout' | 'logTo'>) {
  const settings = checkedSettings(env);
  const dataFolder = await chooseDataFolder({ dataDir: settings.dataDir, checkout });
  return { settings, log: createLog(settings.logLevel, logTo), dataFolder };
}

type Base = { settings: Settings; log: Logger; dataFolder: string };

export async function openDatabase(plan: Base & Pick<StartPlan, 'checkout' | 'onFatal'>) {
  const { settings, dataFolder, checkout } = plan;
  await clearRestores(dataFolder);
  return prepareDatabase({
    ...plan,
    sqlFolder: join(checkout, 'database'),
    queues: QUEUES,
    secret: () => serverSecret(settings.secret, dataFolder),
  });
}

type Serving = StartPlan & Base & { port: number; address: DatabaseAddress; secret: string; moveClock?: MoveClock };

async function serve(
  plan: Serving,
  undo: Undo,
  startListening: () => Promise<Listening>,
): Promise<Omit<Running, 'stop'>> {
  const { settings, dataFolder, log, port, address, secret, checkout, moveClock } = plan;
  const [{ getRequestListener }, { assembleServices }] = await Promise.all([
    import('@hono/node-server'),
    import('./assemble.server.ts'),
  ]);
  const { databaseConnections: max, poolerUrl, replica } = settings;
  const pools = await openPools({ address, secret, max, log, poolerUrl, replica });
  undo.push(() => pools.close());
  const migrations = await knownMigrations(join(checkout, 'database'));
  const parts = { settings, pools, secret, migrations, dataFolder, port, log, moveClock };
  const { services, stop: stopServices } = await assembleServices(parts);
  undo.push(stopServices);
  const site = await plan.web({ settings, clock: services.clock });
  const listening = await startListening();
  undo.push(() => listening.close(0));
  const create = await plan.app();
  listening.answerWith(getRequestListener(create(services, site).fetch));
  undo.push(() => listening.close(LAST_REQUESTS_MS));
  // A stream of events has no end of its own to wait for.
  undo.push(() => services.live.stop());
  return { url: services.appUrl, dataFolder };
}

function checkedSettings(env: Record<string, string | undefined>): Settings {
  const read = readSettings(env);
  if (read.ok) return read.settings;
  throw new StartProblem(`Some settings are wrong:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`);
}
