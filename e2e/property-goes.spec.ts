/** A property on its way in and out: seen at once from the list, deleted with all that is its own, and nobody else's business. */
import { expect, type Page } from '@playwright/test';
import { addsExpense, bringsIncome, row, summaryNow, transactionNow } from './finance.ts';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { addsFull } from './property-detail.ts';
import { addsSupplier } from './suppliers.ts';
import { addsTenant } from './tenants.ts';
import { expectRefused, title } from './words.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const read = /^\/api\/properties\/[\w-]{36}$/;

test('what the list has shown of a property stands on its page at once', async ({ page, landlord }) => {
  await addsFull(landlord);
  const letGo = await delay(page, { path: read });
  await page.goto('/dashboard/properties');
  await page.getByRole('link', { name: '14 Chandos Terrace', exact: true }).click();
  await expect(title(page, '14 Chandos Terrace')).toBeFocused();
  await expect(part(page, 'Property Details')).toContainText('Property TypeTerraced');
  await expect(page.getByText('£1,450.00 per month')).toBeVisible();
  await expect(page.getByText('Loading Property...')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  letGo();
  await expect(part(page, 'Property Details')).toContainText('Keys3 Yale, code 0417');
  await expect(part(page, 'Certificates')).toContainText('Gas Safety Record');
});

test('a property that cannot be read says so, and Retry reads it', async ({ page, landlord, expectConsoleError }) => {
  const { id } = await landlord.adds();
  const mend = await fail(page, { path: read }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(`/dashboard/properties/${id}`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('There was an error loading the property details.');
  await mend();
  const letGo = await delay(page, { path: read });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert.getByRole('button', { name: 'Retrying...' })).toBeVisible();
  letGo();
  await expect(title(page, '14 Chandos Terrace')).toBeVisible();
});

test('a save shows on the page at once, and in its history', async ({ page, landlord }) => {
  const { id } = await landlord.adds({ rent: 145_000 });
  await page.goto(`/dashboard/properties/${id}`);
  await expect(part(page, 'History')).toContainText('Property added');
  await page.getByRole('link', { name: 'Edit Property' }).first().click();
  await page.getByLabel('Rent per month').fill('1,500');
  await page.getByRole('button', { name: 'Update Property' }).click();
  await expect(page.getByText('£1,500.00 per month')).toBeVisible();
  await expect(part(page, 'History').getByText('Rent per month: £1,450.00 → £1,500.00')).toBeVisible();
});

test('deleting a property says before and after what goes with it, and its files are gone', async ({
  page,
  landlord,
  server,
}) => {
  const { id, imageUrl, certificates } = await addsFull(landlord);
  const files = [imageUrl, certificates[0]?.file?.url].map((url) => `${server.address}${url}`);
  for (const file of files) expect((await page.request.get(file)).status()).toBe(200);
  await page.goto(`/dashboard/properties/${id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
  await expect(dialog).toContainText('Are you sure you want to delete this property?');
  await expect(dialog).toContainText('14 Chandos Terrace');
  const list = '2 certificates, 5 compliance items, 2 invoices and 4 files';
  await expect(dialog).toContainText(`${list} go with it.`);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await landlord.has()).toBe(1);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  const toast = page.getByRole('dialog', { name: 'Property deleted successfully', exact: true });
  await expect(toast).toContainText(`${list} went with it.`);
  await expect(page.getByRole('heading', { name: 'No properties found' })).toBeVisible();
  expect(await landlord.has()).toBe(0);
  for (const file of files) await expect.poll(async () => (await page.request.get(file)).status()).toBe(404);
});

test('deleting a property says that links to suppliers go while tenants and transactions stay, and no figure changes', async ({
  page,
  landlord,
  server,
}) => {
  const { id } = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  await addsSupplier(landlord, { addedProperties: [id] });
  await addsTenant(landlord, { propertyId: id });
  const expense = await addsExpense(landlord, { propertyId: id, description: 'Gutter clearing' });
  await bringsIncome(server, landlord, { propertyId: id });
  await addsExpense(landlord);
  const figures = await summaryNow(landlord);
  await page.goto(`/dashboard/properties/${id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
  await expect(dialog).toContainText('1 supplier link goes with it.');
  await expect(dialog).toContainText('1 tenant stays, unassigned.');
  await expect(dialog).toContainText('2 transactions stay, with its address.');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Property deleted successfully', exact: true })).toContainText(
    '1 supplier link went with it. 1 tenant stays, unassigned. 2 transactions stay, with its address.',
  );
  expect(await summaryNow(landlord)).toEqual(figures);
  expect(await transactionNow(landlord, expense)).toMatchObject({
    propertyId: null,
    propertyAddress: '2 Mill Lane, Otley',
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Finance' }).click();
  await expect(row(page, 'Gutter clearing')).toContainText('2 Mill Lane, Otley');
});

test('transactions of a property that cannot be counted are not taken for none', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds();
  await addsExpense(landlord, { propertyId: id });
  await fail(page, { path: '/api/transactions/totals' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto(`/dashboard/properties/${id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Its transactions stay, with its address.');
});

test('another landlord sees no row and no byte of it', async ({
  landlord,
  anotherLandlord,
  server,
  expectConsoleError,
}) => {
  const { id, imageUrl, certificates, invoices } = await addsFull(landlord);
  const { page } = await anotherLandlord();
  expectConsoleError(/status of 404/);
  await page.goto(`/dashboard/properties/${id}`);
  await expectRefused(page, 'Property not found');
  await expect(page).toHaveURL('/dashboard/properties');
  await expect(page.getByRole('heading', { name: 'No properties found' })).toBeVisible();
  const urls = [imageUrl, `${imageUrl}?size=card`, certificates[0]?.file?.url, invoices[0]?.file?.url];
  for (const path of [`/api/properties/${id}/history`, ...urls]) {
    const answer = await page.request.get(`${server.address}${path}`);
    expect(answer.status(), String(path)).toBe(404);
    expect(await answer.text()).not.toContain('%PDF');
  }
});
