/** Browser tests on the production build. Each worker starts its own server, database and files. */
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const chromium = findChromium();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  // `npm run test:full` also runs the tests tagged `@full`: thousands of rows, long exports, broken networks, several
  // tabs.
  ...(process.env.TEST_FULL ? {} : { grepInvert: /@full/ }),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Tests alternate between page, server and database, so three workers keep two cores busy.
  workers: 3,
  // A loaded machine can be many times slower than an idle one.
  timeout: 480_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Fails a stuck action long before its test times out.
    actionTimeout: 60_000,
    // Tracing every test takes a quarter of the time. For one test: `npx playwright test -g … --trace on`.
    trace: 'off',
    // Playwright cannot delay or fail a service worker's requests. e2e/offline.spec.ts allows service workers.
    serviceWorkers: 'block',
    // Animations are slow without a GPU. e2e/dialogs.spec.ts and e2e/shell.spec.ts enable them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // The browser connects to our server only.
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
      ...(chromium ? { executablePath: chromium } : {}),
      env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, 'e2e/support/fonts.conf') },
    },
  },
});
