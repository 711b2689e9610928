import { expect } from '@playwright/test';
import { axeFindings } from './support/accessible.ts';
import { collectConsoleErrors } from './support/console-errors.ts';
import { followClock, test } from './support/test.ts';

test('reports console errors, page errors, policy violations, foreign requests, missing expected errors, and axe findings', async ({
  browser,
  server,
}) => {
  const consoleErrors = collectConsoleErrors(server.address);
  const context = await browser.newContext();
  await followClock(context);
  await consoleErrors.watch(context);
  const page = await context.newPage();
  await page.goto(`${server.address}/login`);
  await page.evaluate(() => document.body.append(new Image()));
  expect(await axeFindings(page)).toContainEqual(expect.stringContaining('image-alt'));
  consoleErrors.expected(/a planted error that is expected/);
  consoleErrors.expected(/never/);
  const error = context.waitForEvent('weberror');
  await page.evaluate(() => {
    console.error('a planted error that is expected');
    console.error('planted');
    setTimeout(() => {
      throw new Error('an error of the page');
    });
  });
  await error;
  const violation = context.waitForEvent('console', (message) => message.text().startsWith('Content security policy'));
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p style="color: red">planted</p>'));
  await violation;
  await page.route('http://elsewhere.invalid/', (route) => route.fulfill({ body: 'planted' }));
  await page.goto('http://elsewhere.invalid/');
  await context.close();

  const { unexpected, missing } = consoleErrors.settle();
  for (const reported of [
    /^planted/,
    /an error of the page/,
    /style-src/,
    /^Request to another host: http:\/\/elsewhere/,
  ])
    expect(unexpected).toContainEqual(expect.stringMatching(reported));
  expect(unexpected).not.toContainEqual(expect.stringContaining('expected'));
  expect(missing).toEqual([/never/]);
});

test('uses the clock of the run in every browser of a test', async ({ page, anotherBrowser }) => {
  const today = new Date().toDateString();
  for (const one of [page, await anotherBrowser(), await anotherBrowser({ colorScheme: 'dark' })]) {
    await one.goto('/terms');
    expect(await one.evaluate(() => new Date().toDateString())).toBe(today);
  }
});
