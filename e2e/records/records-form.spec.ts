/** The shared forms of src/web/records, tested with suppliers, and with tenants for tabs. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectErrorToast, expectToast, title } from '../support/copy.ts';
import { addButton, dialog, fillIn, save } from '../support/finance.ts';
import { acceptsUnload, field } from '../support/form.ts';
import { addMember, newLandlord, switchAccount } from '../support/landlords.ts';
import { cutOff, delay, fail, loseAnswers, requestsOf } from '../support/network-faults.ts';
import {
  addsSupplier,
  changesSupplier,
  fillInSupplier,
  saveButton,
  supplierNow,
  suppliersOf,
} from '../support/suppliers.ts';
import { test } from '../support/test.ts';

const LIST = '/dashboard/suppliers';
const ADD = '/dashboard/suppliers/add';
const API = '/api/suppliers';
const POST = { method: 'POST', path: API } as const;
const restore = (page: Page) => page.getByRole('button', { name: 'Restore' });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });
const conflict = (page: Page) => page.getByRole('dialog', { name: /changed this supplier/ });
const existing = (page: Page, name: string) => page.getByRole('dialog', { name: `Already saved as ${name}` });
const boxesOverlap = async (one: Locator, other: Locator) => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  return a !== null && b !== null && a.y < b.y + b.height && b.y < a.y + a.height;
};
const unknown = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'We do not know whether this supplier was saved' });

test('marks invalid fields on leaving them, and lists and focuses them on save, across tabs', async ({
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
  await page.getByLabel('Guarantor phone').fill('1'.repeat(51));
  await saveButton(page).click();
  await expect(page.getByRole('tab', { name: 'Tenant Details 5 fields need attention' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Guarantor Details 1 field needs attention' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '6 fields need attention' })).toBeVisible();
  await expect(control('Name')).toBeFocused();
  await page.getByRole('button', { name: /Use 50 characters or fewer/ }).click();
  await expect(page.getByLabel('Guarantor phone')).toBeFocused();
  expect(sent).toEqual([]);
});

test('keeps input after a failed save, and saves once when clicked twice', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto(ADD);
  await fillInSupplier(page);
  let restore = await fail(page, POST, 'internal');
  expectConsoleError(/status of 500/);
  await saveButton(page).click();
  await expectErrorToast(page, 'Failed to add supplier', 'We could not save this. Try again.');
  expect(await boxesOverlap(page.getByRole('alert'), page.getByRole('region', { name: 'Save' }))).toBe(false);
  await restore();
  restore = await cutOff(page, POST);
  expectConsoleError(/ERR_FAILED/);
  await saveButton(page).click();
  await expect(unknown(page)).toContainText('Select Add Supplier again: it will not be added twice.');
  await restore();
  await expect(field(page, 'Company Name')).toHaveValue('Harbour Plumbing Ltd');
  const letGo = await delay(page, POST);
  await saveButton(page).dblclick();
  await expect(saveButton(page)).toHaveText('Saving...');
  await page.keyboard.press('Enter');
  letGo();
  await expectToast(page, 'Supplier added successfully!');
  await expect(page.getByRole('alert'), 'of the saves that failed').toHaveCount(0);
  expect(await suppliersOf(landlord)).toBe(1);
});

test('does not retry a save after its form was discarded, on a page and in a dialog', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const sent = requestsOf(page, 'POST');
  const leaving = question(page, 'Discard changes?');
  const expectStopped = async () => {
    await leaving.getByRole('button', { name: 'Discard' }).click();
    await expect(leaving).toBeHidden();
    const tried = sent.length;
    expect(tried).toBeGreaterThan(0);
    await page.clock.runFor(10_000);
    expect(sent).toHaveLength(tried);
  };
  expectConsoleError(/ERR_FAILED/);
  await page.clock.install();
  await page.goto(ADD);
  await fillInSupplier(page);
  await cutOff(page, POST);
  await saveButton(page).click();
  await expectToast(page, 'We do not know whether this was saved.');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Finance' }).click();
  await expect(leaving).toContainText('may have been saved already');
  await expectStopped();
  expect(await suppliersOf(landlord)).toBe(0);

  sent.length = 0;
  await addButton(page).click();
  await fillIn(page, { description: 'Locks changed' });
  await cutOff(page, { method: 'POST', path: '/api/transactions' });
  await save(page).click();
  await expectToast(page, 'We do not know whether this was saved.');
  await dialog(page, 'Add Expense Transaction').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(leaving).toContainText('may have been saved already');
  await expectStopped();
  await expect(dialog(page, 'Add Expense Transaction')).toBeHidden();
});

test('saves once if the response is lost, and checks the outcome automatically', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const looks = () => expectToast(page, 'We do not know whether this was saved.');
  await page.goto(ADD);
  await fillInSupplier(page);
  await loseAnswers(page, { ...POST, which: 'next' });
  await saveButton(page).click();
  await looks();
  await expectToast(page, 'Supplier added successfully!');
  expect(await suppliersOf(landlord)).toBe(1);

  await page.getByRole('link', { name: 'Harbour Plumbing Ltd', exact: true }).click();
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeVisible();
  const path = new URL(page.url()).pathname.replace('/dashboard', '/api');
  await page.getByRole('link', { name: 'Edit' }).click();
  await field(page, 'Notes').fill('Rings back.');
  await loseAnswers(page, { method: 'PUT', path, which: 'next' });
  expectConsoleError(/status of 409/);
  await saveButton(page).click();
  await looks();
  await expectToast(page, 'Supplier updated successfully!');
  await expect(conflict(page)).toBeHidden();
  expect(await supplierNow(landlord, { id: path.split('/').at(-1) ?? '' })).toMatchObject({ notes: 'Rings back.' });

  await page.goto(`${LIST}/${path.split('/').at(-1)}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await loseAnswers(page, { method: 'DELETE', path, which: 'next' });
  expectConsoleError(/status of 404/);
  await question(page, 'Delete Supplier').getByRole('button', { name: 'Delete' }).click();
  await looks();
  await expectToast(page, 'Supplier deleted successfully');
  expect(await suppliersOf(landlord)).toBe(0);
});

test('adds once without any response, even after a reload; a changed form adds another or updates', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  acceptsUnload(page);
  const press = async () => {
    await loseAnswers(page, { ...POST, which: 'all' });
    await saveButton(page).click();
    await expect(unknown(page)).toBeInViewport();
    await page.reload();
    await restore(page).click();
  };
  await page.goto(ADD);
  await fillInSupplier(page, { name: 'Sparks & Daughters' });
  await press();
  await field(page, 'Notes').fill('Rings back.');
  expectConsoleError(/status of 409/);
  await saveButton(page).click();
  await expect(existing(page, 'Sparks & Daughters')).toContainText('You have changed the form since then.');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Notes'), 'nothing is decided').toHaveValue('Rings back.');
  await saveButton(page).click();
  await existing(page, 'Sparks & Daughters').getByRole('button', { name: 'Add another' }).click();
  await expectToast(page, 'Supplier added successfully!');
  expect(await suppliersOf(landlord), 'sent often, and added as another').toBe(2);

  await page.goto(ADD);
  await fillInSupplier(page, { name: 'Pike' });
  await press();
  await field(page, 'Company Name').fill('Perch');
  await saveButton(page).click();
  await existing(page, 'Pike').getByRole('button', { name: 'Update it' }).click();
  await expectToast(page, 'Supplier updated successfully!');
  expect(await suppliersOf(landlord), 'updated').toBe(3);
});

test('asks before leaving unsaved changes by link, Back or closing, but not without changes', async ({
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
  const leaving = question(page, 'Discard changes?');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(leaving).toContainText('Your changes have not been saved.');
  await expect(leaving.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(page, 'Company Name')).toHaveValue('Sparks & Daughters');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).click();
  await leaving.getByRole('button', { name: 'Discard' }).click();
  await expect(title(page, 'Tenants')).toBeVisible();
  expect(await suppliersOf(landlord)).toBe(1);
  await page.goto(ADD);
  await expect(field(page, 'Company Name')).toHaveValue('');
  await expect(restore(page), 'what was discarded').toBeHidden();
});

test('offers a draft after a reload to restore or discard, and never to another landlord', async ({
  page,
  landlord,
  server,
}) => {
  acceptsUnload(page);
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
  // Ends all requests of the previous landlord.
  await page.goto('about:blank');
  const next = await newLandlord(page, server);
  expect(next.id).not.toBe(landlord.id);
  await page.goto(ADD);
  await expect(title(page, 'Add New Supplier')).toBeVisible();
  await expect(restore(page)).toBeHidden();
});

test('logs in again in place after the session has ended, and completes the save', async ({
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
  await expectErrorToast(page, 'You must be logged in to add a supplier');
  await expect(field(page, 'Company Name')).toHaveValue('Harbour Plumbing Ltd');
  await saveButton(page).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password. Please try again.');
  await dialog.getByLabel('Password', { exact: true }).fill(landlord.password);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Supplier added successfully!');
  expect(await suppliersOf(landlord)).toBe(1);
});

test('merges a record changed elsewhere, names who changed the same field, and reports a deleted one', async ({
  page,
  landlord,
  anotherLandlord,
  server,
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
  await expectToast(page, 'Supplier updated successfully!');
  await expectToast(page, 'You changed this supplier in another tab or device.');
  await expect(page.getByText('The other changes are saved with yours: Phone.')).toBeVisible();
  theirs = await supplierNow(landlord, theirs);
  expect(theirs).toMatchObject({ contactPerson: 'Jo Pike', phone: '0117 496 9999', notes: 'Agreed.' });

  await EDIT();
  await field(page, 'Contact Person').fill('Mine');
  await field(page, 'Notes').fill('Mine.');
  const colleague = await anotherLandlord({ name: 'Priya Nair' });
  await addMember(server, landlord, colleague);
  await switchAccount(colleague, landlord);
  theirs = await changesSupplier(colleague, theirs, {
    contactPerson: 'Theirs',
    notes: '',
    address: '4 Dock Road, Bath',
  });
  await saveButton(page).click();
  const asked = conflict(page).getByRole('group');
  await expect(asked).toHaveText('Contact Person1 of 2YoursMineSavedTheirs');
  await expect(conflict(page)).toHaveAccessibleName('Priya Nair has changed this supplier since you opened it.');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Contact Person'), 'nothing typed is lost').toHaveValue('Mine');
  await saveButton(page).click();
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(asked).toHaveText('Notes2 of 2YoursMine.SavedEmpty');
  await conflict(page).getByRole('button', { name: 'Use saved' }).click();
  await expectToast(page, 'Supplier updated successfully!');
  theirs = await supplierNow(landlord, theirs);
  expect(theirs).toMatchObject({ contactPerson: 'Mine', notes: '', address: '4 Dock Road, Bath' });

  await EDIT();
  await field(page, 'Notes').fill('Both.');
  theirs = await changesSupplier(landlord, theirs, { notes: 'Both.' });
  await saveButton(page).click();
  await expectToast(page, 'Supplier updated successfully!');
  await expect(conflict(page), 'where the same was typed twice').toBeHidden();

  theirs = await supplierNow(landlord, theirs);
  await EDIT();
  await field(page, 'Notes').fill('Gone.');
  await page.request.delete(`${API}/${theirs.id}`, {
    headers: { origin: landlord.origin, 'if-match': `"${theirs.version}"` },
  });
  expectConsoleError(/status of 404/);
  await saveButton(page).click();
  await expectErrorToast(page, 'Supplier not found');
  await expect(field(page, 'Notes'), 'still in front').toHaveValue('Gone.');
});
