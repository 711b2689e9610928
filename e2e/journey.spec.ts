/** That the base of the browser tests really fails a test: each of these complains, and each is expected to fail. */
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';

test.use({ baseURL: process.env.GALLERY_ADDRESS ?? '' });
test.beforeEach(async ({ page }) => {
  await page.goto('/components.html');
});

test.fail('a console.error fails a test', async ({ page }) => {
  await page.evaluate(() => console.error('planted'));
});

test.fail('an error of the page fails a test', async ({ page }) => {
  const error = page.waitForEvent('pageerror');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('planted');
    });
  });
  await error;
});

test.fail('a breach of the content security policy fails a test', async ({ page }) => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">planted</p>');
  });
});

test.fail('a complaint that was announced and never came fails a test', ({ expectConsoleError }) => {
  expectConsoleError(/never/);
});

test('a request to another host is a complaint', async ({ page, expectConsoleError }) => {
  expectConsoleError(/^A request left for http:\/\/elsewhere\.invalid\/$/);
  await page.route('http://elsewhere.invalid/', (route) => route.fulfill({ body: 'planted' }));
  await page.goto('http://elsewhere.invalid/');
});

test('a complaint that was announced is no failure', async ({ page, expectConsoleError }) => {
  expectConsoleError(/planted/);
  await page.evaluate(() => console.error('planted'));
});

test('axe finds a picture without words', async ({ page }) => {
  await page.evaluate(() => document.body.append(new Image()));
  await expect(expectAccessible(page)).rejects.toThrow(/image-alt/);
});
