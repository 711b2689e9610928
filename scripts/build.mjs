/** Builds web and server into a folder: `node scripts/build.mjs <folder>`. `npm run build` skips current builds. */
import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';

process.env.NODE_ENV = 'production'; // overrides the shell
const target = process.argv[2] ?? 'dist/by-hand';
if (target.startsWith('-')) throw new Error(`'${target}' is not a folder.`);
const folder = resolve(target);
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
