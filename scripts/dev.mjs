/**
 * The development server, `npm run dev`: what `npm start` does, but straight from the sources. Screens are replaced in the open page;
 * a change of server code starts the server again within the same process.
 */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { createRunnableDevEnvironment, createServer, isRunnableDevEnvironment } from 'vite';
import { freePort } from './free-port.mjs';
import { checkout } from './set-up.mjs';

/** @typedef {typeof import('../src/app/server/run.server.ts')} Run */
/** @typedef {typeof import('../src/app/server/app.server.ts')} App */
/** @typedef {typeof import('../src/app/server/documents/documents.server.ts')} Web */
/** @typedef {import('../src/server/services.server.ts').AppEnv} AppEnv */

const vite = await createServer({
  root: checkout,
  logLevel: 'warn',
  server: { middlewareMode: true, cors: false, hmr: { host: '127.0.0.1', port: await freePort() } },
  environments: {
    ssr: {
      dev: {
        // We decide ourselves what a change of the server means.
        createEnvironment: (name, config) =>
          createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
      },
    },
  },
});
const { ssr } = vite.environments;
if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite offers no module runner for its server environment.');
const { runner, moduleGraph } = ssr;

const pages = /** @type {import('./vite/landing.ts').DevelopedPages} */ (
  vite.config.plugins.find(({ name }) => name === 'tenure:landing')?.api
);

/** @type {import('../src/app/server/run.server.ts').Running | undefined} */
let running;

/** Starts the server as its sources are now; one that runs already is stopped once they have been read. */
async function start() {
  runner.clearCache();
  /** @type {Run} */
  const { startTenure } = await runner.import('/src/app/server/run.server.ts');
  /** @type {App} */
  const { createApp } = await runner.import('/src/app/server/app.server.ts');
  /** @type {Web} */
  const { encodedApp } = await runner.import('/src/app/server/documents/documents.server.ts');
  const port = process.env.PORT ?? (running && new URL(running.url).port);
  await running?.stop();
  running = undefined;
  running = await startTenure({
    // Started again, it is found where it was.
    env: { CLOCK: 'movable', ...process.env, PORT: port },
    checkout,
    web: async ({ settings }) => ({
      files: undefined,
      document: async (asked) =>
        encodedApp(asked.page === 'app' ? await page(asked.url) : await pages.landing(asked, settings), settings),
      authPage: async (asked) => encodedApp(await pages.auth(asked, settings), settings),
      drawing: () => runner.import('/src/app/server/documents/first-data.server.tsx'),
    }),
    app: async () => (services, web) => front(createApp(services, web)),
    onFatal: (error) => {
      console.error(error.message);
      process.exit(1);
    },
  });
}

/** The page of the app with Vite's client in it. @param {string} url */
async function page(url) {
  const template = await readFile(join(checkout, 'app.html'), 'utf8');
  return vite.transformIndexHtml(new URL(url, 'http://localhost').pathname, template);
}

/** @param {Hono<AppEnv>} app @returns {Hono<AppEnv>} the app with Vite before it, which serves sources as the browser wants them */
function front(app) {
  /** @type {Hono<AppEnv>} */
  const outer = new Hono();
  outer.use(async (c, next) => {
    if (c.req.path.startsWith('/api/')) return next();
    if (await answeredByVite(c.env)) return RESPONSE_ALREADY_SENT;
    await next();
    // Vite puts its client and its styles into the page itself. The production build is tested under the strict policy.
    c.env.outgoing.removeHeader('content-security-policy');
    c.res.headers.delete('content-security-policy');
    return undefined;
  });
  outer.all('*', (c) => app.fetch(c.req.raw, c.env));
  return outer;
}

/** @param {AppEnv['Bindings']} bindings @returns {Promise<boolean>} */
function answeredByVite({ incoming, outgoing }) {
  return new Promise((resolve, reject) => {
    outgoing.once('close', () => resolve(true));
    vite.middlewares(incoming, outgoing, (/** @type {Error | undefined} */ error) =>
      error ? reject(error) : resolve(false),
    );
  });
}

/** One start after the other; many files saved at once are one change. @type {Set<string>} */
const changed = new Set();
let work = attempt('Tenure is');
vite.watcher.on('all', (_, file) => {
  if (running && !moduleGraph.getModulesByFile(file)) return;
  if (changed.size === 0) {
    setTimeout(() => {
      work = work.then(restart);
    }, 20);
  }
  changed.add(relative(checkout, file));
});

async function restart() {
  const files = [...changed].join(', ');
  changed.clear();
  await attempt(`${files}: again`);
}

/** @param {string} why */
async function attempt(why) {
  const started = performance.now();
  try {
    await start();
    console.log(`${why} ready at ${running?.url} (${Math.round(performance.now() - started)} ms)`);
  } catch (error) {
    console.error(error);
  }
}

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  await work;
  await Promise.all([running?.stop(), vite.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
