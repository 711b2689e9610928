/** The list of suppliers: finding one among few or thousands, and what it says when there is none or it cannot be read. */
import { expect, type Page } from '@playwright/test';
import { statement } from './database.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay, fail } from './network-faults.ts';
import { JPEG } from './property-detail.ts';
import { addsSupplier, suppliersOf } from './suppliers.ts';
import { title } from './words.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search suppliers' });
const count = (page: Page, words: string) => page.getByText(words, { exact: true });
const firm = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a landlord without suppliers is told what to do', async ({ page, landlord }) => {
  await page.goto('/dashboard/suppliers');
  await expect(page.getByRole('heading', { name: 'No suppliers found' })).toBeVisible();
  await page.getByRole('link', { name: 'Add a supplier' }).click();
  await expect(title(page, 'Add New Supplier')).toBeFocused();
  expect(await suppliersOf(landlord)).toBe(0);
});

test('search finds by any part of name, service type and email, in capitals or not', async ({ page, landlord }) => {
  await addsSupplier(landlord, { name: 'Harbour Ltd', serviceType: 'Plumbing', email: 'ask@north.example' });
  await addsSupplier(landlord, { name: 'Éclair 100%', serviceType: 'Pest Control', email: 'office@south.example' });
  await page.goto('/dashboard/suppliers');
  await expect(count(page, '2 Suppliers')).toBeVisible();
  for (const [typed, found] of [
    ['HARBOUR', 'Harbour Ltd'],
    ['pest c', 'Éclair 100%'],
    ['@north', 'Harbour Ltd'],
    ['0%', 'Éclair 100%'],
  ] as const) {
    await search(page).fill(typed);
    await expect(count(page, '1 Supplier')).toBeVisible();
    await expect(firm(page, found)).toBeVisible();
  }
  for (const typed of ["' or 1=1 --", '_______', '<b>', '0117 496']) {
    await search(page).fill(typed);
    await expect(page.getByText('Nothing matches your search and filters.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(count(page, '2 Suppliers')).toBeVisible();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL('/dashboard/suppliers');
});

test('search, service type and sort stand in the address: reload and Back keep them', async ({ page, landlord }) => {
  for (const [name, serviceType] of [
    ['Bright One', 'Cleaning'],
    ['bright Two', 'Cleaning'],
    ['Bright Three', 'Painting'],
    ['Other', 'Cleaning'],
  ] as const)
    await addsSupplier(landlord, { name, serviceType, email: 'a@b.example' });
  await page.goto('/dashboard/suppliers');
  const names = page.getByRole('listitem').getByRole('heading');
  await expect(names).toHaveText(['Bright One', 'Bright Three', 'bright Two', 'Other']);
  await search(page).fill('bright');
  await expect(count(page, '3 Suppliers')).toBeVisible();
  await page.getByLabel('Service Type').selectOption('Cleaning');
  await expect(count(page, '2 Suppliers')).toBeVisible();
  await page.getByLabel('Sort').selectOption('Newest first');
  const narrowed = '/dashboard/suppliers?q=bright&serviceType=Cleaning&sort=newest';
  const expectNarrowed = async () => {
    await expect(page).toHaveURL(narrowed);
    await expect(names).toHaveText(['bright Two', 'Bright One']);
    await expect(search(page)).toHaveValue('bright');
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
  await page.goto('/dashboard/suppliers?serviceType=Magic&sort=sideways');
  await expect(count(page, '4 Suppliers')).toBeVisible();
});

test('cards or table: what was chosen is there next time', async ({ page, landlord }) => {
  const { id } = await landlord.adds();
  await addsSupplier(landlord, { name: 'Harbour Plumbing Ltd', addedProperties: [id] });
  await addsSupplier(landlord, { name: 'Sparks & Daughters', serviceType: 'Electrical' });
  await page.goto('/dashboard/suppliers');
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sparks' })).toContainText('0 Properties');
  await page.getByRole('radio', { name: 'Table' }).check();
  const table = page.getByRole('table', { name: 'Suppliers' });
  await expect(table.getByRole('columnheader')).toHaveText(['Company Name', 'Email', 'Phone', 'Properties', 'Actions']);
  await expect(table.getByRole('row').filter({ hasText: 'Harbour Plumbing' })).toContainText('1 Property');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  await table.getByRole('link', { name: 'Edit, Sparks & Daughters' }).click();
  await expect(title(page, 'Edit Supplier')).toBeVisible();
});

test('a logo stands on its card and in its row; one that cannot be shown gives way to the initials', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { url } = await landlord.uploads('supplier_images', { name: 'logo.jpg', bytes: JPEG });
  await addsSupplier(landlord, { name: 'Sparks & Daughters', logo: url });
  await page.goto('/dashboard/suppliers');
  const logo = page.getByRole('main').locator(`img[src="${url}?size=thumb"]`);
  for (const view of ['Cards', 'Table']) {
    await page.getByRole('radio', { name: view }).check();
    await expect.poll(() => logo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  }
  await page.route(/size=thumb/, (route) => route.fulfill({ status: 404 }));
  expectConsoleError(/status of 404/);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Sparks' })).toContainText('SD');
});

test('while the list is on its way three placeholders stand in its place', async ({ page, landlord }) => {
  await addsSupplier(landlord);
  const letGo = await delay(page, { path: '/api/suppliers' });
  await page.goto('/dashboard/suppliers');
  const words = page.getByText('Loading suppliers...');
  await expect(words).toBeAttached();
  expect(await words.evaluate((said) => said.nextElementSibling?.firstElementChild?.childElementCount)).toBe(3);
  letGo();
  await expect(firm(page, 'Harbour Plumbing Ltd')).toBeVisible();
  await expect(words).toBeHidden();
});

test('a list that cannot be read is not taken for an empty one, and Retry reads it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsSupplier(landlord);
  const mend = await fail(page, { path: '/api/suppliers' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto('/dashboard/suppliers');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to load suppliers');
  await expect(page.getByText('No suppliers found')).toBeHidden();
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(firm(page, 'Harbour Plumbing Ltd')).toBeVisible();
});

test('a supplier is found and opened by keyboard alone', async ({ page, landlord }) => {
  await addsSupplier(landlord, { name: 'Sparks & Daughters' });
  await addsSupplier(landlord);
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/suppliers');
  await keyboard.fill(search(page), 'sparks');
  await expect(count(page, '1 Supplier')).toBeVisible();
  await keyboard.press(page.getByRole('link', { name: 'View Details, Sparks & Daughters' }));
  await expect(title(page, 'Sparks & Daughters')).toBeFocused();
});

test('the list goes with whoever signs out, and is read again for whoever signs in', async ({
  page,
  landlord,
  anotherLandlord,
}) => {
  const next = await anotherLandlord();
  await addsSupplier(landlord, { name: 'Sparks & Daughters' });
  await addsSupplier(next);
  await page.goto('/dashboard/suppliers');
  await expect(firm(page, 'Sparks & Daughters')).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto('/dashboard/settings');
  await tab.getByRole('button', { name: 'Sign Out' }).click();
  await expect(title(page, 'Welcome back')).toBeVisible();
  await page.getByRole('form').getByLabel('Email').fill(next.email);
  await page.getByRole('form').getByLabel('Password', { exact: true }).fill(next.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(title(page, 'Dashboard')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suppliers' }).click();
  await expect(firm(page, 'Harbour Plumbing Ltd')).toBeVisible();
  await expect(firm(page, 'Sparks & Daughters')).toBeHidden();
});

test('two thousand suppliers scroll to the very last', async ({ page, landlord, server }) => {
  test.slow();
  await statement(server, TWO_THOUSAND, [landlord.id]);
  await page.addInitScript(() => localStorage.setItem('tenure.view.suppliers', 'table'));
  await page.goto('/dashboard/suppliers');
  await expect(count(page, '2,000 Suppliers')).toBeVisible();
  await page.evaluate(scrollToRow, 2001);
  await expect(page.getByRole('row').filter({ hasText: 'Firm 2000' })).toBeInViewport();
  expect(await page.getByRole('row').count(), 'rows in the document').toBeLessThan(100);
});

const TWO_THOUSAND = `
  insert into public.suppliers (user_id, name, email, phone, service_type, address, contact_person)
  select $1, 'Firm ' || to_char(n, 'FM0000'), 'firm@work.example', '0117 496 0123', 'Roofing', '1 High Street', 'Mary Pike'
  from generate_series(1, 2000) n`;

/** In the page: scrolls to the foot of what has come, again and again, until this row is there. */
async function scrollToRow(index: number): Promise<void> {
  while (!document.querySelector(`[aria-rowindex="${index}"]`)) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
  }
}
