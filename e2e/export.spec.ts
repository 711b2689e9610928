/** Exporting: the rows that the list shows, as CSV and for Excel; how far it is, and what is said where it fails. */
import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { csvRows, type Row, xlsxRows } from '../test/exported-file.ts';
import { statement } from './database.ts';
import { addsExpense, bringsIncome, bringsMany, search } from './finance.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import type { Landlord } from './landlords.ts';
import { breakOffNext, delay, fail } from './network-faults.ts';
import type { RunningServer } from './server.ts';
import { expectSaid } from './words.ts';

const EXPORT = { path: '/api/transactions/export' };

const TOO_MANY =
  'These are 184,003 transactions, and an Excel file can hold 100,000. Please choose CSV, which has no limit.';

const button = (page: Page) => page.getByRole('button', { name: 'Export', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export transactions' });
const excel = (page: Page) => dialog(page).getByRole('radio', { name: /^Excel/ });
const within = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

const contentOf = async (file: Download) => readFile(await file.path());
const namesOf = (rows: Row[]) => rows.map(([, description]) => description);

/** A landlord's expense, income and an expense that is owed, of two properties and none. */
async function threeTransactions(landlord: Landlord, server: RunningServer): Promise<void> {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  await addsExpense(landlord, { description: '=Paint', amount: 123_450, date: '2026-03-01', propertyId });
  await addsExpense(landlord, { description: 'Council tax', category: 'tax', date: '2026-02-01', status: 'pending' });
  await bringsIncome(server, landlord, { date: '2026-01-15' });
}

test('a landlord exports what the list shows by keyboard alone, in its order, as CSV', async ({
  page,
  landlord,
  server,
}) => {
  await threeTransactions(landlord, server);
  await page.goto('/dashboard/finance?sort=oldest');
  await keyboardOf(page).press(button(page));
  await expect(dialog(page)).toContainText('3 transactions');
  await expect(dialog(page).getByRole('radio', { name: /^CSV/ })).toBeFocused();
  const begun = page.waitForEvent('download');
  await keyboardOf(page).press(within(page, 'Export'));
  const file = await begun;
  expect(file.suggestedFilename()).toMatch(/^tenure-transactions-\d{4}-\d{2}-\d{2}\.csv$/);
  await expectSaid(page, 'Exported 3 transactions');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  expect(csvRows(await contentOf(file))).toEqual([
    ['2026-01-15', 'Rent, Ada Lovelace', 'Rent Payments', 'Income', 'Completed', 'LOVELACE 12', '1450.00', '', ''],
    ['2026-02-01', 'Council tax', 'Taxes', 'Expense', 'Overdue', '', '-120.49', '', ''],
    ['2026-03-01', '=Paint', 'Maintenance', 'Expense', 'Completed', '', '-1234.50', '8 Laburnum Row, Leeds', ''],
  ]);
});

test('an Excel file holds the rows of every filter that is on, and the dialog names them', async ({
  page,
  landlord,
  server,
}) => {
  await threeTransactions(landlord, server);
  await page.goto('/dashboard/finance?category=maintenance,tax&status=completed');
  await search(page).fill('laburnum');
  await button(page).click();
  await expect(dialog(page)).toContainText('1 transaction, filtered: “laburnum”, Maintenance, Taxes, Completed');
  await excel(page).check();
  const begun = page.waitForEvent('download');
  await within(page, 'Export').click();
  const file = await begun;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  await expectSaid(page, 'Exported 1 transaction');
  expect(await xlsxRows(await contentOf(file))).toEqual([
    ['2026-03-01', '=Paint', 'Maintenance', 'Expense', 'Completed', '', '-1234.50', '8 Laburnum Row, Leeds', ''],
  ]);
});

test('another landlord’s rows are in no export, and what nothing matches cannot be exported', async ({
  page,
  landlord,
  server,
  anotherLandlord,
}) => {
  await threeTransactions(landlord, server);
  const bob = await anotherLandlord();
  await addsExpense(bob, { description: 'Of Bob' });
  await bob.page.goto('/dashboard/finance');
  await button(bob.page).click();
  const begun = bob.page.waitForEvent('download');
  await within(bob.page, 'Export').click();
  expect(namesOf(csvRows(await contentOf(await begun)))).toEqual(['Of Bob']);
  await page.goto('/dashboard/finance?q=nowhere');
  await button(page).click();
  await expect(dialog(page)).toContainText('0 transactions, filtered: “nowhere”');
  await expect(within(page, 'Export')).toBeDisabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('an export says that it is under way, is not lost by a touch beside it, and can be cancelled', async ({
    page,
    landlord,
    server,
  }) => {
    await bringsMany(server, landlord, 2000);
    await page.goto('/dashboard/finance');
    let handedOver = 0;
    page.on('download', () => {
      handedOver += 1;
    });
    await button(page).click();
    const letGo = await delay(page, EXPORT);
    await within(page, 'Export').click();
    await expect(within(page, 'Preparing the file...')).toBeVisible();
    await page.mouse.click(100, 20);
    await page.keyboard.press('Escape');
    await expect(within(page, 'Preparing the file...')).toBeVisible();
    await within(page, 'Cancel').click();
    await expect(dialog(page)).toBeHidden();
    letGo();
    await button(page).click();
    const begun = page.waitForEvent('download');
    await within(page, 'Export').click();
    await expectSaid(page, 'Exported 2,000 transactions');
    expect(csvRows(await contentOf(await begun))).toHaveLength(2000);
    expect(handedOver).toBe(1);
  });
});

test('an export that was refused, or broke off in the middle, is told of, leaves no half a file, and can be tried again', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  let handedOver = 0;
  page.on('download', () => {
    handedOver += 1;
  });
  await threeTransactions(landlord, server);
  await page.goto('/dashboard/finance');
  const mend = await fail(page, EXPORT, 'too_many_attempts');
  expectConsoleError(/status of 429/);
  await button(page).click();
  await within(page, 'Export').click();
  await expect(dialog(page).getByRole('alert')).toContainText('The export failed. Too many attempts.');
  await mend();
  await breakOffNext(page, EXPORT);
  await within(page, 'Retry').click();
  await expect(dialog(page).getByRole('alert')).toContainText('The connection ended before all of it had come.');
  expect(handedOver).toBe(0);
  await within(page, 'Retry').click();
  await expectSaid(page, 'Exported 3 transactions');
  expect(handedOver).toBe(1);
});

test('where there are too many rows for Excel the dialog says so and offers CSV, also where it learns that late', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await threeTransactions(landlord, server);
  await page.goto('/dashboard/finance');
  await button(page).click();
  await excel(page).check();
  // As the database counts them: the rows themselves would take long to write.
  await statement(
    server,
    `insert into app.transaction_totals (user_id, property_id, category, type, status, slot, count, amount)
     values ($1, app.no_property(), 'utilities', 'expense', 'completed', 7, 184000, -184000)`,
    [landlord.id],
  );
  expectConsoleError(/status of 422/);
  await within(page, 'Export').click();
  await expect(dialog(page).getByRole('alert')).toContainText(TOO_MANY);
  await page.reload();
  await button(page).click();
  await expect(dialog(page)).toContainText(`184,003 transactions`);
  await expect(excel(page)).toBeDisabled();
  await expect(dialog(page)).toContainText(TOO_MANY);
  await statement(server, `delete from app.transaction_totals where user_id = $1 and category = 'utilities'`, [
    landlord.id,
  ]);
  const begun = page.waitForEvent('download');
  await within(page, 'Export').click();
  expect((await begun).suggestedFilename()).toMatch(/\.csv$/);
  await expectSaid(page, 'Exported 3 transactions');
});

test('a session that has ended is begun again in place, and the export with it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsExpense(landlord);
  await page.goto('/dashboard/finance');
  await button(page).click();
  await expect(dialog(page)).toContainText('1 transaction');
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await within(page, 'Export').click();
  const signIn = page.getByRole('dialog', { name: 'Log in' });
  await signIn.getByLabel('Password', { exact: true }).fill(landlord.password);
  const begun = page.waitForEvent('download');
  await signIn.getByRole('button', { name: 'Log in' }).click();
  await begun;
  await expectSaid(page, 'Exported 1 transaction');
});
