/** The forms that every noun shares (web/records), shown with suppliers, and with tenants where they have tabs. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { newLandlord } from './landlords.ts';
import { cutOff, delay, fail, requestsOf } from './network-faults.ts';
import {
  addsSupplier,
  changesSupplier,
  field,
  fillInSupplier,
  saveButton,
  supplierNow,
  suppliersOf,
} from './suppliers.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const LIST = '/dashboard/suppliers';
const ADD = '/dashboard/suppliers/add';
const API = '/api/suppliers';
const UNREACHABLE = 'We cannot reach our database just now.';
const restore = (page: Page) => page.getByRole('button', { name: 'Restore' });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });
const conflict = (page: Page) => page.getByRole('dialog', { name: 'This supplier was changed meanwhile' });

test('a form marks fields that are wrong when they are left, and lists and focuses them on save, across its tabs', async ({
  page,
  landlord,
}) => {
  await landlord.adds();
  const sent = requestsOf(page, 'POST');
  await page.goto('/dashboard/tenants/add');
  const control = (label: string) => page.getByRole('form').getByLabel(label, { exact: true });
  await control('Name').fill('A');
  await control('Name').blur();
  await expect(control('Name')).toHaveAccessibleDescription('Name is required');
  await control('Name').fill('Ada');
  await expect(control('Name')).toHaveAccessibleDescription('');
  await control('Name').fill('');
  await page.getByRole('tab', { name: 'Guarantor Details' }).click();
  await page.getByLabel('Guarantor Phone').fill('1'.repeat(51));
  await saveButton(page).click();
  await expect(page.getByRole('tab', { name: 'Tenant Details 4 fields need attention' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Guarantor Details 1 field needs attention' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '5 fields need attention' })).toBeVisible();
  await expect(control('Name')).toBeFocused();
  await page.getByRole('button', { name: /Please keep this to 50 characters/ }).click();
  await expect(page.getByLabel('Guarantor Phone')).toBeFocused();
  expect(sent).toEqual([]);
});

test('a save that fails keeps what was typed, and pressing twice saves once', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto(ADD);
  await fillInSupplier(page);
  let mend = await fail(page, { method: 'POST', path: API }, 'unavailable');
  expectConsoleError(/status of 503/);
  await saveButton(page).click();
  await expectRefused(page, 'Failed to add supplier', UNREACHABLE);
  await mend();
  mend = await cutOff(page, { method: 'POST', path: API });
  expectConsoleError(/ERR_FAILED/);
  await saveButton(page).click();
  await expectRefused(page, 'Failed to add supplier', 'We cannot reach the server.');
  await mend();
  await expect(field(page, 'Company Name')).toHaveValue('Harbour Plumbing Ltd');
  const letGo = await delay(page, { method: 'POST', path: API });
  await saveButton(page).dblclick();
  await expect(saveButton(page)).toHaveText('Saving...');
  await page.keyboard.press('Enter');
  letGo();
  await expectSaid(page, 'Supplier added successfully!');
  expect(await suppliersOf(landlord)).toBe(1);
});

test('leaving with unsaved changes asks by link, Back and closing, and does not where nothing has changed', async ({
  page,
  landlord,
}) => {
  const { id } = await addsSupplier(landlord);
  await page.goto(`${LIST}/edit/${id}`);
  await field(page, 'Notes').fill('Rings back.');
  await field(page, 'Notes').fill('Closed on Fridays.');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page, 'where nothing has changed').toHaveURL(LIST);

  await page.getByRole('link', { name: 'Add Supplier' }).first().click();
  await field(page, 'Company Name').fill('Sparks & Daughters');
  const leaving = question(page, 'Leave without saving?');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(leaving).toContainText('Your changes on this page have not been saved.');
  await expect(leaving.getByRole('button', { name: 'Stay' })).toBeFocused();
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Company Name')).toHaveValue('Sparks & Daughters');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).click();
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(title(page, 'Tenants')).toBeVisible();
  expect(await suppliersOf(landlord)).toBe(1);
});

test('a draft is offered after a reload, restored or discarded, and is nobody else’s', async ({
  page,
  landlord,
  server,
}) => {
  page.on('dialog', (dialog) => void dialog.accept()); // the browser's own question before unloading
  const name = field(page, 'Company Name');
  await page.goto(ADD);
  await name.fill('Sparks & Daughters');
  await page.reload();
  await restore(page).click();
  await expect(name).toHaveValue('Sparks & Daughters');
  await page.reload();
  await expect(name).toHaveValue('');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(restore(page)).toBeHidden();
  await page.reload();
  await expect(title(page, 'Add New Supplier')).toBeVisible();
  await expect(restore(page)).toBeHidden();
  await name.fill('Sparks again');
  await page.reload();
  await expect(restore(page)).toBeVisible();
  // No request may be under way for the landlord who leaves.
  await page.goto('about:blank');
  const next = await newLandlord(page, server);
  expect(next.id).not.toBe(landlord.id);
  await page.goto(ADD);
  await expect(title(page, 'Add New Supplier')).toBeVisible();
  await expect(restore(page)).toBeHidden();
});

test('a session that has ended is begun again in place, and the save goes on', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto(ADD);
  await fillInSupplier(page);
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await saveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await expect(dialog).toContainText('Your session has expired. Please log in again.');
  await expect(dialog).toContainText(landlord.email);
  await page.keyboard.press('Escape');
  await expectRefused(page, 'You must be logged in to add a supplier');
  await expect(field(page, 'Company Name')).toHaveValue('Harbour Plumbing Ltd');
  await saveButton(page).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password. Please try again.');
  await dialog.getByLabel('Password', { exact: true }).fill(landlord.password);
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Supplier added successfully!');
  expect(await suppliersOf(landlord)).toBe(1);
});

test('a record that somebody else changed shows what differs: keep mine, take theirs, or nothing to ask; one that is gone says so', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const EDIT = async () => {
    await page.goto(`${LIST}/edit/${theirs.id}`);
    await expect(field(page, 'Company Name')).toHaveValue('Harbour Plumbing Ltd');
  };
  let theirs = await addsSupplier(landlord);
  await EDIT();
  await field(page, 'Contact Person').fill('Jo Pike');
  await field(page, 'Notes').fill('Agreed.');
  theirs = await changesSupplier(landlord, theirs, { phone: '0117 496 9999', notes: 'Agreed.' });
  expectConsoleError(/status of 409/);
  await saveButton(page).click();
  await expect(conflict(page)).toContainText('Nothing has been overwritten');
  await expect(conflict(page).getByRole('row')).toHaveText([
    'FieldYoursTheirs',
    'Contact PersonJo PikeMary Pike',
    'Phone0117 496 01230117 496 9999',
  ]);
  await page.keyboard.press('Escape');
  await expect(field(page, 'Contact Person'), 'nothing typed is lost').toHaveValue('Jo Pike');
  await saveButton(page).click();
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expectSaid(page, 'Supplier updated successfully!');
  theirs = await supplierNow(landlord, theirs);
  expect(theirs).toMatchObject({ contactPerson: 'Jo Pike', phone: '0117 496 0123' });

  await EDIT();
  await field(page, 'Notes').fill('Mine.');
  theirs = await changesSupplier(landlord, theirs, { notes: 'Theirs.', contactPerson: 'Mary' });
  await saveButton(page).click();
  await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(field(page, 'Notes')).toHaveValue('Theirs.');
  await expect(field(page, 'Contact Person')).toHaveValue('Mary');
  await field(page, 'Notes').fill('Both.');
  theirs = await changesSupplier(landlord, theirs, { notes: 'Both.' });
  await saveButton(page).click();
  await expectSaid(page, 'Supplier updated successfully!');
  await expect(conflict(page), 'where the same was typed twice').toBeHidden();

  theirs = await supplierNow(landlord, theirs);
  await EDIT();
  await field(page, 'Notes').fill('Gone.');
  await page.request.delete(`${API}/${theirs.id}`, {
    headers: { origin: landlord.origin, 'if-match': `"${theirs.version}"` },
  });
  expectConsoleError(/status of 404/);
  await saveButton(page).click();
  await expectRefused(page, 'Supplier not found');
  await expect(field(page, 'Notes'), 'still in front').toHaveValue('Gone.');
});
