/** The frame around every screen: where one is, how one gets elsewhere, and what is said when something is in the way. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { cutOff, delay, fail } from './network-faults.ts';
import { title } from './words.ts';

const TABS = ['Dashboard', 'Properties', 'Tenants', 'Suppliers', 'Finance', 'Settings'];
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('each tab leads to its screen, is marked as the one that is open, and reading begins at the heading', async ({
  page,
  landlord,
}) => {
  await page.goto('/dashboard');
  await expect(title(page, 'Dashboard')).toBeVisible();
  await expect(tabs(page).getByRole('link')).toHaveText(TABS);
  for (const name of [...TABS.slice(1), 'Dashboard']) {
    await tabs(page).getByRole('link', { name }).click();
    await expect(title(page, name)).toBeFocused();
    await expect(page).toHaveTitle(`${name} · Tenure`);
    await expect(tabs(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(tabs(page).getByRole('link').and(page.locator('[aria-current]'))).toHaveCount(1);
  }
  await page.goto('/dashboard/properties/add');
  await expect(title(page, 'Add New Property')).toBeVisible();
  await expect(tabs(page).getByRole('link', { name: 'Properties' })).toHaveAttribute('aria-current', /page|true/);
  await page.getByRole('link', { name: 'Tenure', exact: true }).click();
  await expect(page.getByText(`Welcome, ${landlord.name}.`)).toBeVisible();
});

test('the user menu shows who is signed in and leads to their profile', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties');
  const menu = page.getByRole('button', { name: 'Account of Ada Lovelace' });
  await expect(menu).toContainText('AL');
  await menu.click();
  await expect(page.getByRole('menu')).toContainText(landlord.email);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(title(page, 'Profile')).toBeFocused();
  await expect(page).toHaveTitle('Profile · Tenure');
});

test('the first press of Tab offers to skip the bar', async ({ page, landlord: _ }) => {
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('switch', { name: 'Dark mode' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('switch', { name: 'Dark mode' })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('a menu takes the place of the tabs', async ({ page, landlord }) => {
    await page.goto('/dashboard');
    await expect(title(page, 'Dashboard')).toBeVisible();
    await expect(tabs(page)).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([...TABS, 'Profile', 'Sign out']);
    await expect(page.getByRole('menu')).toContainText(landlord.email);
    await page.getByRole('menuitem', { name: 'Suppliers' }).click();
    await expect(title(page, 'Suppliers')).toBeVisible();
    await expect(page.getByRole('menu')).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('the front page offers the dashboard to whoever is signed in, and the doors to everybody else', async ({
  page,
  anotherLandlord,
}) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  const { page: theirs } = await anotherLandlord();
  await theirs.goto('/');
  await expect(theirs.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeHidden();
  await theirs.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(title(theirs, 'Dashboard')).toBeVisible();
});

test('an address that does not exist says so, with the status 404 and the way home', async ({
  page,
  landlord: _,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  for (const path of ['/nothing-here', '/dashboard/nothing', '/dashboard/properties/1/2']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(title(page, 'Oops! Page not found')).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Tenure');
  }
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('a screen that breaks says so, and there is a way back to it', async ({
  page,
  landlord: _,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/settings');
  const mend = await cutOff(page, { path: /\/assets\/TenantList/ });
  expectConsoleError(/TenantList|dynamically imported module/);
  expectConsoleError(/ERR_FAILED/);
  await tabs(page).getByRole('link', { name: 'Tenants' }).click();
  await expect(title(page, 'Unexpected Application Error!')).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Tenants' }).click();
  await expect(title(page, 'Unexpected Application Error!')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(title(page, 'Tenants')).toBeVisible();
});

test('until it is known who is signed in, the dashboard is loading', async ({ page, landlord }) => {
  const letGo = await delay(page, { path: '/api/auth/get-session' });
  await page.goto('/dashboard');
  await expect(page.getByText('Loading your dashboard...')).toBeAttached();
  letGo();
  await expect(page.getByText(`Welcome, ${landlord.name}.`)).toBeVisible();
  await expect(page.getByText('Loading your dashboard...')).toBeHidden();
});

test('a session that cannot be read signs nobody out: the page says so, and Retry goes on', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const mend = await fail(page, { path: '/api/auth/get-session' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('alert')).toContainText('We could not read who is signed in');
  await expect(page.getByRole('alert')).toContainText('We cannot reach our database just now.');
  await expect(page).toHaveURL('/dashboard/profile');
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(title(page, 'Profile')).toBeVisible();
  await expect(page.getByText(landlord.email).first()).toBeVisible();
});
