/** The tabs of one browser share one stream, whichever of them is closed, and none crosses from one person to the next. */
import { expect, type Page } from '@playwright/test';
import { addsExpense, descriptions, row } from './finance.ts';
import { test } from './journey.ts';
import { signIn } from './landlords.ts';
import { countStreams, hearing, overhear } from './live.ts';
import { title } from './words.ts';

const FINANCE = '/dashboard/finance';

/** The first of them is the one that listens. */
async function openTabs(page: Page, many: number): Promise<Page[]> {
  const answered = page.waitForResponse('/api/events');
  await page.goto(FINANCE);
  await answered;

  const more = await Promise.all(Array.from({ length: many - 1 }, () => page.context().newPage()));
  await Promise.all(more.map((tab) => tab.goto(FINANCE)));
  return [page, ...more];
}

test('eight tabs have one stream, and all of them hear', async ({ page, landlord, server }) => {
  const streams = countStreams(page.context());
  const tabs = await openTabs(page, 8);
  await hearing(server, landlord, ...tabs);
  await addsExpense(landlord, { description: 'Boiler' });
  for (const tab of tabs) await expect(row(tab, 'Boiler')).toBeVisible();
  expect([streams.asked(), streams.open()]).toEqual([1, 1]);
});

test('when the tab that listens is closed the next one takes over, and what happened meanwhile is shown', async ({
  page,
  landlord,
  server,
}) => {
  const streams = countStreams(page.context());
  const [first, second, third] = await openTabs(page, 3);
  if (!first || !second || !third) throw new Error('There are three tabs.');
  await hearing(server, landlord, first, second, third);
  await first.close();
  await addsExpense({ ...landlord, page: third }, { description: 'In between' });
  for (const tab of [second, third]) await expect(row(tab, 'In between')).toBeVisible();
  await hearing(server, landlord, second, third);
  await addsExpense({ ...landlord, page: third }, { description: 'Afterwards' });
  for (const tab of [second, third]) await expect(row(tab, 'Afterwards')).toBeVisible();
  expect([streams.asked(), streams.open()]).toEqual([2, 1]);
});

test('a tab that the browser has frozen gives way to the one that is looked at', async ({ page, landlord }) => {
  const context = page.context();
  await context.clock.install();
  const streams = countStreams(context);
  // It has its turn, and says nothing any more.
  const frozen = await context.newPage();
  await frozen.goto('/terms');
  await frozen.evaluate((name) => {
    navigator.locks.request(name, () => new Promise(() => {})).catch(() => {});
  }, `tenure.live.${landlord.id}`);
  const behind = await context.newPage();
  await behind.addInitScript(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
  for (const tab of [page, behind]) {
    await tab.goto(FINANCE);
    await expect(title(tab, 'Finance')).toBeVisible();
  }
  expect(streams.asked()).toBe(0);
  await context.clock.fastForward(60_000);
  await expect.poll(streams.open).toBe(1);
  await addsExpense(landlord, { description: 'Boiler' });
  for (const tab of [page, behind]) await expect(row(tab, 'Boiler')).toBeVisible();
  expect(streams.asked()).toBe(1);
});

test('signing out ends the stream, and the next person in this browser hears their own', async ({
  page,
  landlord,
  anotherBrowser,
  anotherLandlord,
  server,
}) => {
  const streams = countStreams(page.context());
  const [tab, other] = await openTabs(page, 2);
  if (!tab || !other) throw new Error('There are two tabs.');
  await hearing(server, landlord, tab, other);
  await other.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(tab).toHaveURL(/\/login/);
  await expect(other).toHaveURL('/');
  await expect.poll(streams.open).toBe(0);
  expect(streams.asked()).toBe(1);

  const next = await anotherLandlord({ name: 'Grace Hopper' });
  await signIn(tab, server.address, next);
  await tab.goto(FINANCE);
  await hearing(server, next, tab);
  const [own, theirs] = [await overhear(tab, next), await overhear(tab, landlord)];
  const elsewhere = await anotherBrowser();
  await signIn(elsewhere, server.address, landlord);
  await addsExpense({ ...landlord, page: elsewhere }, { description: 'Of another' });
  const { id } = await addsExpense(next, { description: 'Hers' });
  await expect(descriptions(tab)).toHaveText(['Hers']);
  expect(await own.changes()).toEqual([{ table: 'transactions', operation: 'insert', id }]);
  expect(await theirs.changes()).toEqual([]);
  expect([streams.asked(), streams.open()]).toEqual([2, 1]);
});
