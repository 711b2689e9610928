/** The finance screen in every state it can be in: accessible in light and dark, on a desk, a tablet and a phone, never wider than the window. */
import { expect, type Page } from '@playwright/test';
import { expectAccessibleEverywhere } from './accessible.ts';
import { addsBankAccount, BANKS, panel } from './bank-accounts.ts';
import { addsExpense, bringsIncome, row, search, table } from './finance.ts';
import { test } from './journey.ts';
import type { Landlord } from './landlords.ts';
import { delay, fail } from './network-faults.ts';
import type { RunningServer } from './server.ts';
import { title } from './words.ts';

const FINANCE = '/dashboard/finance';
const LONG =
  'Repointing of the whole of the western gable, with scaffolding, made good after Donaudampfschifffahrtsgesellschaft';

/** A row of every kind: income and expense, paid, pending and overdue, with and without a property, of a category of an import's own. */
async function everyKind(server: RunningServer, landlord: Landlord): Promise<void> {
  const { id: propertyId } = await landlord.adds({ address: 'Flat 3, 112 Lordship Lane, East Dulwich' });
  await bringsIncome(server, landlord, { propertyId, amount: 9_999_999_999 });
  await bringsIncome(server, landlord, { category: 'ground rent', description: 'Ground rent', amount: -25_000 });
  await addsExpense(landlord, { propertyId, description: LONG, amount: 9_999_999_999 });
  await addsExpense(landlord, { description: 'Gutters', status: 'pending', date: '2030-01-31' });
  await addsExpense(landlord, { description: 'Boiler', status: 'pending', date: '2026-01-31', category: 'tax' });
}

const open = (page: Page, button: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name: button }).first().click();

test('finance with transactions of every kind', async ({ page, landlord, server }) => {
  await everyKind(server, landlord);
  await page.goto(FINANCE);
  await expect(row(page, 'Gutters')).toContainText('Pending');
  await expect(row(page, 'Boiler')).toContainText('Overdue');
  await expect(row(page, 'Ground rent').first()).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('finance while everything is on its way', async ({ page, landlord: _ }) => {
  await delay(page, { path: /^\/api\/(transactions|bank-accounts)/ });
  await page.goto(FINANCE);
  await expect(page.getByText('Loading transactions...')).toBeAttached();
  await expect(page.getByText('Loading figures...')).toBeAttached();
  await expectAccessibleEverywhere(page);
  await page.getByRole('tab', { name: /Bank Accounts/ }).click();
  await expectAccessibleEverywhere(page);
});

test('finance while only the sums are on their way', async ({ page, landlord }) => {
  await addsExpense(landlord);
  await delay(page, { path: '/api/transactions/totals' });
  await page.goto(`${FINANCE}?status=completed`);
  await expect(row(page, 'Boiler')).toBeVisible();
  await expect(page.getByText(/counting…/i).first()).toBeAttached();
  await expectAccessibleEverywhere(page);
});

test('finance that cannot be read', async ({ page, landlord: _, expectConsoleError }) => {
  await fail(page, { path: /^\/api\/(transactions|bank-accounts)/ }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(FINANCE);
  await expect(page.getByText('Failed to load transactions.').first()).toBeVisible();
  await expect(page.getByText('Failed to load the figures')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('tab', { name: /Bank Accounts/ }).click();
  await expect(page.getByText('Failed to load bank accounts')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('finance narrowed by every filter, with and without anything found', async ({ page, landlord, server }) => {
  await everyKind(server, landlord);
  await page.goto(`${FINANCE}?q=gutt&category=tax,maintenance,ground rent&status=pending&property=none&sort=highest`);
  await expect(row(page, 'Gutters')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await search(page).fill('nothing of the kind');
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('finance with the lists of categories and of properties open', async ({ page, landlord, server }) => {
  await everyKind(server, landlord);
  await page.goto(FINANCE);
  await open(page, 'Category');
  await expect(page.getByRole('checkbox', { name: 'Ground rent', exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.keyboard.press('Escape');
  await open(page, 'Property');
  await expect(page.getByRole('combobox', { name: 'Find a property' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('finance with transactions selected, and each question about them', async ({ page, landlord, server }) => {
  await everyKind(server, landlord);
  await page.goto(FINANCE);
  await table(page).getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  const bar = page.getByRole('region', { name: 'Selected transactions' });
  await expect(bar).toContainText('5 selected');
  await expectAccessibleEverywhere(page);
  for (const deed of ['Set property', 'Set category', 'Delete']) {
    await bar.getByRole('button', { name: deed, exact: true }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  }
});

test('the dialog of a new expense, untouched and with what is wrong', async ({ page, landlord, server }) => {
  await everyKind(server, landlord);
  await page.goto(FINANCE);
  await page.getByRole('button', { name: 'Add Transaction' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add Expense Transaction' });
  await expect(adding.getByLabel('Description')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await adding.getByRole('button', { name: 'Add Transaction' }).click();
  await expect(adding.getByText('Description is required')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

for (const [kind, description] of [
  ['an expense', 'Boiler'],
  ['income', 'Rent, Ada Lovelace'],
] as const) {
  test(`the dialog of ${kind}`, async ({ page, landlord, server }) => {
    await everyKind(server, landlord);
    await page.goto(FINANCE);
    await row(page, description).locator('[data-name]').click();
    await expect(page.getByRole('dialog', { name: 'Edit Transaction' }).getByLabel('Category')).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
}

test('the question before a transaction is deleted', async ({ page, landlord, server }) => {
  await everyKind(server, landlord);
  await page.goto(FINANCE);
  await row(page, LONG)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('alertdialog', { name: 'Delete Transaction' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('the question before an export', async ({ page, landlord }) => {
  await addsExpense(landlord);
  await page.goto(FINANCE);
  await open(page, 'Export');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('the latest transactions in the bar, on a screen that is not finance', async ({ page, landlord, server }) => {
  await everyKind(server, landlord);
  await page.goto('/dashboard/settings');
  await expect(title(page, 'Settings')).toBeVisible();
  await page.getByRole('button', { name: /^Latest transactions/ }).click();
  await expect(page.getByRole('link', { name: 'View All Finances' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Latest transactions' }).getByRole('listitem')).toHaveCount(4);
  await expectAccessibleEverywhere(page);
});

test('bank accounts, none and some', async ({ page, landlord }) => {
  await page.goto(BANKS);
  await expect(page.getByRole('heading', { name: 'No bank accounts yet' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await addsBankAccount(landlord, { institution: LONG.slice(0, 100) });
  await addsBankAccount(landlord, { accountType: 'business' });
  await page.reload();
  await expect(panel(page)).toContainText('Business Account');
  await expectAccessibleEverywhere(page);
});
