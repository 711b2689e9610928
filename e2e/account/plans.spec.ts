import { expect, type Page } from '@playwright/test';
import { title } from '../support/copy.ts';
import { delay, fail } from '../support/network-faults.ts';
import { test } from '../support/test.ts';

const HOUR = 3600 * 1000;
const EXPIRED = 'Your trial has expired. Please choose a subscription plan to continue.';
const PLANS = '/dashboard/plans';
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const subscription = (page: Page) => page.getByRole('region', { name: 'Your subscription' });
const banner = (page: Page) => page.getByRole('complementary', { name: 'Free trial' });

test('restores access in all tabs once a plan is paid after the trial, until it is cancelled', async ({
  page,
  landlord,
  forward,
}) => {
  await landlord.adds();
  await forward(168 * HOUR);
  await page.goto('/dashboard');
  await expect(page.getByText(EXPIRED)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/dashboard/settings');
  await other.getByRole('main').getByRole('link', { name: 'Plans' }).click();
  await expect(title(other, 'Your Trial Has Expired')).toBeVisible();

  await test.step('offers the plan chosen earlier, without starting its checkout', async () => {
    await page.goto(`${PLANS}?plan=basic`);
    await expect(page.getByRole('main')).toContainText('You chose Basic, £12.99 a month.');
    await expect(page.getByRole('button', { name: 'Continue with Basic' })).toBeEnabled();
    await expect(page.getByRole('listitem').filter({ hasText: 'fits your 1 property' })).toContainText('Basic');
  });
  await test.step('S1.2.31 shows that Subscribe is busy until the payment page opens', async () => {
    const letGo = await delay(page, { path: '/api/create-checkout-session' });
    await press(page, 'Subscribe to Standard');
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Subscribe to Basic' })).toBeDisabled();
    letGo();
    await expect(title(page, 'Standard')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/To pay today\s*£29\.99/);
  });
  await test.step('charges nothing for a declined card or an abandoned checkout', async () => {
    await press(page, 'Decline the card');
    await expect(page.getByRole('alert')).toContainText('Your card was declined.');
    await press(page, 'Leave without paying');
    await expect(page.getByRole('status').filter({ hasText: 'We have not charged you.' })).toBeVisible();
    await expect(title(page, 'Your Trial Has Expired')).toBeVisible();
  });
  await test.step('activates a paid plan at once, in the other tab too', async () => {
    await press(page, 'Subscribe to Standard');
    await press(page, 'Succeed');
    await expect(page.getByText('Thank you. Standard is active.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Current plan' })).toContainText('Standard');
    await expect(other.getByText('Standard is active.')).toBeVisible();
    await expect(subscription(page)).toContainText(/Card\s*Visa ending 4242/);
    await expect(banner(page)).toBeHidden();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('link', { name: /Total Properties/ })).toContainText('1');
  });
  await test.step('warns about a failed payment, which is then paid in the portal', async () => {
    await press(page, /^Account of/);
    await page.getByRole('menuitem', { name: 'Plan' }).click();
    await press(page, 'Manage card, invoices or plan');
    await press(page, 'Use a card that will fail');
    await press(page, 'Advance to the next payment');
    await page.getByRole('link', { name: 'Back to Tenure' }).click();
    await expect(subscription(page)).toContainText('Visa ending 0341');
    await expect(banner(page)).toContainText(/Your last payment failed\. Pay by \d\d \w{3} \d{4}/);
    await press(page, 'Pay or change card');
    await press(page, 'Use a card that works, and pay');
    await page.getByRole('link', { name: 'Back to Tenure' }).click();
    await expect(page.getByText('Standard is active.')).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });
  await test.step('keeps a cancelled plan until its end date, then states the reason', async () => {
    await press(page, 'Manage card, invoices or plan');
    await press(page, /^Cancel on/);
    await page.getByRole('link', { name: 'Back to Tenure' }).click();
    await expect(page.getByText(/Standard is cancelled and ends on \d\d \w{3} \d{4}\./)).toBeVisible();
    await press(page, 'Manage card, invoices or plan');
    await press(page, 'Advance to the next payment');
    await page.getByRole('link', { name: 'Back to Tenure' }).click();
    await expect(banner(page)).toContainText(/Your plan ended on \d\d \w{3} \d{4}\./);
    await expect(page.getByRole('button', { name: 'Subscribe to Basic' })).toBeEnabled();
    await expect(banner(other)).toContainText('Your plan ended');
    await other.close();
  });
});

test('carries over the trial’s free days, and offers Retry if the provider fails', async ({
  page,
  landlord,
  forward,
  expectConsoleError,
}) => {
  expect(landlord.email).not.toBe('');
  await page.goto('/dashboard');
  await banner(page).getByRole('link', { name: 'View Subscription Plans' }).click();
  await expect(page.getByText('You keep your 7 free days')).toBeVisible();
  await page.getByText('Standard features').click();
  const standard = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Standard' }) });
  await expect(standard).toContainText('Document storage');
  await expect(standard).toContainText(/Coming soon\s*Tenant communication by email and SMS/);
  const restore = await fail(page, { method: 'POST', path: '/api/create-checkout-session' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await press(page, 'Subscribe to Standard');
  await expect(page.getByRole('alert').filter({ hasText: /try again/i })).toBeVisible();
  await restore();
  await press(page, 'Retry');
  await expect(page.getByRole('main')).toContainText(/To pay today\s*£0\.00/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Subscribe to Standard' })).toBeEnabled();
  await forward(6 * 24 * HOUR);
  await page.reload();
  await expect(page.getByText('you pay as soon as you choose a plan')).toBeVisible();
});
