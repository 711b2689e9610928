import { expect, type Page } from '@playwright/test';
import {
  addsBankAccount,
  BANKS,
  bankAccountsOf,
  fillsIn,
  importsAccount,
  opensConnect,
  panel,
  removing,
  row,
  saveButton,
} from '../support/bank-accounts.ts';
import { expectColour } from '../support/colour.ts';
import { expectErrorToast, expectToast } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { acceptsUnload } from '../support/form.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { delay, fail } from '../support/network-faults.ts';
import { test } from '../support/test.ts';

/** Returns everything that the page stores in the browser, as text. */
const storedBy = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));

test('adds and removes an account by keyboard, without storing its full number in the browser', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  acceptsUnload(page);
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/finance');
  await page.getByRole('tab', { name: 'Bank Accounts' }).click();
  await expect(page).toHaveURL(BANKS);
  const dialog = await opensConnect(page);
  await test.step('S2.2.41, S2.2.61, S2.2.62, S2.5.19 opens a dialog with an account type, Personal by default', async () => {
    await expect(dialog).toContainText('only the last four digits of the account number');
    await expect(dialog.getByRole('group', { name: 'Account type' }).getByRole('radio')).toHaveCount(2);
    await expect(dialog.getByRole('radio', { name: 'Personal' })).toBeChecked();
  });
  await fillsIn(dialog);
  await page.reload();
  await expect(panel(page).getByText('No bank accounts yet')).toBeVisible();
  expect(await storedBy(page), 'a draft').not.toMatch(/3141|5926|2718|1828/);

  const opener = panel(page).getByRole('button', { name: 'Connect Bank' });
  await keyboard.press(opener);
  await expect(dialog.getByLabel('Bank name')).toBeFocused();
  for (const label of ['Account number', 'Sort code']) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('inputmode', 'numeric');
    await expect(dialog.getByLabel(label)).toHaveAttribute('autocomplete', 'off');
  }
  await keyboard.fill(dialog.getByLabel('Bank name'), 'Aegis <b>Bank</b>');
  await keyboard.fill(dialog.getByLabel('Account number'), '3141-592');
  await keyboard.fill(dialog.getByLabel('Sort code'), '27-18-28');
  await keyboard.to(dialog.getByRole('radio', { name: 'Personal' }));
  await keyboard.keys('ArrowRight', 'Enter');
  await expect(dialog.getByLabel('Account number')).toBeFocused();
  await expect(dialog.getByLabel('Account number')).toHaveAccessibleDescription(/^Account number must be 8 digits/);
  await keyboard.fill(dialog.getByLabel('Account number'), '3141 5926');
  const restore = await fail(page, { method: 'POST', path: '/api/bank-accounts' }, 'internal');
  expectConsoleError(/status of 500/);
  await keyboard.keys('Enter');
  await test.step('S2.8.23 shows a failure in two places', async () => {
    await expectErrorToast(page, 'Connection failed', 'Could not connect your bank account. Please try again.');
    await expect(dialog.getByRole('alert')).toContainText('We could not save this. Try again.');
  });
  await restore();
  await test.step('S2.1.7, S2.8.28 adds it once when clicked twice', async () => {
    await saveButton(dialog).dblclick();
    await expectToast(page, 'Bank account connected');
    await expect(opener).toBeFocused();
    expect(await bankAccountsOf(landlord), 'pressed twice').toBe(1);
  });
  expect(await storedBy(page)).not.toMatch(/3141|5926|2718|1828/);
  let shown = row(page, 'Business Account');
  for (const text of ['<b>Bank</b>', '****5926', '27-18-**', 'Manual account', 'Never', '—'])
    await expect(shown).toContainText(text);
  await expect(shown.getByText('ending in 5926')).toBeAttached();
  await expect(page.getByRole('tab', { name: 'Bank Accounts' })).toContainText('1');

  await keyboard.press(shown.getByRole('button', { name: /^Rename Business Account/ }));
  const renaming = page.getByRole('dialog', { name: 'Rename Bank Account' });
  await keyboard.fill(renaming.getByLabel('Account name'), 'Rents');
  await keyboard.keys('Enter');
  await expectToast(page, 'Bank account updated successfully!');
  shown = row(page, 'Rents');

  await keyboard.press(shown.getByRole('button', { name: 'Remove Rents, Aegis <b>Bank</b>, ending in 5926' }));
  await expect(removing(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(removing(page)).toContainText('This account has no transactions.');
  await keyboard.press(removing(page).getByRole('button', { name: 'Remove' }));
  await expectToast(page, 'Bank account removed');
  await expect(panel(page).getByRole('heading', { name: 'Connected Banks' })).toBeFocused();
  expect(await bankAccountsOf(landlord)).toBe(0);
});

test('shows state, balance and sync of bank accounts, and keeps transactions when one is removed', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await importsAccount(server, landlord, {
    institution: 'Sandbox Bank',
    synced: '2026-07-01T11:05:00Z',
    transactions: 1204,
  });
  await importsAccount(server, landlord, {
    institution: 'Banque Étoile',
    currency: 'EUR',
    balance: '-98765.4',
    connected: false,
  });
  await addsBankAccount(landlord);
  const restore = await fail(page, { method: 'GET', path: '/api/bank-accounts' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(BANKS);
  await expect(panel(page).getByRole('alert')).toContainText('Failed to load bank accounts');
  await expect(panel(page).getByText('No bank accounts yet')).toBeHidden();
  await restore();
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  const headings = ['Account', 'Sort code', 'State', 'Last synced', 'Balance', 'Actions'];
  await expect(panel(page).getByRole('columnheader')).toHaveText(headings);
  const rows = panel(page).getByRole('row');
  for (const [place, ...texts] of [
    [1, 'Aegis Bank ****5926', 'Manual account', '—'],
    [2, 'Banque Étoile', 'Disconnected', '21 Nov 2026, 08:14', '−€98,765.40'],
    [3, 'Sandbox Bank', 'Connected', '01 Jul 2026, 12:05', '£1,234.50'], // The time is British Summer Time.
  ] as const)
    for (const text of texts) await expect(rows.nth(place)).toContainText(text);
  await expectColour(row(page, 'Banque Étoile').getByText('Disconnected').locator('..'), 'red');

  await row(page, 'Sandbox Bank')
    .getByRole('button', { name: /^Remove/ })
    .click();
  for (const text of ['Current Account', '****0042', '20-00-**', 'We keep 1,204 transactions, without the account.'])
    await expect(removing(page)).toContainText(text);
  // Someone else changes the account before its removal.
  await statement(server, `update bank_accounts set balance = 77 where institution = 'Sandbox Bank' and user_id = $1`, [
    landlord.id,
  ]);
  expectConsoleError(/status of 409/);
  await removing(page).getByRole('button', { name: 'Remove' }).click();
  await expectErrorToast(page, 'We could not remove the bank account', 'Someone else changed this');
  await expect(row(page, 'Sandbox Bank')).toContainText('£77.00');
  await row(page, 'Sandbox Bank')
    .getByRole('button', { name: /^Remove/ })
    .click();
  const letGo = await delay(page, { method: 'DELETE', path: /^\/api\/bank-accounts\// });
  await removing(page).getByRole('button', { name: 'Remove' }).click();
  await expect(removing(page)).toContainText('Removing...');
  letGo();
  await expectToast(page, 'Bank account removed');
  await expect(row(page, 'Sandbox Bank')).toHaveCount(0);
  await expect(page.getByText('£12.04', { exact: true }).first(), 'expenses').toBeVisible();
});

test('shows more accounts than a page on request', { tag: '@full' }, async ({ page, landlord, server }) => {
  for (let count = 1; count <= 51; count += 1)
    await importsAccount(server, landlord, { institution: `Bank ${count}.` });
  await page.goto(BANKS);
  await expect(row(page, 'Bank 51.')).toBeVisible();
  await expect(row(page, 'Bank 1.')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Show more accounts' }).click();
  await expect(row(page, 'Bank 1.')).toBeVisible();
});
