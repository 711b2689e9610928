/** How the web app and the server are built: two environments, `client` and `ssr`, in one run of `scripts/build.mjs`. */
import { existsSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { guard } from './scripts/vite/guard.ts';
import { landingPages } from './scripts/vite/landing.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { chunkNames, screens } from './scripts/vite/screens.ts';

/** The programs of the server build: the server, and that of backup and restore. */
const PROGRAMS = {
  main: 'src/app/server/main.server.ts',
  backup: 'src/app/server/backup-commands.server.ts',
};

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [guard(), react(), tailwindcss(), landingPages(), precompress(), screens()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/by-hand/web',
        assetsInlineLimit: 0, // the content security policy allows no data: address
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { app: 'app.html' },
          // As imports say, whatever chunk a module lies in: zod is told of the content security policy before its first schema.
          output: {
            strictExecutionOrder: true,
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'app', tags: ['$initial'] },
                {
                  name: 'parts',
                  test: /@base-ui\/(?:utils\/|react\/(?:tabs|internals|floating-ui-react\/utils)\/(?!useAnchor))/,
                },
                { name: chunkNames() },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Built into one file, the server is up in half the time that reading its packages one by one takes.
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: 'dist/by-hand/server',
        copyPublicDir: false,
        sourcemap: true,
        minify: false, // gains nothing at start, and a stack trace stays readable
        rolldownOptions: {
          input: Object.fromEntries(Object.entries(PROGRAMS).filter(([, file]) => existsSync(file))),
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
}));
