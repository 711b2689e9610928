import { expect, type Page } from '@playwright/test';
import { dayAsTyped } from '../../src/shared/dates.ts';
import { dismissAll, expectErrorToast, expectToast, title } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import {
  addButton,
  addsExpense,
  amount,
  card,
  changesTransaction,
  descriptions,
  dialog,
  expectSuccess,
  importsIncome,
  importsMany,
  property,
  question,
  row,
  save,
  search,
  status,
  table,
  transactionNow,
} from '../support/finance.ts';
import { field } from '../support/form.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { delay, fail } from '../support/network-faults.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

const ADD = 'Add Expense Transaction';
const EDIT = 'Edit Transaction';

const action = (page: Page, description: string, name: 'Edit' | 'Delete' | 'Mark as paid') =>
  row(page, description).getByRole('button', { name: new RegExp(`^${name}`) });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected transactions' });
const box = (page: Page, description: string) => row(page, description).getByRole('checkbox');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).first().click();
const exporting = (page: Page) => page.getByRole('dialog', { name: 'Export transactions' });
const exportButton = (page: Page) => exporting(page).getByRole('button', { name: 'Export', exact: true });

test('adds the first expense by keyboard, from the empty list and with a property', async ({ page, landlord }) => {
  await landlord.adds({ address: '47 Knavesmire Crescent', city: 'York' });
  const keyboard = keyboardOf(page);
  const letCalendarCome = await delay(page, { path: /\/assets\/MenuParts/ });
  await page.goto('/dashboard/finance');
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  for (const name of ['Total Income', 'Total Expenses'])
    await expect(card(page, name)).toContainText('£0.00No data last month');
  await keyboard.press(page.getByRole('button', { name: 'Add an expense' }));
  await test.step('S2.2.52, S2.5.20 requires amount and description, and fills in today and Paid', async () => {
    await expect(amount(page)).toBeFocused();
    await expect(amount(page)).toHaveAttribute('inputmode', 'decimal');
    await expect(field(page, 'Date')).toHaveValue(dayAsTyped(dayFromNow(0)));
    await expect(status(page, 'Paid')).toBeChecked();
    await keyboard.press(save(page));
    await expect(amount(page)).toBeFocused();
    await expect(amount(page)).toHaveAccessibleDescription('Enter an amount of at least £0.01');
    await expect(field(page, 'Description')).toHaveAccessibleDescription('Description is required');
  });
  await keyboard.fill(amount(page), '£1,234.5');
  await keyboard.to(field(page, 'Category'));
  await keyboard.keys('U');
  await keyboard.fill(field(page, 'Description'), 'Electricity');
  await test.step('accepts a typed date, or one from the calendar', async () => {
    const date = field(page, 'Date');
    const calendar = page.getByRole('dialog', { name: 'Choose a date' });
    await keyboard.fill(date, '31/2/26');
    await keyboard.keys('Tab', 'Tab');
    await expect(date).toHaveAccessibleDescription('Enter a date');
    await expect(date).toHaveValue('31/2/26');
    await keyboard.fill(date, '31 jan 26');
    await keyboard.keys('ArrowDown');
    letCalendarCome();
    await expect(calendar.getByRole('button', { name: '31 January 2026' })).toBeFocused();
    await keyboard.keys('PageDown', 'ArrowRight', 'ArrowDown', 'Home', 'Enter');
    await expect(calendar).toBeHidden();
    await expect(date).toHaveValue('02/03/2026');
    await expect(date).toHaveAccessibleDescription('');
    await keyboard.fill(date, dayFromNow(0));
  });
  await keyboard.fill(property(page), 'knaves');
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
  await keyboard.keys('Enter');
  await keyboard.to(status(page, 'Paid'));
  await keyboard.keys('ArrowRight');
  await keyboard.press(save(page));
  await test.step('S2.1.4, S2.2.49, S2.5.21 shows the expense in the list and the cards', async () => {
    await expectToast(page, 'Transaction added successfully');
    await expect(title(page, 'Finance')).toBeFocused();
    for (const text of ['Utilities', 'To pay', '−£1,234.50', '47 Knavesmire Crescent'])
      await expect(row(page, 'Electricity')).toContainText(text);
    await expect(card(page, 'Pending Transactions')).toContainText('£1,234.50');
  });
  await expect(table(page).locator('.arrived'), 'highlighted as from elsewhere').toHaveCount(0);
  await addButton(page).click();
  await expect(field(page, 'Description')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog(page, ADD)).toBeHidden();
});

test('edits an expense without its sign, keeps the dialog after a failure, and does not overwrite other changes', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const before = await addsExpense(landlord, { amount: 28_640, date: dayFromNow(-9), status: 'pending' });
  await page.goto('/dashboard/finance');
  await test.step('S2.2.53, S2.2.56, S2.3.11 opens from the Edit button, with the absolute amount', async () => {
    await action(page, before.description, 'Edit').click();
    await expect(amount(page)).toHaveValue('286.40');
    await expect(field(page, 'Date')).toHaveValue(dayAsTyped(before.date));
  });
  const note = dialog(page, EDIT).getByRole('status').filter({ hasText: 'Overdue' });
  await expect(note).toHaveText(/^Overdue\. The due date was \d\d \w{3} \d{4}, 9 days ago\.$/);
  await test.step('S2.2.57 Cancel closes it', async () => {
    await dialog(page, EDIT).getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(action(page, before.description, 'Edit')).toBeFocused();
  });

  await page.keyboard.press('Enter');
  await status(page, 'Paid').check();
  await expect(note).toBeHidden();
  await amount(page).fill('+300');
  const restore = await fail(page, { method: 'PATCH', path: `/api/transactions/${before.id}` }, 'unavailable');
  expectConsoleError(/status of 503/);
  await save(page).click();
  await test.step('S2.2.60, S2.8.27 stays open after a failure', async () => {
    await expectErrorToast(page, 'Error', 'Failed to update transaction. We cannot reach our database just now.');
    await expect(amount(page)).toHaveValue('+300');
  });
  await restore();

  const theirs = await changesTransaction(landlord, before, { amount: 20_000, category: 'tax' });
  expectConsoleError(/status of 409/);
  await save(page).click();
  const conflict = page.getByRole('dialog', { name: 'You changed this transaction in another tab or device.' });
  await expect(conflict.getByRole('group')).toHaveText('Amount (£)Yours£300.00Saved£200.00');
  const letGo = await delay(page, { method: 'PATCH', path: `/api/transactions/${before.id}` });
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await test.step('S2.2.58, S2.2.59, S2.4.6 disables Update while saving, and closes on success', async () => {
    await expect(save(page)).toBeDisabled();
    await expect(save(page)).toHaveText('Saving...');
    letGo();
    await expectSuccess(page, 'Transaction updated successfully');
    await expect(dialog(page, EDIT)).toBeHidden();
  });
  await expect(row(page, before.description)).toContainText('−£300.00');
  expect(await transactionNow(landlord, theirs)).toMatchObject({
    amount: -30_000,
    category: 'tax',
    status: 'completed',
    version: 3,
  });
});

test('pays an expense with one click, deletes it after confirmation, and limits changes of income', async ({
  page,
  landlord,
  server,
}) => {
  const tenancy = await addsTenancy(landlord, { names: ['Grace Hopper'], address: '2 Mill Lane' });
  const bill = await addsExpense(landlord, { description: 'Gutters', status: 'pending', date: dayFromNow(-3) });
  const income = await importsIncome(server, landlord);
  await page.goto('/dashboard/finance');
  const letGo = await delay(page, { method: 'PATCH', path: `/api/transactions/${bill.id}` });
  await action(page, 'Gutters', 'Mark as paid').dblclick();
  letGo();
  await expectSuccess(page, 'Transaction updated successfully');
  await expect(row(page, 'Gutters')).toContainText('Paid');
  await expect(descriptions(page).first()).toBeFocused();
  await expect(card(page, 'Overdue Payments')).toContainText('£0.00No overdue payments');
  await expect(action(page, 'Gutters', 'Mark as paid')).toHaveCount(0);
  expect((await transactionNow(landlord, bill)).version, 'pressed twice').toBe(2);
  await test.step('undoes a payment and a deletion', async () => {
    await undo(page);
    await expectToast(page, 'Undone: 1 transaction marked as paid');
    await expect(row(page, 'Gutters')).toContainText('Overdue');
  });

  await action(page, 'Gutters', 'Delete').click();
  const asked = question(page, 'Delete Transaction');
  for (const text of ['Are you sure you want to delete this transaction?', 'Gutters, ', '−£120.49'])
    await expect(asked).toContainText(text);
  await asked.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSuccess(page, 'Transaction deleted successfully');
  await expect(descriptions(page)).toHaveText([income.description]);
  await expect(title(page, 'Finance')).toBeFocused();
  await undo(page);
  await expectToast(page, 'Undone: 1 transaction deleted');
  expect(await transactionNow(landlord, bill)).toMatchObject({ status: 'overdue', version: 4 });

  await test.step('S1.3.34, S1.4.33, S2.2.54 has no Delete for income, and explains the locked fields', async () => {
    await expect(action(page, income.description, 'Delete')).toHaveCount(0);
    await keyboardOf(page).press(action(page, income.description, 'Edit'));
  });
  for (const text of [
    'You cannot delete it, or change its amount, date, status or description.',
    '+£1,450.00',
    '15 Jan 2026',
    'Paid',
  ])
    await expect(dialog(page, EDIT)).toContainText(text);
  await expect(dialog(page, EDIT).getByRole('textbox')).toHaveCount(0);
  await field(page, 'Category').selectOption({ label: 'Other' });
  await test.step('fills in the property of a ledger, and rent instead of Other', async () => {
    await field(page, 'Tenancy ledger').fill('hopper');
    await page.getByRole('option', { name: /Grace Hopper/ }).click();
    await expect(property(page)).toHaveValue(/2 Mill Lane/);
    await expect(field(page, 'Category')).toHaveValue('rent');
  });
  await save(page).click();
  await expect(row(page, income.description)).toContainText('2 Mill Lane');
  const change = { amount: 145_000, category: 'rent', tenancyId: tenancy.id, tenancy: 'Grace Hopper', version: 2 };
  expect(await transactionNow(landlord, income)).toMatchObject(change);
});

test('sets property or category of selected transactions, deletes them, and explains exceptions', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  await importsMany(server, landlord, 6);
  await page.goto('/dashboard/finance');
  const boxes = table(page).getByRole('checkbox', { name: /^Select Entry/ });
  await boxes.nth(1).check();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 selected');
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('2 selected');
  await page.getByLabel('Status').selectOption('Paid');
  await expect(bar(page), 'another filter').toBeHidden();
  await expect(page.locator('[aria-busy=true]'), 'its rows are there').toHaveCount(0);

  await box(page, 'Entry 1').check();
  await box(page, 'Entry 3').check();
  await bar(page).getByRole('button', { name: 'Set property' }).click();
  let asked = page.getByRole('dialog', { name: 'Set property' });
  await asked.getByRole('button', { name: 'Set property' }).click();
  await expect(asked).toContainText('Choose a property');
  await asked.getByRole('combobox').fill('laburnum');
  await page.getByRole('option', { name: '8 Laburnum Row' }).click();
  await asked.getByRole('button', { name: 'Set property' }).click();
  await expectToast(page, '2 transactions updated');
  for (const name of ['Entry 1', 'Entry 3']) await expect(row(page, name)).toContainText('8 Laburnum Row, Leeds');
  await expect(bar(page)).toBeHidden();

  await dismissAll(page);
  await box(page, 'Entry 1').check();
  await bar(page).getByRole('button', { name: 'Select all 6' }).click();
  await bar(page).getByRole('button', { name: 'Set category' }).click();
  asked = page.getByRole('dialog', { name: 'Set category' });
  await asked.getByLabel('Category').selectOption('Insurance');
  await expect(asked).toContainText('2 of these are income and will also change.');
  await asked.getByLabel('Category').selectOption('Rent Payments');
  await expect(asked).toContainText('4 will not change: rent is a category of income.');
  const restore = await fail(page, { path: '/api/transactions/bulk' }, 'internal');
  expectConsoleError(/status of 500/);
  await asked.getByRole('button', { name: 'Set category' }).click();
  await expectErrorToast(page, 'We could not update the transactions');
  await restore();
  const saves: string[] = [];
  page.on('request', (request) => {
    const body = request.postData();
    // The preview is the same request with `dryRun`.
    if (body?.includes('category') && !body.includes('dryRun')) saves.push(body);
  });
  const letGo = await delay(page, { path: '/api/transactions/bulk' });
  await asked.locator('[type=submit]').dblclick();
  letGo();
  await expectToast(page, '2 transactions updated');
  await expect(page.getByText('4 not changed: rent is a category of income.')).toBeVisible();
  expect(saves).toHaveLength(1);

  await dismissAll(page);
  await table(page).getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const confirm = question(page, 'Delete transactions');
  await expect(confirm).toContainText('Are you sure you want to delete 4 transactions?');
  await expect(confirm).toContainText('2 will not change: imported income cannot be deleted or marked.');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, '4 transactions deleted');
  await expect
    .poll(async () => (await descriptions(page).allTextContents()).toSorted())
    .toEqual(['Entry 3', 'Entry 6']);
  await undo(page);
  await expectToast(page, 'Undone: 4 transactions deleted');
  await expect(descriptions(page)).toHaveCount(6);
  await box(page, 'Entry 3').check();
  for (const name of ['Delete', 'Mark as paid']) await expect(bar(page).getByRole('button', { name })).toBeDisabled();
  await addsExpense(landlord, { description: 'Late bill', status: 'pending' });
  await page.getByLabel('Status').selectOption('All statuses');
  await expect(row(page, 'Late bill')).toBeVisible();
  await box(page, 'Entry 3').check();
  await box(page, 'Late bill').check();
  await bar(page).getByRole('button', { name: 'Mark as paid' }).click();
  await expectToast(page, '1 transaction marked as paid');
});

test('exports the shown list in its order, as CSV and for Excel', async ({ page, landlord, server }) => {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  await addsExpense(landlord, { description: '=Paint', amount: 123_450, date: '2026-03-01', propertyId });
  await importsIncome(server, landlord, { date: '2026-01-15' });
  await page.goto('/dashboard/finance?sort=oldest');
  const opener = page.getByRole('button', { name: 'Export', exact: true }).first();
  await keyboardOf(page).press(opener);
  await expect(exporting(page)).toContainText('2 transactions');
  await expect(exporting(page).getByRole('radio', { name: /^CSV/ })).toBeFocused();
  let begun = page.waitForEvent('download');
  await keyboardOf(page).press(exportButton(page));
  let file = await begun;
  expect(file.suggestedFilename()).toMatch(/^tenure-transactions-\d{4}-\d{2}-\d{2}\.csv$/);
  await expectToast(page, 'Exported 2 transactions');
  await expect(opener).toBeFocused();

  await search(page).fill('laburnum');
  await opener.click();
  await expect(exporting(page)).toContainText('1 transaction, filtered: “laburnum”');
  await exporting(page)
    .getByRole('radio', { name: /^Excel/ })
    .check();
  begun = page.waitForEvent('download');
  await exportButton(page).click();
  file = await begun;
  await expectToast(page, 'Exported 1 transaction');
  expect(file.suggestedFilename()).toMatch(/^tenure-transactions-laburnum-.*xlsx$/);
  await search(page).fill('nowhere');
  await page.getByRole('button', { name: 'Clear filters', exact: true }).waitFor();
  await opener.click();
  await expect(exportButton(page)).toBeDisabled();
});
