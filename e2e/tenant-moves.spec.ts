/** Tenants come and go, and the status of a property follows at once, on every screen. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { fail } from './network-faults.ts';
import { dayFromNow } from './property-detail.ts';
import { addsTenant, field, fillInTenant, part, saveButton, settlesTenant, tenantNow } from './tenants.ts';
import { expectSaid, title } from './words.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const home = (page: Page, address: string) => page.getByRole('listitem').filter({ hasText: address });
const visit = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const living = (page: Page) => part(page, 'Current Tenants').getByRole('list', { name: 'Current Tenants' });

/** What the list of properties says of each, without a word to the server that the page would not say by itself. */
async function expectStatuses(page: Page, statuses: Record<string, 'Vacant' | 'Occupied'>): Promise<void> {
  await tab(page, 'Properties');
  for (const [address, status] of Object.entries(statuses))
    await expect(home(page, address).getByText(status, { exact: true })).toBeVisible();
}

test('a property is occupied once a tenant is assigned from its page, and vacant when the last has left', async ({
  page,
  landlord,
}) => {
  await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto('/dashboard/properties');
  await expect(home(page, '2 Mill Lane').getByText('Vacant', { exact: true })).toBeVisible();
  await visit(page, '2 Mill Lane');
  await expect(part(page, 'Current Tenants')).toContainText('No tenants yet');
  await part(page, 'Quick Actions').getByRole('link', { name: 'Assign Tenant' }).click();
  await expect(field(page, 'Property')).toHaveValue('2 Mill Lane, Otley');
  await page.reload();
  await expect(field(page, 'Property')).toHaveValue('2 Mill Lane, Otley');
  await fillInTenant(page, { name: 'Ada Lovelace' });
  await field(page, 'Lease End').fill(dayFromNow(99));
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  await expectStatuses(page, { '2 Mill Lane': 'Occupied', '8 Laburnum Row': 'Vacant' });

  await visit(page, '2 Mill Lane');
  await expect(part(page, 'Rent and status')).toContainText('Occupied');
  await expect(living(page).getByRole('listitem')).toHaveText([/Ada LovelaceLease ends .*, 99 days remaining/]);
  await expect(part(page, 'History')).toContainText('Tenant Ada Lovelace added');
  await visit(page, 'Ada Lovelace');
  await expect(page).toHaveURL(/\/dashboard\/tenants\/[\w-]{36}$/);

  // To another property: both follow.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await fillInTenant(page, { home: '8 Laburnum Row' });
  await saveButton(page).click();
  await expect(page.getByRole('link', { name: '8 Laburnum Row, Bristol' })).toBeVisible();
  await expectStatuses(page, { '2 Mill Lane': 'Vacant', '8 Laburnum Row': 'Occupied' });

  // Moved out: the property is free, and who lived there is not forgotten.
  await tab(page, 'Tenants');
  await visit(page, 'Ada Lovelace');
  await part(page, 'Lease').getByRole('button', { name: 'Moved out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Moved out' }).click();
  await expectSaid(page, 'Tenant updated successfully!');
  await expectStatuses(page, { '8 Laburnum Row': 'Vacant' });
  await visit(page, '8 Laburnum Row');
  await expect(part(page, 'Current Tenants')).toContainText('Nobody lives there');
  await part(page, 'Current Tenants').getByText('1 past tenant').click();
  await expect(part(page, 'Current Tenants').getByRole('list', { name: 'Past tenants' })).toContainText(
    /Ada LovelaceMoved out/,
  );
  await visit(page, 'Ada Lovelace');

  // Back in, and deleted.
  await page.getByRole('button', { name: 'Moved back in' }).click();
  await expect(page.getByText('Lives there', { exact: true })).toBeVisible();
  await expectStatuses(page, { '8 Laburnum Row': 'Occupied' });
  await tab(page, 'Tenants');
  await page.getByRole('button', { name: 'Delete, Ada Lovelace' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSaid(page, 'Tenant deleted successfully');
  await expectStatuses(page, { '8 Laburnum Row': 'Vacant' });
});

test('the list that shows only the vacant ones follows too', async ({ page, landlord }) => {
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto('/dashboard/properties?status=vacant');
  await expect(page.getByText('1 Property', { exact: true })).toBeVisible();
  await visit(page, '2 Mill Lane');
  await part(page, 'Quick Actions').getByRole('link', { name: 'Assign Tenant' }).click();
  await fillInTenant(page);
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  await tab(page, 'Properties');
  await page.getByLabel('Status').selectOption('Vacant');
  await expect(page.getByText('Nothing matches your search and filters.')).toBeVisible();
});

test('a property that is being repaired stays so, whoever lives there', async ({ page, landlord }) => {
  const { id } = await landlord.adds({ status: 'maintenance' });
  await addsTenant(landlord, { propertyId: id });
  await page.goto(`/dashboard/properties/${id}`);
  await expect(part(page, 'Rent and status')).toContainText('Maintenance');
});

test('a tenant of a property is found by its name, and follows it when that changes', async ({ page, landlord }) => {
  const { id } = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  await addsTenant(landlord, { name: 'Ada Lovelace', propertyId: id });
  await page.goto('/dashboard/tenants');
  await expect(page.getByRole('link', { name: '2 Mill Lane, Otley' })).toBeVisible();
  await page.getByRole('link', { name: '2 Mill Lane, Otley' }).click();
  await page.getByRole('link', { name: 'Edit Property' }).first().click();
  await page.getByLabel('Address', { exact: true }).fill('3 Mill Lane');
  await page.getByRole('button', { name: 'Update Property' }).click();
  await expectSaid(page, 'Property updated successfully!');
  await tab(page, 'Tenants');
  await expect(page.getByRole('link', { name: '3 Mill Lane, Otley' })).toBeVisible();
});

test('deleting a property says how many tenants stay, and they stay, unassigned', async ({ page, landlord }) => {
  const { id } = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  const ada = await addsTenant(landlord, { name: 'Ada Lovelace', propertyId: id });
  const bob = await addsTenant(landlord, { name: 'Bob Byrne', propertyId: id });
  await settlesTenant(landlord, bob, { movedOut: dayFromNow(-1) });
  await page.goto(`/dashboard/properties/${id}`);
  await expect(living(page)).toContainText('Ada Lovelace');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
  await expect(dialog).toContainText('2 tenants stay, unassigned.');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSaid(page, 'Property deleted successfully');
  await tab(page, 'Tenants');
  await expect(page.getByText('2 Tenants', { exact: true })).toBeVisible();
  for (const name of ['Ada Lovelace', 'Bob Byrne'])
    await expect(home(page, name)).toContainText('Not assigned, last at 2 Mill Lane, Otley');
  expect(await tenantNow(landlord, ada)).toMatchObject({ propertyId: null, propertyName: '2 Mill Lane, Otley' });
  await visit(page, 'Ada Lovelace');
  await expect(part(page, 'Tenant Details')).toContainText('Property2 Mill Lane, Otley');
  await expect(page.getByRole('link', { name: 'View Property' })).toBeHidden();
});

test('tenants of a property that cannot be read are not taken for none', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds();
  await addsTenant(landlord, { name: 'Ada Lovelace', propertyId: id });
  const mend = await fail(page, { path: '/api/tenants' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto(`/dashboard/properties/${id}`);
  const tenants = part(page, 'Current Tenants');
  await expect(tenants.getByRole('alert')).toContainText('Failed to load tenants');
  await expect(tenants).not.toContainText('No tenants yet');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Its tenants stay, unassigned.');
  await page.keyboard.press('Escape');
  await mend();
  await tenants.getByRole('button', { name: 'Retry' }).click();
  await expect(living(page)).toContainText('Ada Lovelace');
  await expect(title(page, '14 Chandos Terrace')).toBeVisible();
});
