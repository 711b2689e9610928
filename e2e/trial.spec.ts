/** Seven free days as a landlord lives through them, and what is open to them afterwards. */
import { expect, type Page } from '@playwright/test';
import { statement } from './database.ts';
import { test } from './journey.ts';
import { delay } from './network-faults.ts';
import { fillInProperty } from './property-form.ts';
import { title } from './words.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const EXPIRED = 'Your trial has expired. Please choose a subscription plan to continue.';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Free trial' });
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** On the front page, at the prices, with the reason. */
async function expectAtThePrices(page: Page): Promise<void> {
  await expect(page).toHaveURL('/#pricing');
  await expect(page.getByText(EXPIRED)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pricing', exact: true })).toBeInViewport();
}

test('the banner counts the days of the trial, and leads to the prices', async ({ page, landlord: _, forward }) => {
  await page.goto('/dashboard');
  await expect(banner(page)).toContainText('Your free trial ends in 7 days.');
  await forward(DAY);
  await page.reload();
  await expect(banner(page)).toContainText('Your free trial ends in 6 days.');
  await forward(5 * DAY);
  await page.reload();
  await expect(banner(page)).toContainText('Your free trial ends in 1 day.');
  await tab(page, 'Finance').click();
  await expect(title(page, 'Finance')).toBeVisible();
  await expect(banner(page)).toBeHidden();
  await tab(page, 'Settings').click();
  await banner(page).getByRole('link', { name: 'View Subscription Plans' }).click();
  await expect(page).toHaveURL('/#pricing');
  await expect(page.getByText(EXPIRED)).toBeHidden();
});

test('a page left open says that the trial ends today, and turns red when the server says that it is over', async ({
  page,
  landlord,
  forward,
}) => {
  await forward(7 * DAY - HOUR);
  await page.clock.install();
  await page.goto('/dashboard/profile');
  await expect(banner(page)).toContainText('Your free trial ends in 1 day.');
  await expect(page.getByText(landlord.email).first()).toBeVisible();
  const letGo = await delay(page, { path: '/api/auth/get-session' });
  await page.clock.fastForward(HOUR + SECOND);
  await expect(banner(page)).toContainText('Your free trial ends today!');
  await forward(HOUR);
  letGo();
  await expect(banner(page)).toContainText(EXPIRED);
  await banner(page).getByRole('link', { name: 'What happens now' }).click();
  await expect(title(page, 'Your Trial Has Expired')).toBeFocused();
});

test('after 168 hours, and not before, every guarded page leads to the prices and says why, once', async ({
  page,
  landlord,
  forward,
}) => {
  const { id } = await landlord.adds();
  await forward(168 * HOUR - 30 * SECOND);
  await page.goto('/dashboard');
  await expect(title(page, 'Dashboard')).toBeVisible();
  await forward(30 * SECOND);
  for (const path of ['', '/properties', '/tenants', '/suppliers']) {
    await page.goto(`/dashboard${path}`);
    await expectAtThePrices(page);
  }
  for (const noun of ['properties', 'tenants', 'suppliers'])
    for (const path of ['add', `edit/${id}`, id]) {
      await page.goto(`/dashboard/${noun}/${path}`);
      await expectAtThePrices(page);
    }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pricing', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(EXPIRED)).toBeHidden();
});

test('after the trial finance, profile and settings stay open, and a guarded tab leads to the prices', async ({
  page,
  landlord: _,
  forward,
}) => {
  await page.clock.install();
  await forward(8 * DAY);
  await page.goto('/dashboard/finance');
  await expect(title(page, 'Finance')).toBeVisible();
  await expect(banner(page)).toBeHidden();
  for (const screen of ['Profile', 'Settings']) {
    await page.goto(`/dashboard/${screen.toLowerCase()}`);
    await expect(title(page, screen)).toBeVisible();
    await expect(banner(page)).toContainText(EXPIRED);
  }
  await tab(page, 'Properties').click();
  await expectAtThePrices(page);
});

test('the page about the end of the trial leads to the prices, or signs out for another account', async ({
  page,
  landlord,
  forward,
}) => {
  await page.goto('/trial-expired');
  await expect(page, 'a trial that runs').toHaveURL('/dashboard');
  // All of the page has come: a request on its way would be refused once the trial is over.
  await expect(page.getByRole('link', { name: 'Add your first property' })).toBeVisible();
  await forward(8 * DAY);
  await page.goto('/trial-expired');
  await expect(page).toHaveTitle('Your Trial Has Expired · Tenure');
  for (const benefit of [
    'Manage unlimited properties',
    'Track tenants and rental payments',
    'Organise maintenance requests and service providers',
    'Financial insights with reports',
    'Access data anywhere',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: benefit })).toBeVisible();
  await page.getByRole('link', { name: 'View Subscription Plans' }).click();
  await expect(page).toHaveURL('/#pricing');
  await page.goto('/trial-expired');
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(title(page, 'Welcome back')).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page, `${landlord.email} is signed out`).toHaveURL(/\/login/);
});

test('what was typed when the trial ended is still there once there is a plan', async ({
  page,
  landlord,
  forward,
  server,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page, { address: '8 Laburnum Row', description: 'Garden at the back' });
  await forward(8 * DAY);
  expectConsoleError(/status of 402/);
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expectAtThePrices(page);
  await statement(server, "update public.profiles set subscription_status = 'active' where id = $1", [landlord.id]);
  await page.goto('/dashboard/properties/add');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expect(title(page, 'Properties')).toBeVisible();
  await expect(page.getByRole('link', { name: '8 Laburnum Row', exact: true })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});
