/** Days and texts are tested in src/features/billing/trial.test.ts. */
import { expect, type Page } from '@playwright/test';
import { GIVE_PLAN } from '../../test/fixtures/subscriptions.ts';
import { expectColour } from '../support/colour.ts';
import { ENDED_ELSEWHERE } from '../support/console-errors.ts';
import { title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { delay, fail, storeCookiesLate } from '../support/network-faults.ts';
import { fillInProperty } from '../support/property-form.ts';
import { test } from '../support/test.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const EXPIRED = 'Your trial has expired. Please choose a subscription plan to continue.';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Free trial' });
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

async function expectAtThePrices(page: Page): Promise<void> {
  await expect(page).toHaveURL('/#pricing');
  await expect(page.getByText(EXPIRED)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pricing', exact: true })).toBeInViewport();
}

test('counts down the trial in amber, and turns red once the server ends it', async ({ page, landlord, forward }) => {
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Add your first property' })).toBeVisible();
  await expectColour(banner(page).getByText('Your free trial ends in 7 days.'), 'amber');
  await tab(page, 'Finance').click();
  await expect(title(page, 'Finance')).toBeVisible();
  await expect(banner(page)).toBeHidden();
  await tab(page, 'Settings').click();
  await banner(page).getByRole('link', { name: 'View Subscription Plans' }).click();
  await expect(title(page, 'Plans')).toBeVisible();

  await forward(7 * DAY - HOUR);
  await page.goto('/dashboard/profile');
  await expect(banner(page)).toContainText('Your free trial ends in 1 day.');
  await expect(page.getByText(landlord.email).first()).toBeVisible();
  const letGo = await delay(page, { path: '/api/auth/get-session' });
  // A session request in flight restarts the hour.
  await expect(async () => {
    await page.clock.fastForward(HOUR + SECOND);
    await expect(banner(page)).toContainText('Your free trial ends today!', { timeout: 2000 });
  }).toPass();
  await forward(HOUR);
  letGo();
  await expectColour(banner(page).getByText('Your trial has expired.'), 'red');
  await banner(page).getByRole('link', { name: 'See what happens now' }).click();
  await expect(title(page, 'Your Trial Has Expired')).toBeVisible();
});

test('redirects protected screens to the prices after 168 hours, except finance, profile and settings', async ({
  page,
  landlord,
  forward,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds();
  await page.goto('/trial-expired');
  await expect(page, 'while the trial runs').toHaveURL('/dashboard');
  await expect(page.getByRole('link', { name: /Total Properties/ })).toContainText('1');
  // The open overview may be refetched before the next screen loads.
  expectConsoleError(/status of 402/, 'maybe');
  await forward(168 * HOUR);
  await test.step('S1.4.13 S1.4.14 S2.2.5 redirects protected screens, with the reason shown once', async () => {
    for (const path of ['', '/suppliers', '/tenants/add', `/properties/edit/${id}`]) {
      await page.goto(`/dashboard${path}`);
      await expectAtThePrices(page);
    }
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Pricing', exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText(EXPIRED)).toBeHidden();
  });
  await test.step('S1.2.11 S1.6.7 S1.6.14 S2.2.1 S2.2.2 keeps some screens open', async () => {
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
  await test.step('links the prices to the open screens, the download and signing out', async () => {
    const open = page.getByRole('navigation', { name: 'Available with or without a plan' });
    for (const screen of ['Finance', 'Profile', 'Settings']) {
      await open.getByRole('link', { name: screen }).click();
      await expect(title(page, screen)).toBeVisible();
      await page.goto('/#pricing');
    }
    const download = page.waitForEvent('download');
    await open.getByRole('link', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^tenure-data-.*\.zip$/);
    const restore = await fail(page, { path: '/api/auth/sign-out' }, 'unavailable');
    expectConsoleError(/status of 503/);
    await open.getByRole('button', { name: 'Sign out' }).click();
    await expect(open.getByRole('alert')).toHaveText('You are still signed in. Try again.');
    await restore();
    expectConsoleError(ENDED_ELSEWHERE, 'maybe');
    const other = await page.context().newPage();
    await other.goto('/dashboard/settings');
    await expect(title(other, 'Settings')).toBeVisible();
    await open.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(title(other, 'Welcome back')).toBeVisible();
    await other.close();
    await page.goto('/login');
    await page.getByRole('form').getByLabel('Email').fill(landlord.email);
    await page.getByRole('form').getByLabel('Password', { exact: true }).fill(landlord.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expectAtThePrices(page);
  });
  await test.step('S1.2.5 S1.2.53 S1.2.54 S1.2.55 S1.2.56 S1.4.25 explains the end of the trial on its page', async () => {
    await page.goto('/trial-expired');
    await expect(page).toHaveTitle('Your Trial Has Expired · Tenure');
    const open = page.getByRole('region', { name: 'Still open to you' });
    await expect(open.getByRole('link')).toHaveText(['Finance', 'Profile', 'Settings', 'Download my data']);
    await expect(open.getByRole('button')).toHaveText(['Sign out']);
    await expect(page.getByRole('main').getByRole('listitem')).toContainText([
      'Manage unlimited properties',
      'Track tenants and rental payments',
      'Organise maintenance requests and service providers',
      'Financial insights with reports',
      'Access data anywhere',
    ]);
    await page.getByRole('link', { name: 'View Subscription Plans' }).click();
    await expect(page).toHaveURL('/#pricing');
    await page.goto('/trial-expired');
    await page.getByRole('button', { name: 'Sign in with another account' }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/dashboard/profile');
    await expect(title(page, 'Welcome back')).toBeVisible();
  });
});

test('redirects an open tab to the prices after the trial, even with delayed cookies', async ({
  page,
  landlord,
  forward,
}) => {
  await page.clock.install();
  await storeCookiesLate(page);
  await page.goto('/dashboard/profile');
  await expect(page.getByText(landlord.email).first()).toBeVisible();
  await expect(banner(page)).toContainText('Your free trial ends in 7 days.');
  await forward(168 * HOUR);
  // A click some time after the previous one refreshes the session.
  await page.clock.fastForward(10 * SECOND);
  await tab(page, 'Properties').click();
  await expectAtThePrices(page);
});

test('restores a form from the end of the trial once there is a plan', async ({
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
  await statement(server, GIVE_PLAN, [landlord.id]);
  await page.goto('/dashboard/properties/add');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expect(page.getByRole('heading', { name: '8 Laburnum Row', exact: true })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});
