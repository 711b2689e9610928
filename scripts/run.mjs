/** Runs a TypeScript file without a build: `node scripts/run.mjs <file.ts> [arguments]`. Node 20 cannot read TypeScript itself. */
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

// Nothing here watches or listens, so the process ends when the script has nothing left to do, with the script's own exit code.
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
if (nodeEnv === undefined) delete process.env.NODE_ENV; // Vite sets it; the script should see what the caller set

const { ssr } = vite.environments;
if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite offers no module runner for its server environment.');
await ssr.runner.import(pathToFileURL(path).href);
