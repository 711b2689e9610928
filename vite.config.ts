/** Build of the web app (`client`) and the server (`ssr`), in one run of `scripts/build.mjs`. */
import { existsSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { withoutDescriptions } from './scripts/vite/descriptions.ts';
import { guard } from './scripts/vite/guard.ts';
import { landingPages } from './scripts/vite/landing.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { screens } from './scripts/vite/screens.ts';

/** The entry points of the server build: the server, its worker threads for uploads, and backup and restore. */
const PROGRAMS = {
  main: 'src/app/server/main.server.ts',
  reader: 'src/features/statement/read/worker.server.ts',
  'pdf-reader': 'src/features/receipt/read/worker.server.ts',
  'document-reader': 'src/features/document/read/worker.server.ts',
  'import-reader': 'src/features/import-file/read/worker.server.ts',
  backup: 'src/app/server/backup-commands.server.ts',
};

/**
 * Chunks of the app's code, few enough for a phone to request a screen's chunks in parallel.
 * A chunk also includes imports of its modules that earlier groups do not contain, so groups never import each other.
 * Code of a single screen is part of that screen's chunk.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // Libraries run as a separate task, so a slow phone stays responsive before the app starts.
  {
    name: 'libraries',
    test: /node_modules\/(?:react|react-dom|scheduler|@tanstack)\//,
    tags: ['$initial'],
  },
  { name: 'app', tags: ['$initial'] },
  // Parts that all lists share, then the lists of the main tabs. Other lists have separate chunks.
  {
    name: 'list',
    test: /src\/(?:web\/(?:records\/(?:list\/RecordList|record-resource)|ui\/brand\/House)|shared\/records\/list-query)\.|icons\/trash\./,
  },
  { name: 'lists', test: /src\/features\/(?:property|tenant|supplier)\/\w+List\.tsx/ },
  // The first view of Rent and Finance, without the schemas and forms that load on input.
  {
    name: 'inputs',
    test: /src\/web\/(?:ui\/(?:form\/(?:DateInput|Choices)|display\/Tabs|overlay\/open-count|table\/page-keys)|http\/new-key|records\/list\/MoreButton)\.|icons\/(?:download|ellipsis-vertical|receipt-text)\./,
  },
  {
    name: 'money',
    test: /src\/features\/(?:bank\/bank-account\.client|transaction\/transaction\.client|finance\/(?:TransactionMarks|list\/filter-texts)|tenancy\/(?:rules\/arrears|(?:running|tenancy)\.client)|reminder\/reminder\.client|rent\/(?:\w+\.client|history\/history\.client))\./,
  },
  { name: 'rents', test: /src\/app\/web\/pages\/rent\/RentPage\.tsx/ },
  { name: 'schemas', test: /node_modules\/zod\/|src\/shared\// },
  {
    name: 'forms',
    test: /src\/(?:web\/(?!records\/list\/SelectionBar)|app\/web\/pages\/CardsOf|features\/file\/(?:ManyFilesField|many-uploads))|node_modules\/(?:react-hook-form|lucide-react)\//,
    minShareCount: 2,
  },
  // Excludes code that loads later or that only rare screens need. `LedgerFields` is part of the new tenant form.
  {
    name: 'nouns',
    test: /src\/(?:features|app\/(?:overview|search))\/(?!(?:team\/team\.client|account\/(?:second-factor\/ProofFields|passkey\/passkey\.client)|profile\/removal|tenancy\/(?!LedgerFields)|(?:tax(?:-[a-z-]+)?|report|owner|loan|journey|receipt|licence|document|served|guest-link|deadline|resident|request|repair(?:-plan)?|inspection(?:-[a-z]+)?)\/(?!parts)|property\/(?:PropertiesField|form|detail|history|home\/(?!postcode|nation)|documents|property\.ts)|certificate|compliance\/(?!marks)|file\/(?:ManyFilesField|many-uploads)|rent|reminder|reconcile|agent|ending|interest|import|key|webhook))/,
    minShareCount: 2,
  },
  {
    name: 'proofs',
    test: /src\/features\/(?:account\/(?:second-factor\/ProofFields|passkey\/passkey\.client)|profile\/removal|team\/team\.client)/,
    minShareCount: 2,
  },
  { name: 'tax', test: /src\/features\/(?:tax(?:-[a-z-]+)?|owner)\/(?!parts)/, minShareCount: 2 },
  { name: 'journeys', test: /src\/features\/journey\/(?!parts)/, minShareCount: 2 },
  // A property's page and form with its fields, which other screens do not need.
  {
    name: 'properties',
    test: /src\/features\/(?:certificate|compliance|property\/(?:form|detail|history|home\/(?!nation|postcode)|documents|property\.ts))/,
    minShareCount: 2,
  },
  { name: 'licences', test: /src\/features\/licence/, minShareCount: 2 },
  { name: 'loans', test: /src\/features\/loan\/(?!parts)/, minShareCount: 2 },
  { name: 'documents', test: /src\/features\/document\/(?!parts)/, minShareCount: 2 },
  { name: 'repairs', test: /src\/features\/repair(?:-plan)?\/(?!parts)/, minShareCount: 2 },
  { name: 'inspections', test: /src\/features\/inspection(?:-[a-z]+)?\/(?!parts)/, minShareCount: 2 },
  { name: 'imports', test: /src\/features\/import(?:-[a-z]+)?\//, minShareCount: 2 },
  { name: 'receipts', test: /src\/(?:features\/receipt\/(?!parts)|app\/web\/pages\/finance\/TrayPage)/ },
  {
    name: 'rent',
    test: /src\/features\/(?:tenancy|rent|reminder|reconcile|agent|ending|interest)/,
    minShareCount: 2,
  },
];

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [guard(), withoutDescriptions(), react(), tailwindcss(), landingPages(), precompress(), screens()],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/by-hand/web',
        assetsInlineLimit: 0, // the content security policy allows data: URLs only for images
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { app: 'app.html' },
          output: { codeSplitting: { groups: CHUNKS } },
        },
      },
    },
    ssr: {
      // Bundled with its packages, the server starts in half the time.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': "'production'" },
      }),
      build: {
        outDir: 'dist/by-hand/server',
        copyPublicDir: false,
        sourcemap: true,
        minify: false, // minified code starts no faster, and has unreadable stack traces
        rolldownOptions: {
          input: Object.fromEntries(Object.entries(PROGRAMS).filter(([, file]) => existsSync(file))),
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
}));
