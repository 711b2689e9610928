import { expect } from '@playwright/test';
import { NO_COMPLIANCE } from '../../src/features/compliance/compliance.ts';
import { title } from '../support/copy.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { fail } from '../support/network-faults.ts';
import { JPEG } from '../support/property-detail.ts';
import { linked, linkField } from '../support/suppliers.ts';
import { test } from '../support/test.ts';

test('S1.2.7 S1.2.59 lists properties as cards and as a table', async ({ page, landlord, expectConsoleError }) => {
  const { url } = await landlord.uploads('property_images', { name: 'front.jpg', bytes: JPEG });
  await landlord.adds({ address: '14 Chandos Terrace', imageUrl: url });
  const { gasSafety, ...others } = NO_COMPLIANCE;
  const compliance = { ...others, gasSafety: { ...gasSafety, expiryDate: '2026-01-31' } };
  const home = {
    compliance,
    address: '8 Laburnum Row',
    city: 'Leeds',
    postalCode: 'LS8 1QS',
    propertyType: 'flat',
  } as const;
  const { id } = await landlord.adds({ ...home, bedrooms: 2, rent: 115_050, description: 'Yard', status: 'occupied' });
  const photo = (size: string) => page.getByRole('main').locator(`img[src="${url}?size=${size}"]`);

  await test.step('S1.2.64 S1.2.71 shows a card with links for each property', async () => {
    await page.goto('/dashboard/properties');
    await expect(page.getByText('2 Properties', { exact: true })).toBeVisible();
    await expect(page.getByText(', 1 occupied, 1 vacant')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add Property', exact: true })).toBeVisible();
    await expect.poll(() => photo('card').evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    const card = page.getByRole('listitem').filter({ hasText: '8 Laburnum Row' });
    await expect(card.locator('svg use').first(), 'S1.2.65 the drawn house').toBeAttached();
    for (const words of ['Occupied', 'Leeds, LS8 1QS', '2 beds · flat', '£1,150.50/mo', 'Yard', 'Gas expired'])
      await expect(card.getByText(words, { exact: true }), 'S1.2.66 S1.2.67 S1.2.68 S1.2.69 S1.2.70').toBeVisible();
    await expect(card.getByRole('link', { name: /^Edit/ })).toHaveText('Edit');
    await card.getByRole('link', { name: /^View Details/ }).click();
    await expect(page).toHaveURL(`/dashboard/properties/${id}`);
    await page.goBack();
  });
  await test.step('links to certificates, which can be filtered, exported and renewed', async () => {
    await page.getByRole('link', { name: 'Certificates and compliance' }).click();
    await expect(title(page, 'Certificates and compliance')).toBeFocused();
    const strip = page.getByRole('region', { name: 'Certificates by state' });
    await strip.getByRole('link', { name: /^Expired/ }).click();
    await expect(page.getByText('1 entry, most urgent first')).toBeVisible();
    await page.getByRole('searchbox').fill('gas');
    await expect(page).toHaveURL('/dashboard/certificates?q=gas&state=expired');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^tenure-certificates-.*csv$/);
    await page.getByRole('button', { name: 'Renew Gas safety, 8 Laburnum Row' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew Gas safety' });
    await dialog.getByRole('button', { name: 'Add certificate' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'No certificates found' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('row', { name: /8 Laburnum Row.*Gas safety Valid/ })).toBeVisible();
    await page.getByRole('link', { name: 'Properties', exact: true }).first().click();
  });
  await test.step('remembers the chosen view, and shows a drawing instead of a missing photo', async () => {
    await page.getByRole('radio', { name: 'Table' }).check();
    const table = page.getByRole('table', { name: 'Properties' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Address',
      'Type',
      'Beds',
      'Tenants',
      'Status',
      'Rent',
      'Actions',
    ]);
    await page.route(/size=thumb/, (route) => route.fulfill({ status: 404 }));
    expectConsoleError(/status of 404/);
    await page.reload();
    await expect(page.getByText('£2,600.50/mo')).toBeVisible();
    const row = table.getByRole('row').filter({ hasText: '14 Chandos Terrace' });
    await expect(row.locator('svg use').first()).toBeVisible();
    await expect(photo('thumb')).toHaveCount(0);
    await row.getByRole('link', { name: 'Edit, 14 Chandos Terrace' }).click();
    await expect(title(page, 'Edit Property')).toBeVisible();
  });
});

test('chooses a property in a search field, by keyboard and by mouse', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  for (const address of ['1 Beech Road', '2 Beech Road', '3 Mill Lane']) await landlord.adds({ address });
  await page.goto('/dashboard/suppliers/add');
  const keyboard = keyboardOf(page);
  const options = page.getByRole('listbox').getByRole('option');
  await test.step('lists the matches, and chooses with Enter without submitting', async () => {
    await keyboard.fill(linkField(page), 'BEECH');
    await expect(options).toHaveText(['1 Beech RoadBristol', '2 Beech RoadBristol']);
    await keyboard.keys('ArrowDown', 'Enter');
    await expect(linked(page)).toContainText('2 Beech Road');
    await expect(linkField(page)).toHaveValue('');
    await expect(page.getByText('fields need attention')).toBeHidden();
  });
  await test.step('omits properties already linked', async () => {
    await linkField(page).fill('2 bee');
    await expect(page.getByText('You have already chosen everything that matches.')).toBeVisible();
  });
  await test.step('opens and chooses with the mouse', async () => {
    await linkField(page).fill('');
    await linkField(page).click();
    await expect(options).toHaveText(['1 Beech RoadBristol', '3 Mill LaneBristol']);
    await options.filter({ hasText: 'Mill' }).hover();
    await page.mouse.down();
    await expect(linked(page), 'on mouse down').toContainText('3 Mill Lane');
    await page.mouse.up();
    await expect(linkField(page)).toBeFocused();
  });
  await test.step('shows an error if a search fails, and searches again on Retry', async () => {
    const restore = await fail(page, { path: '/api/properties/choices' }, 'internal');
    expectConsoleError(/status of 500/);
    await linkField(page).fill('bee');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load properties' });
    await expect(alert).toContainText('Something went wrong on our side.');
    await restore();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(options).toHaveText(['1 Beech RoadBristol']);
  });
  await test.step('links to the form for a new property without matches', async () => {
    await linkField(page).fill('_______');
    await expect(page.getByText('No properties found')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Add a property' })).toBeFocused();
  });
});
