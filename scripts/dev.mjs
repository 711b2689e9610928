/**
 * The development server, `npm run dev`: what `npm start` does, but straight from the sources. Screens are replaced in the open page;
 * a change of server code swaps the app within the same process and on the same database, so that it is there before you switch windows.
 */
import { relative } from 'node:path';
import { createRunnableDevEnvironment, createServer, isRunnableDevEnvironment } from 'vite';
import { freePort } from './dev/free-port.mjs';
import { front, page } from './dev/front.mjs';
import { affected, forget } from './dev/modules.mjs';
import { checkout } from './set-up.mjs';

/** @typedef {typeof import('../src/app/server/run.server.ts')} Run */
/** @typedef {typeof import('../src/app/server/app.server.ts')} App */
/** @typedef {typeof import('../src/app/server/web.server.ts')} Web */

const RUN = '/src/app/server/run.server.ts';
const APP = '/src/app/server/app.server.ts';

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
const environment = ssr;

/** @template T @param {string} file @returns {Promise<T>} the module as its source is now */
const load = (file) => environment.runner.import(file);

/** @type {import('../src/app/server/run.server.ts').Running | undefined} */
let running;

async function start() {
  /** @type {Run} */
  const { startTenure } = await load(RUN);
  running = await startTenure({
    // Started again, it is found where it was.
    env: { CLOCK: 'movable', ...process.env, PORT: process.env.PORT ?? (running && new URL(running.url).port) },
    checkout,
    web: async ({ settings }) => {
      /** @type {Web} */
      const { encodedApp } = await load('/src/app/server/web.server.ts');
      return { files: undefined, document: async ({ url }) => encodedApp(await page(vite, 'app.html', url), settings) };
    },
    app: async () => {
      /** @type {App} */
      const { createApp } = await load(APP);
      return (services, web) => front({ vite, app: createApp(services, web) });
    },
    onFatal: (error) => {
      console.error(error.message);
      process.exit(1);
    },
  });
}

/** One change after the other; many files saved at once are one change. @type {Set<string>} */
const changed = new Set();
let work = attempt(start);
vite.watcher.on('all', (_, file) => {
  if (changed.size === 0) {
    setTimeout(() => {
      work = work.then(react);
    }, 20);
  }
  changed.add(file);
});

async function react() {
  const files = [...changed];
  changed.clear();
  const modules = affected(environment, files);
  const touches = (/** @type {string} */ entry) => [...modules].some(({ url }) => url === entry);
  forget(environment, modules);
  if (touches(RUN) || (!running && modules.size)) await attempt(restart, files);
  else if (touches(APP)) await attempt(async () => running?.reload(), files);
}

/** What `run.server.ts` builds its services from has changed: everything but this process starts again. */
async function restart() {
  await running?.stop();
  await start();
}

/** @param {() => Promise<unknown>} step @param {string[]} [files] */
async function attempt(step, files) {
  const started = performance.now();
  try {
    await step();
    const why = files ? `${files.map((file) => relative(checkout, file)).join(', ')}: again` : 'Tenure is';
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
