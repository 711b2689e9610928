/** One running server: settings, database, services, HTTP; started in order, stopped in reverse. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { attemptLimits } from '../features/account/attempts.server.ts';
import { type Auth, createAuth } from '../features/account/auth.server.ts';
import { accountJobs } from '../features/account/jobs.server.ts';
import { type Clock, systemClock } from '../outside/clock.ts';
import { outboxMail } from '../outside/mail/outbox.server.ts';
import { smtpMail } from '../outside/mail/smtp.server.ts';
import type { createApp } from './app.server.ts';
import { cookieNames } from './cookies.server.ts';
import { openDatabase } from './database/open.server.ts';
import { readSettings, type Settings } from './env.server.ts';
import { missingParts } from './health.server.ts';
import { startJobs } from './jobs.server.ts';
import { type Listening, listen } from './listen.server.ts';
import { createLog } from './log.server.ts';
import { chooseDataFolder } from './postgres/data-folder.server.ts';
import { createSeal } from './seal.server.ts';
import { serverSecret } from './secret.server.ts';
import type { Services } from './services.server.ts';
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
  clock?: Clock;
  /** Called when the server cannot go on and must be started again. */
  onFatal: (error: Error) => void;
};

export type Running = {
  url: string;
  settings: Settings;
  dataFolder: string;
  stop(): Promise<void>;
  reload(): Promise<void>;
};

/** How long requests in flight may take to finish when the server is asked to stop. */
const LAST_REQUESTS_MILLISECONDS = 10_000;

/** Starts everything. Throws `StartProblem`, `PortTaken`, `PostgresError` or `DatabaseRefusal`, each with a sentence; nothing is left running. */
export async function startTenure({
  env,
  checkout,
  web,
  app,
  clock = systemClock,
  onFatal,
}: StartPlan): Promise<Running> {
  const read = readSettings(env);
  if (!read.ok)
    throw new StartProblem(`Some settings are wrong:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`);
  const { settings } = read;
  const log = createLog(settings.logLevel);
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
      log,
      onFatal,
      secret: () => serverSecret(settings.secret, dataFolder),
    });
    undo.push(() => database.close());
    const filesFolder = join(dataFolder, 'files');
    await mkdir(filesFolder, { recursive: true, mode: 0o700 });

    const { secret } = database;
    const appUrl = settings.appUrl ?? `http://localhost:${listening.port}`;
    const cookies = cookieNames(appUrl);
    const outbox = settings.smtp ? undefined : outboxMail(join(dataFolder, 'outbox'), () => clock.now());
    const mail = settings.smtp ? smtpMail(settings.smtp) : undefined;
    if (mail) undo.push(async () => mail.close());

    // Sign-in posts letters through the queue, and the queue's reset job asks sign-in: each is asked late.
    let auth: Auth | undefined;
    const jobs = await startJobs({
      pool: database.app,
      seal: createSeal(secret),
      log,
      handlers: accountJobs({
        mail: mail ?? outbox ?? missing('mail'),
        auth: () => auth ?? missing('sign-in'),
        authPool: database.auth,
        clock,
      }),
    });
    undo.push(() => jobs.stop());
    auth = createAuth({
      pool: database.auth,
      secret,
      appUrl,
      cookiePrefix: cookies.prefix,
      clock,
      log,
      post: (letter) => jobs.send('send-letter', letter),
    });

    const services: Services = {
      settings,
      appUrl,
      secret,
      clock,
      log,
      pool: database.app,
      auth,
      attempts: attemptLimits(database.app),
      jobs,
      cookies,
      hosts: hostsOf(settings, appUrl, listening.port),
      outbox,
      notReady: () => missingParts({ pool: database.app, filesFolder, migrations: database.migrations }),
    };
    const site = await web({ settings, clock });
    const reload = async () => {
      const create = await app();
      listening.answerWith(getRequestListener(create(services, site).fetch));
    };
    await reload();
    await writeNote(dataFolder, appUrl);
    undo.push(() => rm(join(dataFolder, 'server.json'), { force: true }));
    undo.push(() => listening.close(LAST_REQUESTS_MILLISECONDS));
    return { url: appUrl, settings, dataFolder, stop, reload };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Our own names: the product's address, and on loopback every way to say this machine. */
function hostsOf({ host }: Settings, appUrl: string, port: Listening['port']): Set<string> {
  const own = new URL(appUrl).host;
  const loopback = ['localhost', '127.0.0.1', '[::1]', host].map((name) => `${name}:${port}`);
  return new Set(isOpen(host) ? [own] : [own, ...loopback]);
}

function isOpen(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

async function writeNote(dataFolder: string, url: string): Promise<void> {
  await writeFile(join(dataFolder, 'server.json'), JSON.stringify({ pid: process.pid, url }), { mode: 0o600 });
}

function missing(part: string): never {
  throw new Error(`${part} was asked for before it was made`);
}
