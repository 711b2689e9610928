/** What is said of a property when something fails, when nobody is signed in, and when it is not there. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { fillInProperty } from './property-form.ts';
import { fail } from './trouble.ts';
import { expectRefused, title } from './words.ts';

const NOBODYS = '3f0e2a6e-58c5-4b9e-9a5e-0123456789ab';
const WRONG = 'Something went wrong on our side.';

const alert = (page: Page, words: string) => page.getByRole('main').getByRole('alert').filter({ hasText: words });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The session ends; whoever is asked to sign in again declines. */
async function declineToSignIn(page: Page, save: () => Promise<void>): Promise<void> {
  await page.context().clearCookies({ name: /session/ });
  await save();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await page.keyboard.press('Escape');
}

test('what cannot be loaded is said in its place, with a way to try again', async ({
  page,
  landlord,
  expectComplaint,
}) => {
  const { id } = await landlord.adds();
  expectComplaint(/status of 500/);
  const screens = [
    ['', '/api/properties', 'Failed to load properties'],
    [`/edit/${id}`, `/api/properties/${id}`, 'Error loading property data'],
    [`/${id}`, `/api/properties/${id}`, 'There was an error loading the property details.'],
  ] as const;
  for (const [path, asked, words] of screens) {
    const mend = await fail(page, { path: asked }, 'internal');
    await page.goto(`/dashboard/properties${path}`);
    await expect(alert(page, words)).toContainText(WRONG);
    await expect(page.getByText('No properties found')).toBeHidden();
    await mend();
    await press(page, 'Retry');
    await expect(alert(page, words)).toBeHidden();
    await expect(page.getByText('14 Chandos Terrace').first()).toBeVisible();
  }
});

test('a change that fails is said, and what was typed stays', async ({ page, landlord, expectComplaint }) => {
  const { id } = await landlord.adds();
  expectComplaint(/status of 500/);
  await fail(page, { method: 'POST', path: '/api/properties' }, 'internal');
  await fail(page, { method: 'PUT', path: /properties/ }, 'internal');
  await fail(page, { method: 'DELETE', path: /properties/ }, 'internal');
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page, { address: '8 Laburnum Row' });
  await press(page, 'Add Property');
  await expectRefused(page, 'Failed to add property', WRONG);
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');

  await page.goto(`/dashboard/properties/edit/${id}`);
  await page.getByLabel('Address', { exact: true }).fill('9 Laburnum Row');
  await press(page, 'Update Property');
  await expectRefused(page, 'Failed to update property', WRONG);
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('9 Laburnum Row');

  await page.goto(`/dashboard/properties/${id}`);
  await press(page, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectRefused(page, 'There was an error deleting the property.', WRONG);
  expect(await landlord.has()).toBe(1);
});

test('a property that is not there is said to be not found, and the list is shown', async ({
  page,
  landlord,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/);
  for (const path of ['', '/edit']) {
    await page.goto(`/dashboard/properties${path}/${NOBODYS}`);
    await expectRefused(page, 'Property not found');
    await expect(page).toHaveURL('/dashboard/properties');
    await expect(title(page, 'Properties')).toBeVisible();
  }
  expect(landlord.id).toBeTruthy();
});

test('a visitor who opens a property is told to log in first, and taken there', async ({ page }) => {
  const screens = [
    [`/edit/${NOBODYS}`, 'You must be logged in to edit properties'],
    [`/${NOBODYS}`, 'You must be logged in to view property details'],
  ] as const;
  for (const [path, words] of screens) {
    await page.goto(`/dashboard/properties${path}`);
    await expectRefused(page, words);
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(title(page, 'Welcome back')).toBeVisible();
  }
});

test('whoever does not sign in again when their session has ended is told what they must be logged in for', async ({
  page,
  server,
  landlord,
  expectComplaint,
}) => {
  const { id } = await landlord.adds();
  expectComplaint(/status of 401/);
  const cookies = await page.context().cookies(server.address);

  await page.goto('/dashboard/properties/add');
  await fillInProperty(page);
  await declineToSignIn(page, () => press(page, 'Add Property'));
  await expectRefused(page, 'You must be logged in to add a property');

  await page.context().addCookies(cookies);
  await page.goto(`/dashboard/properties/edit/${id}`);
  await page.getByLabel('Address', { exact: true }).fill('9 Laburnum Row');
  await declineToSignIn(page, () => press(page, 'Update Property'));
  await expectRefused(page, 'You must be logged in to update a property');

  await page.context().addCookies(cookies);
  await page.goto(`/dashboard/properties/${id}`);
  await press(page, 'Delete');
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true });
  await declineToSignIn(page, () => question.click());
  await expectRefused(page, 'You must be logged in to delete a property');

  await page.context().addCookies(cookies);
  expect(await landlord.has()).toBe(1);
});
