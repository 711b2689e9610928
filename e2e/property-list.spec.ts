/** The list of properties: finding one among few or thousands, and what it says when there is none or it cannot be read. */
import { expect, type Page } from '@playwright/test';
import { statement } from './database.ts';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { JPEG } from './property-detail.ts';
import { title } from './words.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search properties' });
const count = (page: Page, words: string) => page.getByText(words, { exact: true });
const house = (page: Page, address: string) => page.getByRole('link', { name: address, exact: true });

test('a landlord without properties is told what to do', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties');
  await expect(page.getByRole('heading', { name: 'No properties found' })).toBeVisible();
  await page.getByRole('link', { name: 'Add a property' }).click();
  await expect(title(page, 'Add New Property')).toBeFocused();
  expect(await landlord.has()).toBe(0);
});

test('search finds by any part of address, city, type and postcode, in capitals or not', async ({ page, landlord }) => {
  await landlord.adds({ address: '14 Chandos Terrace', city: 'Bristol', postalCode: 'BS6 6QJ' });
  await landlord.adds({ address: '2 Mill Lane', city: 'Leeds', postalCode: 'LS8 1QS', propertyType: 'flat' });
  await landlord.adds({ address: '100% Corner', city: 'York', postalCode: 'YO1 7HH', propertyType: 'bungalow' });
  await page.goto('/dashboard/properties');
  await expect(count(page, '3 Properties')).toBeVisible();
  for (const [typed, found] of [
    ['CHANDOS', '14 Chandos Terrace'],
    ['leed', '2 Mill Lane'],
    ['Bungalow', '100% Corner'],
    ['0%', '100% Corner'],
    ['bs6', '14 Chandos Terrace'],
    ['bs66qj', '14 Chandos Terrace'],
  ] as const) {
    await search(page).fill(typed);
    await expect(count(page, '1 Property')).toBeVisible();
    await expect(house(page, found)).toBeVisible();
  }
  for (const typed of ["' or 1=1 --", '_______', '<b>']) {
    await search(page).fill(typed);
    await expect(page.getByText('Nothing matches your search and filters.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(count(page, '3 Properties')).toBeVisible();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL('/dashboard/properties');
});

test('search, status and sort stand in the address: reload and Back keep them', async ({ page, landlord }) => {
  await landlord.adds({ address: '1 Beech Road', rent: 90_000, status: 'occupied' });
  await landlord.adds({ address: '2 Beech Road', rent: 120_000, status: 'occupied' });
  await landlord.adds({ address: '3 Beech Road', rent: 200_000, status: 'maintenance' });
  await landlord.adds({ address: '4 Mill Lane', status: 'occupied' });
  await page.goto('/dashboard/properties');
  await search(page).fill('beech');
  await expect(count(page, '3 Properties')).toBeVisible();
  await page.getByLabel('Status').selectOption('Occupied');
  await expect(count(page, '2 Properties')).toBeVisible();
  await page.getByLabel('Sort').selectOption('Highest rent first');
  const narrowed = '/dashboard/properties?q=beech&status=occupied&sort=rent';
  await expect(page).toHaveURL(narrowed);
  const expectNarrowed = async () => {
    await expect(page).toHaveURL(narrowed);
    await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(['2 Beech Road', '1 Beech Road']);
    await expect(search(page)).toHaveValue('beech');
    await expect(page.getByLabel('Status')).toHaveValue('occupied');
    await expect(page.getByLabel('Sort')).toHaveValue('rent');
  };
  await expectNarrowed();
  await page.reload();
  await expectNarrowed();
  await house(page, '1 Beech Road').click();
  await expect(title(page, '1 Beech Road')).toBeVisible();
  await page.goBack();
  await expectNarrowed();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search(page)).toBeFocused();
  await expect(count(page, '3 Properties')).toBeVisible();
});

test('an address with nonsense in it shows the whole list', async ({ page, landlord }) => {
  await landlord.adds();
  await page.goto('/dashboard/properties?status=haunted&sort=sideways&page=-1');
  await expect(count(page, '1 Property')).toBeVisible();
});

test('cards or table: what was chosen is there next time', async ({ page, landlord }) => {
  await landlord.adds({ address: '14 Chandos Terrace', status: 'occupied' });
  await landlord.adds({ address: '2 Mill Lane', status: 'maintenance', description: '' });
  await page.goto('/dashboard/properties');
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await expect(page.getByRole('listitem').filter({ hasText: '2 Mill Lane' })).toBeVisible();
  await page.getByRole('radio', { name: 'Table' }).check();
  const table = page.getByRole('table', { name: 'Properties' });
  await expect(table.getByRole('columnheader')).toHaveText(['Address', 'Type', 'Beds', 'Status', 'Rent', 'Actions']);
  await expect(table.getByRole('row').filter({ hasText: '2 Mill Lane' })).toContainText('Maintenance');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  await expect(table).toBeVisible();
  await table.getByRole('link', { name: 'Edit, 2 Mill Lane' }).click();
  await expect(title(page, 'Edit Property')).toBeVisible();
});

test('a photo stands on its card and in its row; one that cannot be shown gives way to the drawn house', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { url } = await landlord.uploads('property_images', { name: 'front.jpg', bytes: JPEG });
  await landlord.adds({ address: '14 Chandos Terrace', imageUrl: url });
  await page.goto('/dashboard/properties');
  const photo = (size: string) => page.getByRole('main').locator(`img[src="${url}?size=${size}"]`);
  for (const [view, size] of [
    ['Cards', 'card'],
    ['Table', 'thumb'],
  ] as const) {
    await page.getByRole('radio', { name: view }).check();
    await expect(photo(size)).toBeVisible();
    await expect.poll(() => photo(size).evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  }
  await page.route(/size=thumb/, (route) => route.fulfill({ status: 404 }));
  expectConsoleError(/status of 404/);
  await page.reload();
  await expect(
    page.getByRole('row').filter({ hasText: '14 Chandos Terrace' }).locator('svg use').first(),
  ).toBeVisible();
  await expect(photo('thumb')).toHaveCount(0);
});

test('while the list is on its way three placeholders stand in its place', async ({ page, landlord }) => {
  await landlord.adds();
  const letGo = await delay(page, { path: '/api/properties' });
  await page.goto('/dashboard/properties');
  const words = page.getByText('Loading properties...');
  await expect(words).toBeAttached();
  // Screen readers hear the words only, so the silent shapes beside them are counted where they stand.
  expect(await words.evaluate((said) => said.nextElementSibling?.firstElementChild?.childElementCount)).toBe(3);
  letGo();
  await expect(house(page, '14 Chandos Terrace')).toBeVisible();
  await expect(words).toBeHidden();
});

test('a list that cannot be read is not taken for an empty one, and Retry reads it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await landlord.adds();
  const mend = await fail(page, { path: '/api/properties' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto('/dashboard/properties');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to load properties');
  await expect(alert).toContainText('We cannot reach our database just now. Please try again in a moment.');
  await expect(page.getByText('No properties found')).toBeHidden();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(alert.getByRole('button', { name: 'Retrying...' })).toBeVisible();
  await expect(alert.getByRole('button', { name: 'Retry', exact: true })).toBeVisible();
  await expect(alert).toContainText('Failed to load properties');
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(house(page, '14 Chandos Terrace')).toBeVisible();
});

test('five thousand properties scroll to the very last, and Back returns to the place that was left', async ({
  page,
  landlord,
  server,
}) => {
  test.slow();
  await statement(server, FIVE_THOUSAND, [landlord.id]);
  await page.addInitScript(() => localStorage.setItem('tenure.view.properties', 'table'));
  await page.goto('/dashboard/properties?sort=oldest');
  await expect(count(page, '5,000 Properties')).toBeVisible();
  const rows = page.getByRole('row');
  const last = page.getByRole('row').filter({ hasText: '5000 Long Street' });
  await page.evaluate(scrollToRow, 5001);
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-rowindex', '5001');
  expect(await rows.count(), 'rows in the document').toBeLessThan(100);
  await page.keyboard.press('End');
  await house(page, '4999 Long Street').click();
  await expect(title(page, '4999 Long Street')).toBeVisible();
  await page.goBack();
  await expect(house(page, '4999 Long Street')).toBeInViewport();
  await search(page).fill('4321 long');
  await expect(house(page, '4321 Long Street')).toBeInViewport();
});

const FIVE_THOUSAND = `
  insert into public.properties
    (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, status, date_added)
  select $1, n || ' Long Street', 'Leeds', 'Leeds', 'LS1 1AA', 'flat', 1, 1, 500 + n, 100, 'vacant',
    timestamptz '2026-01-01' + make_interval(mins => n)
  from generate_series(1, 5000) n`;

/** In the page: scrolls to the foot of what has come, again and again, until this row is there. */
async function scrollToRow(index: number): Promise<void> {
  while (!document.querySelector(`[aria-rowindex="${index}"]`)) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
  }
}
