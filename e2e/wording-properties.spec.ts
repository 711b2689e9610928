/** The screens of properties, in the words of the specification. */
import { expect, type Page } from '@playwright/test';
import { formatInstantAsDay } from '../src/shared/dates.ts';
import { expectColour } from './colour.ts';
import { test } from './journey.ts';
import { expectRefused, title } from './words.ts';

const HOME = { address: '8 Laburnum Row', city: 'Leeds', postalCode: 'LS8 1QS', propertyType: 'flat' } as const;

const card = (page: Page, address: string) => page.getByRole('listitem').filter({ hasText: address });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true });

/** Answers the question to sign in again with no. */
async function decline(page: Page): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await page.keyboard.press('Escape');
}

test('the list shows a card for each property: picture, status, place, beds, rent, description, and the ways on', async ({
  page,
  landlord,
}) => {
  const home = { ...HOME, bedrooms: 2, rent: 115_050, description: 'South-facing yard' };
  const { id } = await landlord.adds({ ...home, status: 'occupied' });
  await page.goto('/dashboard/properties');
  await expect(title(page, 'Properties')).toBeVisible();
  const shown = card(page, HOME.address);
  await expect(shown.locator('svg use').first()).toBeAttached();
  await expect(shown.getByText('Occupied', { exact: true })).toBeVisible();
  await expect(shown.getByText('Leeds, LS8 1QS', { exact: true })).toBeVisible();
  await expect(shown.getByText('2 beds · flat', { exact: true })).toBeVisible();
  await expect(shown.getByText('£1,150.50/mo', { exact: true })).toBeVisible();
  await expect(shown.getByText('South-facing yard', { exact: true })).toBeVisible();
  await expect(shown.getByRole('link', { name: /^View Details/ })).toHaveText('View Details');
  await expect(shown.getByRole('link', { name: /^Edit/ })).toHaveText('Edit');
  await shown.getByRole('link', { name: /^View Details/ }).click();
  await expect(page).toHaveURL(`/dashboard/properties/${id}`);
  await page.goBack();
  await shown.getByRole('link', { name: /^Edit/ }).click();
  await expect(page).toHaveURL(`/dashboard/properties/edit/${id}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Add Property', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/properties/add');
});

test('each status has its colour, in the list and on the page of the property: occupied green, vacant amber, maintenance blue', async ({
  page,
  landlord,
}) => {
  const colours = { Occupied: 'green', Vacant: 'amber', Maintenance: 'blue' } as const;
  for (const status of ['occupied', 'vacant', 'maintenance'] as const)
    await landlord.adds({ address: `1 ${status} Street`, status });
  for (const [name, token] of Object.entries(colours)) {
    await page.goto('/dashboard/properties');
    await expectColour(card(page, `1 ${name.toLowerCase()} Street`).getByText(name, { exact: true }), token);
    await page.getByRole('link', { name: `1 ${name.toLowerCase()} Street`, exact: true }).click();
    await expectColour(page.getByRole('region', { name: 'Rent and status' }).getByText(name, { exact: true }), token);
  }
});

test('the form to add a property is vacant at first, offers six types and three statuses, and Back and Cancel lead to the list', async ({
  page,
  landlord,
}) => {
  await page.goto('/dashboard/properties/add');
  await expect(title(page, 'Add New Property')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Basic Details', exact: true })).toBeVisible();
  for (const label of ['Address', 'City', 'Postal Code', 'Bedrooms', 'Bathrooms', 'Rent per month'])
    await expect(field(page, label)).toHaveValue('');
  await expect(field(page, 'Property Type').getByRole('option')).toHaveText([
    'Choose a type',
    'Flat',
    'House',
    'Detached',
    'Semi-detached',
    'Bungalow',
    'Terraced',
  ]);
  await expect(field(page, 'Status').getByRole('option')).toHaveText(['Vacant', 'Occupied', 'Maintenance']);
  await expect(field(page, 'Status')).toHaveValue('vacant');
  for (const name of ['Cancel', 'Back']) {
    await page.goto('/dashboard/properties/add');
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL('/dashboard/properties');
  }
  expect(landlord.id).toBeTruthy();
});

test('the form to edit holds what is kept, and Cancel leads to the list', async ({ page, landlord }) => {
  const { id } = await landlord.adds({ ...HOME, bedrooms: 2, bathrooms: 1, rent: 115_050, status: 'occupied' });
  await page.goto(`/dashboard/properties/edit/${id}`);
  await expect(title(page, 'Edit Property')).toBeVisible();
  const held = {
    Address: HOME.address,
    City: 'Leeds',
    'Postal Code': 'LS8 1QS',
    'Property Type': 'flat',
    Status: 'occupied',
    Bedrooms: '2',
    Bathrooms: '1',
    'Rent per month': '1150.50',
  };
  for (const [label, value] of Object.entries(held)) await expect(field(page, label)).toHaveValue(value);
  await expect(page.getByLabel(/^Description/)).toHaveValue('A terrace near the park.');
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/properties');
});

test('the page of a property shows its details, and what can be done with it', async ({ page, landlord }) => {
  const { id, dateAdded } = await landlord.adds({ ...HOME, bedrooms: 2, bathrooms: 1, rent: 115_050 });
  await page.goto(`/dashboard/properties/${id}`);
  await expect(page).toHaveTitle('Property Details · Tenure');
  await expect(title(page, HOME.address)).toBeVisible();
  const details = page.getByRole('region', { name: 'Property Details' });
  await expect(details.locator('svg use')).toBeAttached();
  await expect(details.locator('dl > div')).toHaveText(
    ['Property Type Flat', 'Bedrooms 2', 'Bathrooms 1', `Date Added ${formatInstantAsDay(dateAdded)}`],
    { useInnerText: true },
  );
  await expect(page.getByText('£1,150.50 per month')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Property', exact: true })).toHaveCount(2);
  await page
    .getByRole('region', { name: 'Quick Actions' })
    .getByRole('link', { name: 'Edit Property', exact: true })
    .click();
  await expect(page).toHaveURL(`/dashboard/properties/edit/${id}`);
});

test('whoever does not sign in again after their session ended is told what they must be logged in for', async ({
  page,
  server,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds(HOME);
  const cookies = await page.context().cookies(server.address);
  expectConsoleError(/status of 401/);
  await page.goto(`/dashboard/properties/edit/${id}`);
  await field(page, 'Address').fill('9 Laburnum Row');
  await page.context().clearCookies({ name: /session/ });
  await press(page, 'Update Property');
  await decline(page);
  await expectRefused(page, 'You must be logged in to update a property');

  await page.context().addCookies(cookies);
  await page.goto(`/dashboard/properties/${id}`);
  await press(page, 'Delete');
  await page.context().clearCookies({ name: /session/ });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await decline(page);
  await expectRefused(page, 'You must be logged in to delete a property');

  await page.context().addCookies(cookies);
  expect(await landlord.has()).toBe(1);
});
