/** The page of a supplier: what it shows, how it is deleted, what it says when it cannot be read, and nobody else's business. */
import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay, fail } from './network-faults.ts';
import { JPEG } from './property-detail.ts';
import { addsSupplier, linked, part, suppliersOf } from './suppliers.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const read = /^\/api\/suppliers\/[\w-]{36}$/;

test('a full page is accessible at every width, and leads to its properties and back', async ({ page, landlord }) => {
  const homes = [];
  for (let number = 1; number <= 12; number += 1) homes.push(await landlord.adds({ address: `${number} Beech Road` }));
  const { url } = await landlord.uploads('supplier_images', { name: 'logo.jpg', bytes: JPEG });
  const { id } = await addsSupplier(landlord, { logo: url, addedProperties: homes.map((home) => home.id) });
  await page.goto(`/dashboard/suppliers/${id}`);
  await expect(page).toHaveTitle('Supplier Details · Tenure');
  await expect(part(page, 'Properties Serviced')).toContainText('12 Properties');
  await expect(linked(page).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'Show all 12' }).click();
  await linked(page).getByRole('link', { name: '12 Beech Road' }).click();
  await expect(title(page, '12 Beech Road')).toBeFocused();
  await part(page, 'Suppliers').getByRole('link', { name: 'Harbour Plumbing Ltd' }).click();
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeFocused();
});

test('what the list has shown of a supplier stands on its page at once', async ({ page, landlord }) => {
  await addsSupplier(landlord);
  const letGo = await delay(page, { path: read });
  await page.goto('/dashboard/suppliers');
  await page.getByRole('link', { name: 'Harbour Plumbing Ltd', exact: true }).click();
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeFocused();
  await expect(part(page, 'Supplier Details')).toContainText('Mary Pike');
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  letGo();
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeEnabled();
  await expect(page.getByText('No properties yet')).toBeVisible();
});

test('while it is on its way shapes stand in its place; where it cannot be read it says so, and Retry reads it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await addsSupplier(landlord);
  const addresses = [`/dashboard/suppliers/edit/${id}`, `/dashboard/suppliers/${id}`];
  const letGo = await delay(page, { path: read });
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByText('Loading Supplier...')).toBeAttached();
    await expect(page.getByRole('form')).toBeHidden();
  }
  letGo();
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeVisible();
  for (const address of addresses) {
    const mend = await fail(page, { path: read }, 'unavailable');
    expectConsoleError(/status of 503/);
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText(
      address.includes('edit') ? 'Error loading supplier data' : 'There was an error loading the supplier details.',
    );
    await mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Harbour Plumbing Ltd').first()).toBeVisible();
  }
});

test('it is deleted after a question that names it and what goes, by keyboard alone; its properties stay', async ({
  page,
  landlord,
}) => {
  const { id: home } = await landlord.adds();
  const { url } = await landlord.uploads('supplier_images', { name: 'logo.jpg', bytes: JPEG });
  const { id } = await addsSupplier(landlord, { logo: url, addedProperties: [home] });
  const keyboard = keyboardOf(page);
  await page.goto(`/dashboard/suppliers/${id}`);
  await expect(page.getByRole('button', { name: 'Delete' })).toBeEnabled();
  await keyboard.press(page.getByRole('button', { name: 'Delete' }));
  const question = page.getByRole('alertdialog', { name: 'Delete Supplier' });
  await expect(question).toContainText('Are you sure you want to delete this supplier?');
  await expect(question).toContainText('Harbour Plumbing Ltd');
  await expect(question).toContainText('1 property link and 1 file go with it.');
  await expect(question).toContainText('The properties stay.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.keys('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused();
  await keyboard.keys('Enter');
  await keyboard.press(question.getByRole('button', { name: 'Delete' }));
  const toast = page.getByRole('dialog', { name: 'Supplier deleted successfully', exact: true });
  await expect(toast).toContainText('1 property link and 1 file went with it.');
  await expect(page).toHaveURL('/dashboard/suppliers');
  expect(await suppliersOf(landlord)).toBe(0);
  expect(await landlord.has()).toBe(1);
  await expect.poll(async () => (await page.request.get(url)).status()).toBe(404);
});

test('a deletion that fails says so, and the page is still there', async ({ page, landlord, expectConsoleError }) => {
  const { id } = await addsSupplier(landlord);
  await page.goto(`/dashboard/suppliers/${id}`);
  await fail(page, { method: 'DELETE', path: read }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectRefused(page, 'There was an error deleting the supplier.', 'We cannot reach our database just now.');
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeVisible();
});

test('another landlord’s supplier is not found, and neither is one that never was', async ({
  landlord,
  anotherLandlord,
  expectConsoleError,
}) => {
  const { id } = await addsSupplier(landlord);
  const { page } = await anotherLandlord();
  expectConsoleError(/status of 404/);
  for (const address of [id, `edit/${id}`, 'nonsense', 'edit/00000000-0000-4000-8000-000000000000']) {
    await page.goto(`/dashboard/suppliers/${address}`);
    await expectRefused(page, 'Supplier not found');
    await expect(page).toHaveURL('/dashboard/suppliers');
    await expect(page.getByRole('heading', { name: 'No suppliers found' })).toBeVisible();
  }
});

test.describe('on the page of a property', () => {
  test('its suppliers are linked and unlinked by keyboard alone, and every screen is right at once', async ({
    page,
    landlord,
  }) => {
    const { id } = await landlord.adds();
    await addsSupplier(landlord, { name: 'Sparks & Daughters', serviceType: 'Electrical' });
    await addsSupplier(landlord);
    const keyboard = keyboardOf(page);
    await page.goto('/dashboard/suppliers');
    await expect(page.getByRole('listitem').filter({ hasText: 'Sparks' })).toContainText('0 Properties');
    await page.goto(`/dashboard/properties/${id}`);
    const card = part(page, 'Suppliers');
    await expect(card).toContainText('No suppliers yet');
    const search = card.getByRole('combobox', { name: 'Link a supplier' });
    await keyboard.fill(search, 'electr');
    await expect(card.getByRole('option')).toHaveText(['Sparks & DaughtersElectrical']);
    await keyboard.to(search);
    await expect(card.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
    await keyboard.keys('Enter');
    await expectSaid(page, 'Supplier linked');
    const rows = card.getByRole('list', { name: 'Suppliers' }).getByRole('listitem');
    await expect(rows).toHaveText(['SDSparks & DaughtersElectrical']);
    await expect(part(page, 'History')).toContainText('Supplier linked');

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Property' });
    await expect(question).toContainText('1 supplier link goes with it.');
    await page.keyboard.press('Escape');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suppliers' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Sparks' })).toContainText('1 Property');
    await page.goBack();
    await keyboard.press(card.getByRole('button', { name: 'Unlink Sparks & Daughters' }));
    await expectSaid(page, 'Supplier unlinked');
    await expect(card).toContainText('No suppliers yet');
    await expect(search).toBeFocused();
  });

  test('suppliers that cannot be read are not taken for none, and a link that fails says so', async ({
    page,
    landlord,
    expectConsoleError,
  }) => {
    const { id } = await landlord.adds();
    await addsSupplier(landlord);
    let mend = await fail(page, { path: '/api/suppliers' }, 'unavailable');
    expectConsoleError(/status of 503/);
    await page.goto(`/dashboard/properties/${id}`);
    const card = part(page, 'Suppliers');
    await expect(card.getByRole('alert')).toContainText('Failed to load suppliers');
    await expect(card).not.toContainText('No suppliers yet');
    await mend();
    await card.getByRole('button', { name: 'Retry' }).click();
    await expect(card).toContainText('No suppliers yet');
    mend = await fail(page, { method: 'PUT', path: /\/properties\// }, 'unavailable');
    await card.getByRole('combobox').click();
    await card.getByRole('option').click();
    await expectRefused(page, 'Failed to update supplier', 'We cannot reach our database just now.');
    await expect(card).toContainText('No suppliers yet');
  });
});
