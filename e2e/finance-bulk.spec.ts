/** Many transactions changed at once: selected, set to a property or a category, or deleted, as far as that may be. */
import { expect, type Page } from '@playwright/test';
import {
  addsExpense,
  bringsIncome,
  bringsMany,
  changesTransaction,
  descriptions,
  row,
  scrollToRow,
  table,
  transactionNow,
} from './finance.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay, fail, requestsOf } from './network-faults.ts';
import { expectRefused, expectSaid } from './words.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected transactions' });
const box = (page: Page, description: string) => row(page, description).getByRole('checkbox');
const all = (page: Page) => table(page).getByRole('checkbox', { name: 'Select all that are loaded' });

test('the selected get a property, income too, and the selection is over', async ({ page, landlord, server }) => {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  const boiler = await addsExpense(landlord, { description: 'Boiler' });
  const rent = await bringsIncome(server, landlord, { description: 'Rent, Ada' });
  const other = await addsExpense(landlord, { description: 'Accountant' });
  await page.goto('/dashboard/finance');
  await box(page, 'Boiler').check();
  await box(page, 'Rent, Ada').check();
  await expect(bar(page)).toContainText('2 selected');
  await expect(row(page, 'Boiler')).toHaveAttribute('aria-selected', 'true');
  await bar(page).getByRole('button', { name: 'Set property' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set property' });
  await dialog.getByRole('button', { name: 'Set property' }).click();
  await expect(dialog).toContainText('Please choose a property');
  await dialog.getByRole('combobox').fill('laburnum');
  await page.getByRole('option', { name: '8 Laburnum Row' }).click();
  await dialog.getByRole('button', { name: 'Set property' }).click();
  await expectSaid(page, '2 transactions updated');
  for (const name of ['Boiler', 'Rent, Ada']) await expect(row(page, name)).toContainText('8 Laburnum Row, Leeds');
  await expect(bar(page)).toBeHidden();
  await expect(table(page).locator('.arrived')).toHaveCount(0);
  const now = await Promise.all([boiler, rent, other].map((one) => transactionNow(landlord, one)));
  expect(now.map((one) => one.propertyId)).toEqual([propertyId, propertyId, null]);
  await box(page, 'Boiler').check();
  await bar(page).getByRole('button', { name: 'Set property' }).click();
  await dialog.getByLabel('No property').check();
  await dialog.getByRole('button', { name: 'Set property' }).click();
  await expectSaid(page, '1 transaction updated');
  await expect(row(page, 'Boiler')).not.toContainText('Laburnum');
});

test('a press with Shift selects the rows between, and the bar all that are loaded', async ({
  page,
  landlord,
  server,
}) => {
  await bringsMany(server, landlord, 8);
  await page.goto('/dashboard/finance');
  await expect(descriptions(page)).toHaveCount(8);
  const boxes = table(page).getByRole('checkbox', { name: /^Select Entry/ });
  await boxes.nth(1).check();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 selected');
  for (const at of [0, 1, 2, 3, 4, 5]) await expect(boxes.nth(at)).toBeChecked({ checked: at >= 1 && at <= 4 });
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('2 selected');
  await boxes.nth(7).check();
  await expect(bar(page)).toContainText('3 selected');
  await bar(page).getByRole('button', { name: 'Select all 8 loaded' }).click();
  await expect(bar(page)).toContainText('8 selected');
  await expect(bar(page).getByRole('button', { name: /^Select all/ })).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar(page)).toBeHidden();
});

test('the selected get a category; an expense is never rent, and it says so', async ({ page, landlord, server }) => {
  await addsExpense(landlord, { description: 'Boiler' });
  await bringsIncome(server, landlord, { description: 'Deposit', category: 'other' });
  await page.goto('/dashboard/finance');
  await all(page).check();
  await bar(page).getByRole('button', { name: 'Set category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set category' });
  await dialog.getByLabel('Category').selectOption('Rent Payments');
  await dialog.getByRole('button', { name: 'Set category' }).click();
  await expectSaid(page, '1 transaction updated');
  await expect(page.getByText('1 left as it is: rent is a category of income.')).toBeVisible();
  await expect(row(page, 'Deposit')).toContainText('Rent Payments');
  await expect(row(page, 'Boiler')).toContainText('Maintenance');
});

test('of the selected only expenses are deleted, and it says what stays before and after', async ({
  page,
  landlord,
  server,
}) => {
  await addsExpense(landlord, { description: 'Boiler' });
  await addsExpense(landlord, { description: 'Gutters' });
  await bringsIncome(server, landlord, { description: 'Rent, Ada' });
  await page.goto('/dashboard/finance');
  const keyboard = keyboardOf(page);
  await keyboard.to(all(page));
  await keyboard.keys('Space');
  await expect(bar(page)).toContainText('3 selected');
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete transactions' });
  await expect(question).toContainText('Are you sure you want to delete 2 transactions? This action cannot be undone.');
  await expect(question).toContainText('1 of them is income and stays: only expenses can be deleted.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectSaid(page, '2 transactions deleted');
  await expect(page.getByText('1 left as it is: only expenses can be deleted.')).toBeVisible();
  await expect(descriptions(page)).toHaveText(['Rent, Ada']);
  await expect(bar(page)).toBeHidden();
  await box(page, 'Rent, Ada').check();
  await expect(bar(page).getByRole('button', { name: 'Delete' })).toBeDisabled();
});

test('one that was changed elsewhere meanwhile is left as it is, and shown as it is now', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const boiler = await addsExpense(landlord, { description: 'Boiler' });
  await addsExpense(landlord, { description: 'Gutters' });
  await page.route('/api/events', (route) => route.abort()); // nobody tells the page of changes
  expectConsoleError(/ERR_FAILED/);
  await page.goto('/dashboard/finance');
  await all(page).check();
  await changesTransaction(landlord, boiler, { amount: 77_700 });
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSaid(page, '1 transaction deleted');
  await expect(page.getByText('1 left as it is: changed elsewhere since you read the list.')).toBeVisible();
  await expect(row(page, 'Boiler')).toContainText('−£777.00');
});

test('another filter begins a new selection, and a change that fails keeps it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsExpense(landlord, { description: 'Boiler' });
  await page.goto('/dashboard/finance');
  await box(page, 'Boiler').check();
  await page.getByLabel('Status').selectOption('Completed');
  await expect(bar(page)).toBeHidden();
  await expect(box(page, 'Boiler')).not.toBeChecked();
  await box(page, 'Boiler').check();
  await fail(page, { path: '/api/transactions/bulk' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await bar(page).getByRole('button', { name: 'Set category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set category' });
  await dialog.getByLabel('Category').selectOption('Taxes');
  await dialog.getByRole('button', { name: 'Set category' }).click();
  await expectRefused(page, 'Failed to update transactions');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar(page)).toContainText('1 selected');
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar(page)).toBeHidden();
});

test('a thousand can be changed at once, and no more', async ({ page, landlord, server }) => {
  test.slow();
  await bringsMany(server, landlord, 1150);
  await page.goto('/dashboard/finance');
  await page.evaluate(scrollToRow, 1151);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await all(page).check();
  await expect(page.getByRole('dialog', { name: 'At most 1,000 transactions at a time' })).toBeVisible();
  await expect(bar(page)).toContainText('1,000 selected');
  await bar(page).getByRole('button', { name: 'Set category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set category' });
  await dialog.getByLabel('Category').selectOption('Insurance');
  await dialog.getByRole('button', { name: 'Set category' }).click();
  await expectSaid(page, '1,000 transactions updated');
  await page.goto('/dashboard/finance?category=insurance');
  await expect(page.getByText('1,000 of 1,150 transactions')).toBeVisible();
});

test('a session that has ended is begun again in place, and the selected are changed once', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await addsExpense(landlord, { description: 'Boiler' });
  await page.goto('/dashboard/finance');
  await box(page, 'Boiler').check();
  await bar(page).getByRole('button', { name: 'Set category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set category' });
  await dialog.getByLabel('Category').selectOption('Taxes');
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await dialog.getByRole('button', { name: 'Set category' }).click();
  const login = page.getByRole('dialog', { name: 'Log in' });
  await login.getByLabel('Password', { exact: true }).fill(landlord.password);
  await page.keyboard.press('Enter');
  await expectSaid(page, '1 transaction updated');
  await expect(row(page, 'Boiler')).toContainText('Taxes');
  expect((await transactionNow(landlord, { id })).version).toBe(2);
});

test('pressed twice, the selected are changed once and deleted once', async ({ page, landlord }) => {
  await addsExpense(landlord, { description: 'Boiler' });
  await page.goto('/dashboard/finance');
  await box(page, 'Boiler').check();
  const asked = requestsOf(page, 'POST');
  let letGo = await delay(page, { path: '/api/transactions/bulk' });
  await bar(page).getByRole('button', { name: 'Set category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set category' });
  await dialog.getByLabel('Category').selectOption('Taxes');
  await dialog.locator('[type=submit]').dblclick();
  letGo();
  await expectSaid(page, '1 transaction updated');
  await expect(dialog).toBeHidden();
  expect(asked).toHaveLength(1);
  await box(page, 'Boiler').check();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  letGo = await delay(page, { path: '/api/transactions/bulk' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).dblclick();
  letGo();
  await expectSaid(page, '1 transaction deleted');
  expect(asked).toHaveLength(2);
});
