/** Unit and API tests, with a real PostgreSQL. `npm run test:full` adds `*.full.test.ts`. */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{src,test,scripts}/**/*.test.{ts,tsx}'],
    exclude: [
      ...configDefaults.exclude,
      'dist/**',
      '.data/**',
      ...(process.env.TEST_FULL ? [] : ['**/*.full.test.ts']),
    ],
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/each-file.ts',
    // Test files in a worker share its modules, and so one server on one database.
    pool: 'forks',
    isolate: false,
    // Tests often wait for PostgreSQL and for programs to start, so three workers keep two cores busy.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    // A loaded machine can be many times slower than an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    expect: { requireAssertions: true, poll: { timeout: 30_000, interval: 20 } },
    allowOnly: false,
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
  },
});
