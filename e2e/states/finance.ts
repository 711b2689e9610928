import { expect, type Page } from '@playwright/test';
import { importAccount, importAmbiguousLine, importDuplicate } from '../../test/fixtures/imported.ts';
import type { CheckState } from '../support/accessible.ts';
import { addsBankAccount, importsAccount } from '../support/bank-accounts.ts';
import { title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { addsExpense, importsIncome } from '../support/finance.ts';
import { delay, fail } from '../support/network-faults.ts';
import type { Walk } from './walk.ts';

const FINANCE = '/dashboard/finance';
const LONG =
  'Repointing of the whole of the western gable, with scaffolding, made good after Donaudampfschifffahrtsgesellschaft';

const row = (page: Page, description: string) =>
  page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: description });
const asked = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

async function closes(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(asked(page)).toBeHidden();
}

export const finance: Walk = async ({ page, check, server, landlord, expectConsoleError }) => {
  // A request for the connection may be in flight when the connection is cancelled.
  expectConsoleError(/status of 404 .*\/api\/functions\/gocardless/, 'maybe');
  await page.goto(FINANCE);
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await check('finance without transactions');
  await page.getByRole('tab', { name: /Bank Accounts/ }).click();
  await expect(page.getByRole('heading', { name: 'No bank accounts yet' })).toBeVisible();
  await check('no bank accounts');

  // Adds income and expenses in every status, with and without a property, and with an import's own category.
  const { id: propertyId } = await landlord.adds({ address: 'Flat 3, 112 Lordship Lane, East Dulwich' });
  await importsIncome(server, landlord, { propertyId, amount: 9_999_999_999 });
  await importsIncome(server, landlord, { category: 'sinking fund', description: 'Sinking fund', amount: -25_000 });
  await addsExpense(landlord, { propertyId, description: LONG, amount: 9_999_999_999 });
  await addsExpense(landlord, { description: 'Gutters', status: 'pending', date: '2030-01-31' });
  await addsExpense(landlord, { description: 'Boiler', status: 'pending', date: '2026-01-31', category: 'tax' });
  await addsBankAccount(landlord, { institution: LONG.slice(0, 100) });
  await importsAccount(server, landlord, { institution: 'Sandbox Bank', connected: false, synced: null });

  const letGo = await delay(page, { path: /^\/api\/(transactions|bank-accounts)/ });
  await page.goto(FINANCE);
  await expect(page.getByText('Loading transactions...')).toBeAttached();
  await check('finance, loading');
  await page.getByRole('tab', { name: /Bank Accounts/ }).click();
  await check('bank accounts, loading');
  letGo();
  const restore = await fail(page, { path: /^\/api\/(transactions|bank-accounts)/ }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(FINANCE);
  await expect(page.getByText('Failed to load transactions.').first()).toBeVisible();
  await check('finance that cannot be read');
  await page.getByRole('tab', { name: /Bank Accounts/ }).click();
  await expect(page.getByText('Failed to load bank accounts')).toBeVisible();
  await check('bank accounts that cannot be read');
  await restore();

  await page.goto(`${FINANCE}?q=gutt&category=tax,maintenance,sinking fund&status=pending&property=none&sort=highest`);
  await expect(row(page, 'Gutters')).toBeVisible();
  await check('finance with every filter');
  await page.goto(FINANCE);
  await expect(row(page, 'Boiler')).toContainText('Overdue');
  await check('finance with transactions of every kind');
  await press(page, 'Period');
  await page.getByRole('radio', { name: 'Custom' }).check();
  await check('the choice of days');
  await closes(page);
  await press(page, 'Category');
  await expect(page.getByRole('checkbox', { name: 'Sinking fund', exact: true })).toBeVisible();
  await check('the list of categories');
  await closes(page);
  await press(page, 'Property');
  await expect(page.getByRole('combobox', { name: 'Find a property' })).toBeVisible();
  await check('the list of properties');
  await closes(page);

  const desk = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 800 });
  await press(page, 'Filters');
  await expect(asked(page).getByRole('button', { name: 'Show 5 transactions' })).toBeVisible();
  await check('all filters on a phone');
  await closes(page);
  if (desk) await page.setViewportSize(desk);

  await press(page, 'Add Transaction');
  await page.getByRole('form').getByRole('button', { name: 'Add Transaction' }).click();
  await expect(page.getByText('Description is required')).toBeVisible();
  await check('the dialog of a new expense with fields that are wrong');
  await page.getByRole('button', { name: 'Open calendar' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a date' })).toBeVisible();
  await check('the calendar of a date');
  await page.keyboard.press('Escape');
  await page.getByRole('form').getByLabel('Amount (£)').fill('-5');
  await page.getByText('Supplier and bank account').click();
  await expect(page.getByRole('group', { name: 'Is this a refund?' })).toBeVisible();
  await check('the dialog of a new expense that may be a refund, with all its fields');
  await page.getByRole('radio', { name: 'Income' }).check();
  await check('the dialog of new income');
  await page.getByRole('radio', { name: 'Expense' }).check();
  await page.getByRole('form').getByLabel('Amount (£)').fill('');
  await closes(page);
  for (const [kind, description] of Object.entries({ 'an expense': 'Boiler', income: 'Rent, Ada Lovelace' })) {
    await row(page, description).locator('[data-name]').click();
    await expect(page.getByRole('dialog', { name: 'Edit Transaction' }).getByLabel('Category')).toBeVisible();
    await check(`the dialog of ${kind}`);
    await closes(page);
  }
  await row(page, LONG)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('alertdialog', { name: 'Delete Transaction' })).toBeVisible();
  await check('the question before a transaction is deleted');
  await closes(page);
  await press(page, 'Export');
  await expect(asked(page).getByRole('radio', { name: /^CSV/ })).toBeVisible();
  await check('the dialog of an export');
  await closes(page);

  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  const selected = page.getByRole('region', { name: 'Selected transactions' });
  await expect(selected).toContainText('5 selected');
  await check('finance with transactions selected');
  for (const name of ['Set property', 'Set category', 'Delete'] as const) {
    await selected.getByRole('button', { name, exact: true }).click();
    await expect(asked(page)).toBeVisible();
    await check(`${name} for transactions selected`);
    await closes(page);
  }

  await page.getByRole('tab', { name: /Bank Accounts/ }).click();
  const banks = page.getByRole('region', { name: 'Connected Banks' });
  await expect(banks).toContainText('Sandbox Bank');
  await check('bank accounts');
  await banks.getByRole('button', { name: 'Connect Bank' }).click();
  await asked(page).getByRole('button', { name: 'Connect Bank' }).click();
  await expect(asked(page).getByLabel('Bank name')).toBeFocused();
  await check('the dialog of a bank account with fields that are wrong');
  await closes(page);
  await banks.getByRole('button', { name: /^Rename/ }).click();
  await expect(page.getByRole('dialog', { name: 'Rename Bank Account' })).toBeVisible();
  await check('the dialog that renames a bank account');
  await closes(page);
  await banks
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(page.getByRole('alertdialog', { name: 'Remove Bank Account' })).toBeVisible();
  await check('the question before a bank account is removed');
  await closes(page);
  await statements(page, check);
  await page.goto(`${FINANCE}?tab=accounts`);
  await connects(page, check);
  await needsAttention(page, check, (text) => statement(server, text, [landlord.id]));
  const ask = (text: string, values: unknown[]) => statement(server, text, values);
  const bankAccountId = await importAccount(ask, landlord);
  await page.goto('/dashboard/rent/bank');
  await expect(page.getByRole('heading', { name: 'No bank rows to match' })).toBeVisible();
  await check('no bank rows to match');
  await importDuplicate(ask, landlord, bankAccountId);
  await importAmbiguousLine(ask, landlord, { bankAccountId });
  await importAmbiguousLine(ask, landlord, { bankAccountId, state: 'same', text: LONG });
  await page.reload();
  await expect(page.getByText('2 to match')).toBeVisible();
  await check('bank rows to match');
  await page.goto(FINANCE);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
  await page.getByRole('button', { name: /^Latest transactions/ }).click();
  await expect(page.getByRole('list', { name: 'Latest transactions' }).getByRole('listitem')).toHaveCount(4);
  await check('the latest transactions in the bar');
};

async function statements(page: Page, check: Parameters<Walk>[0]['check']): Promise<void> {
  const chooses = async (name: string, content: string) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'choose a file' }).click();
    await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  };
  await page.getByRole('link', { name: 'Import a statement' }).click();
  await expect(page.getByText('You have not imported any statements.')).toBeVisible();
  await check('no statement yet');
  await chooses('unknown.csv', 'Posted,Narrative,Sum\n03/04/2026,A TENANT,1.00\n');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose how the dates are written' })).toBeVisible();
  await check('a statement of an unknown layout');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const head = 'Number,Date,Account,Amount,Subcategory,Memo';
  await chooses('barclays.csv', `${head}\n,30/10/2026,20-45-12 12341185,-5.00,,${LONG}\n,31/09/2026,,1,,X\n`);
  await expect(page.getByText('Line 3: there is no 31 Sep 2026')).toBeVisible();
  await check('a statement with a line that cannot be read');
  await page.getByRole('button', { name: 'Correct line 3' }).click();
  await expect(page.getByRole('dialog', { name: 'Correct line 3' })).toBeVisible();
  await check('the dialog that corrects a line');
  await closes(page);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('button', { name: /^Undo the import/ }).click();
  await expect(page.getByRole('button', { name: 'Undo 1 row' })).toBeVisible();
  await check('the question before an import is undone');
  await page.getByRole('button', { name: 'Undo 1 row' }).click();
  await expect(page.getByText('Undone: 1 row of barclays.csv').first()).toBeVisible();
  await chooses(
    'starling.csv',
    'Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n30/10/2026,A,B,PAYMENT,-1,1,NONE,\n',
  );
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByLabel('Import into')).toBeFocused();
  await check('a statement without an account, below an import that was undone');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

/** Goes through the open-banking dialog twice: cancelled at the bank, then completed. */
async function connects(page: Page, check: CheckState): Promise<void> {
  const begins = async (decision: string) => {
    const opened = page.context().waitForEvent('page');
    await asked(page)
      .getByRole('button', { name: /^Continue to/ })
      .click();
    const bank = await opened;
    const button = bank.getByRole('button', { name: decision, exact: true });
    await button.waitFor();
    if (decision === 'Cancel') await check('waiting for the bank');
    const loaded = bank.waitForEvent('load'); // Closing a window that is loading can also close its opener.
    await button.click();
    await loaded;
    await bank.close();
  };
  await press(page, 'Choose your bank');
  await expect(asked(page).getByRole('list', { name: 'Banks' }).getByRole('listitem')).toHaveCount(3);
  await check('the choice of a bank');
  await asked(page)
    .getByRole('button', { name: /^Harbour/ })
    .click();
  await check('what happens at the bank');
  await begins('Cancel');
  await expect(asked(page)).toContainText('Connection failed or was cancelled by the user.');
  await check('a connection that was cancelled');
  await asked(page).getByRole('button', { name: 'Try again' }).click();
  await begins('Fail');
  await expect(asked(page)).toContainText('did not agree to the connection');
  await check('a connection that the bank refused');
  await asked(page).getByRole('button', { name: 'Try again' }).click();
  await begins('Leave without deciding');
  await closes(page);
  await expect(page.getByRole('button', { name: /^Continue with/ })).toBeVisible();
  await check('a connection under way');
  await press(page, /^Continue with/);
  await asked(page).getByRole('button', { name: 'Cancel' }).click();
  await press(page, 'Choose your bank');
  await asked(page).getByRole('searchbox', { name: 'Search banks' }).fill('zzz');
  await expect(asked(page)).toContainText('No banks match ‘zzz’.');
  await check('no bank of that name');
  await asked(page).getByRole('searchbox', { name: 'Search banks' }).fill('harb');
  await asked(page)
    .getByRole('button', { name: /^Harbour/ })
    .click();
  await begins('Approve');
  const done = asked(page).getByRole('button', { name: /^Import 3/ });
  await expect(done).toBeEnabled();
  await check('the choice of accounts');
  await asked(page).getByRole('textbox').first().fill('');
  await done.click();
  await expect(asked(page)).toContainText('Account name is required');
  await check('the choice of accounts with a name that is wrong');
  await asked(page).getByRole('textbox').first().fill('Rents');
  // Pointer moves keep the dialog open, which would otherwise close after two seconds.
  await page.evaluate(() => setInterval(() => window.dispatchEvent(new Event('pointermove')), 100));
  await done.click();
  const state = page.getByRole('dialog').filter({ hasText: 'Done' });
  await expect(state).toContainText('Connected 3 bank accounts');
  await check('a bank that was connected');
  await state.getByRole('button', { name: 'Done' }).click();
  await check('connected accounts');
}

/** Checks pending rows, a failed account, an ending consent, and the return in another browser. */
async function needsAttention(
  page: Page,
  check: CheckState,
  ask: (text: string) => Promise<Record<string, unknown>[]>,
): Promise<void> {
  await ask(`insert into pending_bank_rows (user_id, bank_account_id, date, amount, text)
             select $1, bank_account_id, '2026-11-21', -84.5, '${LONG}' from bank_feeds where user_id = $1`);
  await ask(
    `update bank_feeds set status = 'failed', failure = 'limit_reached', retry_at = app.instant() + interval '1 day' where user_id = $1`,
  );
  await ask(`update bank_connections set reconfirm_by = app.instant() + interval '3 days' where user_id = $1`);
  await page.goto(`${FINANCE}?tab=accounts&ref=gocardless`);
  await expect(asked(page)).toContainText('Go back to the window where you started');
  await check('the way back from the bank in another browser');
  await closes(page);
  await page
    .getByText(/^\d entr(y|ies) pending at the bank/)
    .first()
    .click();
  await expect(page.getByText(LONG).first()).toBeVisible();
  await check('connected accounts that need something, with what is pending');
  await press(page, /^Renew access/);
  await expect(asked(page)).toContainText('stops sharing on');
  await check('a consent that ends');
  await closes(page);
}
