/** The doors and the frame of the dashboard, where the specification names a word, a place or a width. */
import { expect, type Page } from '@playwright/test';
import { expectColour } from './colour.ts';
import { test } from './journey.ts';
import { cutOff } from './network-faults.ts';
import { title } from './words.ts';

const DAY = 24 * 60 * 60 * 1000;

const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true });

test('login asks for email and password, and leads to sign-up', async ({ page }) => {
  await page.goto('/login');
  await expect(title(page, 'Welcome back')).toBeVisible();
  await expect(field(page, 'Email')).toBeVisible();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Start Your Free Trial' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(title(page, 'Start Your Free Trial')).toBeVisible();
});

test('sign-up asks for name, email, password and consent to the terms, and leads to login', async ({ page }) => {
  await page.goto('/signup');
  await expect(title(page, 'Start Your Free Trial')).toBeVisible();
  await expect(page.getByText('Free for 7 days. No credit card required.')).toBeVisible();
  for (const label of ['Name', 'Email', 'Password']) await expect(field(page, label)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: /^I accept the terms/ })).not.toBeChecked();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
});

test('every screen of the dashboard, finance too, asks a visitor to log in first', async ({ page }) => {
  const records = ['/properties', '/properties/add', '/tenants', '/tenants/add', '/suppliers', '/suppliers/add'];
  for (const path of ['', ...records, '/finance', '/profile', '/settings']) {
    await page.goto(`/dashboard${path}`);
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(title(page, 'Welcome back')).toBeVisible();
  }
});

test('when the session has ended the bar offers to sign in, which leads to login', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('button', { name: `Account of ${landlord.name}` })).toBeVisible();
  await page.context().clearCookies({ name: /session/ });
  // What the page was about to read is refused, if there was anything; this certainly is.
  expectConsoleError(/status of 401/);
  await page.evaluate(() => fetch('/api/transactions/summary'));
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))); // as when somebody comes back to the tab
  await page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(title(page, 'Welcome back')).toBeVisible();
});

test('the tabs give way to a menu below 768 pixels, and not before', async ({ page, landlord }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  expect(landlord.id).toBeTruthy();
});

test('a screen before the dashboard that breaks says so too', async ({ page, expectConsoleError }) => {
  await cutOff(page, { path: /\/assets\/Login/ });
  expectConsoleError(/Login|dynamically imported module/);
  expectConsoleError(/ERR_FAILED/);
  await page.goto('/login');
  await expect(title(page, 'Unexpected Application Error!')).toBeVisible();
});

test('the trial banner is amber while the trial runs, and red once it is over', async ({ page, landlord, forward }) => {
  const banner = page.getByRole('complementary', { name: 'Free trial' });
  await page.goto('/dashboard/properties');
  await expectColour(banner.getByText('Your free trial ends in 7 days.'), 'amber');
  await expect(page.getByText('No properties found')).toBeVisible(); // asked for while the trial ran
  await forward(8 * DAY);
  await page.goto('/dashboard/profile');
  await expectColour(banner.getByText('Your trial has expired.'), 'red');
  expect(landlord.id).toBeTruthy();
});
