import { expect, type Page } from '@playwright/test';
import { expectErrorToast, expectToast } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { acceptsUnload } from '../support/form.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { signIn } from '../support/landlords.ts';
import { delay, fail } from '../support/network-faults.ts';
import { PDF } from '../support/property-detail.ts';
import { test } from '../support/test.ts';

const SETTINGS = '/dashboard/settings';

const dark = (page: Page) => page.getByRole('switch', { name: 'Dark Mode' });
const notifications = (page: Page) => page.getByRole('switch', { name: 'Email Notifications' });
const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test('applies settings at once in every browser, reverts a failed change, and saves the last of many', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  const keyboard = keyboardOf(page);
  const theme = page.locator('html');
  const laptop = await anotherBrowser();
  await signIn(laptop, server.address, landlord);
  await laptop.goto(SETTINGS);
  await page.goto(SETTINGS);
  await test.step('S2.2.30 S2.2.31 S2.9.6 starts without dark mode and with email notifications', async () => {
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    await expect(part('Appearance').getByRole('switch', { name: 'Dark Mode', exact: true })).not.toBeChecked();
    await expect(part('Notifications').getByRole('switch', { name: 'Email Notifications' })).toBeChecked();
    await expect(part('Data Management').getByRole('button')).toHaveText(['Clear All Data', 'Sign Out']);
  });
  await test.step('shows the storage used in the trial, and advice when it is nearly full or full', async () => {
    const storage = page.getByRole('region', { name: 'Storage' });
    await expect(storage).toContainText('0 kB of 1 GB used');
    await landlord.uploads('property-certificates', { name: 'gas.pdf', bytes: PDF });
    const use = async (bytes: number) => {
      await statement(server, 'update profiles set file_bytes = $2 where id = $1', [landlord.id, bytes]);
      await page.reload();
    };
    await use(972 * 1024 ** 2);
    await expect(storage).toContainText('972 MB of 1 GB used');
    await expect(storage).toContainText('Nearly full');
    await expect(storage).toContainText(
      /52 MB left\. .*Delete files, or choose a plan\..*of unused files within a day/,
    );
    await use(1024 ** 3);
    await expect(storage.getByRole('progressbar', { name: 'Storage used' })).toHaveAttribute('aria-valuenow', '100');
    await expect(storage).toContainText('You cannot upload files. We keep the files you already have.');
    await expect(storage.getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/dashboard/plans');
  });
  await test.step('reverts a change that cannot be saved', async () => {
    const restore = await fail(page, { path: '/api/settings' }, 'internal');
    expectConsoleError(/status of 500/);
    await dark(page).click();
    await expectErrorToast(page, 'We could not save your settings', 'Something went wrong on our side.');
    await expect(dark(page)).not.toBeChecked();
    await expect(theme).toHaveAttribute('data-theme', 'light');
    await restore();
  });
  await test.step('saves the last of several quick changes, with one request at a time', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/settings') && sent.push(request.url()));
    const letGo = await delay(page, { path: '/api/settings' });
    for (const on of [true, false, true]) {
      await keyboard.to(dark(page));
      await keyboard.keys('Space');
      await expect(dark(page)).toBeChecked({ checked: on });
      await expect(theme).toHaveAttribute('data-theme', on ? 'dark' : 'light');
    }
    await keyboard.to(notifications(page));
    await keyboard.keys('Space');
    expect(sent).toHaveLength(1);
    const kept = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('"emailNotifications":false') === true,
    );
    letGo();
    await kept;
    await page.reload();
  });
  // The page refetches as if the tab had become visible again.
  await laptop.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  for (const open of [page, laptop]) {
    await expect(dark(open)).toBeChecked();
    await expect(notifications(open)).not.toBeChecked();
    await expect(open.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
});

test('clears the browser’s data after confirmation, and nothing on the server', async ({ page, landlord }) => {
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto('/dashboard/properties');
  await page.getByRole('radio', { name: 'Table' }).check();
  await page.goto('/dashboard/properties/add');
  await page.getByRole('form').getByLabel('Address', { exact: true }).fill('3 Priory Close');
  await expect.poll(() => keys(page)).toContainEqual(expect.stringMatching(/^tenure\.draft\./));
  await page.evaluate(() => {
    for (const key of ['properties', 'tenants', 'suppliers']) localStorage.setItem(key, '[]');
  });
  acceptsUnload(page);
  await page.goto(SETTINGS);
  const clear = page.getByRole('main').getByRole('button', { name: 'Clear All Data' });
  await test.step('S2.2.32 S2.4.3 S2.8.20 S2.8.21 requires confirmation and reports the result', async () => {
    await clear.click();
    const question = page.getByRole('alertdialog', { name: 'Clear All Data' });
    await expect(question).toHaveAccessibleDescription(
      'Are you sure you want to clear all your data? This action cannot be undone.',
    );
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(clear).toBeFocused();
    expect(await keys(page), 'after Cancel').toContain('tenants');
    await clear.click();
    await question.getByRole('button', { name: 'Clear All Data' }).click();
    await expectToast(page, 'All data has been cleared successfully');
    expect(await keys(page)).toEqual([]);
  });
  expect(await landlord.has(), 'properties on the server').toBe(1);
  await page.goto('/dashboard/properties/add');
  await expect(page.getByRole('form').getByLabel('Address', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();
});

test('creates, copies, changes and ends the calendar feed by keyboard', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await landlord.adds({ address: '8 Laburnum Row' });
  const keyboard = keyboardOf(page);
  const section = page.getByRole('region', { name: 'Calendar' });
  const button = (name: string) => section.getByRole('button', { name });
  const shown = section.getByRole('textbox', { name: 'Your calendar address' });
  const read = async (address: string) => (await page.request.get(address)).status();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.address });
  const restore = await fail(page, { method: 'GET', path: '/api/calendar-feed' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(SETTINGS);
  await expect(section).toContainText('We could not load your calendar feed');
  await restore();
  await keyboard.press(button('Retry'));
  await keyboard.press(button('Create an address'));
  const first = await shown.inputValue();
  await keyboard.press(button('Copy'));
  await expectToast(page, 'Address copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  expect(await read(first)).toBe(200);
  await keyboard.to(section.getByRole('switch', { name: 'Show tenants’ names' }));
  await keyboard.keys('Space');
  await page.reload();
  await expect(section.getByRole('switch', { name: 'Show tenants’ names' })).toBeChecked();
  await expect(shown, 'not stored on the server').toBeHidden();
  await keyboard.press(button('Create new address'));
  await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'Create new address' }));
  await expect(shown).not.toHaveValue(first);
  expect([await read(first), await read(await shown.inputValue())]).toEqual([404, 200]);
  await keyboard.press(button('End feed'));
  await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'End feed' }));
  await expectToast(page, 'Calendar feed ended');
  await expect(section.getByRole('heading', { name: 'Calendar' })).toBeFocused();
  await expect(button('Create an address')).toBeVisible();
});
