/** Adding, changing and removing a property: what the form takes, what it says, and what it does not let happen twice. */
import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { fillInProperty } from './property-form.ts';
import { expectRefused, expectSaid, title } from './words.ts';

test('a property is added, shown, changed and removed', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties');
  await page.getByRole('link', { name: 'Add a property' }).click();
  await expect(page).toHaveTitle('Add New Property · Tenure');
  await fillInProperty(page, { address: '8 Laburnum Row', rent: '£1200.5', description: 'Garden.\nTwo steps.' });
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expectSaid(page, 'Property added successfully!');
  await expect(page).toHaveURL('/dashboard/properties');
  const card = page.getByRole('listitem').filter({ hasText: '8 Laburnum Row' });
  await expect(card).toContainText('Bristol, BS6 6QJ');
  await expect(card).toContainText('Vacant');
  await expect(card).toContainText('3 beds');
  await expect(card).toContainText('£1,200.50/mo');

  await card.getByRole('link', { name: /^View Details/ }).click();
  await expect(title(page, '8 Laburnum Row')).toBeFocused();
  await expect(page).toHaveTitle('Property Details · Tenure');
  await expect(page.getByRole('heading', { name: 'Property Details', exact: true })).toBeVisible();
  await expect(page.getByText('Garden.\nTwo steps.')).toBeVisible();

  await page.getByRole('link', { name: 'Edit Property' }).first().click();
  await expect(title(page, 'Edit Property')).toBeFocused();
  await expect(page.getByLabel('Rent per month')).toHaveValue('1200.50');
  await page.getByLabel('Status').selectOption('Occupied');
  await page.getByLabel('Rent per month').fill('1,250');
  await page.getByRole('button', { name: 'Update Property' }).click();
  await expectSaid(page, 'Property updated successfully!');
  await expect(title(page, '8 Laburnum Row')).toBeVisible();
  await expect(page.getByText('Occupied', { exact: true })).toBeVisible();
  await expect(page.getByText('£1,250.00 per month')).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Property' });
  await expect(question).toContainText('Are you sure you want to delete this property?');
  await expect(question).toContainText('8 Laburnum Row');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectSaid(page, 'Property deleted successfully');
  await expect(page).toHaveURL('/dashboard/properties');
  await expect(page.getByRole('heading', { name: 'No properties found' })).toBeVisible();
  expect(await landlord.has()).toBe(0);
});

test('the form says what is missing, word for word, and goes to the first of it', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties/add');
  await page.getByRole('button', { name: 'Add Property' }).click();
  const form = page.getByRole('form');
  await expect(form.getByLabel('Address', { exact: true })).toBeFocused();
  await expect(form.getByLabel('Address', { exact: true })).toHaveAccessibleDescription(
    /^Address must be at least 5 characters/,
  );
  for (const [label, words] of [
    ['City', 'City is required'],
    ['Postal Code', 'Valid postal code is required'],
    ['Property Type', 'Property type is required'],
    ['Bedrooms', 'Number of bedrooms is required'],
    ['Bathrooms', 'Number of bathrooms is required'],
    ['Rent per month', 'Rent amount is required'],
  ] as const)
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(words);
  await expect(page.getByRole('heading', { name: '7 fields need attention' })).toBeVisible();
  await page.getByRole('button', { name: 'City is required' }).click();
  await expect(form.getByLabel('City')).toBeFocused();
  expect(await landlord.has()).toBe(0);
});

test('figures that cannot be are refused where they stand, when the field is left', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties/add');
  const form = page.getByRole('form');
  for (const [label, typed, words] of [
    ['Bedrooms', '-1', 'Number of bedrooms is required'],
    ['Bedrooms', '2.5', 'Please enter a whole number'],
    ['Bathrooms', '1001', 'Please enter at most 1,000'],
    ['Bathrooms', 'two', 'Please enter a number'],
    ['Rent per month', '-5', 'Rent amount is required'],
    ['Rent per month', '12.345', 'Pounds have two decimals at most, for example 1250.50'],
    ['Rent per month', '100,000,000', 'The most we can keep is £99,999,999.99'],
    ['Rent per month', '12,34', 'Please enter an amount like 1,250 or 1250.50'],
  ] as const) {
    await form.getByLabel(label).fill(typed);
    await form.getByLabel(label).blur();
    await expect(form.getByLabel(label), `${label} ${typed}`).toHaveAccessibleDescription(words);
  }
  await form.getByLabel('Address', { exact: true }).fill('x'.repeat(201));
  await form.getByLabel('Address', { exact: true }).blur();
  await expect(form.getByLabel('Address', { exact: true })).toHaveAccessibleDescription(
    /^Please keep this to 200 characters/,
  );
  await fillInProperty(page, { bedrooms: '0', bathrooms: '0', rent: '0' });
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expectSaid(page, 'Property added successfully!');
  expect(await landlord.has()).toBe(1);
});

test('a postcode that does not look British is remarked on and saved all the same', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page, { postalCode: '75001' });
  await expect(page.getByLabel('Postal Code')).toHaveAccessibleDescription(/does not look like a British postcode/);
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expectSaid(page, 'Property added successfully!');
  expect(await landlord.has()).toBe(1);
});

test('pressing the button twice adds one property', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page);
  const letGo = await delay(page, { method: 'POST', path: '/api/properties' });
  await page.getByRole('button', { name: 'Add Property' }).dblclick();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await page.getByLabel('City').press('Enter');
  letGo();
  await expectSaid(page, 'Property added successfully!');
  expect(await landlord.has()).toBe(1);
});

test('markup, emoji and Arabic are shown as the text they are', async ({ page, landlord }) => {
  const address = '<img src=x onerror=alert(1)> 🏡 شارع النخيل';
  const description = '<script>alert(1)</script> {{7*7}} ‮ end & "quotes"';
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page, { address, city: "O'Brien --", description });
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expectSaid(page, 'Property added successfully!');
  await page.getByRole('link', { name: address, exact: true }).click();
  await expect(title(page, address)).toBeVisible();
  await expect(page.getByText(description)).toBeVisible();
  await expect(page.getByText("O'Brien --, BS6 6QJ")).toBeVisible();
  await page.getByRole('link', { name: 'Edit Property' }).first().click();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(address);
  expect(await landlord.has()).toBe(1);
});

test('a property that was changed meanwhile is not removed unseen', async ({ page, landlord, expectConsoleError }) => {
  const house = await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto(`/dashboard/properties/${house.id}`);
  await expect(title(page, '8 Laburnum Row')).toBeVisible();
  await landlord.changes(house, { address: '9 Laburnum Row' });
  expectConsoleError(/status of 409/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectRefused(page, 'There was an error deleting the property.');
  await expect(title(page, '9 Laburnum Row')).toBeVisible();
  expect(await landlord.has()).toBe(1);
});

test('a property that cannot be read is not shown as an empty form, and Retry reads it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds({ address: '8 Laburnum Row' });
  expectConsoleError(/status of 503/);
  for (const [path, words] of [
    [`/dashboard/properties/${id}`, 'There was an error loading the property details.'],
    [`/dashboard/properties/edit/${id}`, 'Error loading property data'],
  ] as const) {
    const mend = await fail(page, { path: `/api/properties/${id}` }, 'unavailable');
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('alert')).toContainText('We cannot reach our database just now.');
    await expect(page.getByRole('form')).toBeHidden();
    await mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/8 Laburnum Row/).first()).toBeVisible();
  }
});

test('while a property is on its way to the form, the form says so', async ({ page, landlord }) => {
  const { id } = await landlord.adds();
  const letGo = await delay(page, { path: `/api/properties/${id}` });
  await page.goto(`/dashboard/properties/edit/${id}`);
  await expect(title(page, 'Edit Property')).toBeVisible();
  await expect(page.getByText('Loading Property...')).toBeAttached();
  letGo();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('14 Chandos Terrace');
});

test('whoever is not signed in is told why they are asked to log in', async ({ page, anotherLandlord }) => {
  const { id } = await (await anotherLandlord()).adds();
  for (const [path, words] of [
    [`/dashboard/properties/${id}`, 'You must be logged in to view property details'],
    [`/dashboard/properties/edit/${id}`, 'You must be logged in to edit properties'],
  ] as const) {
    await page.goto(path);
    await expectRefused(page, words);
    await expect(title(page, 'Welcome back')).toBeVisible();
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
});
