/** The base of every browser test: a server, landlords, and a browser that may not complain of anything the test does not expect. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { SignUpInput } from '../src/features/account/account.ts';
import { clockOffset, shiftDate, startClock } from '../test/clock.mjs';
import { type ConsoleErrors, collectConsoleErrors } from './console-errors.ts';
import { type Landlord, newLandlord } from './landlords.ts';
import { watchStreams } from './live.ts';
import { type RunningServer, startServer } from './server.ts';

// On import in a worker, before a test reads the time; the runner itself keeps the machine's.
if (process.env.TEST_WORKER_INDEX !== undefined) startClock();

type Journey = {
  consoleErrors: ConsoleErrors;
  /**
   * Announces a console error of the browser: `expectConsoleError(/status of 401/)` before a sign-in that is to be refused.
   * The test fails if it does not come, unless it is announced as 'maybe'.
   */
  expectConsoleError: ConsoleErrors['expected'];
  /** Another browser: cookies and a network of its own, the run's clock. What it complains of counts as well. */
  anotherBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** Signed in with the browser of `page`; the trial has just begun. */
  landlord: Landlord;
  /** The same in a browser of their own. */
  anotherLandlord: (given?: Partial<SignUpInput>) => Promise<Landlord>;
  /** Moves the server's clock forward; it is moved back after the test. Milliseconds. */
  forward: (milliseconds: number) => Promise<void>;
};

type Worker = {
  build: string;
  /** The worker's own, with a database of its own: what one test breaks or moves no other test sees. */
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
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),

  consoleErrors: async ({ baseURL }, use) => {
    const consoleErrors = collectConsoleErrors(new URL(baseURL ?? '').origin);
    await use(consoleErrors);
    const { unexpected, missing } = consoleErrors.settle();
    expect(unexpected, 'complaints of the browser').toEqual([]);
    expect(missing, 'announced complaints that never came').toEqual([]);
  },
  expectConsoleError: [
    async ({ context, consoleErrors }, use, testInfo) => {
      await introduce(context, consoleErrors);
      await use(consoleErrors.expected);
      if (testInfo.status !== testInfo.expectedStatus) await tellScreens(context);
    },
    { auto: true },
  ],
  anotherBrowser: async ({ browser, server, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: server.address, ...options });
      contexts.push(context);
      await introduce(context, consoleErrors);
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

/** What was to be seen when a test failed, for somebody who has only what it printed. */
async function tellScreens(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const seen = await page.locator('body').ariaSnapshot({ timeout: 1000 }).catch(String);
    process.stdout.write(`\n${page.url()}\n${seen}\n`);
  }
}

let networks = 0;

/** Call it for each browser context that a test creates. */
export function followClock(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(shiftDate, clockOffset());
}

/** Gives a browser the run's clock, and an address that no other of this worker has, so that limits by network do not meet: one of this machine's, as others may not read the outbox. */
async function introduce(context: BrowserContext, consoleErrors: ConsoleErrors): Promise<void> {
  await followClock(context);
  networks += 1;
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `127.1.${networks >> 8}.${networks & 255}` });
  watchStreams(context);
  context.on('page', untilInteractive);
  await consoleErrors.watch(context);
}

/**
 * Pages open when the app has replaced the server's frame: before that, links load documents, and nothing else can be used. With
 * `waitUntil` a test sees the frame.
 */
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
