/** The screens of properties, in the words of the specification. */
import { expect, type Locator, type Page } from '@playwright/test';
import { formatInstantAsDay } from '../src/shared/dates.ts';
import { test } from './journey.ts';
import { fillInProperty } from './property-form.ts';
import { delay } from './trouble.ts';
import { expectSaid, title } from './words.ts';

const HOME = { address: '8 Laburnum Row', city: 'Leeds', postalCode: 'LS8 1QS', propertyType: 'flat' } as const;

const card = (page: Page, address: string) => page.getByRole('listitem').filter({ hasText: address });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search properties' });

/** That something has the colour a token names, on this page as it is lit. */
async function expectColour(shown: Locator, token: 'green' | 'amber' | 'blue'): Promise<void> {
  const expected = await shown.evaluate((element, name) => {
    const probe = element.ownerDocument.body.appendChild(element.ownerDocument.createElement('i'));
    probe.style.color = `var(--${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
  await expect(shown).toHaveCSS('color', expected);
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

test('the search finds a part of address, city or type in any case, and says when nothing is found', async ({
  page,
  landlord,
}) => {
  await landlord.adds(HOME);
  await landlord.adds({ address: '3 Priory Close', city: 'Norwich', propertyType: 'bungalow' });
  await page.goto('/dashboard/properties');
  for (const words of ['LABURN', 'eed', 'Flat']) {
    await search(page).fill(words);
    await expect(page.getByText('1 Property', { exact: true })).toBeVisible();
    await expect(card(page, HOME.address)).toBeVisible();
  }
  await search(page).fill('castle');
  await expect(page.getByRole('heading', { name: 'No properties found', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Add a property', exact: true }).click();
  await expect(title(page, 'Add New Property')).toBeVisible();
});

test('an empty list says so and offers to add a property', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties');
  await expect(page.getByRole('heading', { name: 'No properties found', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Add a property', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/properties/add');
  expect(landlord.id).toBeTruthy();
});

test('while the list is loading three placeholders stand in its place', async ({ page, landlord }) => {
  await landlord.adds(HOME);
  const letGo = await delay(page, { path: '/api/properties' });
  await page.goto('/dashboard/properties');
  const loading = page.getByText('Loading properties...', { exact: true });
  await expect(loading).toBeAttached();
  await expect(loading.locator('xpath=following-sibling::div/div/div')).toHaveCount(3);
  letGo();
  await expect(card(page, HOME.address)).toBeVisible();
  await expect(loading).toHaveCount(0);
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

test('the form says at each field what is missing', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties/add');
  await button(page, 'Add Property').click();
  const missing = [
    ['Address', /^Address must be at least 5 characters/],
    ['City', /^City is required/],
    ['Postal Code', /^Valid postal code is required/],
    ['Property Type', /^Property type is required/],
    ['Bedrooms', /^Number of bedrooms is required/],
    ['Bathrooms', /^Number of bathrooms is required/],
    ['Rent per month', /^Rent amount is required/],
  ] as const;
  for (const [label, words] of missing) await expect(field(page, label)).toHaveAccessibleDescription(words);
  expect(await landlord.has()).toBe(0);
});

test('a property is added, changed and deleted, each with its own words', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page, { address: HOME.address });
  await button(page, 'Add Property').click();
  await expectSaid(page, 'Property added successfully!');
  await expect(page).toHaveURL('/dashboard/properties');
  await card(page, HOME.address).getByRole('link', { name: /^Edit/ }).click();

  await expect(title(page, 'Edit Property')).toBeVisible();
  await field(page, 'Status').selectOption('Maintenance');
  await button(page, 'Update Property').click();
  await expectSaid(page, 'Property updated successfully!');
  await expect(title(page, HOME.address)).toBeVisible();
  await expect(page.getByText('Maintenance', { exact: true })).toBeVisible();

  await button(page, 'Delete').click();
  const question = page.getByRole('alertdialog', { name: 'Delete Property' });
  await expect(question).toContainText('Are you sure you want to delete this property?');
  await expect(question).toContainText(HOME.address);
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await landlord.has()).toBe(1);
  await button(page, 'Delete').click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSaid(page, 'Property deleted successfully');
  await expect(page).toHaveURL('/dashboard/properties');
  expect(await landlord.has()).toBe(0);
});

test('the form to edit says that it is loading, and then holds what is kept', async ({ page, landlord }) => {
  const { id } = await landlord.adds({ ...HOME, bedrooms: 2, bathrooms: 1, rent: 115_050, status: 'occupied' });
  const letGo = await delay(page, { path: `/api/properties/${id}` });
  await page.goto(`/dashboard/properties/edit/${id}`);
  await expect(title(page, 'Edit Property')).toBeVisible();
  await expect(page.getByText('Loading Property...', { exact: true })).toBeAttached();
  letGo();
  await expect(field(page, 'Address')).toHaveValue(HOME.address);
  await expect(page.getByText('Loading Property...', { exact: true })).toHaveCount(0);
  const held = ['City', 'Postal Code', 'Property Type', 'Status', 'Bedrooms', 'Bathrooms', 'Rent per month'];
  const values = ['Leeds', 'LS8 1QS', 'flat', 'occupied', '2', '1', '1150.50'];
  for (const [place, label] of held.entries()) await expect(field(page, label)).toHaveValue(values[place] ?? '');
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
  await expect(button(page, 'Delete')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Property', exact: true })).toHaveCount(2);
  await page
    .getByRole('region', { name: 'Quick Actions' })
    .getByRole('link', { name: 'Edit Property', exact: true })
    .click();
  await expect(page).toHaveURL(`/dashboard/properties/edit/${id}`);
});
