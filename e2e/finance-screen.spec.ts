/** The finance screen in every state: empty, on its way, failing, on a phone; its figures, its tabs, Refresh, and paying what is owed. */
import { expect, type Page } from '@playwright/test';
import { opensConnect } from './bank-accounts.ts';
import {
  addsExpense,
  bringsIncome,
  card,
  changesTransaction,
  dayFromNow,
  descriptions,
  row,
  table,
} from './finance.ts';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const LIST = '/api/transactions';
const TOTALS = '/api/transactions/totals';
const SUMMARY = '/api/transactions/summary';
const foot = (page: Page) => page.getByRole('tabpanel', { name: 'Transactions' });

test('a landlord without transactions is told what to do first, and the first is there at once', async ({
  page,
  landlord: _,
}) => {
  await page.goto('/dashboard/finance');
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await expect(card(page, 'Total Income')).toContainText('£0.00');
  await page.getByRole('button', { name: 'Add an expense' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Expense Transaction' });
  await dialog.getByLabel('Amount (£)').fill('120.50');
  await dialog.getByLabel('Category').selectOption('Maintenance');
  await dialog.getByLabel('Description').fill('Boiler repair');
  await dialog.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(row(page, 'Boiler repair')).toContainText('−£120.50');
  await expect(card(page, 'Total Expenses')).toContainText('£120.50');
  await expect(table(page).locator('.arrived'), 'rows that are said to come from elsewhere').toHaveCount(0);
});

test('the cards sum up all transactions, and compare them with the end of last month', async ({
  page,
  landlord,
  server,
}) => {
  const lastYear = `${Number(dayFromNow(0).slice(0, 4)) - 1}-06-01`;
  await bringsIncome(server, landlord, { amount: 100_000, date: lastYear });
  await bringsIncome(server, landlord, { amount: 4100, date: dayFromNow(0) });
  await addsExpense(landlord, { amount: 30_000, date: lastYear });
  await addsExpense(landlord, { amount: 10_000, date: dayFromNow(7), status: 'pending' });
  await addsExpense(landlord, { amount: 20_000, date: dayFromNow(9), status: 'pending' });
  await addsExpense(landlord, { amount: 28_640, date: dayFromNow(-9), status: 'pending', description: 'Late one' });
  await page.goto('/dashboard/finance?q=nothing');
  await expect(card(page, 'Total Income')).toContainText('£1,041.00+4.1% from last month');
  await expect(card(page, 'Total Expenses')).toContainText('£886.40');
  await expect(card(page, 'Pending Transactions')).toContainText(/£300\.002 transactions, next due \d\d \w{3} \d{4}/);
  await expect(card(page, 'Overdue Payments')).toContainText('£286.401 transaction, 9 days');
  await card(page, 'Overdue Payments').click();
  await expect(page).toHaveURL('/dashboard/finance?status=overdue');
  await expect(descriptions(page)).toHaveText(['Late one']);
});

test('the rows stand there while they are still being counted', async ({ page, landlord, server }) => {
  await addsExpense(landlord, { amount: 10_000, category: 'tax' });
  await addsExpense(landlord, { amount: 2500 });
  await bringsIncome(server, landlord, { amount: 145_000 });
  const letGo = await delay(page, { path: TOTALS });
  await page.goto('/dashboard/finance');
  await expect(descriptions(page)).toHaveCount(3);
  await expect(page.getByText('counting…')).toHaveCount(2);
  letGo();
  await expect(foot(page)).toContainText('Income+£1,450.00Expenses−£125.00Net+£1,325.00');
  await page.getByLabel('Status').selectOption('Completed');
  await page.goto('/dashboard/finance?category=tax%2Cmaintenance');
  await expect(page.getByText('2 of 3 transactions')).toBeVisible();
  await expect(foot(page)).toContainText('2 transactions, filteredIncome+£0.00Expenses−£125.00Net−£125.00');
});

test('sums that do not come say so below the rows, and Retry brings them', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsExpense(landlord, { amount: 2500 });
  const mend = await fail(page, { path: TOTALS }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto('/dashboard/finance');
  await expect(descriptions(page)).toHaveCount(1);
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load the totals.' });
  await expect(alert).toBeVisible();
  await mend();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(foot(page)).toContainText('Net−£25.00');
});

test('while the list is on its way three placeholders stand in its place, and shapes in the cards', async ({
  page,
  landlord,
}) => {
  await addsExpense(landlord);
  const letGo = [await delay(page, { path: LIST }), await delay(page, { path: SUMMARY })];
  await page.goto('/dashboard/finance');
  const words = page.getByText('Loading transactions...');
  await expect(words).toBeAttached();
  expect(await words.evaluate((said) => said.nextElementSibling?.firstElementChild?.childElementCount)).toBe(3);
  await expect(page.getByText('Loading figures...')).toBeAttached();
  for (const go of letGo) go();
  await expect(row(page, 'Boiler repair call-out')).toBeVisible();
  await expect(words).toBeHidden();
});

test('a list that cannot be read is not taken for an empty one, and Retry reads it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsExpense(landlord);
  const mends = [];
  for (const path of [LIST, TOTALS, SUMMARY]) mends.push(await fail(page, { path }, 'unavailable'));
  expectConsoleError(/status of 503/);
  await page.route('/api/events', (route) => route.abort()); // or the page would read anew when it begins to listen
  expectConsoleError(/ERR_FAILED/);
  await page.goto('/dashboard/finance');
  const failed = (words: string) => page.getByRole('alert').filter({ hasText: words });
  const retry = (words: string) => failed(words).getByRole('button', { name: 'Retry' }).click();
  await expect(failed('Failed to load transactions.')).toContainText('We cannot reach our database just now');
  await expect(failed('Failed to load the figures')).toBeVisible();
  await expect(page.getByText('No transactions found')).toBeHidden();
  for (const mend of mends) await mend();
  await retry('Failed to load transactions.');
  await expect(row(page, 'Boiler repair call-out')).toBeVisible();
  await retry('Failed to load the figures');
  await expect(card(page, 'Total Expenses')).toContainText('£120.49');
  await expect(foot(page)).toContainText('Net−£120.49');
});

test('Refresh asks again for all that is shown, and says for two seconds what came of it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const before = await addsExpense(landlord);
  await page.route('/api/events', (route) => route.abort()); // nobody tells the page of changes
  expectConsoleError(/ERR_FAILED/);
  await page.goto('/dashboard/finance');
  await expect(row(page, 'Boiler repair call-out')).toBeVisible();
  await changesTransaction(landlord, before, { description: 'Boiler replaced', amount: 300_000 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expectSaid(page, 'Up to date');
  await expect(row(page, 'Boiler replaced')).toContainText('−£3,000.00');
  await expect(card(page, 'Total Expenses')).toContainText('£3,000.00');
  await expect(page.getByRole('dialog', { name: 'Up to date' })).toBeHidden({ timeout: 4000 });
  const mend = await fail(page, { path: LIST }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expectRefused(page, 'Failed to load transactions.');
  await expect(row(page, 'Boiler replaced'), 'what was read before').toBeVisible();
  await mend();
});

test('the tab of bank accounts stands in the address and counts them', async ({ page, landlord: _ }) => {
  await page.goto('/dashboard/finance');
  const tab = page.getByRole('tab', { name: /^Bank Accounts/ });
  await expect(tab).toHaveText('Bank Accounts0');
  await tab.click();
  await expect(page).toHaveURL('/dashboard/finance?tab=accounts');
  await opensConnect(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Connected Banks' })).toBeVisible();
  await page.getByRole('tab', { name: 'Transactions' }).click();
  await expect(page).toHaveURL('/dashboard/finance');
  await expect(title(page, 'Finance')).toBeVisible();
});

test('what is owed is marked as paid in its row, and the focus stays there', async ({ page, landlord }) => {
  await addsExpense(landlord, { description: 'Boiler', status: 'pending', date: dayFromNow(-3) });
  await page.goto('/dashboard/finance');
  await expect(row(page, 'Boiler')).toContainText('Overdue');
  await row(page, 'Boiler')
    .getByRole('button', { name: /^Mark as paid/ })
    .click();
  await expect(row(page, 'Boiler')).toContainText('Completed');
  await expect(descriptions(page)).toBeFocused();
  await expect(card(page, 'Overdue Payments')).toContainText('Nothing overdue');
  await expect(row(page, 'Boiler').getByRole('button', { name: /^Mark as paid/ })).toHaveCount(0);
});

test('on a phone rows are small cards with their actions in a menu, and adding is within reach of the thumb', async ({
  page,
  landlord,
  server,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await addsExpense(landlord, { description: 'Boiler', status: 'pending', date: dayFromNow(2) });
  await bringsIncome(server, landlord, { description: 'Rent, Ada' });
  await page.goto('/dashboard/finance');
  await expect(row(page, 'Boiler')).toContainText('Pending');
  const add = await page.getByRole('button', { name: 'Add Transaction' }).boundingBox();
  expect(add?.y, 'pixels from the top').toBeGreaterThan(700);
  await row(page, 'Rent, Ada').getByRole('button', { name: /^More/ }).click();
  for (const name of ['Edit', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await row(page, 'Boiler').getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Mark as paid' }).click();
  await expect(row(page, 'Boiler')).toContainText('Completed');
  await row(page, 'Boiler')
    .getByText(/^\d\d \w{3} \d{4}$/)
    .click();
  await expect(page.getByRole('dialog', { name: 'Edit Transaction' })).toBeVisible();
});
