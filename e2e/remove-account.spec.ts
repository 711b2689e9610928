/** A landlord leaves for good: after their password, with everything, in every browser and every tab. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { signIn } from './landlords.ts';
import { delay, fail } from './network-faults.ts';
import { expectRefused, openEmail, title } from './words.ts';

const DELETED = 'Your account and all its data have been deleted.';

const ask = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Delete my account' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete my account' });
const password = (page: Page) => dialog(page).getByLabel('Your password', { exact: true });
const cancel = (page: Page) => dialog(page).getByRole('button', { name: 'Cancel' });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete my account' });

/** The account is removed by a server whose order to clear the browser is not obeyed, as by an old one. Returns what lets it answer. */
async function withoutClearing(page: Page): Promise<() => void> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('/api/account/remove', async (route) => {
    await gate;
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'clear-site-data': '' } });
  });
  return () => letGo();
}

test('a landlord deletes their account by keyboard alone; this browser forgets, other tabs and browsers leave, and the front page says so', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  test.slow(); // each key is a step
  await landlord.adds({ address: '8 Laburnum Row' });
  const phone = await anotherBrowser();
  await signIn(phone, server.address, landlord);
  await phone.goto('/dashboard/properties');
  await expect(phone.getByText('8 Laburnum Row')).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto('/dashboard/properties/add');
  await tab.getByRole('form').getByLabel('Address', { exact: true }).fill('3 Priory Close');
  const keys = () => page.evaluate(() => Object.keys(localStorage));

  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/profile');
  await expect.poll(keys).toContainEqual(expect.stringMatching(/^tenure\.draft\./));
  await keyboard.press(ask(page));
  await expect(cancel(page)).toBeFocused();
  await expect(dialog(page)).toContainText('This cannot be undone.');
  await expect(dialog(page)).toContainText(`The account of ${landlord.email} goes, and with it`);
  await expect(dialog(page)).toContainText('all your properties, tenants and suppliers');
  await keyboard.keys('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(ask(page)).toBeFocused();

  await keyboard.keys('Enter');
  await expect(cancel(page)).toBeFocused();
  await keyboard.fill(password(page), landlord.password);
  await keyboard.press(confirm(page));
  await expect(page).toHaveURL('/');
  await expect(page.getByText(DELETED)).toBeVisible();
  expect(await keys()).toEqual([]);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(title(tab, 'Welcome back')).toBeVisible();
  await phone.reload();
  await expect(title(phone, 'Welcome back')).toBeVisible();
  await page.reload();
  await expect(title(page, 'Property Management Simplified')).toBeVisible();
  await expect(page.getByText(DELETED), 'said once').toBeHidden();

  expectConsoleError(/status of 401/);
  await tab.getByRole('form').getByLabel('Email').fill(landlord.email);
  await tab.getByRole('form').getByLabel('Password', { exact: true }).fill(landlord.password);
  await tab.getByRole('button', { name: 'Log in' }).click();
  await expectRefused(tab, 'Invalid email or password. Please try again.');
  await openEmail(tab, { to: landlord.email, subject: 'Your account has been deleted' });

  // Who comes back with the same address begins anew.
  await tab.goto('/signup');
  await tab.getByRole('form').getByLabel('Name').fill(landlord.name);
  await tab.getByRole('form').getByLabel('Email').fill(landlord.email);
  await tab.getByRole('form').getByLabel('Password', { exact: true }).fill(landlord.password);
  await tab.getByRole('checkbox', { name: /^I accept the terms/ }).check();
  await tab.getByRole('button', { name: 'Start Free Trial' }).click();
  await expect(tab.getByRole('link', { name: 'Add your first property' })).toBeVisible();
});

test('with a wrong password, with none, or when it fails, nothing is deleted, and the dialog says so', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await landlord.adds();
  await page.goto('/dashboard/profile');
  await ask(page).click();
  await confirm(page).click();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription('Please enter your password');
  expectConsoleError(/status of 422/);
  await password(page).fill('not my password');
  await confirm(page).click();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription('This is not your password');

  await password(page).fill(landlord.password);
  const mend = await fail(page, { path: '/api/account/remove' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await confirm(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'We cannot reach our database just now. Please try again in a moment.',
  );
  await mend();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await expect(title(page, 'Profile')).toBeVisible();
  expect(await landlord.has()).toBe(1);
});

test('a copy is offered first, and while it comes nothing can be deleted', async ({ page, landlord }) => {
  await page.goto('/dashboard/profile');
  await ask(page).click();
  await password(page).fill(landlord.password);
  const letGo = await delay(page, { path: '/api/my-data' });
  await dialog(page).getByRole('button', { name: 'Download my data' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Preparing your data...' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Downloading first...' })).toBeDisabled();
  const begun = page.waitForEvent('download');
  letGo();
  expect((await begun).suggestedFilename()).toMatch(/^tenure-data-/);
  await expect(confirm(page)).toBeEnabled();
  await expect(password(page)).toHaveValue(landlord.password);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('the account is deleted after the trial too; the dialog stays until it is done', async ({
    page,
    landlord,
    forward,
  }) => {
    await forward(8 * 24 * 60 * 60 * 1000);
    await page.goto('/dashboard/profile');
    await page.evaluate(() => localStorage.setItem('tenants', '[]'));
    await ask(page).click();
    await password(page).fill(landlord.password);
    const letGo = await withoutClearing(page);
    await confirm(page).click();
    await expect(dialog(page).getByRole('button', { name: 'Deleting...' })).toBeVisible();
    await expect(cancel(page)).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeVisible();
    letGo();
    await expect(page.getByText(DELETED)).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});
