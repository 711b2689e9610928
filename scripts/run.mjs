/** Runs a TypeScript file, which Node 20 cannot: `node scripts/run.mjs <file.ts> [arguments]`. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer, isRunnableDevEnvironment } from 'vite';

const [file, ...args] = process.argv.slice(2);
if (!file) {
  console.error('Which file? node scripts/run.mjs <file.ts> [arguments]');
  process.exit(2);
}
const path = resolve(file);
process.argv = [process.execPath, path, ...args];

// Without watchers or sockets, the process ends with the script and its exit code.
const nodeEnv = process.env.NODE_ENV;
const vite = await createServer({
  configFile: false,
  envDir: false,
  root: resolve(import.meta.dirname, '..'),
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, ws: false, hmr: false },
});
if (nodeEnv === undefined) delete process.env.NODE_ENV; // Vite sets it; the script should see the caller's value

const { ssr } = vite.environments;
if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no module runner for its server environment.');
await ssr.runner.import(pathToFileURL(path).href);
