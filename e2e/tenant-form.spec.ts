/** Adding and changing a tenant: what the form takes, and what it remarks on. */
import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay } from './network-faults.ts';
import { dayFromNow, JPEG } from './property-detail.ts';
import { addsTenant, field, fillInTenant, saveButton, tenantsOf } from './tenants.ts';
import { choose } from './upload-field.ts';
import { expectSaid, title } from './words.ts';

const ADD = '/dashboard/tenants/add';

test('a tenant is added by keyboard alone, and found in the list', async ({ page, landlord }) => {
  await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  await landlord.adds({ address: '14 Chandos Terrace', city: 'Leeds' });
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/tenants');
  await keyboard.press(page.getByRole('link', { name: 'Add a tenant' }));
  await expect(title(page, 'Add New Tenant')).toBeFocused();
  await keyboard.fill(field(page, 'Name'), 'Ada Lovelace');
  await keyboard.fill(field(page, 'Email'), 'ada@lovelace.example');
  await keyboard.fill(field(page, 'Phone'), '07700 900417');
  await keyboard.fill(field(page, 'Property'), 'chandos');
  await expect(page.locator('[aria-busy="false"]').getByRole('option')).toHaveText([/14 Chandos Terrace/]);
  await keyboard.keys('ArrowDown', 'Enter');
  await expect(field(page, 'Property')).toHaveValue('14 Chandos Terrace, Leeds');
  await keyboard.to(page.getByLabel('Periodic tenancy (no fixed end)'));
  await keyboard.keys('Space');
  await expect(field(page, 'Lease End')).toBeHidden();
  await keyboard.fill(field(page, 'Rent Amount per month'), '£1,200.50');
  await keyboard.fill(field(page, 'Security Deposit'), '1,384.61');
  await keyboard.to(page.getByRole('tab', { name: 'Tenant Details' }));
  await keyboard.keys('ArrowRight');
  await keyboard.fill(page.getByLabel('Guarantor Name'), 'Anne Byron');
  await keyboard.press(page.getByRole('button', { name: 'Add Tenant' }));
  await expectSaid(page, 'Tenant added successfully!');
  await expect(title(page, 'Tenants')).toBeFocused();
  await keyboard.press(page.getByRole('link', { name: 'Ada Lovelace', exact: true }));
  await expect(title(page, 'Ada Lovelace')).toBeFocused();
  await expect(page.getByText('£1,200.50 per month')).toBeVisible();
  await expect(page.getByText('Anne Byron')).toBeVisible();
});

test('on a phone a tenant is added with the button at the foot of the window', async ({ page, landlord }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const { id } = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  await addsTenant(landlord, { propertyId: id });
  await page.goto('/dashboard/tenants');
  await page.getByRole('link', { name: 'Add Tenant', exact: true }).click();
  await fillInTenant(page, { home: '2 Mill Lane' });
  await expect(saveButton(page)).toBeInViewport();
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  await expect(page.getByText('2 Tenants', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Table' }).check();
  await page.getByRole('link', { name: 'View, Ada Lovelace' }).click();
  await expect(title(page, 'Ada Lovelace')).toBeVisible();
});

test('the form says what is missing, word for word, goes to the first of it, and counts it on the tab', async ({
  page,
  landlord,
}) => {
  await page.goto(ADD);
  await field(page, 'Lease Start').fill('');
  await field(page, 'Lease End').fill('');
  await field(page, 'Rent Amount per month').fill('');
  await field(page, 'Security Deposit').fill('');
  await page.getByRole('tab', { name: 'Guarantor Details' }).click();
  await page.getByLabel('Guarantor Phone').fill('1'.repeat(51));
  await page.getByRole('button', { name: 'Add Tenant' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  for (const [label, words] of [
    ['Name', 'Name is required'],
    ['Email', 'Valid email is required'],
    ['Phone', 'Phone number is required'],
    ['Property', 'Property selection is required'],
    ['Lease Start', 'Lease start date is required'],
    ['Lease End', 'Lease end date is required'],
    ['Rent Amount per month', 'Rent amount is required'],
    ['Security Deposit', 'Deposit amount is required'],
  ] as const)
    await expect(field(page, label)).toHaveAccessibleDescription(words);
  await expect(page.getByRole('heading', { name: '9 fields need attention' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Tenant Details 8 fields need attention' })).toBeVisible();
  await page.getByRole('button', { name: /Please keep this to 50 characters/ }).click();
  await expect(page.getByLabel('Guarantor Phone')).toBeFocused();
  expect(await tenantsOf(landlord)).toBe(0);
});

test('what cannot be is refused where it stands, when the field is left', async ({ page, landlord }) => {
  await page.goto(ADD);
  for (const [label, typed, words] of [
    ['Name', 'A', 'Name is required'],
    ['Name', 'x'.repeat(201), 'Please keep this to 200 characters'],
    ['Email', 'ada', 'Valid email is required'],
    ['Email', 'ada@home', 'Valid email is required'],
    ['Phone', '12345', 'Phone number is required'],
    ['Lease Start', '0026-11-21', 'Please enter a year between 1900 and 2200'],
    ['Rent Amount per month', '-5', 'Rent amount is required'],
    ['Rent Amount per month', '12.345', 'Pounds have two decimals at most, for example 1250.50'],
    ['Security Deposit', '12,34', 'Please enter an amount like 1,250 or 1250.50'],
    ['Security Deposit', '100,000,000', 'The most we can keep is £99,999,999.99'],
  ] as const) {
    await field(page, label).fill(typed);
    await field(page, label).blur();
    await expect(field(page, label), `${label} ${typed}`).toHaveAccessibleDescription(
      new RegExp(words.replace('.', '\\.')),
    );
  }
  expect(await tenantsOf(landlord)).toBe(0);
});

test('strange days are remarked on and saved all the same', async ({ page, landlord }) => {
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(ADD);
  await expect(field(page, 'Lease End')).toHaveAccessibleDescription('This lease lasts one day only');
  await field(page, 'Lease End').fill(dayFromNow(1));
  await expect(field(page, 'Lease End')).toHaveAccessibleDescription('');
  await field(page, 'Lease End').fill(dayFromNow(-1));
  await expect(field(page, 'Lease End')).toHaveAccessibleDescription('Lease ends before it starts');
  await fillInTenant(page, { home: '2 Mill Lane' });
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  expect(await tenantsOf(landlord)).toBe(1);
});

test('a rent is typed over the zero that stands there at first, and into what was typed before', async ({
  page,
  landlord,
}) => {
  await landlord.adds();
  await page.goto(ADD);
  const rent = field(page, 'Rent Amount per month');
  await rent.click();
  await page.keyboard.type('1200');
  await expect(rent).toHaveValue('1200');
  await rent.click();
  await page.keyboard.press('End');
  await page.keyboard.type('.50');
  await expect(rent).toHaveValue('1200.50');
});

test('a deposit above the cap in England is remarked on, names the cap, and is saved all the same', async ({
  page,
  landlord,
}) => {
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(ADD);
  await fillInTenant(page, { home: '2 Mill Lane', rent: '1,200', deposit: '1384.61' });
  await expect(field(page, 'Security Deposit')).toHaveAccessibleDescription('');
  await field(page, 'Security Deposit').fill('1384.62');
  await expect(field(page, 'Security Deposit')).toHaveAccessibleDescription(
    'Above the cap on deposits in England, which is £1,384.61 for this rent.',
  );
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
});

test('a periodic tenancy is not asked for its end, and a day that stood there is no obstacle', async ({
  page,
  landlord,
}) => {
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(ADD);
  await fillInTenant(page, { home: '2 Mill Lane' });
  await field(page, 'Lease End').fill('0026-11-21');
  await field(page, 'Lease End').blur();
  await expect(field(page, 'Lease End')).toHaveAccessibleDescription(/^Please enter a year/);
  await page.getByLabel('Periodic tenancy (no fixed end)').check();
  await expect(field(page, 'Lease End')).toBeHidden();
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
  await expect(page.getByText('Periodic', { exact: true })).toBeVisible();
});

test('a photo is uploaded with the form, which waits for it, and can be taken away again', async ({
  page,
  landlord,
}) => {
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(ADD);
  await fillInTenant(page, { home: '2 Mill Lane' });
  const photo = page.getByRole('group', { name: 'Photo' });
  const letGo = await delay(page, { method: 'POST', path: /^\/api\/files\// });
  await choose(photo, { name: 'face.jpg', bytes: JPEG });
  await expect(saveButton(page)).toHaveText('Uploading...');
  letGo();
  await expectSaid(page, 'File uploaded successfully');
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  await expect(page.getByRole('main').locator('img')).toHaveAttribute(
    'src',
    /\/api\/files\/tenant_images\/.*size=thumb/,
  );
  await page.getByRole('link', { name: 'Edit, Ada Lovelace' }).click();
  await photo.getByRole('button', { name: 'Remove photo' }).click();
  await saveButton(page).click();
  await expectSaid(page, 'Tenant updated successfully!');
  await expect(page.getByRole('main').locator('img')).toHaveCount(0);
});

test('pressing the button twice adds one tenant', async ({ page, landlord }) => {
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(ADD);
  await fillInTenant(page, { home: '2 Mill Lane' });
  const letGo = await delay(page, { method: 'POST', path: '/api/tenants' });
  await saveButton(page).dblclick();
  await expect(saveButton(page)).toHaveText('Saving...');
  letGo();
  await expectSaid(page, 'Tenant added successfully!');
  expect(await tenantsOf(landlord)).toBe(1);
});

test('markup, emoji and Arabic are shown as the text they are', async ({ page, landlord }) => {
  const name = '<img src=x onerror=alert(1)> 🏡 ليلى';
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(ADD);
  await fillInTenant(page, { name, phone: '+44 (0)7700 900417', home: '2 Mill Lane' });
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call Tenant' })).toHaveAttribute('href', 'tel:+447700900417');
});

test('a property that has been deleted meanwhile is said at its field, and what was typed stays', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id, version } = await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(ADD);
  await fillInTenant(page, { home: '2 Mill Lane' });
  await page.request.delete(`/api/properties/${id}`, {
    headers: { origin: landlord.origin, 'if-match': `"${version}"` },
  });
  expectConsoleError(/status of 422/);
  await saveButton(page).click();
  await expect(field(page, 'Property')).toHaveAccessibleDescription(
    'This property is no longer there. Please choose another.',
  );
  await expect(field(page, 'Property')).toBeFocused();
  await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
});
