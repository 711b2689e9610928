/** The shared lists, pages and deletions of src/web/records, tested with suppliers. */
import { expect, type Page } from '@playwright/test';
import { expectErrorToast, expectToast, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { field } from '../support/form.ts';
import { keyboardOf, pressInOneFrame } from '../support/keyboard.ts';
import type { Landlord } from '../support/landlords.ts';
import { delay, fail, requestsOf } from '../support/network-faults.ts';
import type { RunningServer } from '../support/server.ts';
import { addsSupplier, part, saveButton, suppliersOf } from '../support/suppliers.ts';
import { addsTenant } from '../support/tenants.ts';
import { test } from '../support/test.ts';

const LIST = '/dashboard/suppliers';
const ADD = '/dashboard/suppliers/add';
const API = '/api/suppliers';
const ONE = /^\/api\/suppliers\/[^/]+$/;
const UNREACHABLE = 'We cannot reach our database just now.';
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search suppliers' });
const firm = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const count = (page: Page, words: string) => page.getByText(words, { exact: true });
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete', exact: true });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });

/** Adds suppliers named 'Firm 0001', 'Firm 0002' and so on. */
async function addsFirms(server: RunningServer, { id }: Landlord, firms: number): Promise<void> {
  await statement(
    server,
    `insert into public.suppliers (user_id, name, email, phone, service_type, address, contact_person)
     select $1, 'Firm ' || to_char(n, 'FM0000'), 'firm@work.example', '0117 496 0123', 'Roofing', '1 High Street', 'Jo'
     from generate_series(1, $2::int) n`,
    [id, firms],
  );
}

test('searches while typing, filters and sorts, and keeps these in the URL for reload, Back and links', async ({
  page,
  landlord,
}) => {
  for (const [name, serviceType] of [
    ['Bright One', 'Cleaning'],
    ['bright Two', 'Cleaning'],
    ['Bright Three', 'Painting'],
    ['Other', 'Cleaning'],
  ] as const)
    await addsSupplier(landlord, { name, serviceType });
  await page.goto(LIST);
  const names = page.getByRole('listitem').getByRole('heading');
  await expect(names).toHaveText(['Bright One', 'Bright Three', 'bright Two', 'Other']);
  await search(page).fill('BRIGHT');
  await expect(count(page, '3 Suppliers')).toBeVisible();
  const status = page.getByRole('status').filter({ hasText: 'found' });
  await expect(status).toHaveText('3 Suppliers found for “BRIGHT”');
  await page.getByLabel('Service Type').selectOption('Cleaning');
  await expect(count(page, '2 Suppliers')).toBeVisible();
  await page.getByLabel('Sort').selectOption('Newest first');
  const expectNarrowed = async () => {
    await expect(page).toHaveURL(`${LIST}?q=BRIGHT&serviceType=Cleaning&sort=newest`);
    await expect(names).toHaveText(['bright Two', 'Bright One']);
    await expect(search(page)).toHaveValue('BRIGHT');
    await expect(page.getByLabel('Service Type')).toHaveValue('Cleaning');
    await expect(page.getByLabel('Sort')).toHaveValue('newest');
  };
  await expectNarrowed();
  await page.reload();
  await expectNarrowed();
  await firm(page, 'Bright One').click();
  await expect(title(page, 'Bright One')).toBeVisible();
  await page.goBack();
  await expectNarrowed();
  await search(page).fill("' or 1=1 --");
  await expect(page.getByText('No results match your search and filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(count(page, '4 Suppliers')).toBeVisible();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(`${LIST}?sort=newest`);
  await page.goto(`${LIST}?serviceType=Magic&sort=sideways`);
  await expect(count(page, '4 Suppliers'), 'with a filter that there is not').toBeVisible();
});

test('shows that a list is empty, loading or failed (S1.2.61, S1.9.9)', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto(LIST);
  await expect(page.getByRole('heading', { name: 'No suppliers found' })).toBeVisible();
  await page.getByRole('link', { name: 'Add a supplier' }).click();
  await expect(title(page, 'Add New Supplier')).toBeVisible();

  await addsSupplier(landlord);
  const letGo = await delay(page, { path: API });
  await page.goto(LIST);
  const words = page.getByText('Loading suppliers...');
  await expect(words).toBeAttached();
  expect(await words.evaluate((element) => element.nextElementSibling?.firstElementChild?.childElementCount)).toBe(3);
  letGo();
  await expect(firm(page, 'Harbour Plumbing Ltd')).toBeVisible();
  await expect(words).toBeHidden();

  const restore = await fail(page, { path: API }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load suppliers');
  await expect(page.getByRole('alert')).toContainText(UNREACHABLE);
  await expect(page.getByText('No suppliers found')).toBeHidden();
  await restore();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(firm(page, 'Harbour Plumbing Ltd')).toBeVisible();
});

test('remembers cards or table, with a toolbar in one row on a tablet, and equal cards on a phone', async ({
  page,
  landlord,
  server,
}) => {
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox();
    if (!found) throw new Error(`${selector} is not on the page.`);
    return found;
  };
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(LIST);
  const adds = page.getByRole('link', { name: /^Add/ }).filter({ visible: true });
  await expect(adds).toHaveText(['Add a supplier']);
  await addsSupplier(landlord);
  await addsSupplier(landlord, { name: 'Sparks & Daughters', phone: 'ask at the shop' });
  await page.reload();
  await expect(adds).toHaveText(['Add Supplier']);
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
  await expect(cards).toHaveCount(2);
  const heights = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
  expect(heights[0]).toBe(heights[1]);
  expect((await box('a[href^="tel:"]')).height, 'pixels').toBeGreaterThanOrEqual(44);

  await page.setViewportSize({ width: 768, height: 900 });
  const { y } = await box('[type=search]');
  for (const control of [page.getByLabel('Sort'), page.getByRole('group', { name: 'View' })])
    expect((await control.boundingBox())?.y).toBeCloseTo(y, 0);
  await page.getByRole('radio', { name: 'Table' }).check();
  await expect(page.getByRole('table', { name: 'Suppliers' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  await expect(page.getByRole('row').filter({ hasText: 'Sparks' })).toBeVisible();

  await addsFirms(server, landlord, 118);
  await page.reload();
  await expect(page.getByRole('row'), 'all of a short list, for the search of the browser').toHaveCount(121);
});

test('scrolls through thousands of records with few of them in the document', { tag: '@full' }, async ({
  page,
  landlord,
  server,
}) => {
  test.slow();
  await addsFirms(server, landlord, 2000);
  await page.addInitScript(() => localStorage.setItem('tenure.view.suppliers', 'table'));
  await page.goto(LIST);
  await expect(count(page, '2,000 Suppliers')).toBeVisible();
  await page.evaluate(async () => {
    while (!document.querySelector('[aria-rowindex="2001"]')) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise(requestAnimationFrame);
    }
  });
  await expect(page.getByRole('row').filter({ hasText: 'Firm 2000' })).toBeInViewport();
  expect(await page.getByRole('row').count(), 'rows in the document').toBeLessThan(100);
});

test('shows the list’s data at once on a page, and loading, failure and Retry there and in its form', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await addsSupplier(landlord);
  // No stream opens, because an opening stream refetches everything and would replace Retry.
  await page.route('**/api/events*', (route) => route.fulfill({ status: 204 }));
  await page.goto(LIST);
  let letGo = await delay(page, { path: ONE });
  await firm(page, 'Harbour Plumbing Ltd').click();
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeFocused();
  await expect(part(page, 'Supplier Details')).toContainText('Mary Pike');
  await expect(deleteButton(page)).toBeDisabled();
  letGo();
  await expect(deleteButton(page)).toBeEnabled();
  for (const [path, failed] of [
    [`${LIST}/${id}`, 'There was an error loading the supplier details.'],
    [`${LIST}/edit/${id}`, 'Error loading supplier data'],
  ] as const) {
    letGo = await delay(page, { path: ONE });
    await page.goto(path);
    await expect(page.getByText('Loading Supplier...')).toBeAttached();
    await expect(page.getByRole('form')).toBeHidden();
    letGo();
    await expect(page.getByText('Loading Supplier...')).toBeHidden();
    const restore = await fail(page, { path: ONE }, 'internal');
    expectConsoleError(/status of 500/);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText(failed);
    await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.');
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.getByRole('main')).toContainText('Harbour Plumbing Ltd');
  }
});

test('shows that missing records and another landlord’s are not found (S2.2.18, S1.2.78, S1.2.118, S1.8.20, S1.8.41)', async ({
  landlord,
  anotherLandlord,
  expectConsoleError,
}) => {
  const [supplier, tenant] = [await addsSupplier(landlord), await addsTenant(landlord)];
  const property = { id: tenant.propertyId ?? '' };
  const { page } = await anotherLandlord();
  expectConsoleError(/status of 404/);
  for (const [list, { id }, missing] of [
    [LIST, supplier, 'Supplier not found'],
    ['/dashboard/tenants', tenant, 'Tenant not found'],
    ['/dashboard/properties', property, 'Property not found'],
  ] as const)
    for (const path of [id, `edit/${id}`, 'nonsense']) {
      await page.goto(`${list}/${path}`);
      await expectErrorToast(page, missing);
      await expect(page).toHaveURL(list);
      await expect(page.getByRole('heading', { name: /^No (suppliers|tenants|properties) found$/ })).toBeVisible();
    }
});

test('asks a visitor to log in with the reason, then returns (S2.2.17, S2.2.27, S1.6.11, S1.8.40, S1.8.45)', async ({
  page,
  landlord,
}) => {
  const { id } = await addsSupplier(landlord);
  await page.context().clearCookies();
  for (const [path, words] of [
    ['suppliers/add', 'You must be logged in to add a supplier'],
    [`suppliers/edit/${id}`, 'You must be logged in to edit suppliers'],
    [`suppliers/${id}`, 'You must be logged in to view supplier details'],
    [`tenants/edit/${id}`, 'You must be logged in to edit tenants'],
    [`tenants/${id}`, 'You must be logged in to view tenant details'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/dashboard/${path}`)}`);
  }
});

test('adds, finds, changes and deletes a record by keyboard alone', async ({ page, landlord }) => {
  test.slow();
  await page.setViewportSize({ width: 375, height: 667 });
  const keyboard = keyboardOf(page);
  await page.goto(ADD);
  await keyboard.fill(field(page, 'Company Name'), 'Bright Cleaning');
  await keyboard.to(field(page, 'Service Type'));
  await keyboard.keys('C', 'l');
  await keyboard.fill(field(page, 'Contact Person'), 'Jo Bright');
  await keyboard.fill(field(page, 'Email'), 'jo@bright.example');
  await keyboard.fill(field(page, 'Phone'), '07700 900123');
  await keyboard.fill(field(page, 'Address'), '3 Dock Road');
  await keyboard.press(saveButton(page));
  await expectToast(page, 'Supplier added successfully!');
  await expect(title(page, 'Suppliers')).toBeFocused();
  // Shortcuts work next to a toast, and while a dialog is closing.
  await keyboard.keys('g', 't');
  await expect(title(page, 'Tenants')).toBeFocused();
  const found = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.press('Control+k');
  await expect(found).toBeVisible();
  await pressInOneFrame(page, { key: 'Escape' }, { key: 'k', ctrlKey: true });
  await expect(found).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(found).toBeHidden();
  await keyboard.keys('g', 's');
  await expect(title(page, 'Suppliers')).toBeFocused();
  await keyboard.fill(search(page), 'bright');
  await keyboard.press(page.getByRole('link', { name: 'View Details, Bright Cleaning' }));
  await expect(title(page, 'Bright Cleaning')).toBeFocused();
  await keyboard.press(page.getByRole('link', { name: 'Edit', exact: true }));
  await keyboard.fill(field(page, 'Phone'), '07700 900124');
  await keyboard.press(saveButton(page));
  await expectToast(page, 'Supplier updated successfully!');
  await expect(title(page, 'Bright Cleaning')).toBeFocused();
  await keyboard.press(deleteButton(page));
  const dialog = question(page, 'Delete Supplier');
  await expect(dialog).toContainText('Bright Cleaning');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.keys('Enter');
  await expect(dialog).toBeHidden();
  await expect(deleteButton(page)).toBeFocused();
  await keyboard.keys('Enter');
  await keyboard.press(dialog.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Supplier deleted successfully');
  await expect(page).toHaveURL(LIST);
  expect(await suppliersOf(landlord)).toBe(0);
});

test('lists the record and its links before a deletion, deletes once, and reports a failure', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id: home } = await landlord.adds();
  const { id } = await addsSupplier(landlord, { addedProperties: [home] });
  await page.goto(`${LIST}/${id}`);
  await deleteButton(page).click();
  const dialog = question(page, 'Delete Supplier');
  await expect(dialog).toContainText('Are you sure you want to delete this supplier?');
  await expect(dialog).toContainText('1 property link will be deleted too.');
  const restore = await fail(page, { method: 'DELETE', path: ONE }, 'unavailable');
  expectConsoleError(/status of 503/);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectErrorToast(page, 'There was an error deleting the supplier.', UNREACHABLE);
  await expect(dialog).toBeHidden();
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeVisible();
  await restore();

  const sent = requestsOf(page, 'DELETE');
  const letGo = await delay(page, { method: 'DELETE', path: ONE });
  await deleteButton(page).click();
  await dialog.getByRole('button', { name: 'Delete' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  letGo();
  await expectToast(page, 'Supplier deleted successfully');
  await expect(page).toHaveURL(LIST);
  await expect(page.getByRole('heading', { name: 'No suppliers found' })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await landlord.has(), 'properties that stay').toBe(1);
});
