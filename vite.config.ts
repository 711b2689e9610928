/** How the web app and the server are built: two environments, `client` and `ssr`, in one run of `scripts/build.mjs`. */
import { existsSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { withoutDescriptions } from './scripts/vite/descriptions.ts';
import { guard } from './scripts/vite/guard.ts';
import { landingPages } from './scripts/vite/landing.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { screens } from './scripts/vite/screens.ts';

/** The programs of the server build: the server, the thread in which it reads uploads, and backup and restore. */
const PROGRAMS = {
  main: 'src/app/server/main.server.ts',
  reader: 'src/features/statement/read/worker.server.ts',
  backup: 'src/app/server/backup-commands.server.ts',
};

/**
 * The files of the app's code, few enough that a phone asks for all that a screen needs at once. Each takes along what its modules
 * import and none before it has, so that no two import each other; what only one screen needs lies with that screen.
 */
const FILES_OF_CODE: Rolldown.CodeSplittingGroup[] = [
  // The libraries run as a task of their own, so that a slow phone answers before the app begins.
  {
    name: 'libraries',
    test: /node_modules\/(?:react|react-dom|scheduler|@tanstack)\//,
    tags: ['$initial'],
  },
  { name: 'app', tags: ['$initial'] },
  // What every list is made of, then the lists that the bar leads to; another has a file of its own.
  {
    name: 'list',
    test: /src\/(?:web\/(?:records\/(?:list\/RecordList|record-resource)|ui\/brand\/House)|shared\/list-query)\.|icons\/trash\./,
  },
  { name: 'lists', test: /src\/features\/(?:property|tenant|supplier)\/\w+List\.tsx/ },
  // What Rent and Finance show at first, apart from the schemas and forms that come when something is entered.
  {
    name: 'inputs',
    test: /src\/web\/(?:ui\/(?:form\/(?:DateInput|Choices)|display\/Tabs|overlay\/openings|table\/page-keys)|http\/new-key)\.|icons\/(?:download|ellipsis-vertical|receipt-text)\./,
  },
  {
    name: 'money',
    test: /src\/features\/(?:bank\/bank-account\.client|transaction\/(?:transaction\.client|TransactionMarks|list\/filter-texts)|tenancy\/(?:rules\/arrears|tenancy\.client)|reminder\/reminder\.client|rent\/(?:\w+\.client|history\/history\.client))\./,
  },
  { name: 'rents', test: /src\/app\/web\/pages\/RentPage\.tsx/ },
  { name: 'schemas', test: /node_modules\/zod\/|src\/shared\// },
  { name: 'forms', test: /src\/web\/|node_modules\/(?:react-hook-form|lucide-react)\//, minShareCount: 2 },
  // Not the notices: no other screen than theirs needs them before the bell is pressed.
  // With the fields of a ledger's start, which the form of a new tenant shows without the rest of rent.
  {
    name: 'nouns',
    test: /src\/(?:features|app\/(?:overview|search))\/(?!(?:tenancy\/(?!LedgerFields)|rent|reminder|reconcile|agent|ending|interest))/,
    minShareCount: 2,
  },
  { name: 'rent', test: /src\/features\/(?:tenancy|rent|reminder|reconcile|agent|ending|interest)/, minShareCount: 2 },
];

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [guard(), withoutDescriptions(), react(), tailwindcss(), landingPages(), precompress(), screens()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/by-hand/web',
        assetsInlineLimit: 0, // the content security policy allows no data: address
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { app: 'app.html' },
          output: { codeSplitting: { groups: FILES_OF_CODE } },
        },
      },
    },
    ssr: {
      // Built into one file, the server is up in half the time that reading its packages one by one takes.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': "'production'" },
      }),
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
