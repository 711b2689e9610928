import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, addMonths, dayAsTyped, formatDay } from '../../src/shared/dates.ts';
import { expectColour } from '../support/colour.ts';
import { expectToast, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { dayFromNow } from '../support/days.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { fail } from '../support/network-faults.ts';
import { DAY, JPEG } from '../support/property-detail.ts';
import { addsTenant, card, field, fillInTenant, part, row, saveButton, tenantNow } from '../support/tenants.ts';
import { test } from '../support/test.ts';
import { choose } from '../support/upload-field.ts';

const LIST = '/dashboard/tenants';
const ADD = '/dashboard/tenants/add';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const visit = (page: Page | Locator, name: string) => page.getByRole('link', { name, exact: true }).click();
const tab = (page: Page, name: string) => visit(page.getByRole('navigation', { name: 'Main' }), name);
const shows = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
const deletion = (page: Page) => page.getByRole('alertdialog', { name: 'Delete Tenant' });
const question = (page: Page) => page.getByText('Is the tenant still living there? Make the tenancy periodic.');

test('adds the first tenant by keyboard alone, with a periodic tenancy', async ({ page, landlord }) => {
  await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  await landlord.adds({ address: '14 Chandos Terrace', city: 'Leeds' });
  const keyboard = keyboardOf(page);
  await test.step('S1.2.110 links the empty list to the form', async () => {
    await page.goto(LIST);
    await expect(page.getByRole('heading', { name: 'No tenants found' })).toBeVisible();
    await keyboard.press(page.getByRole('link', { name: 'Add a tenant' }));
  });
  await test.step('S1.2.111, S1.2.115, S1.2.116, S1.5.33 shows an empty form with two tabs', async () => {
    await expect(title(page, 'Add New Tenant')).toBeVisible();
    await expect(field(page, 'Name')).toBeFocused();
    await expect(page.getByRole('tab')).toHaveText(['Tenant Details', 'Guarantor Details']);
    await expect(field(page, 'Lease Start')).toHaveValue(dayAsTyped(dayFromNow(0)));
    await expect(field(page, 'Lease End')).toBeHidden();
    await expect(saveButton(page)).toHaveText('Add Tenant');
    await saveButton(page).click();
    await expect(field(page, 'Name')).toBeFocused();
    await expect(page.getByRole('tab', { name: 'Tenant Details 5 fields need attention' })).toBeVisible();
  });
  await test.step('S1.2.113 chooses one of the landlord’s properties', async () => {
    await keyboard.fill(field(page, 'Name'), 'Ada Lovelace');
    await keyboard.fill(field(page, 'Email'), 'ada@lovelace.example');
    await keyboard.fill(field(page, 'Phone'), '07700 900417');
    await keyboard.fill(field(page, 'Property'), 'chandos');
    await expect(page.locator('[aria-busy="false"]').getByRole('option')).toHaveText([/14 Chandos Terrace/]);
    await keyboard.keys('ArrowDown', 'Enter');
    await expect(field(page, 'Property')).toHaveValue('14 Chandos Terrace, Leeds');
  });
  await test.step('fills in the property’s rent, and suggests a deposit', async () => {
    await expect(field(page, 'Rent Amount per month')).toHaveValue('1450');
    await expect(field(page, 'Security Deposit')).toHaveValue('0');
    await keyboard.press(page.getByRole('button', { name: 'Use £1,673.07' }));
    await expect(field(page, 'Security Deposit')).toHaveValue('1673.07');
  });
  await test.step('fills in the end date from the term, and warns about unusual dates and deposits', async () => {
    await page.getByRole('radio', { name: 'Fixed term of 12 months' }).check();
    const yearOn = addDays(addMonths(dayFromNow(0), 12), -1);
    await expect(field(page, 'Lease End')).toHaveValue(dayAsTyped(yearOn));
    await field(page, 'Lease End').fill(dayFromNow(-1));
    await expect(page.getByRole('radio', { name: 'Fixed term with another end date' })).toBeChecked();
    await expect(field(page, 'Lease End')).toHaveAccessibleDescription('The lease ends before it starts');
    await keyboard.fill(field(page, 'Rent Amount per month'), '£1,200.50');
    await keyboard.fill(field(page, 'Security Deposit'), '1,400');
    await expect(field(page, 'Security Deposit')).toHaveAccessibleDescription(
      'Above the maximum deposit in England, which is £1,385.19 for this rent.',
    );
  });
  await test.step('saves a periodic tenancy without an end, even if the hidden date is invalid', async () => {
    await field(page, 'Lease End').fill('0026-11-21');
    await field(page, 'Lease End').blur();
    await expect(field(page, 'Lease End')).toHaveAccessibleDescription(/^Enter a year/);
    await page.getByRole('radio', { name: 'Periodic, no fixed end' }).check();
    await expect(field(page, 'Lease End')).toBeHidden();
  });
  await keyboard.to(page.getByRole('tab', { name: 'Tenant Details' }));
  await keyboard.keys('ArrowRight');
  await keyboard.fill(page.getByLabel('Guarantor name'), 'Anne Byron');
  await keyboard.press(page.getByRole('button', { name: 'Add Tenant' }));
  await expectToast(page, 'Tenant added successfully!');
  await expect(title(page, 'Ada Lovelace')).toBeFocused();
  await expect(page.getByText('£1,200.50 per month')).toBeVisible();
  await expect(part(page, 'Lease')).toContainText('Periodic');
  await expect(page.getByText('Anne Byron')).toBeVisible();
});

test('edits a tenant, and adds and removes a photo', async ({ page, landlord }) => {
  const given = { leaseEnd: '2199-02-28', rentAmount: 115_050, movedOut: '2026-10-31' };
  const { id } = await addsTenant(landlord, { name: 'Ada Lovelace', ...given });
  const photo = page.getByRole('group', { name: 'Photo' });
  await test.step('S1.2.104, S1.2.112 opens the form with Add Tenant, and returns with Back and Cancel', async () => {
    await page.goto(LIST);
    for (const name of ['Back', 'Cancel']) {
      await visit(page, 'Add Tenant');
      await expect(page).toHaveURL(ADD);
      await page.getByRole('main').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(LIST);
    }
  });
  await test.step('S1.2.106, S1.2.117 opens the form with the saved values', async () => {
    await visit(page, 'Edit, Ada Lovelace');
    await expect(title(page, 'Edit Tenant')).toBeVisible();
    for (const [label, value] of [
      ['Name', 'Ada Lovelace'],
      ['Property', '14 Chandos Terrace, Bristol'],
      ['Lease End', '28/02/2199'],
      ['Rent Amount per month', '1150.50'],
    ] as const)
      await expect(field(page, label)).toHaveValue(value);
    await expect(page.getByLabel(/^Moved out/)).toHaveValue('31/10/2026');
    await expect(saveButton(page)).toHaveText('Update Tenant');
  });
  const name = '<img src=x onerror=alert(1)> 🏡 ليلى';
  await choose(photo, { name: 'face.jpg', bytes: JPEG });
  await expectToast(page, 'File uploaded successfully');
  await field(page, 'Name').fill(name);
  await page.getByLabel(/^Moved out/).fill('');
  await saveButton(page).click();
  await expectToast(page, 'Tenant updated successfully!');
  await expect(title(page, name)).toBeVisible();
  const face = page.getByRole('main').locator('img');
  await expect(face).toHaveAttribute('src', /\/api\/files\/tenant_images\/.*size=thumb/);
  await visit(page, 'Edit Details');
  await photo.getByRole('button', { name: 'Remove photo' }).click();
  await saveButton(page).click();
  await expect(title(page, name)).toBeVisible();
  await expect(face).toHaveCount(0);
  expect(await tenantNow(landlord, { id })).toMatchObject({ name, avatar: null, movedOut: null, version: 3 });
});

test('shows a tenant’s page with quick actions', async ({ page, landlord, server }) => {
  const { url } = await landlord.uploads('tenant_images', { name: 'face.jpg', bytes: JPEG });
  const home = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  const leaseEnd = dayFromNow(99);
  const person = { name: 'Ada Lovelace', email: 'ada+rent@lovelace.example', phone: '+44 (0)7700 900417', avatar: url };
  const ada = { ...person, propertyId: home.id, leaseEnd, rentAmount: 115_050, depositAmount: 120_000 };
  const { id } = await addsTenant(landlord, ada);
  const facts = (name: string) => part(page, name).locator('dl > div');
  const actions = part(page, 'Quick Actions').getByRole('link');
  await test.step('S1.2.105, S1.2.119, S1.2.120 opens the page with its header', async () => {
    await page.goto(LIST);
    await visit(page, 'View, Ada Lovelace');
    await expect(page).toHaveURL(`/dashboard/tenants/${id}`);
    await expect(page).toHaveTitle('Ada Lovelace · Tenure');
    await expect(title(page, 'Ada Lovelace')).toBeVisible();
    await expect(page.getByRole('main').locator(`img[src="${url}?size=thumb"]`)).toBeVisible();
    await expect(page.getByText('Lease Status: Active')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
  });
  await test.step('S1.2.121, S1.2.125, S1.2.126, S1.2.127, S1.2.128 shows details, lease and guarantor', async () => {
    await expect(facts('Tenant Details')).toHaveText(
      [`Email ${person.email}`, `Phone ${person.phone}`, 'Property 2 Mill Lane, Otley'],
      { useInnerText: true },
    );
    await expect(part(page, 'Lease')).toContainText('99 days remaining');
    const period = `Lease Period 01 Jan 2026 – ${formatDay(leaseEnd)}`;
    await expect(facts('Lease')).toHaveText([period, 'Rent Amount £1,150.50 per month', 'Security Deposit £1,200.00'], {
      useInnerText: true,
    });
    await expect(part(page, 'Guarantor Information')).toContainText('NameHoward AikenAddress1 Oxford Street');
  });
  await test.step('S1.2.122, S1.2.129, S1.2.130, S1.2.131, S1.2.132 shows quick actions, and links to the property', async () => {
    await expect(actions).toHaveText(['Email Tenant', 'Call Tenant', 'Edit Details', 'View Property']);
    await expect(actions.nth(0)).toHaveAttribute('href', `mailto:${person.email}`);
    await expect(actions.nth(1)).toHaveAttribute('href', 'tel:+447700900417');
    await expect(actions.nth(2)).toHaveAttribute('href', `/dashboard/tenants/edit/${id}`);
    await expect(actions.nth(3)).toHaveAttribute('href', `/dashboard/properties/${home.id}`);
    await visit(page, '2 Mill Lane, Otley');
    await expect(page).toHaveURL(`/dashboard/properties/${home.id}`);
  });
  await test.step('S1.2.124 omits a missing property, guarantor and phone number', async () => {
    const none = 'property_id = null, property_name = null, guarantor_name = null, guarantor_phone = null';
    const bare = `update public.tenants set ${none}, guarantor_address = null, phone = 'ask at the shop' where id = $1`;
    await statement(server, bare, [id]);
    await page.goto(`/dashboard/tenants/${id}`);
    await expect(part(page, 'Tenant Details')).toContainText('No property assigned');
    await shows(page, 'ask at the shop');
    await expect(page.getByText('Guarantor Information')).toBeHidden();
    await expect(actions).toHaveText(['Email Tenant', 'Edit Details']);
  });
});

test('counts down a lease, and asks once about continuing it', async ({ page, landlord, forward }) => {
  const ada = await addsTenant(landlord, { leaseEnd: dayFromNow(30) });
  const eve = await addsTenant(landlord, { leaseEnd: dayFromNow(0) });
  const expectLease = async (remaining: string, status: string, colour: 'green' | 'amber' | 'red') => {
    await expect(part(page, 'Lease')).toContainText(remaining);
    await expectColour(page.getByRole('main').getByText(status, { exact: true }), colour);
  };
  await test.step('S1.4.26, S1.4.27, S1.4.28, S1.4.29 shows the lease in green, amber or red', async () => {
    await page.goto(`/dashboard/tenants/${ada.id}`);
    await expectLease('30 days remaining', 'Active', 'green');
    await forward(DAY);
    await page.reload();
    await expectLease('29 days remaining', 'Expiring Soon', 'amber');
    await expect(question(page)).toBeHidden();
    await page.goto(`/dashboard/tenants/${eve.id}`);
    await expectLease('Lease has expired', 'Expired', 'red');
    await forward(-DAY);
  });
  const bob = await addsTenant(landlord, { leaseEnd: dayFromNow(-1) });
  const cy = await addsTenant(landlord, { leaseEnd: dayFromNow(-5) });
  await test.step('makes the tenancy periodic, and keeps the focus', async () => {
    await page.goto(`/dashboard/tenants/${bob.id}`);
    await keyboardOf(page).press(page.getByRole('button', { name: 'Make tenancy periodic' }));
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(part(page, 'Lease')).toContainText('Periodic');
  });
  await test.step('keeps the end date, without asking again', async () => {
    await page.goto(`/dashboard/tenants/${cy.id}`);
    await press(page, 'Keep the end date');
    await expect(question(page)).toBeHidden();
    await page.reload();
    await expect(part(page, 'Lease')).toContainText('Lease has expired');
    await expect(question(page)).toBeHidden();
  });
  await test.step('marks a tenant as moved out on a later date, cancels it, and reverses a past move', async () => {
    const dialog = page.getByRole('dialog', { name: 'Mark as moved out' });
    const lease = part(page, 'Lease');
    await lease.getByRole('button', { name: 'Mark as moved out' }).click();
    await dialog.getByLabel('Moved out on').fill(dayFromNow(10));
    await dialog.getByRole('button', { name: 'Mark as moved out' }).click();
    await expect(lease).toContainText(`Moves out ${formatDay(dayFromNow(10))}`);
    await press(page, 'Cancel moving out');
    await lease.getByRole('button', { name: 'Mark as moved out' }).click();
    await dialog.getByRole('button', { name: 'Mark as moved out' }).click();
    await expect(lease).toContainText(`Moved out ${formatDay(dayFromNow(0))}`);
    await press(page, 'Mark as moved back in');
    await expect(lease.getByRole('button', { name: 'Mark as moved out' })).toBeFocused();
    expect(await tenantNow(landlord, cy)).toMatchObject({ movedOut: null, periodicDeclined: true });
  });
});

test('lets a property from its page, and updates its status with its tenants', async ({ page, landlord }) => {
  await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  await landlord.adds({ address: '8 Laburnum Row' });
  const expectStatuses = async (statuses: Record<string, 'Vacant' | 'Occupied'>) => {
    await tab(page, 'Properties');
    for (const [address, status] of Object.entries(statuses))
      await expect(card(page, address).getByText(status, { exact: true })).toBeVisible();
  };
  await test.step('S1.2.91, S1.2.114 preselects the property with Assign Tenant, even after a reload', async () => {
    await page.goto('/dashboard/properties');
    await visit(page, '2 Mill Lane');
    await expect(part(page, 'Current Tenants')).toContainText('No tenants yet');
    await page.getByRole('link', { name: 'Assign Tenant' }).click();
    await expect(field(page, 'Property')).toHaveValue('2 Mill Lane, Otley');
    await page.reload();
    await expect(field(page, 'Property')).toHaveValue('2 Mill Lane, Otley');
    await expect(field(page, 'Rent Amount per month')).toHaveValue('1450');
    await fillInTenant(page, { name: 'Ada Lovelace' });
    await page.getByRole('radio', { name: 'Fixed term with another end date' }).check();
    await field(page, 'Lease End').fill(dayFromNow(99));
    await saveButton(page).click();
    await expectToast(page, 'Tenant added successfully!');
    await expectStatuses({ '2 Mill Lane': 'Occupied', '8 Laburnum Row': 'Vacant' });
  });
  await test.step('S1.2.92, S1.2.133 lists tenants on the property’s page and in its history', async () => {
    await visit(page, '2 Mill Lane');
    const living = part(page, 'Current Tenants').getByRole('listitem');
    await expect(living).toHaveText([/Ada LovelaceLease ends .*, 99 days remaining/]);
    await expect(part(page, 'History')).toContainText('Tenant Ada Lovelace added');
    await visit(page, 'Ada Lovelace');
    await expect(page).toHaveURL(/\/dashboard\/tenants\/[\w-]{36}$/);
  });
  await test.step('S1.4.22, S1.4.23 updates both properties when the tenant moves', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await fillInTenant(page, { home: '8 Laburnum Row' });
    await saveButton(page).click();
    await expect(page.getByRole('link', { name: '8 Laburnum Row, Bristol' })).toBeVisible();
    await expectStatuses({ '2 Mill Lane': 'Vacant', '8 Laburnum Row': 'Occupied' });
  });
  await test.step('makes the property vacant and lists a past tenant after moving out', async () => {
    await tab(page, 'Tenants');
    await visit(page, 'Ada Lovelace');
    await part(page, 'Lease').getByRole('button', { name: 'Mark as moved out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as moved out' }).click();
    await expectStatuses({ '8 Laburnum Row': 'Vacant' });
    await visit(page, '8 Laburnum Row');
    await expect(part(page, 'Current Tenants')).toContainText('No current tenants');
    await part(page, 'Current Tenants').getByText('1 past tenant').click();
    await expect(page.getByRole('list', { name: 'Past tenants' })).toContainText(/Ada LovelaceMoved out/);
  });
  await test.step('S1.2.109, S1.2.123 keeps tenants unassigned when the property is deleted', async () => {
    await press(page, 'Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
    await expect(dialog).toContainText('We keep 1 tenant, without a property.');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Property deleted successfully');
    await tab(page, 'Tenants');
    await expect(card(page, 'Ada Lovelace')).toContainText(/Not assigned(?!, last)/);
    await visit(page, 'Ada Lovelace');
    await expect(part(page, 'Tenant Details')).toContainText('PropertyLast lived at 8 Laburnum Row, Bristol');
    await expect(page.getByRole('link', { name: 'View Property' })).toBeHidden();
  });
});

test('finds tenants in cards or a table, and deletes or moves them out', async ({ page, landlord }) => {
  const { id: propertyId } = await landlord.adds({ address: '100% Corner', city: 'York' });
  const leaseEnd = dayFromNow(20);
  const ada = await addsTenant(landlord, { name: 'Ada Lovelace', propertyId, leaseEnd, rentAmount: 115_050 });
  await addsTenant(landlord, { name: 'Ada Byron', propertyId, leaseEnd: dayFromNow(10) });
  await addsTenant(landlord, { name: 'Ada Grey', propertyId, leaseEnd: dayFromNow(200) });
  await addsTenant(landlord, { name: 'Bob Byrne', periodic: true, phone: 'ask at the shop' });
  await test.step('S1.2.101, S1.2.102, S1.9.27 shows cards at first, and a table if chosen', async () => {
    await page.goto(LIST);
    await expect(title(page, 'Tenants')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
    for (const words of ['grace@tenure.example', '020 7946 0018', '100% Corner, York', '£1,150.50/mo', 'Expiring Soon'])
      await expect(card(page, 'Ada Lovelace').getByText(words, { exact: true })).toBeVisible();
    await expect(card(page, 'Ada Lovelace')).toContainText(`Lease ends ${formatDay(leaseEnd)}, 20 days remaining`);
    await expect(card(page, 'Bob Byrne')).toContainText('BB');
    const home = card(page, 'Ada Lovelace').getByRole('link', { name: '100% Corner, York' });
    expect((await home.boundingBox())?.height, 'pixels').toBeGreaterThanOrEqual(24);
    await page.getByRole('radio', { name: 'Table' }).check();
  });
  await test.step('S1.2.107, S1.2.108 shows the table’s columns and actions', async () => {
    const head = ['Name', 'Email', 'Phone', 'Property', 'Lease End', 'Actions'];
    await expect(page.getByRole('columnheader')).toHaveText(head);
    const cells = row(page, 'Ada Lovelace').getByRole('cell');
    const shown = [/Ada Lovelace/, 'grace@tenure.example', '020 7946 0018', '100% Corner, York', formatDay(leaseEnd)];
    for (const [place, words] of shown.entries()) await expect(cells.nth(place)).toContainText(words);
    await expect(row(page, 'Bob Byrne').getByRole('cell').nth(4)).toContainText('Periodic');
    const call = row(page, 'Ada Lovelace').getByRole('link', { name: '020 7946 0018' });
    for (const width of [1280, 768, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(call, `${width} px wide`).toHaveAttribute('href', 'tel:02079460018');
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(cells.nth(5).getByRole('link')).toHaveCount(2);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  });
  await test.step('filters and sorts the list, and stores both in the URL', async () => {
    await page.getByRole('radio', { name: 'Cards' }).check();
    await page.getByRole('searchbox', { name: 'Search tenants' }).fill('100% cor');
    await shows(page, '3 Tenants');
    await page.getByLabel('Lease status').selectOption('Expiring Soon');
    await shows(page, '2 Tenants');
    await page.getByLabel('Sort').selectOption('Lease end, soonest first');
    await expect(page).toHaveURL(`${LIST}?q=100%25+cor&state=expiring&sort=leaseEnd`);
    await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(['Ada Byron', 'Ada Lovelace']);
  });
  await test.step('keeps a tenant marked as moved out instead of deleting', async () => {
    await press(page, 'Delete, Ada Lovelace');
    const day = deletion(page).getByLabel('Moved out on');
    await day.fill('');
    await deletion(page).getByRole('button', { name: 'Mark as moved out' }).click();
    await expect(day).toHaveAccessibleDescription('Enter a date');
    await day.fill(dayFromNow(-3));
    await deletion(page).getByRole('button', { name: 'Mark as moved out' }).click();
    await expectToast(page, 'Tenant updated successfully!');
    await shows(page, '1 Tenant');
    expect(await tenantNow(landlord, ada)).toMatchObject({ movedOut: dayFromNow(-3), propertyId });
  });
  await test.step('S1.4.30, S1.8.49 deletes another after confirmation', async () => {
    await press(page, 'Delete, Ada Byron');
    const words = 'Are you sure you want to delete Ada Byron? This action cannot be undone.';
    await expect(deletion(page)).toContainText(words);
    await deletion(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Tenant deleted successfully');
    await expect(page.getByText('No results match your search and filters.')).toBeVisible();
    await press(page, 'Clear filters');
    await shows(page, '3 Tenants');
  });
});

test('shows an error instead of an empty list if tenants cannot be loaded', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { propertyId } = await addsTenant(landlord, { name: 'Bob Byrne' });
  expectConsoleError(/status of 500/);
  const restore = await fail(page, { path: '/api/tenants' }, 'internal');
  await page.goto(`/dashboard/properties/${propertyId}`);
  const tenants = part(page, 'Current Tenants');
  await expect(tenants.getByRole('alert')).toContainText('Failed to load tenants');
  await expect(tenants).not.toContainText('No tenants yet');
  await restore();
  await tenants.getByRole('button', { name: 'Retry' }).click();
  await expect(tenants).toContainText('Bob Byrne');
});
