/** What a landlord chose: kept with the account, shown at once, taken back where it could not be kept; and what a browser keeps. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { signIn } from './landlords.ts';
import { cutOff, delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const DAY = 24 * 60 * 60 * 1000;

const dark = (page: Page) => page.getByRole('switch', { name: 'Dark Mode' });
const letters = (page: Page) => page.getByRole('switch', { name: 'Email Notifications' });
const clear = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Clear All Data' });

async function expectTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Presses the switch and waits until the server has it. */
async function choose(page: Page, control: ReturnType<typeof dark>): Promise<void> {
  const kept = page.waitForResponse('/api/settings');
  await control.click();
  await kept;
}

test('settings are chosen by keyboard alone, at once and for every browser of the landlord', async ({
  page,
  landlord,
  anotherBrowser,
  server,
}) => {
  const keyboard = keyboardOf(page);
  const laptop = await anotherBrowser();
  await signIn(laptop, server.address, landlord);
  await laptop.goto('/dashboard/settings');
  await expectTheme(laptop, 'light');

  await page.goto('/dashboard/settings');
  const letGo = await delay(page, { path: '/api/settings' });
  await keyboard.to(dark(page));
  await keyboard.keys('Space');
  await expectTheme(page, 'dark');
  await expect(dark(page), 'before the server has answered').toBeChecked();
  await keyboard.to(letters(page));
  await keyboard.keys('Space');
  await expect(letters(page)).not.toBeChecked();
  const kept = page.waitForResponse(async (answer) => (await answer.text()).includes('"emailNotifications":false'));
  letGo();
  await kept;
  await page.reload();
  await expectTheme(page, 'dark');
  await expect(dark(page)).toBeChecked();
  await expect(letters(page)).not.toBeChecked();

  await laptop.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))); // as when somebody comes back to the tab
  await expectTheme(laptop, 'dark');
  await expect(dark(laptop)).toBeChecked();
  await expect(letters(laptop)).not.toBeChecked();
});

test("before sign-in a browser shows its last choice; then the account's own comes, and is remembered", async ({
  page,
  landlord,
  anotherLandlord,
}) => {
  await page.goto('/dashboard/settings');
  await choose(page, dark(page));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expectTheme(page, 'dark');
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#12110f');
  }

  const { email, password } = await anotherLandlord();
  await page.getByRole('form').getByLabel('Email').fill(email);
  await page.getByRole('form').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(title(page, 'Dashboard')).toBeVisible();
  await expectTheme(page, 'light');
  await page.goto('/');
  await expectTheme(page, 'light');
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#faf9f6');
  expect(landlord.email).not.toBe(email);
});

test('a switch goes back where its choice could not be kept, and says so', async ({
  page,
  landlord: _,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/settings');
  const mend = await fail(page, { path: '/api/settings' }, 'internal');
  expectConsoleError(/status of 500/);
  await dark(page).click();
  await expectRefused(page, 'Failed to save your settings', 'Something went wrong on our side.');
  await expect(dark(page)).not.toBeChecked();
  await expectTheme(page, 'light');
  await mend();

  await choose(page, dark(page));
  const connect = await cutOff(page, { path: '/api/settings' });
  expectConsoleError(/ERR_FAILED/);
  await letters(page).click();
  await expectRefused(page, 'Failed to save your settings', 'We cannot reach the server.');
  await expect(letters(page)).toBeChecked();
  await expect(dark(page), 'which was kept').toBeChecked();
  await connect();
  await choose(page, letters(page));
  await page.reload();
  await expect(letters(page)).not.toBeChecked();
});

test('of choices made faster than they can be kept, the last one holds', async ({ page, landlord: _ }) => {
  await page.goto('/dashboard/settings');
  let sent = 0;
  let kept = 0;
  const concerned = (url: string) => new URL(url).pathname === '/api/settings';
  page.on('request', (request) => {
    if (concerned(request.url())) sent += 1;
  });
  page.on('response', (answer) => {
    if (concerned(answer.url())) kept += 1;
  });
  const letGo = await delay(page, { path: '/api/settings' });
  for (const on of [true, false, true, false]) {
    await dark(page).click();
    await expect(dark(page)).toBeChecked({ checked: on });
    await expectTheme(page, on ? 'dark' : 'light');
  }
  const shown = page.evaluate(
    () =>
      new Promise<(string | undefined)[]>((resolve) => {
        const themes: (string | undefined)[] = [];
        const { documentElement: root } = document;
        new MutationObserver(() => themes.push(root.dataset.theme)).observe(root, { attributeFilter: ['data-theme'] });
        window.addEventListener('settled', () => resolve(themes), { once: true });
      }),
  );
  expect(sent, 'at a time: two on their way could takeOver each other').toBe(1);
  letGo();
  await expect.poll(() => kept).toBe(4);
  await expect(dark(page)).not.toBeChecked();
  await page.evaluate(() => window.dispatchEvent(new Event('settled')));
  expect(await shown, 'themes that flashed by').toEqual([]);
  await page.reload();
  await expect(dark(page)).not.toBeChecked();
});

test('clearing all data takes what this browser keeps and nothing on the server, after a question that stands on Cancel', async ({
  page,
  landlord,
}) => {
  const keyboard = keyboardOf(page);
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto('/dashboard/properties');
  await page.getByRole('radio', { name: 'Table' }).check();
  await page.goto('/dashboard/properties/add');
  await page.getByRole('form').getByLabel('Address', { exact: true }).fill('3 Priory Close');
  const keys = () => page.evaluate(() => Object.keys(localStorage));
  await expect.poll(keys).toContainEqual(expect.stringMatching(/^tenure\.draft\./));
  await page.evaluate(() => {
    for (const key of ['properties', 'tenants', 'suppliers']) localStorage.setItem(key, '[]');
  });
  page.on('dialog', (dialog) => void dialog.accept()); // the browser's own question about leaving the form
  await page.goto('/dashboard/settings');
  expect(await keys()).toEqual(expect.arrayContaining(['properties', 'tenants', 'suppliers', 'tenure.theme']));

  await keyboard.press(clear(page));
  const question = page.getByRole('alertdialog', { name: 'Clear All Data' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText('Nothing on the server is deleted');
  await keyboard.keys('Enter');
  await expect(question).toBeHidden();
  await expect(clear(page)).toBeFocused();
  expect(await keys(), 'after Cancel').toContain('tenants');

  await keyboard.keys('Enter');
  await keyboard.press(question.getByRole('button', { name: 'Clear All Data' }));
  await expectSaid(page, 'All data has been cleared successfully');
  await expect(clear(page)).toBeFocused();
  expect(await keys()).toEqual([]);

  expect(await landlord.has(), 'properties on the server').toBe(1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Properties' }).click();
  await expect(page.getByText('8 Laburnum Row')).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await page.goto('/dashboard/properties/add');
  await expect(page.getByRole('form').getByLabel('Address', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('settings can be chosen and left after the trial too, under the red banner', async ({
    page,
    landlord: _,
    forward,
  }) => {
    await forward(8 * DAY);
    for (const screen of ['profile', 'settings']) {
      await page.goto(`/dashboard/${screen}`);
      await expect(page.getByRole('complementary', { name: 'Free trial' })).toContainText('Your trial has expired.');
    }
    await choose(page, dark(page));
    await expectTheme(page, 'dark');
    await page.goto('/dashboard/profile');
    await page.getByLabel('Full Name').fill('Hannah Okafor');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectSaid(page, 'Profile updated successfully');
    await page.goto('/dashboard/settings');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/');
  });
});
