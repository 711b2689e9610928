/** Browser tests: journeys on the production build, which each worker starts with a database and files of its own. */
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const chromium = findChromium();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  // `npm run test:full` runs those too: thousands of rows, long exports, broken networks, several tabs.
  ...(process.env.TEST_FULL ? {} : { grepInvert: /@full/ }),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Journeys wait in turn for their page, their server and its database: three keep two cores busy.
  workers: 3,
  // Generous: a loaded machine is slower than any limit for a quiet one.
  timeout: 480_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // What never comes ends its test, not the whole run.
    actionTimeout: 60_000,
    // A trace of everything takes a quarter of the time. `npx playwright test -g … --trace on` makes one of a test that failed.
    trace: 'off',
    // Its requests cannot be held up or made to fail; e2e/offline.spec.ts lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      // The browser talks to our server and to nobody else, whatever the machine's network is like.
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
