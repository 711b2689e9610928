/** The development server, `npm run dev`. Screens are hot-replaced; changed server code restarts it in this process. */
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
        // The watcher below handles changes of server code.
        createEnvironment: (name, config) =>
          createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
      },
    },
  },
});
const { ssr } = vite.environments;
if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no module runner for its server environment.');
const { runner, moduleGraph } = ssr;

const pages = /** @type {import('./vite/landing.ts').DevelopedPages} */ (
  vite.config.plugins.find(({ name }) => name === 'tenure:landing')?.api
);

/** @type {import('../src/app/server/run.server.ts').Running | undefined} */
let running;

/** Starts the server from the current sources. A running server is stopped once the sources have loaded. */
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
    // A restart keeps the port.
    env: { CLOCK: 'movable', ...process.env, PORT: port },
    checkout,
    web: async ({ settings }) => ({
      files: undefined,
      document: async (request) =>
        encodedApp(request.page === 'app' ? await page(request.url) : await pages.landing(request, settings), settings),
      authPage: async (request) => encodedApp(await pages.auth(request, settings), settings),
      drawing: () => runner.import('/src/app/server/documents/first-data.server.tsx'),
    }),
    app: async () => (services, web) => front(createApp(services, web)),
    onFatal: (error) => {
      console.error(error.message);
      process.exit(1);
    },
  });
}

/** Returns app.html with Vite's client. @param {string} url */
async function page(url) {
  const template = await readFile(join(checkout, 'app.html'), 'utf8');
  return vite.transformIndexHtml(new URL(url, 'http://localhost').pathname, template);
}

/** @param {Hono<AppEnv>} app @returns {Hono<AppEnv>} the app behind Vite's middleware */
function front(app) {
  /** @type {Hono<AppEnv>} */
  const outer = new Hono();
  outer.use(async (c, next) => {
    if (c.req.path.startsWith('/api/')) return next();
    if (await answeredByVite(c.env)) return RESPONSE_ALREADY_SENT;
    await next();
    // The policy would block the scripts and styles that Vite injects. The production build is tested with it.
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

/** Files to report at the next restart. Files saved together cause one restart. @type {Set<string>} */
const changed = new Set();
let lastStart = tryStart('Tenure is');
vite.watcher.on('all', (_, file) => {
  if (running && !moduleGraph.getModulesByFile(file)) return;
  if (changed.size === 0) {
    setTimeout(() => {
      lastStart = lastStart.then(restart);
    }, 20);
  }
  changed.add(relative(checkout, file));
});

async function restart() {
  const files = [...changed].join(', ');
  changed.clear();
  await tryStart(`${files}: again`);
}

/** @param {string} why */
async function tryStart(why) {
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
  await lastStart;
  await Promise.all([running?.stop(), vite.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
