/** The dialog in which a bank account is entered: what it takes and says, that nothing is saved twice, and that no number is kept. */
import { expect, type Page } from '@playwright/test';
import { BANKS, bankAccountsOf, connecting, fillsIn, opensConnect, panel, row, saveButton } from './bank-accounts.ts';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid } from './words.ts';

/** All that this page keeps in the browser, as text. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
}

test('what is wrong is said where it stands, and the focus goes to the first of it', async ({ page, landlord }) => {
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  for (const [label, typed, words] of [
    ['Bank Name', '   ', 'Bank name is required'],
    ['Bank Name', 'x'.repeat(101), 'Please keep this to 100 characters'],
    ['Bank Name', 'Aegis 31415926', 'Please enter the name of the bank only, without numbers'],
    ['Account Number', '3141592', 'Account number must be 8 digits'],
    ['Account Number', '314159265', 'Account number must be 8 digits'],
    ['Account Number', '3141592A', 'Account number must be 8 digits'],
    ['Sort Code', '27182', 'Sort code must be 6 digits'],
    ['Sort Code', '27-18-2X', 'Sort code must be 6 digits'],
  ] as const) {
    await dialog.getByLabel(label).fill(typed);
    await dialog.getByLabel(label).blur();
    await expect(dialog.getByLabel(label), `${label} ${typed}`).toHaveAccessibleDescription(new RegExp(`^${words}`));
  }
  await dialog.getByLabel('Bank Name').fill('Aegis <b>Bank</b>');
  await saveButton(dialog).click();
  await expect(dialog.getByLabel('Account Number')).toBeFocused();
  await dialog.getByLabel('Account Number').fill(' 3141 5926 ');
  await saveButton(dialog).click();
  await expect(dialog.getByLabel('Sort Code')).toBeFocused();
  await dialog.getByLabel('Sort Code').fill('27–18–28');
  expect(await bankAccountsOf(landlord)).toBe(0);
  await saveButton(dialog).click();
  await expectSaid(page, 'Bank account connected');
  await expect(row(page, 'Aegis <b>Bank</b>')).toContainText('****5926');
});

test('the numbers have a numeric keyboard, and the browser offers and keeps none of them', async ({
  page,
  landlord: _,
}) => {
  page.on('dialog', (dialog) => void dialog.accept()); // the browser's own question before unloading
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  for (const label of ['Account Number', 'Sort Code']) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('inputmode', 'numeric');
    await expect(dialog.getByLabel(label)).toHaveAttribute('autocomplete', 'off');
  }
  await fillsIn(dialog);
  // A draft is written when the page is left.
  await page.reload();
  await expect(panel(page).getByText('No bank accounts yet')).toBeVisible();
  expect(await keptBy(page)).not.toMatch(/3141|5926|2718|1828/);
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();
  await opensConnect(page);
  for (const label of ['Bank Name', 'Account Number', 'Sort Code'])
    await expect(dialog.getByLabel(label)).toHaveValue('');
  await fillsIn(dialog);
  await saveButton(dialog).click();
  await expectSaid(page, 'Bank account connected');
  expect(await keptBy(page)).not.toMatch(/3141|5926|2718|1828/);
});

test('a save that fails keeps what was typed, and however often it is pressed it is saved once', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  await fillsIn(dialog);
  const mend = await fail(page, { method: 'POST', path: '/api/bank-accounts' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await saveButton(dialog).click();
  await expectRefused(page, 'Connection failed', 'Could not connect your bank account. Please try again.');
  await expect(dialog.getByRole('alert')).toContainText('We cannot reach our database just now.');
  await expect(dialog.getByLabel('Account Number')).toHaveValue('31415926');
  await mend();
  const letGo = await delay(page, { method: 'POST', path: '/api/bank-accounts' });
  await saveButton(dialog).click();
  await expect(saveButton(dialog)).toHaveText('Saving...');
  await saveButton(dialog).click({ force: true });
  await dialog.getByLabel('Sort Code').press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  letGo();
  await expectSaid(page, 'Bank account connected');
  await expect(dialog).toBeHidden();
  expect(await bankAccountsOf(landlord)).toBe(1);
});

test('closing it with something typed asks first, and it begins anew', async ({ page, landlord: _ }) => {
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  await fillsIn(dialog);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog.getByLabel('Account Number')).toHaveValue('31415926');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toBeHidden();
  await opensConnect(page);
  await expect(dialog.getByLabel('Account Number')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('a session that ends while it is filled in loses nothing of it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  await fillsIn(dialog);
  await page.context().clearCookies();
  expectConsoleError(/status of 401/);
  await saveButton(dialog).click();
  const login = page.getByRole('dialog', { name: 'Log in' });
  await login.getByLabel('Password', { exact: true }).fill(landlord.password);
  await login.getByRole('button', { name: 'Log in' }).click();
  await expectSaid(page, 'Bank account connected');
  await expect(connecting(page)).toBeHidden();
  await expect(row(page, 'Aegis Bank')).toBeVisible();
});
