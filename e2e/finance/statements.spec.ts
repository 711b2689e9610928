import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { addsBankAccount } from '../support/bank-accounts.ts';
import { expectToast, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { choosesFile } from '../support/statement-files.ts';
import { test } from '../support/test.ts';

const PAGE = '/dashboard/finance/import';
const fileOf = (name: string) => new URL(`../../test/fixtures/statements/${name}`, import.meta.url);

const chooses = (page: Page, name: string, content?: string) => choosesFile(page, { name, content });
const into = (page: Page): Locator => page.getByLabel('Import into');
const imports = (page: Page): Locator => page.getByRole('list', { name: 'Imports' });
const lines = (page: Page): Locator => page.getByRole('table', { name: 'Lines of the statement' }).getByRole('row');

test('imports a statement into its account, and adds no duplicates when repeated', async ({ page, landlord }) => {
  await addsBankAccount(landlord, { institution: 'Any Bank' });
  await page.goto('/dashboard/finance?tab=accounts');
  await page.getByRole('link', { name: 'Import a statement' }).click();
  await expect(title(page, 'Import a statement')).toBeVisible();
  await chooses(page, 'natwest.csv');
  await into(page).selectOption('new');
  await page.getByLabel('Bank name').fill('natwest');
  await page.getByRole('button', { name: /^Import \d rows/ }).click();
  await expect(imports(page).getByText('natwest.csv')).toBeVisible();
  const rent = imports(page).getByRole('link', { name: 'From your bank' });
  await expect(rent).toHaveAttribute('href', '/dashboard/rent/bank');
  await chooses(page, 'natwest.csv');
  await expect(into(page).locator('option:checked')).toHaveText('natwest ****4417, Personal Account (in the file)');
  await expect(page.getByRole('button', { name: 'No new rows to import' })).toBeDisabled();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('button', { name: 'choose a file' })).toBeVisible();
});

test('corrects a line, imports another after all, and undoes the import', async ({ page, server, landlord }) => {
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(PAGE);
  await chooses(page, 'barclays.csv');
  await expect(into(page)).toHaveValue('new');
  await expect(page.getByLabel('Bank name')).toHaveValue('Barclays');
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await expectToast(page, 'Imported 4 rows into Barclays ****1185, Personal Account');

  const others = `insert into bank_accounts (user_id, name, institution, account_number)
    select $1, 'Client ' || n, 'Any Bank', '****' from generate_series(1, 101) n`;
  await statement(server, others, [landlord.id]);
  const rows = readFileSync(fileOf('barclays.csv'), 'utf8').trimEnd();
  await chooses(page, 'next.csv', `${rows}\r\n,31/09/2026,20-45-12 12341185,-5.00,Payment,A SHOP\r\n`);
  await expect(into(page).locator('option:checked')).toHaveText('Barclays ****1185, Personal Account (in the file)');
  await expect(lines(page).filter({ hasText: 'Line 6: there is no 31 Sep 2026' })).toContainText('20-45-** ****1185');
  await page.getByRole('button', { name: 'Correct line 6' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct line 6' });
  await dialog.getByLabel('Date', { exact: true }).fill('30/09/2026');
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Import anyway line 2' }).click();
  await expect(page.getByRole('button', { name: 'Leave out line 2' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(imports(page).getByText('Imported 2 rows into Barclays ****1185, Personal Account')).toBeVisible();

  await imports(page).getByRole('button', { name: /^Undo/ }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Undo this import?' });
  await expect(question).toContainText('We will remove 2 rows from Barclays ****1185, Personal Account.');
  await question.getByRole('button', { name: 'Undo 2 rows' }).click();
  await expect(imports(page).getByText('Undone: 2 rows of next.csv')).toBeVisible();
  await page.goto('/dashboard/finance');
  await expect(page.getByText('4 transactions').first()).toBeVisible();
});

test('asks once about an unknown layout, and rejects other files', async ({ page, landlord, expectConsoleError }) => {
  await addsBankAccount(landlord);
  await page.goto(PAGE);
  expectConsoleError(/status of 422/);
  await chooses(page, 'letter.pdf', '%PDF-1.7');
  await expect(page.getByRole('alert').filter({ hasText: 'This is not a CSV, OFX or QIF file.' })).toBeVisible();
  await chooses(page, 'unknown.csv');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose how the dates are written' })).toBeVisible();
  await page.getByLabel('Dates are written as').selectOption('Day, month, year');
  await page.getByLabel('Date', { exact: true }).selectOption('Posted');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(lines(page).filter({ hasText: 'BRITISH GAS' })).toContainText('08 Mar 2026');
  await expect(page.getByText('choose an account to compare')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(into(page)).toBeFocused();
  await expect(into(page)).toHaveAccessibleDescription('Choose an account');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await chooses(page, 'unknown.csv');
  await expect(lines(page).filter({ hasText: 'A TENANT' })).toContainText('+£950.00');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const side = page.getByLabel('Money in or out is shown by');
  await chooses(
    page,
    'sides.csv',
    'Posted,Narrative,Amount,DR/CR\n13/04/2026,GAS,41.87,DR\n14/04/2026,RENT,750.00,CR\n',
  );
  await expect(side.locator('option:checked')).toHaveText('DR/CR');
  await page.getByLabel('Dates are written as').selectOption('Day, month, year');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(lines(page).filter({ hasText: 'GAS' })).toContainText('−£41.87');
  await page.getByRole('button', { name: 'Change the columns' }).click();
  await side.selectOption('The sign of the amount');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByText('Every row counts as money in.')).toBeVisible();
  await expect(lines(page).filter({ hasText: 'GAS' })).toContainText('+£41.87');
});

test('excludes rows not for the lets, and moves one or several back', async ({ page, landlord: _ }) => {
  await page.goto(PAGE);
  await chooses(
    page,
    'bank.qif',
    '!Type:Bank\nD13/10/2026\nT750.00\nPJ PATEL RENT\n^\nD14/10/2026\nT-42.15\nPTESCO STORES 3217\n^\nD15/10/2026\nT-10.99\nPNETFLIX.COM\n^\n',
  );
  await into(page).selectOption('new');
  await page.getByLabel('Bank name').fill('Any Bank');
  await expect(lines(page).filter({ hasText: 'TESCO' })).toContainText('Not for the lets (a supermarket)');
  const netflix = lines(page).filter({ hasText: 'NETFLIX' });
  await netflix.getByRole('button', { name: /^For the lets/ }).click();
  await expect(netflix.getByRole('button', { name: /^Not for the lets/ })).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await expectToast(page, 'Imported 3 rows into Any Bank, Personal Account');

  await page.goto('/dashboard/finance');
  await expect(page.getByText('2 transactions').first()).toBeVisible();
  await expect(page.getByText('TESCO STORES 3217')).toBeHidden();
  await page.getByRole('button', { name: 'Not for the lets', exact: true }).click();
  await page.getByRole('checkbox', { name: /TESCO STORES 3217/ }).check();
  await page.getByRole('button', { name: 'Move back to the lets', exact: true }).click();
  await expectToast(page, '1 transaction moved back to the lets');
  await page.getByRole('button', { name: 'Back to the lets', exact: true }).click();
  await expect(page.getByText('3 transactions').first()).toBeVisible();

  await page.getByRole('button', { name: /^Not for the lets, NETFLIX/ }).click();
  await expectToast(page, '1 transaction marked as not for the lets');
  await expect(page.getByText('2 transactions').first()).toBeVisible();
  await page.getByRole('button', { name: 'Not for the lets', exact: true }).click();
  await page.getByRole('button', { name: /^Move back to the lets, NETFLIX/ }).click();
  await page.getByRole('button', { name: 'Back to the lets', exact: true }).click();
  await expect(page.getByText('3 transactions').first()).toBeVisible();
});
