/** A stream that is lost is nobody's trouble: the list can be used all the while, and equals the database as soon as it can again. */
import { expect, type Page } from '@playwright/test';
import { statement, withoutDatabase } from './database.ts';
import { addsExpense, descriptions, row } from './finance.ts';
import { test } from './journey.ts';
import { signIn } from './landlords.ts';
import { countStreams, hearing } from './live.ts';
import { fail } from './network-faults.ts';

const FINANCE = '/dashboard/finance';
const NO_NETWORK = 'net::ERR_INTERNET_DISCONNECTED';

const expectNoToast = async (page: Page) => {
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('dialog')).toHaveCount(0);
};

test('after a restart of the server the list equals the database', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await addsExpense(landlord, { description: 'Before' });
  await page.goto(FINANCE);
  await expect(row(page, 'Before')).toBeVisible();
  await hearing(server, landlord, page);
  expectConsoleError(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|status of 503/);
  await server.without(async () => {
    await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'));
    await expect(row(page, 'Before')).toBeVisible();
    await expectNoToast(page);
  });
  await addsExpense(landlord, { description: 'After' });
  await expect(row(page, 'After')).toBeVisible();
  await expectNoToast(page);
});

test('after a sleep without a network every tab equals the database', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  const context = page.context();
  await context.clock.install();
  const streams = countStreams(context);
  const tab = await context.newPage();
  await addsExpense(landlord, { description: 'Awake' });
  for (const one of [page, tab]) {
    await one.goto(FINANCE);
    await expect(row(one, 'Awake')).toBeVisible();
    await expect(one.getByRole('button', { name: 'Latest transactions' })).toBeVisible();
  }
  await hearing(server, landlord, page, tab);
  expectConsoleError(new RegExp(NO_NETWORK));
  const failed = context.waitForEvent('requestfailed', (request) => request.failure()?.errorText === NO_NETWORK);
  await context.setOffline(true);
  // Awake again, the machine finds that a minute has gone, and has no network yet.
  await context.clock.fastForward(60_000);
  await failed;
  expect(streams.open()).toBe(0);
  const elsewhere = await anotherBrowser();
  await signIn(elsewhere, server.address, landlord);
  await addsExpense({ ...landlord, page: elsewhere }, { description: 'While asleep' });
  await context.setOffline(false);
  for (const one of [page, tab]) await expect(row(one, 'While asleep')).toBeVisible();
  for (const one of [page, tab]) await expectNoToast(one);
});

test('a stream that has fallen silent is given up for a new one', async ({ page, landlord, server }) => {
  const streams = countStreams(page.context());
  await page.clock.install();
  await page.goto(FINANCE);
  await hearing(server, landlord, page);
  for (let time = 0; time < 2; time++) {
    await page.clock.fastForward(30_000);
    await hearing(server, landlord, page);
    expect(streams.asked(), 'each word counts').toBe(1);
  }
  await page.clock.fastForward(60_000);
  await expect.poll(streams.asked).toBe(2);
  await addsExpense(landlord, { description: 'Boiler' });
  await expect(row(page, 'Boiler')).toBeVisible();
  expect(streams.open()).toBe(1);
});

test('what changes while the database is away from the server is shown when it is back', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await addsExpense(landlord, { description: 'Boiler' });
  await page.goto(FINANCE);
  await expect(row(page, 'Boiler')).toBeVisible();
  await hearing(server, landlord, page);
  expectConsoleError(/status of 503/);
  await withoutDatabase(server, async () => {
    await expect(row(page, 'Boiler')).toBeVisible();
    await expectNoToast(page);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Failed to load transactions.');
    await expect(row(page, 'Boiler')).toBeVisible();
  });
  await statement(server, `update public.transactions set description = 'Gutters' where user_id = $1`, [landlord.id]);
  await expect(descriptions(page)).toHaveText(['Gutters']);
});

test('where no stream is to be had the list works all the same, and nothing is said of it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 429/);
  await fail(page, { path: '/api/events' }, 'too_many_attempts');
  const asked = page.waitForResponse('/api/events');
  await addsExpense(landlord, { description: 'Boiler' });
  await page.goto(FINANCE);
  await asked;
  await expect(row(page, 'Boiler')).toBeVisible();
  await addsExpense(landlord, { description: 'Gutters' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row(page, 'Gutters')).toBeVisible();
});

test('a session that was ended elsewhere ends the stream, and the frame says that nobody is signed in', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  const streams = countStreams(page.context());
  await page.goto(FINANCE);
  await hearing(server, landlord, page);
  const elsewhere = await anotherBrowser();
  await signIn(elsewhere, server.address, landlord);
  await elsewhere.request.post('/api/sessions/sign-out-others', { headers: { origin: server.address } });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  // What the page was about to read is refused, if there was anything; this certainly is.
  expectConsoleError(/status of 401/);
  await page.evaluate(() => fetch('/api/transactions/summary'));
  expect([streams.asked(), streams.open()]).toEqual([1, 0]);
  await expectNoToast(page);
});

test('a browser without locks listens in the tab that is looked at', async ({ page, landlord }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  const streams = countStreams(page.context());
  await page.goto(FINANCE);
  await expect.poll(streams.open).toBe(1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(streams.open).toBe(0);
  await addsExpense(landlord, { description: 'Boiler' });
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(row(page, 'Boiler')).toBeVisible();
  expect(streams.asked()).toBe(2);
});
