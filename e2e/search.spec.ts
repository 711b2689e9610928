import { expect, type Page } from '@playwright/test';
import { newCertificate } from '../test/fixtures/make.ts';
import { END_TRIAL } from '../test/fixtures/subscriptions.ts';
import { expectCode, title } from './support/copy.ts';
import { statement } from './support/database.ts';
import { dayFromNow } from './support/days.ts';
import { addsExpense, dialog } from './support/finance.ts';
import { field } from './support/form.ts';
import { keyboardOf } from './support/keyboard.ts';
import type { Landlord } from './support/landlords.ts';
import { cutOff, delay, fail } from './support/network-faults.ts';
import { addsSupplier } from './support/suppliers.ts';
import { addsTenant } from './support/tenants.ts';
import { test } from './support/test.ts';

const SEARCH = { path: '/api/search' };
const box = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });
const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const options = (page: Page) => search(page).getByRole('option');
const chosen = (page: Page) => search(page).getByRole('option', { selected: true });
const ADDED = [
  /^Add a property/,
  /deadline/,
  /repair/,
  /inspection/,
  /tenant/,
  /supplier/,
  /expense/,
  /income/,
  /loan/,
  /journey/,
];
const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** Adds one record of each kind that the search covers. */
async function chandos(landlord: Landlord) {
  const home = await landlord.adds({
    address: '14 Chandos Terrace',
    city: 'Leeds',
    certificates: [newCertificate({ complianceItem: 'gasSafety', expirationDate: dayFromNow(-20) })],
  });
  await addsTenant(landlord, { name: 'Bronagh Kelly', phone: '07700 900591', propertyId: home.id });
  await addsSupplier(landlord, { name: 'Chandler & Sons', phone: '0113 496 0175' });
  for (let n = 1; n <= 5; n++) await addsExpense(landlord, { description: `Gutters ${n}`, propertyId: home.id });
  return home;
}

test('finds and opens records from any screen by keyboard, and remembers them for this landlord', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const keyboard = keyboardOf(page);
  const home = await chandos(landlord);
  await page.goto('/dashboard/suppliers');
  await expect(title(page, 'Suppliers')).toBeVisible();
  await test.step('opens and closes with Ctrl K, even in a field', async () => {
    await page.getByRole('searchbox').focus();
    await keyboard.keys('Control+k');
    await expect(box(page)).toBeFocused();
    await expect(options(page)).toHaveText(ADDED);
    await keyboard.keys('Control+k');
    await expect(search(page)).toBeHidden();
    await expect(page.getByRole('searchbox')).toBeFocused();
  });
  await test.step('shows results while typing, in groups, with the match marked and counts', async () => {
    await keyboard.keys('Control+k');
    await page.keyboard.type('chand');
    await expect(search(page).getByRole('status')).toHaveText('6 results');
    await expect(search(page).getByRole('group')).toHaveCount(5);
    await expect(chosen(page)).toContainText('14 Chandos Terrace');
    await expect(chosen(page)).toContainText('Gas expired');
    await expect(chosen(page).locator('mark')).toHaveText('Chand');
    await expect(search(page).getByRole('group', { name: 'Tenants' })).toContainText('07700 900591');
    await expect(search(page).getByRole('group', { name: 'Transactions, 3 of 5' })).toContainText('All 5 transactions');
  });
  await test.step('keeps results until the next arrive, and delays Enter until then', async () => {
    const letGo = await delay(page, SEARCH);
    await page.keyboard.type('ler');
    await expect(search(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
    await expect(chosen(page)).toContainText('14 Chandos Terrace');
    await keyboard.keys('Enter');
    letGo();
    await expect(title(page, 'Chandler & Sons')).toBeFocused();
    await expect(search(page)).toBeHidden();
  });
  await test.step('chooses with arrows, Home and End, opens a new tab with Ctrl Enter, and lists the last opened first', async () => {
    await keyboard.keys('Control+k');
    await expect(chosen(page)).toContainText('Chandler & Sons');
    await page.keyboard.type('chand');
    await expect(chosen(page)).toContainText('14 Chandos Terrace');
    await keyboard.keys('ArrowUp');
    await expect(chosen(page)).toContainText('Add a tenant to 14 Chandos Terrace');
    await keyboard.keys('Home', 'ArrowDown');
    await expect(chosen(page)).toContainText('Bronagh Kelly');
    const tab = page.context().waitForEvent('page');
    await keyboard.keys('Control+Enter');
    await expect(title(await tab, 'Bronagh Kelly')).toBeVisible();
    await (await tab).close();
    await keyboard.keys('End', 'Enter');
    await expect(page.getByRole('combobox', { name: 'Property' })).toHaveValue(/14 Chandos Terrace/);
  });
  await test.step('asks before leaving unsaved input, and keeps it', async () => {
    await field(page, 'Name').fill('Ada Lovelace');
    await keyboard.keys('Control+k');
    await expect(options(page).first()).toContainText('Bronagh Kelly');
    await page.keyboard.type('gutters 3');
    await expect(chosen(page)).toContainText('Gutters 3');
    await keyboard.keys('Enter');
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
    await expect(question).toBeVisible();
    await keyboard.keys('Control+k');
    await expect(search(page)).toBeHidden();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
    await keyboard.keys('Control+k');
    await expect(chosen(page)).toContainText('Gutters 3');
    await keyboard.keys('Enter');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page, 'Edit Transaction')).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('Gutters 3');
  });
  await test.step('offers to add a record under the name not found, and retries after a failure', async () => {
    await page.goto('/dashboard/settings');
    await page.getByRole('button', { name: 'Search' }).click();
    await box(page).fill('Zeppelin Road');
    await expect(search(page).getByRole('status')).toHaveText('No results');
    await expect(search(page)).toContainText('No results for ‘Zeppelin Road’');
    expectConsoleError(/status of 500/);
    const restore = await fail(page, SEARCH, 'internal');
    await box(page).fill('Zeppelin');
    await expect(search(page).getByRole('alert')).toContainText('Something went wrong on our side.');
    await restore();
    await keyboard.press(search(page).getByRole('button', { name: 'Retry' }));
    await expect(chosen(page)).toContainText('Add a property at ‘Zeppelin’');
    await expect(box(page)).toBeFocused();
    await keyboard.keys('Enter');
    await expect(page.getByRole('form').getByLabel('Address', { exact: true })).toHaveValue('Zeppelin');
  });
  await test.step('removes recent records with this browser’s data', async () => {
    await page.goto('/dashboard/settings');
    await page.getByRole('button', { name: 'Clear All Data' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear All Data' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await keyboard.keys('Control+k');
    await expect(options(page).first()).toContainText('Add a property');
    await expect(options(page).filter({ hasText: home.address })).toHaveCount(0);
  });
});

test('adds and navigates with two letters from any screen, unless typing or switched off', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard');
  await expectCode(page);
  await keyboard.keys('a', 'p');
  await expect(page.getByRole('form').getByLabel('Address', { exact: true })).toBeFocused();
  await page.keyboard.type('apgf?');
  await expect(page.getByRole('form').getByLabel('Address', { exact: true })).toHaveValue('apgf?');
  await page.goto('/dashboard/settings');
  await expectCode(page);
  await keyboard.keys('a', 'i');
  await expect(dialog(page, 'Add Income Transaction')).toBeVisible();
  await keyboard.keys('Escape');
  await expect(dialog(page, 'Add Income Transaction')).toBeHidden();
  await keyboard.keys('a', 'e');
  await expect(dialog(page, 'Add Expense Transaction')).toBeVisible();
  await keyboard.keys('Escape');
  await expect(dialog(page, 'Add Expense Transaction')).toBeHidden();
  await keyboard.keys('g', 's');
  await expect(title(page, 'Suppliers')).toBeFocused();
  await keyboard.press(page.getByRole('button', { name: 'Add', exact: true }));
  await expect(page.getByRole('menuitem')).toHaveText(ADDED);
  await keyboard.keys('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  await expect(title(page, 'Add New Tenant')).toBeVisible();
  await page.goto('/dashboard/suppliers');
  await expect(title(page, 'Suppliers')).toBeVisible();

  await test.step('lists them with ?, and stores the switch for the account', async () => {
    await keyboard.keys('?');
    await expect(list(page).getByRole('region', { name: 'Add' })).toContainText('Add incomeAI');
    const letters = list(page).getByRole('switch', { name: 'Single-letter shortcuts' });
    await keyboard.to(letters);
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/settings'));
    await keyboard.keys('Space');
    await saved;
    await keyboard.keys('Escape');
    await expect(list(page)).toBeHidden();
    await keyboard.keys('g', 'f', '?');
    await keyboard.keys('Control+k');
    await expect(box(page)).toBeFocused();
    await expect(page).toHaveURL('/dashboard/suppliers');
    await keyboard.press(search(page).getByRole('button', { name: 'All shortcuts' }));
    await expect(list(page).getByRole('switch')).not.toBeChecked();
    await page.goto('/dashboard/settings');
    await expect(page.getByRole('switch', { name: 'Single-letter shortcuts' })).not.toBeChecked();
  });
  await test.step('shows that it is offline, and links to the plans after the trial', async () => {
    const restore = await cutOff(page, SEARCH);
    expectConsoleError(/ERR_FAILED/);
    await keyboard.keys('Control+k');
    await page.keyboard.type('a');
    await expect(search(page).getByRole('alert')).toContainText('Check your connection');
    await restore();
    expectConsoleError(/status of 402/);
    await statement(server, END_TRIAL, [landlord.id, new Date(server.now().getTime() - 1)]);
    await page.keyboard.type('b');
    await keyboard.press(search(page).getByRole('button', { name: 'See plans' }));
    await expect(page).toHaveURL('/dashboard/plans');
  });
});
