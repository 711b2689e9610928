/** The base of all browser tests: a server, landlords, and a browser whose unexpected errors fail the test. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { SignUpInput } from '../../src/features/account/account.ts';
import { clockOffset, shiftDate, startClock } from '../../test/clock.mjs';
import { type ConsoleErrors, collectConsoleErrors } from './console-errors.ts';
import { type Landlord, newLandlord } from './landlords.ts';
import { watchStreams } from './live.ts';
import { type RunningServer, startServer } from './server.ts';

// Only workers use the run's clock; the runner keeps the machine's.
if (process.env.TEST_WORKER_INDEX !== undefined) startClock();

type Journey = {
  consoleErrors: ConsoleErrors;
  /** Expects a console error, such as `/status of 401/`. The test fails without it, unless it is 'maybe'. */
  expectConsoleError: ConsoleErrors['expected'];
  /** Opens another browser with separate cookies and network address, whose errors count too. */
  anotherBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** Signed in on `page`, at the start of the trial. */
  landlord: Landlord;
  anotherLandlord: (given?: Partial<SignUpInput>) => Promise<Landlord>;
  /** Moves the server's clock forward by milliseconds, until the end of the test. */
  forward: (milliseconds: number) => Promise<void>;
};

type Worker = {
  build: string;
  server: RunningServer;
};

export const test = base.extend<Journey, Worker>({
  build: [process.env.TENURE_BUILD ?? '', { scope: 'worker', option: true }],
  server: [
    async ({ build }, use) => {
      const server = await startServer(build);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 320_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),

  consoleErrors: async ({ baseURL }, use) => {
    const consoleErrors = collectConsoleErrors(new URL(baseURL ?? '').origin);
    await use(consoleErrors);
    const { unexpected, missing } = consoleErrors.settle();
    expect(unexpected, 'unexpected browser errors').toEqual([]);
    expect(missing, 'missing browser errors').toEqual([]);
  },
  expectConsoleError: [
    async ({ context, consoleErrors }, use, testInfo) => {
      await setUpContext(context, consoleErrors);
      await use(consoleErrors.expected);
      if (testInfo.status !== testInfo.expectedStatus) await printScreens(context);
    },
    { auto: true },
  ],
  anotherBrowser: async ({ browser, server, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: server.address, ...options });
      contexts.push(context);
      await setUpContext(context, consoleErrors);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  landlord: async ({ page, server }, use) => use(await newLandlord(page, server)),
  anotherLandlord: async ({ anotherBrowser, server }, use) =>
    use(async (given) => newLandlord(await anotherBrowser(), server, given)),
  forward: async ({ server }, use) => {
    let moved = 0;
    await use(async (milliseconds) => {
      await server.moveClock(milliseconds);
      moved += milliseconds;
    });
    if (moved) await server.moveClock(-moved);
  },
});

async function printScreens(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const seen = await page.locator('body').ariaSnapshot({ timeout: 1000 }).catch(String);
    process.stdout.write(`\n${page.url()}\n${seen}\n`);
  }
}

let networks = 0;

/** Must be called for each browser context that a test creates. */
export function followClock(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(shiftDate, clockOffset());
}

/** Sets the run's clock and a unique local address, which gives separate rate limits and access to the outbox. */
async function setUpContext(context: BrowserContext, consoleErrors: ConsoleErrors): Promise<void> {
  await followClock(context);
  networks += 1;
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `127.1.${networks >> 8}.${networks & 255}` });
  watchStreams(context);
  context.on('page', untilInteractive);
  await consoleErrors.watch(context);
}

/** Page loads wait until the app has replaced the server's HTML, unless `waitUntil` is given. */
function untilInteractive(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const isInteractive = () => page.locator('header [inert]').first().waitFor({ state: 'detached' });
  page.goto = async (path, options) => {
    const response = await goto(path, options);
    if (!options?.waitUntil) await isInteractive();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await isInteractive();
    return response;
  };
}
