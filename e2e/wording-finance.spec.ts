/** The finance screen and its list of transactions, in the words of the specification. */
import { expect, type Page } from '@playwright/test';
import { expectColour } from './colour.ts';
import { addsExpense, bringsIncome, card, dayFromNow, descriptions, row, search, table } from './finance.ts';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { title } from './words.ts';

const cells = (page: Page, description: string) => row(page, description).getByRole('cell');
const button = (page: Page, description: string, name: RegExp) => row(page, description).getByRole('button', { name });

test('the screen has its header, three buttons, four cards and two tabs', async ({ page, landlord }) => {
  await addsExpense(landlord);
  await page.goto('/dashboard/finance');
  await expect(title(page, 'Finance')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  for (const name of ['Total Income', 'Total Expenses', 'Pending Transactions', 'Overdue Payments'])
    await expect(card(page, name)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Transactions', 'Bank Accounts0']);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Transactions');
  await expect(page.getByText(/free trial/i), 'the trial banner').toHaveCount(0);
  await page.getByRole('button', { name: 'Add Transaction', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Add Expense Transaction' })).toBeVisible();
});

test('the first two cards say how far they are from last month, or that it had none', async ({
  page,
  landlord,
  server,
}) => {
  const lastYear = `${Number(dayFromNow(0).slice(0, 4)) - 1}-06-01`;
  await page.goto('/dashboard/finance');
  for (const name of ['Total Income', 'Total Expenses'])
    await expect(card(page, name)).toContainText('No data last month');
  await expect(card(page, 'Pending Transactions')).toContainText('£0.00Nothing to pay');
  await expect(card(page, 'Overdue Payments')).toContainText('£0.00Nothing overdue');
  await bringsIncome(server, landlord, { amount: 100_000, date: lastYear });
  await bringsIncome(server, landlord, { amount: 4100, date: dayFromNow(0) });
  await addsExpense(landlord, { amount: 30_000, date: lastYear });
  await page.reload();
  await expect(card(page, 'Total Income')).toContainText('£1,041.00+4.1% from last month');
  await expect(card(page, 'Total Expenses')).toContainText('£300.00+0.0% from last month');
});

test('the table shows date, description, category, status, reference and amount of each, and its actions', async ({
  page,
  landlord,
  server,
}) => {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  const date = '2026-02-03';
  await addsExpense(landlord, { description: 'Self assessment', category: 'tax', amount: 123_450, date, propertyId });
  await bringsIncome(server, landlord, { description: 'Rent, Ada', amount: 185_000, reference: 'LOVELACE 12', date });
  await page.goto('/dashboard/finance');
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Select all that are loaded',
    'Date',
    'Description',
    'Category',
    'Status',
    'Reference',
    'Amount',
    'Actions',
  ]);
  const shown = ['03 Feb 2026', 'Self assessment8 Laburnum Row, Leeds', 'Taxes', 'Completed', '', '−£1,234.50', ''];
  await expect(cells(page, 'Self assessment')).toHaveText(['Select Self assessment, 03 Feb 2026', ...shown]);
  const income = ['03 Feb 2026', 'Rent, Ada', 'Rent Payments', 'Completed', 'LOVELACE 12', '+£1,850.00', ''];
  await expect(cells(page, 'Rent, Ada')).toHaveText(['Select Rent, Ada, 03 Feb 2026', ...income]);
});

test('the status has an icon: completed green, pending amber, overdue red', async ({ page, landlord }) => {
  await addsExpense(landlord, { description: 'Paid one' });
  await addsExpense(landlord, { description: 'Next one', status: 'pending', date: dayFromNow(3) });
  await addsExpense(landlord, { description: 'Late one', status: 'pending', date: dayFromNow(-3) });
  await page.goto('/dashboard/finance');
  for (const [description, words, colour] of [
    ['Paid one', 'Completed', 'green'],
    ['Next one', 'Pending', 'amber'],
    ['Late one', 'Overdue', 'red'],
  ] as const) {
    const status = cells(page, description).filter({ hasText: words });
    await expectColour(status.locator('svg'), colour);
  }
});

test('each row has an edit control and a delete button; both are disabled for income, and say why', async ({
  page,
  landlord,
  server,
}) => {
  await addsExpense(landlord, { description: 'Boiler' });
  await bringsIncome(server, landlord, { description: 'Rent, Ada' });
  await page.goto('/dashboard/finance');
  for (const name of [/^Edit/, /^Delete/]) {
    await expect(button(page, 'Boiler', name)).toBeEnabled();
    await expect(button(page, 'Rent, Ada', name)).toBeDisabled();
  }
  await expect(button(page, 'Rent, Ada', /^Edit/)).toHaveAccessibleName(/Income cannot be edited/);
  await expect(button(page, 'Rent, Ada', /^Delete/)).toHaveAccessibleName(/Only expenses can be deleted/);
  await button(page, 'Boiler', /^Delete/).click();
  await page.getByRole('alertdialog', { name: 'Delete Transaction' }).getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Boiler', /^Edit/).click();
  await expect(page.getByRole('dialog', { name: 'Edit Transaction' })).toBeVisible();
  await page.keyboard.press('Escape');
  await descriptions(page).filter({ hasText: 'Rent, Ada' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Transaction' })).toContainText('Property');
});

test('the list is searched, filtered by category and status, and sorted', async ({ page, landlord }) => {
  await addsExpense(landlord, { description: 'Boiler', category: 'maintenance' });
  await addsExpense(landlord, { description: 'Boiler cover', category: 'insurance' });
  await addsExpense(landlord, { description: 'Gutters', category: 'maintenance' });
  await page.goto('/dashboard/finance');
  await expect(page.getByPlaceholder('Search transactions...')).toBeVisible();
  await page.getByRole('button', { name: /^Category/ }).click();
  const list = page.getByRole('dialog', { name: 'Category' });
  const labels = ['Rent Payments', 'Maintenance', 'Taxes', 'Insurance', 'Utilities', 'Other'];
  await expect(list.locator('label')).toHaveText(labels);
  await list.getByLabel('Maintenance').check();
  await expect(descriptions(page)).toHaveText(['Gutters', 'Boiler']);
  await page.keyboard.press('Escape');
  await search(page).fill('boiler');
  await expect(descriptions(page)).toHaveText(['Boiler']);
  const options = (label: string) => page.getByLabel(label).getByRole('option');
  await expect(options('Status')).toHaveText(['All statuses', 'Completed', 'Pending', 'Overdue']);
  await expect(options('Sort')).toHaveText(['Recent', 'Oldest', 'Highest', 'Lowest']);
  await expect(page.getByLabel('Sort')).toHaveValue('recent');
  await page.getByRole('button', { name: 'Clear Filters', exact: true }).click();
  await expect(descriptions(page)).toHaveCount(3);
});

test('each status filters the list', async ({ page, landlord }) => {
  await addsExpense(landlord, { description: 'Paid one' });
  await addsExpense(landlord, { description: 'Due today', status: 'pending', date: dayFromNow(0) });
  await addsExpense(landlord, { description: 'Late one', status: 'pending', date: dayFromNow(-1) });
  await page.goto('/dashboard/finance');
  for (const [status, found] of [
    ['Completed', 'Paid one'],
    ['Pending', 'Due today'],
    ['Overdue', 'Late one'],
  ] as const) {
    await page.getByLabel('Status').selectOption(status);
    await expect(descriptions(page)).toHaveText([found]);
  }
});

test('on its way, empty, and failing the list says so in the words of the specification', async ({
  page,
  landlord: _,
  expectConsoleError,
}) => {
  const letGo = await delay(page, { path: '/api/transactions' });
  await page.goto('/dashboard/finance?q=nothing');
  await expect(page.getByText('Loading transactions...', { exact: true })).toBeAttached();
  letGo();
  await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/finance');
  await fail(page, { path: '/api/transactions' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.reload();
  await expect(page.getByText('Failed to load transactions.', { exact: true })).toBeVisible();
});
