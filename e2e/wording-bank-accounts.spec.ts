/** Bank accounts, in the words of the specification. */
import { expect } from '@playwright/test';
import { addsBankAccount, BANKS, fillsIn, opensConnect, panel, row, saveButton } from './bank-accounts.ts';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid } from './words.ts';

test("the tab 'Bank Accounts' has the panel 'Connected Banks' with each account: name, institution, masked number, sort code, balance, last synced and state", async ({
  page,
  landlord,
}) => {
  await addsBankAccount(landlord, { accountNumber: '12345678', sortCode: '123456' });
  await page.goto('/dashboard/finance');
  await page.getByRole('tab', { name: 'Bank Accounts' }).click();
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('Connected Banks');
  const shown = row(page, 'Personal Account');
  await expect(shown.getByText('Aegis Bank', { exact: true })).toBeVisible();
  await expect(shown.getByText('****5678', { exact: true })).toBeVisible();
  await expect(shown.getByText('12-34-**', { exact: true })).toBeVisible();
  await expect(shown.getByText('£0.00', { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('columnheader')).toHaveText([
    'Account',
    'Account Number',
    'State',
    'Last synced',
    'Balance',
    'Actions',
  ]);
  await expect(panel(page).getByRole('button', { name: 'Connect Bank', exact: true })).toBeVisible();
});

test("'Connect Bank' asks for bank name, account number, sort code and account type, Personal or Business, at first Personal", async ({
  page,
  landlord: _,
}) => {
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  await expect(dialog.getByRole('heading')).toHaveText('Connect Bank');
  for (const label of ['Bank Name', 'Account Number', 'Sort Code'])
    await expect(dialog.getByLabel(label)).toHaveValue('');
  const types = dialog.getByRole('group', { name: 'Account Type' });
  await expect(types.getByRole('radio')).toHaveCount(2);
  await expect(types.getByRole('radio', { name: 'Personal' })).toBeChecked();
  await expect(types.getByRole('radio', { name: 'Business' })).not.toBeChecked();
  await expect(dialog).toContainText('Only the last four digits of the account number');
});

test('what is missing or wrong is said in the words of the specification', async ({ page, landlord: _ }) => {
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  const saysWhatIsWrong = async () => {
    await saveButton(dialog).click();
    await expect(dialog.getByText('Account number must be 8 digits', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Sort code must be 6 digits', { exact: true })).toBeVisible();
  };
  await saysWhatIsWrong();
  await expect(dialog.getByText('Bank name is required', { exact: true })).toBeVisible();
  await fillsIn(dialog, { accountNumber: '1234567A', sortCode: '12345A' });
  await saysWhatIsWrong();
});

test("an account that was connected is told as 'Bank account connected' and called by its type", async ({
  page,
  landlord: _,
}) => {
  await page.goto(BANKS);
  for (const [type, name] of [
    ['Personal', 'Personal Account'],
    ['Business', 'Business Account'],
  ] as const) {
    const dialog = await opensConnect(page);
    await fillsIn(dialog);
    await dialog.getByRole('radio', { name: type }).check();
    await saveButton(dialog).click();
    await expectSaid(page, 'Bank account connected');
    await expect(row(page, name)).toBeVisible();
  }
});

test('the newest account stands first', async ({ page, landlord }) => {
  // The page puts a new one in its place by itself.
  await delay(page, { path: '/api/events' });
  for (const institution of ['First Bank', 'Second Bank', 'Third Bank'])
    await addsBankAccount(landlord, { institution });
  await page.goto(BANKS);
  const names = panel(page).getByText(/ Bank$/);
  await expect(names.filter({ hasNotText: 'Connect' })).toHaveText(['Third Bank', 'Second Bank', 'First Bank']);
  const dialog = await opensConnect(page);
  await fillsIn(dialog, { institution: 'Fourth Bank' });
  await saveButton(dialog).click();
  await expect(panel(page).getByRole('row').nth(1)).toContainText('Fourth Bank');
});

test("accounts that cannot be read are told as 'Failed to load bank accounts' with 'Please try refreshing the page.'", async ({
  page,
  landlord: _,
  expectConsoleError,
}) => {
  await fail(page, { method: 'GET', path: '/api/bank-accounts' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(BANKS);
  await expect(panel(page).getByRole('heading', { name: 'Failed to load bank accounts', exact: true })).toBeVisible();
  await expect(panel(page).getByText('Please try refreshing the page.', { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Retry' })).toBeVisible();
});

test("an account that could not be connected is told as 'Connection failed' with 'Could not connect your bank account. Please try again.'", async ({
  page,
  landlord: _,
  expectConsoleError,
}) => {
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  await fillsIn(dialog);
  await fail(page, { method: 'POST', path: '/api/bank-accounts' }, 'internal');
  expectConsoleError(/status of 500/);
  await saveButton(dialog).click();
  await expectRefused(page, 'Connection failed', 'Could not connect your bank account. Please try again.');
});
