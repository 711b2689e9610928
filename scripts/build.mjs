/** Builds web and server into a folder: `node scripts/build.mjs <folder>`. `npm run build` calls it when the last build is stale. */
import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';

process.env.NODE_ENV = 'production'; // whatever the shell around us says
const wanted = process.argv[2] ?? 'dist/by-hand';
if (wanted.startsWith('-')) throw new Error(`'${wanted}' is no folder to build into.`);
const folder = resolve(wanted);
const builder = await createBuilder({
  root: resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  environments: {
    client: { build: { outDir: join(folder, 'web'), emptyOutDir: true } },
    ssr: { build: { outDir: join(folder, 'server'), emptyOutDir: true } },
  },
});
await builder.buildApp().catch((/** @type {unknown} */ error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
