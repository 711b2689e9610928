/** A server like that of `npm start`: real HTTP on loopback, jobs, and emails in an outbox. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { inject } from 'vitest';
import { urlOf } from '../../scripts/tables/database-url.ts';
import { authMarks } from '../../src/app/auth/auth-pages.ts';
import { createApp } from '../../src/app/server/app.server.ts';
import { encodedApp, type Web } from '../../src/app/server/documents/documents.server.ts';
import { startTenure } from '../../src/app/server/run.server.ts';
import type { AccountServices } from '../../src/features/account/routes.server.ts';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';

export type TestServer = {
  /** The local URL without a trailing slash; `services.appUrl` is the public one. */
  url: string;
  services: AccountServices;
  /** The superuser's address of the database. */
  database: DatabaseAddress;
  dataFolder: string;
  /** Runs `work` with the server's clock moved forward. */
  later<T>(milliseconds: number, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

export type TestServerPlan = {
  database: DatabaseAddress;
  /** Settings that are added or replaced. */
  env?: Record<string, string>;
  adjust?: (services: AccountServices) => AccountServices;
  app?: typeof createApp;
  logTo?: DestinationStream;
};

/** Starts a server on a free port. TRUST_PROXY is 1, because each test landlord has another address. */
export async function startServer(plan: TestServerPlan): Promise<TestServer> {
  const { database, env = {}, adjust = (services) => services, app = createApp, logTo } = plan;
  const { folder, secret, pooler } = inject('database');
  let services: AccountServices | undefined;
  const running = await startTenure({
    env: {
      DATABASE_URL: urlOf({ ...database, ...pooler }),
      ...(pooler && { DATABASE_URL_DIRECT: urlOf(database) }),
      DATABASE_CONNECTIONS: '6',
      DATA_DIR: await mkdtemp(join(folder, 'server-')),
      SECRET: secret,
      TRUST_PROXY: '1',
      CLOCK: 'movable',
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW: '127.0.0.1',
      ...env,
    },
    checkout: join(import.meta.dirname, '../..'),
    web: async () => plainWeb,
    app: async () => (made, web) => {
      services = adjust(made);
      return app(services, web);
    },
    logTo,
    onFatal: (error) => {
      throw error;
    },
  });
  if (!services) throw new Error('The server started without an app.');
  const { moveClock, hosts } = services;
  return {
    url: `http://${[...hosts].find((host) => host.startsWith('127.0.0.1:'))}`,
    services,
    database,
    dataFolder: running.dataFolder,
    async later(milliseconds, work) {
      await moveClock?.(milliseconds);
      try {
        return await work();
      } finally {
        await moveClock?.(-milliseconds);
      }
    },
    stop: () => running.stop(),
  };
}

const page = encodedApp(
  '<!doctype html><html lang="en-GB"><head><title>Tenure</title></head><body><div id="root" class="contents"></div></body></html>',
  {
    demonstration: false,
  },
);

/** Serves documents of one line, so that API tests do not wait for a build. */
export const plainWeb: Web = {
  document: () => page,
  authPage: ({ page: name, signedIn, ...slots }) =>
    encodedApp(
      `<!doctype html><title>${name}${signedIn ? ', signed in' : ''}</title>${Object.values(authMarks(name, slots, { demonstration: false })).join('|')}`,
      { demonstration: false },
    ),
  drawing: () => import('../../src/app/server/documents/first-data.server.tsx'),
  files: undefined,
};
