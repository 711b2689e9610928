/** The screens of suppliers, in the words of the specification. */
import { expect, type Page } from '@playwright/test';
import { SERVICE_TYPES } from '../src/features/supplier/supplier.ts';
import { test } from './journey.ts';
import { fail } from './network-faults.ts';
import { addsSupplier, field, fillInSupplier, part, saveButton } from './suppliers.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Answers the question to sign in again with no. */
async function decline(page: Page): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await page.keyboard.press('Escape');
}

test('the list shows a card for each supplier: initials, name, service type, email, phone, properties, and the ways on', async ({
  page,
  landlord,
}) => {
  const { id: home } = await landlord.adds();
  const { id } = await addsSupplier(landlord, { addedProperties: [home] });
  await addsSupplier(landlord, { name: 'Sparks', serviceType: 'Electrical' });
  await page.goto('/dashboard/suppliers');
  await expect(title(page, 'Suppliers')).toBeVisible();
  await expect(page.getByPlaceholder('Search suppliers...')).toBeVisible();
  const shown = card(page, 'Harbour Plumbing Ltd');
  await expect(shown.getByText('HP', { exact: true })).toBeVisible();
  await expect(shown.getByText('Plumbing', { exact: true })).toBeVisible();
  await expect(shown.getByText('office@harbour-plumbing.example', { exact: true })).toBeVisible();
  await expect(shown.getByText('0117 496 0123', { exact: true })).toBeVisible();
  await expect(shown.getByText('1 Property', { exact: true })).toBeVisible();
  await expect(card(page, 'Sparks').getByText('0 Properties', { exact: true })).toBeVisible();
  const [left, right] = [await shown.boundingBox(), await card(page, 'Sparks').boundingBox()];
  expect(left?.y, 'cards side by side').toBe(right?.y);
  await expect(shown.getByRole('link', { name: /^View Details/ })).toHaveText('View Details');
  await expect(shown.getByRole('link', { name: /^Edit/ })).toHaveText('Edit');
  await shown.getByRole('link', { name: /^View Details/ }).click();
  await expect(page).toHaveURL(`/dashboard/suppliers/${id}`);
  await page.goBack();
  await shown.getByRole('link', { name: /^Edit/ }).click();
  await expect(page).toHaveURL(`/dashboard/suppliers/edit/${id}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Add Supplier', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/suppliers/add');
});

test('the form offers the twelve service types in their order, and Back and Cancel lead to the list', async ({
  page,
  landlord: _,
}) => {
  await page.goto('/dashboard/suppliers/add');
  await expect(title(page, 'Add New Supplier')).toBeVisible();
  const types =
    'Plumbing, Electrical, HVAC, Cleaning, Landscaping, General Maintenance, Locksmith, Pest Control, Painting, Roofing, Carpentry, Flooring';
  expect(SERVICE_TYPES.join(', ')).toBe(types);
  await expect(field(page, 'Service Type').getByRole('option')).toHaveText(['Choose a service type', ...SERVICE_TYPES]);
  for (const label of ['Company Name', 'Email', 'Phone', 'Contact Person', 'Website', 'Address', 'Notes'])
    await expect(field(page, label)).toHaveValue('');
  for (const name of ['Cancel', 'Back']) {
    await page.goto('/dashboard/suppliers/add');
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL('/dashboard/suppliers');
  }
});

test('a wrong field says so in the words of the specification', async ({ page, landlord: _ }) => {
  await page.goto('/dashboard/suppliers/add');
  await field(page, 'Website').fill('nowhere');
  await saveButton(page).click();
  for (const [label, words] of [
    ['Company Name', 'Name is required'],
    ['Email', 'Valid email is required'],
    ['Phone', 'Phone number is required'],
    ['Service Type', 'Service type is required'],
    ['Address', 'Address is required'],
    ['Contact Person', 'Contact person name is required'],
    ['Website', 'Valid website URL is required'],
  ] as const)
    await expect(field(page, label)).toHaveAccessibleDescription(words);
});

test('the page of a supplier shows who they are, and how they are reached', async ({ page, landlord }) => {
  const { id: home } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  const { id } = await addsSupplier(landlord, { addedProperties: [home] });
  await page.goto(`/dashboard/suppliers/${id}`);
  await expect(part(page, 'Supplier Details').locator('dl > div')).toHaveText([
    'Company NameHarbour Plumbing Ltd',
    'Service TypePlumbing',
    'Contact PersonMary Pike',
    'Phone0117 496 0123',
    'Emailoffice@harbour-plumbing.example',
    'Websiteharbour-plumbing.example (opens in a new tab)',
    'Address3 Dock Road, Bristol BS1 4RB',
  ]);
  await expect(part(page, 'Notes')).toContainText('Closed on Fridays.');
  await expect(part(page, 'Properties Serviced').getByRole('link', { name: '8 Laburnum Row' })).toBeVisible();
  const website = page.getByRole('link', { name: /^harbour-plumbing\.example/ });
  await expect(website).toHaveAttribute('href', 'https://harbour-plumbing.example/');
  await expect(website).toHaveAttribute('rel', 'noopener');
  const actions = part(page, 'Quick Actions');
  await expect(actions.getByRole('link', { name: 'Email Supplier', exact: true })).toHaveAttribute(
    'href',
    'mailto:office@harbour-plumbing.example',
  );
  await expect(actions.getByRole('link', { name: 'Call Supplier', exact: true })).toHaveAttribute(
    'href',
    'tel:01174960123',
  );
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(title(page, 'Edit Supplier')).toBeVisible();
  const held = {
    'Company Name': 'Harbour Plumbing Ltd',
    'Service Type': 'Plumbing',
    'Contact Person': 'Mary Pike',
    Phone: '0117 496 0123',
    Email: 'office@harbour-plumbing.example',
    Website: 'harbour-plumbing.example',
    Address: '3 Dock Road, Bristol BS1 4RB',
    Notes: 'Closed on Fridays.',
  };
  for (const [label, value] of Object.entries(held)) await expect(field(page, label)).toHaveValue(value);
});

test('without website and notes the page says so, and http stays http', async ({ page, landlord }) => {
  const bare = await addsSupplier(landlord, { website: '', notes: '' });
  await page.goto(`/dashboard/suppliers/${bare.id}`);
  await expect(part(page, 'Supplier Details')).toContainText('WebsiteNot provided');
  await expect(page.getByText('No notes available.', { exact: true })).toBeVisible();
  const { id } = await addsSupplier(landlord, { website: 'http://harbour.example/about' });
  await page.goto(`/dashboard/suppliers/${id}`);
  await expect(page.getByRole('link', { name: /^http:/ })).toHaveAttribute('href', 'http://harbour.example/about');
});

test('whoever is not signed in is sent to the login with the reason', async ({ page }) => {
  const id = '00000000-0000-4000-8000-000000000000';
  for (const [address, words] of [
    ['add', 'You must be logged in to add a supplier'],
    [`edit/${id}`, 'You must be logged in to edit suppliers'],
    [id, 'You must be logged in to view supplier details'],
  ] as const) {
    await page.goto(`/dashboard/suppliers/${address}`);
    await expectRefused(page, words);
    await expect(page).toHaveURL(/\/login/);
  }
});

test('whoever does not sign in again after their session ended is told what they must be logged in for', async ({
  page,
  server,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await addsSupplier(landlord);
  const cookies = await page.context().cookies(server.address);
  const endSession = () => page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);

  await page.goto('/dashboard/suppliers/add');
  await fillInSupplier(page);
  await endSession();
  await saveButton(page).click();
  await decline(page);
  await expectRefused(page, 'You must be logged in to add a supplier');
  await page.context().addCookies(cookies);
  await saveButton(page).click();
  await expectSaid(page, 'Supplier added successfully!');

  await page.goto(`/dashboard/suppliers/edit/${id}`);
  await field(page, 'Notes').fill('Late.');
  await endSession();
  await saveButton(page).click();
  await decline(page);
  await expectRefused(page, 'You must be logged in to update a supplier');
  await page.context().addCookies(cookies);
  await saveButton(page).click();
  await expectSaid(page, 'Supplier updated successfully!');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await endSession();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await decline(page);
  await expectRefused(page, 'You must be logged in to delete a supplier');
});

test('an update that fails says so', async ({ page, landlord, expectConsoleError }) => {
  const { id } = await addsSupplier(landlord);
  await page.goto(`/dashboard/suppliers/edit/${id}`);
  await field(page, 'Notes').fill('Late.');
  await fail(page, { method: 'PUT', path: `/api/suppliers/${id}` }, 'unavailable');
  expectConsoleError(/status of 503/);
  await saveButton(page).click();
  await expectRefused(page, 'Failed to update supplier');
  await expect(field(page, 'Notes')).toHaveValue('Late.');
});
