import { expect, type Page } from '@playwright/test';
import { addDays, londonDay } from '../src/shared/dates.ts';
import { expectCode, title } from './support/copy.ts';
import { addsExpense } from './support/finance.ts';
import { keyboardOf } from './support/keyboard.ts';
import { waitForStream } from './support/live.ts';
import { delay, fail } from './support/network-faults.ts';
import { addsTenant } from './support/tenants.ts';
import { test } from './support/test.ts';

const figure = (page: Page, name: string) => page.getByRole('region', { name: 'Figures' }).getByRole('link', { name });
const card = (page: Page, name: string) => page.getByRole('region', { name });

test('shows labelled sample figures at first, then the landlord’s own', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await test.step('shows sample figures in a labelled frame to a new landlord', async () => {
    await page.goto('/dashboard');
    const sample = card(page, 'Sample data');
    await expect(sample.getByText('These are not your figures.')).toBeVisible();
    await expect(sample.getByText('12 months', { exact: true })).toBeVisible();
    const outside = page.getByText(/£[1-9]|%$/).and(page.locator('main *:not([aria-label="Sample data"] *)'));
    await expect(outside).toHaveCount(0);
    await sample.getByRole('link', { name: 'Add your first property' }).click();
    await expect(title(page, 'Add New Property')).toBeVisible();
  });
  const { id } = await landlord.adds({ address: '8 Hawthorn Grove', rent: 70_000 });
  await test.step('completes the first steps automatically, and hides them for good', async () => {
    await page.goto('/dashboard');
    const steps = card(page, 'Three steps to start').getByRole('listitem');
    await expect(steps).toHaveText([/^DoneFirst property/, /^2 of 3First tenant/, /^3 of 3Money/]);
    await steps.nth(1).getByRole('link', { name: 'Add a tenant' }).click();
    await expect(title(page, 'Add New Tenant')).toBeVisible();
    await page.goBack();
    await keyboardOf(page).press(page.getByRole('button', { name: 'Hide these steps' }));
    await expect(steps).toHaveCount(0);
    await expect(title(page, 'Dashboard')).toBeFocused();
    await page.reload();
    await expect(figure(page, 'Total Properties')).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
  const other = await landlord.adds({ address: '14 Chandos Terrace', rent: 115_000 });
  await addsTenant(landlord, {
    propertyId: other.id,
    name: 'Hugo Fernandes',
    rentAmount: 115_000,
    leaseEnd: addDays(londonDay(new Date()), 9),
  });
  await addsExpense(landlord, { type: 'income', category: 'rent', amount: 115_000, date: londonDay(new Date()) });

  await test.step('shows errors for figures that cannot be loaded, and retries', async () => {
    const open = async () => {
      // Opens another page first, because the dashboard's own document includes the figures.
      await page.goto('/dashboard/settings');
      await expectCode(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    };
    const restore = await fail(page, { path: '/api/overview' }, 'unavailable');
    expectConsoleError(/status of 503/);
    await open();
    await expect(page.getByRole('heading', { name: 'We could not load your dashboard' })).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(figure(page, 'Total Properties')).toBeVisible();
    const letGo = await delay(page, { path: '/api/overview' });
    await open();
    await expect(page.getByText('Loading your dashboard...')).toBeAttached();
    letGo();
    await expect(figure(page, 'Total Properties')).toBeVisible();
  });
  await test.step('shows the figures before the code has loaded', async () => {
    const letGo = await delay(page, { path: /\/assets\/app-[\w-]+\.js$/ });
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('£1,150.00 received this month');
    await expect(figure(page, 'Total Properties')).toHaveCount(0);
    letGo();
  });
  await test.step('S1.2.57 S1.2.147 shows four figures, each with last month’s', async () => {
    await expect(figure(page, 'Total Properties')).toContainText('2No data last month');
    await expect(figure(page, 'Occupancy Rate')).toContainText('50%');
    await expect(figure(page, 'Monthly Revenue')).toContainText('£1,150.00');
    await expect(figure(page, 'Monthly Revenue')).toContainText('£1,150.00 received this month');
    await expect(figure(page, 'Expiring Leases')).toContainText('1');
  });
  await test.step('S1.2.148 S1.2.149 S1.2.150 shows the states of properties, tenants and suppliers', async () => {
    await expect(card(page, 'Property status').getByRole('listitem')).toHaveText([
      'Occupied1£1,150.00/mo',
      'Vacant1£700.00/mo unlet',
      'Maintenance0£0.00/mo unlet',
      '8 Hawthorn Grove0 days',
    ]);
    await expect(card(page, 'Tenants')).toContainText('Total Tenants1');
    await expect(card(page, 'Tenants')).toContainText('Avg. Rent£1,150.00/mo');
    await expect(card(page, 'Suppliers')).toContainText('Total Suppliers0Properties Covered0 of 2Top Service–');
  });
  await test.step('shows twelve months as a chart and as a table', async () => {
    const months = page.getByRole('table', { name: 'Income and expenses by month' });
    await expect(months.getByRole('row')).toHaveCount(13);
    await expect(months.getByRole('row').last()).toContainText('£1,150.00£0.00');
  });
  await test.step('S1.2.151 links recent activity to its records', async () => {
    const latest = card(page, 'Recent Activities').getByRole('listitem');
    await expect(latest.first()).toContainText('Transaction “Boiler repair call-out” added');
    await latest.getByRole('link', { name: 'Tenant Hugo Fernandes added' }).click();
    await expect(title(page, 'Hugo Fernandes')).toBeFocused();
    await expect(card(page, 'Activity').getByRole('listitem')).toHaveText(
      /^Tenant Hugo Fernandes added14 Chandos Terrace/,
    );
    await page.goBack();
    await card(page, 'Recent Activities').getByRole('link', { name: 'All activities' }).click();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Properties');
    await expect(page.getByRole('list', { name: 'Activity' }).getByRole('listitem')).toHaveText([
      /^Property added14 Chandos Terrace/,
      /^Property added8 Hawthorn Grove/,
    ]);
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true }).first()).toHaveAttribute('aria-current');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Bank accounts');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(page.getByRole('list', { name: 'Activity' }).getByRole('listitem')).toHaveCount(4);
    await page.goto('/dashboard');
  });
  await test.step('links each figure to its rows', async () => {
    for (const [name, rows] of [
      ['Total Properties', '2 Properties'],
      ['Occupancy Rate', '1 Property'],
      ['Monthly Revenue', '1 Property'],
      ['Expiring Leases', '1 Tenant'],
    ] as const) {
      await figure(page, name).click();
      await expect(page.getByText(rows, { exact: true })).toBeVisible();
      await page.goBack();
    }
  });
  await test.step('shows a change from elsewhere without a reload', async () => {
    await waitForStream(page);
    await addsExpense(landlord, { type: 'income', category: 'rent', amount: 70_050, date: londonDay(new Date()) });
    await expect(figure(page, 'Monthly Revenue')).toContainText('£1,850.50 received this month');
    await page.getByRole('link', { name: '8 Hawthorn Grove' }).first().click();
    await expect(page).toHaveURL(`/dashboard/properties/${id}`);
  });
});
