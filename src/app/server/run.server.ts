/** Reads the settings, starts the database, services and HTTP in order, and stops them in reverse. */
import { join } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import type { Clock } from '../../outside/clock.ts';
import { clearRestores } from '../../server/backup/restore-target.server.ts';
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

/** An expected failure, whose message is shown to the operator. */
export class StartProblem extends Error {}

export type StartPlan = {
  env: Record<string, string | undefined>;
  checkout: string;
  web: (plan: { settings: Settings; clock: Clock }) => Promise<Web>;
  app: () => Promise<typeof createApp>;
  logTo?: DestinationStream | undefined;
  /** Called on an error after which the server must be restarted. */
  onFatal: (error: Error) => void;
};

export type Running = {
  url: string;
  dataFolder: string;
  /** Finishes requests in flight, then stops the jobs, then the database. */
  stop(): Promise<void>;
};

const DRAIN_TIMEOUT_MS = 10_000;

/** Starts everything in this process. Throws `StartProblem`, `PortTaken`, `PostgresError` or `DatabaseRefusal`. */
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

/** Settings from the primary process. The first worker gets no `port` and chooses it. */
export type Workplace = { port?: number; dataFolder: string; address: DatabaseAddress };

/** Starts a worker on a prepared database. Throws the same errors as `startTenure`. */
export function startWorker(
  plan: StartPlan & Workplace & { moveClock: MoveClock; onPort: (port: number) => void },
): Promise<Running> {
  return inOrder(async (undo) => {
    const settings = checkedSettings(plan.env);
    const log = createLog(settings.logLevel, plan.logTo);
    const secret = await serverSecret(settings.secret, plan.dataFolder);
    const ownListener = plan.port === undefined ? await listen(settings) : undefined;
    const port = ownListener?.port ?? plan.port ?? 0;
    if (ownListener) undo.push(() => ownListener.close(0));
    plan.onPort(port);
    // Other workers listen only once they are ready, so that until then connections go to ready workers.
    return serve(
      { ...plan, settings, log, secret, port },
      undo,
      async () => ownListener ?? listen({ ...settings, port }),
    );
  });
}

type Undo = (() => Promise<unknown>)[];

/** Runs `start`, whose undo steps run in reverse order on stop or failure. */
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
  undo.push(() => listening.close(DRAIN_TIMEOUT_MS));
  // Stops live streams first, as they never end on their own.
  undo.push(() => services.live.stop());
  return { url: services.appUrl, dataFolder };
}

function checkedSettings(env: Record<string, string | undefined>): Settings {
  const read = readSettings(env);
  if (read.ok) return read.settings;
  throw new StartProblem(`Some settings are wrong:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`);
}
