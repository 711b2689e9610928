/** The screens of tenants, in the words of the specification. */
import { expect } from '@playwright/test';
import { formatDay } from '../src/shared/dates.ts';
import { expectColour } from './colour.ts';
import { statement } from './database.ts';
import { test } from './journey.ts';
import { dayFromNow } from './property-detail.ts';
import { addsTenant, card, field, part, row, saveButton, tenantsOf } from './tenants.ts';
import { title } from './words.ts';

test('the list shows a card for each tenant, with the ways on', async ({ page, landlord }) => {
  const { id: propertyId } = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  const leaseEnd = dayFromNow(99);
  const { id } = await addsTenant(landlord, {
    name: 'Ada Lovelace',
    email: 'ada@lovelace.example',
    phone: '07700 900417',
    rentAmount: 115_050,
    leaseEnd,
    propertyId,
  });
  await page.goto('/dashboard/tenants');
  await expect(title(page, 'Tenants')).toBeVisible();
  const shown = card(page, 'Ada Lovelace');
  for (const words of ['ada@lovelace.example', '07700 900417', '2 Mill Lane, Otley', '£1,150.50/mo', 'Active'])
    await expect(shown.getByText(words, { exact: true })).toBeVisible();
  await expect(shown.getByText(`Lease ends ${formatDay(leaseEnd)}, 99 days remaining`)).toBeVisible();
  for (const [words, path] of [
    ['View', `/dashboard/tenants/${id}`],
    ['Edit', `/dashboard/tenants/edit/${id}`],
  ] as const) {
    const link = shown.getByRole('link', { name: `${words}, Ada Lovelace` });
    await expect(link).toHaveText(words);
    await link.click();
    await expect(page).toHaveURL(path);
    await page.goBack();
  }
  await page.getByRole('link', { name: 'Add Tenant', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/tenants/add');
});

test('the table has the columns Name, Email, Phone, Property, Lease End and Actions', async ({ page, landlord }) => {
  const home = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  await addsTenant(landlord, { name: 'Ada Lovelace', propertyId: home.id, leaseEnd: '2199-02-28' });
  const gone = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  await addsTenant(landlord, { name: 'Bob Byrne', propertyId: gone.id, periodic: true });
  await page.request.delete(`/api/properties/${gone.id}`, {
    headers: { origin: landlord.origin, 'if-match': `"${gone.version}"` },
  });
  await page.goto('/dashboard/tenants');
  await page.getByRole('radio', { name: 'Table' }).check();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Phone',
    'Property',
    'Lease End',
    'Actions',
  ]);
  const cells = (name: string) => row(page, name).getByRole('cell');
  await expect(cells('Ada Lovelace').nth(1)).toHaveText('grace@tenure.example');
  await expect(cells('Ada Lovelace').nth(2)).toHaveText('020 7946 0018');
  await expect(cells('Ada Lovelace').nth(3)).toHaveText('2 Mill Lane, Otley');
  await expect(cells('Ada Lovelace').nth(4)).toContainText('28 Feb 2199');
  await expect(cells('Bob Byrne').nth(3)).toContainText('Not assigned');
  await expect(cells('Bob Byrne').nth(4)).toContainText('Periodic');
  for (const name of ['View', 'Edit'])
    await expect(cells('Ada Lovelace').getByRole('link', { name: `${name}, Ada Lovelace` })).toBeVisible();
  await expect(cells('Ada Lovelace').getByRole('button', { name: 'Delete, Ada Lovelace' })).toBeVisible();
});

test('the form to add a tenant has two tabs, both days today and both sums 0, and Back and Cancel lead to the list', async ({
  page,
  landlord,
}) => {
  const today = dayFromNow(0);
  await page.goto('/dashboard/tenants/add');
  await expect(title(page, 'Add New Tenant')).toBeVisible();
  await expect(page).toHaveTitle('Add New Tenant · Tenure');
  await expect(page.getByRole('tab')).toHaveText(['Tenant Details', 'Guarantor Details']);
  const held = {
    Name: '',
    Email: '',
    Phone: '',
    Property: '',
    'Lease Start': today,
    'Lease End': today,
    'Rent Amount per month': '0',
    'Security Deposit': '0',
  };
  for (const [label, value] of Object.entries(held)) await expect(field(page, label)).toHaveValue(value);
  await expect(page.getByLabel('Periodic tenancy (no fixed end)')).not.toBeChecked();
  await expect(page.getByLabel(/^Moved Out/)).toBeHidden();
  await expect(saveButton(page)).toHaveText('Add Tenant');
  for (const name of ['Cancel', 'Back']) {
    await page.goto('/dashboard/tenants/add');
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL('/dashboard/tenants');
  }
  expect(await tenantsOf(landlord)).toBe(0);
});

test('the form to edit a tenant holds what is kept, and its button reads Update Tenant', async ({ page, landlord }) => {
  const { id } = await addsTenant(landlord, {
    name: 'Ada Lovelace',
    leaseEnd: '2199-02-28',
    rentAmount: 115_050,
    depositAmount: 0,
    movedOut: '2026-10-31',
  });
  await page.goto(`/dashboard/tenants/edit/${id}`);
  await expect(title(page, 'Edit Tenant')).toBeVisible();
  await expect(page).toHaveTitle('Edit Tenant · Tenure');
  const held = {
    Name: 'Ada Lovelace',
    Email: 'grace@tenure.example',
    Phone: '020 7946 0018',
    Property: '14 Chandos Terrace, Bristol',
    'Lease Start': '2026-01-01',
    'Lease End': '2199-02-28',
    'Rent Amount per month': '1150.50',
    'Security Deposit': '0',
  };
  for (const [label, value] of Object.entries(held)) await expect(field(page, label)).toHaveValue(value);
  await expect(page.getByLabel(/^Moved Out/)).toHaveValue('2026-10-31');
  await expect(saveButton(page)).toHaveText('Update Tenant');
  await page.getByRole('tab', { name: 'Guarantor Details' }).click();
  await expect(page.getByLabel('Guarantor Name')).toHaveValue('Howard Aiken');
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/tenants');
});

test('the page of a tenant shows who they are, their lease, and what can be done', async ({ page, landlord }) => {
  const home = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  const leaseEnd = dayFromNow(99);
  const { id } = await addsTenant(landlord, {
    name: 'Ada Lovelace',
    email: 'ada@lovelace.example',
    phone: '07700 900417',
    propertyId: home.id,
    leaseEnd,
    rentAmount: 115_050,
    depositAmount: 120_000,
  });
  await page.goto(`/dashboard/tenants/${id}`);
  await expect(page).toHaveTitle('Tenant Details · Tenure');
  await expect(title(page, 'Ada Lovelace')).toBeVisible();
  await expect(page.getByRole('main').getByText('AL', { exact: true })).toBeVisible();
  await expect(page.getByText('ada@lovelace.example · 07700 900417')).toBeVisible();
  await expect(page.getByText('Lease Status: Active')).toBeVisible();
  await expect(part(page, 'Tenant Details').locator('dl > div')).toHaveText(
    ['Name Ada Lovelace', 'Email ada@lovelace.example', 'Phone 07700 900417', 'Property 2 Mill Lane, Otley'],
    { useInnerText: true },
  );
  await expect(part(page, 'Lease')).toContainText('99 days remaining');
  await expect(part(page, 'Lease').locator('dl > div')).toHaveText(
    [
      `Lease Period 01 Jan 2026 – ${formatDay(leaseEnd)}`,
      'Rent Amount £1,150.50 per month',
      'Security Deposit £1,200.00',
    ],
    { useInnerText: true },
  );
  await expect(part(page, 'Guarantor Information').locator('dl > div')).toHaveText(
    [
      'Name Howard Aiken',
      'Address 1 Oxford Street Cambridge',
      'Phone 01223 496 0000',
      'Alternative Contact howard@tenure.example',
    ],
    { useInnerText: true },
  );
  await expect(part(page, 'Quick Actions').getByRole('link')).toHaveText([
    'Email Tenant',
    'Call Tenant',
    'Edit Details',
    'View Property',
  ]);
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
  await part(page, 'Tenant Details').getByRole('link', { name: '2 Mill Lane, Otley' }).click();
  await expect(page).toHaveURL(`/dashboard/properties/${home.id}`);
  await page.goBack();
  for (const name of ['Edit', 'Edit Details']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`/dashboard/tenants/edit/${id}`);
    await page.goBack();
  }
});

test('a tenant without guarantor and property has neither on their page', async ({ page, landlord, server }) => {
  const none = { guarantorName: '', guarantorAddress: '', guarantorPhone: '' };
  const { id } = await addsTenant(landlord, none);
  await statement(server, 'update public.tenants set property_id = null, property_name = null where id = $1', [id]);
  await page.goto(`/dashboard/tenants/${id}`);
  await expect(part(page, 'Tenant Details')).toContainText('No property assigned');
  await expect(page.getByText('Guarantor Information')).toBeHidden();
  await expect(part(page, 'Quick Actions').getByRole('link')).toHaveText([
    'Email Tenant',
    'Call Tenant',
    'Edit Details',
  ]);
});

test('each lease status has its colour: active green, expiring soon yellow, expired red', async ({
  page,
  landlord,
}) => {
  for (const [status, days, token] of [
    ['Active', 30, 'green'],
    ['Expiring Soon', 29, 'amber'],
    ['Expired', -1, 'red'],
  ] as const) {
    const { id } = await addsTenant(landlord, { name: `The ${status} one`, leaseEnd: dayFromNow(days) });
    await page.goto(`/dashboard/tenants/${id}`);
    await expectColour(page.getByRole('main').getByText(status, { exact: true }), token);
    await page.goto('/dashboard/tenants');
    await expectColour(card(page, `The ${status} one`).getByText(status, { exact: true }), token);
  }
});

test('a county is told where it is not the city again', async ({ page, landlord, server }) => {
  const home = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  const { id } = await addsTenant(landlord, { propertyId: home.id });
  await statement(server, "update public.properties set state = 'West Yorkshire' where id = $1", [home.id]);
  await page.goto(`/dashboard/tenants/${id}`);
  await expect(page.getByRole('link', { name: '2 Mill Lane, Otley, West Yorkshire' })).toBeVisible();
});
