/** Bank accounts: entered by hand and shown masked, brought by a bank, removed while their transactions stay. */
import { expect } from '@playwright/test';
import {
  addsBankAccount,
  BANKS,
  bankAccountsOf,
  bringsAccount,
  connecting,
  opensConnect,
  panel,
  removing,
  row,
  saveButton,
} from './bank-accounts.ts';
import { expectColour } from './colour.ts';
import { statement } from './database.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { signIn } from './landlords.ts';
import { delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid } from './words.ts';

/** Where a page is to find out by itself what it would else be told. */
const LIVE = { path: '/api/events' };

test('an account is connected by hand, shown masked, and removed, by keyboard alone', async ({ page, landlord }) => {
  test.slow(); // each key is a step
  const keyboard = keyboardOf(page);
  await page.goto(BANKS);
  const opener = panel(page).getByRole('button', { name: 'Connect Bank' });
  await keyboard.press(opener);
  const dialog = connecting(page);
  await expect(dialog.getByLabel('Bank Name')).toBeFocused();
  await keyboard.keys('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await keyboard.keys('Enter');
  await expect(dialog.getByLabel('Bank Name')).toBeFocused();
  await keyboard.fill(dialog.getByLabel('Bank Name'), 'Aegis Bank');
  await keyboard.fill(dialog.getByLabel('Account Number'), '3141-5926');
  await keyboard.fill(dialog.getByLabel('Sort Code'), '27-18-28');
  await keyboard.to(dialog.getByRole('radio', { name: 'Personal' }));
  await keyboard.keys('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Business' })).toBeChecked();
  await keyboard.keys('Enter');
  await expectSaid(page, 'Bank account connected');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  const shown = row(page, 'Business Account');
  for (const words of [
    'Aegis Bank',
    '****5926',
    '27-18-**',
    'Entered by hand',
    'Never, as it is kept by hand',
    '£0.00',
  ])
    await expect(shown).toContainText(words);
  await expect(shown.getByText('ending in 5926')).toBeAttached();
  await expect(page.getByRole('tab', { name: 'Bank Accounts' })).toContainText('1');

  await keyboard.press(shown.getByRole('button', { name: 'Remove Business Account, Aegis Bank, ending in 5926' }));
  await expect(removing(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(removing(page)).toContainText('No transactions came from it.');
  await keyboard.keys('Escape');
  await expect(shown.getByRole('button')).toBeFocused();
  await keyboard.keys('Enter');
  await keyboard.press(removing(page).getByRole('button', { name: 'Remove' }));
  await expectSaid(page, 'Bank account removed');
  await expect(panel(page).getByRole('heading', { name: 'Connected Banks' })).toBeFocused();
  await expect(panel(page).getByRole('heading', { name: 'No bank accounts yet' })).toBeVisible();
  expect(await bankAccountsOf(landlord)).toBe(0);
});

test('accounts that a bank has brought tell their state, their balance in their own money, and when they were synced', async ({
  page,
  landlord,
  server,
}) => {
  await bringsAccount(server, landlord, { institution: 'Sandbox Bank', synced: '2026-07-01T11:05:00Z' });
  await bringsAccount(server, landlord, {
    institution: 'Banque Étoile',
    currency: 'EUR',
    balance: '-98765.4',
    connected: false,
  });
  await bringsAccount(server, landlord, { institution: 'First Bank', currency: 'USD', balance: '0', synced: null });
  await addsBankAccount(landlord);
  await page.goto(BANKS);
  const rows = panel(page).getByRole('row');
  await expect(rows).toHaveCount(5);
  for (const [place, institution, ...facts] of [
    [1, 'Aegis Bank', 'Entered by hand', '£0.00'],
    [2, 'First Bank', 'Connected', 'Not yet', 'US$0.00'],
    [3, 'Banque Étoile', 'Disconnected', '21 Nov 2026, 08:14', '−€98,765.40'],
    // Summer time.
    [4, 'Sandbox Bank', 'Connected', '01 Jul 2026, 12:05', '£1,234.50'],
  ] as const) {
    await expect(rows.nth(place)).toContainText(institution);
    for (const fact of facts) await expect(rows.nth(place)).toContainText(fact);
  }
  await expectColour(row(page, 'Banque Étoile').getByText('Disconnected').locator('..'), 'red');
  for (const words of ['Connected', 'Disconnected', 'Entered by hand'])
    await expect(
      panel(page).getByText(words, { exact: true }).last().locator('..').locator('svg'),
      `an icon beside ${words}`,
    ).toBeVisible();
});

test('while they are on their way shapes stand in their place; where they cannot be read it says so, and Retry reads them', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  test.slow(); // looked at twice at every width
  await addsBankAccount(landlord);
  const mend = await fail(page, { method: 'GET', path: '/api/bank-accounts' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(BANKS);
  await expect(panel(page).getByRole('alert')).toContainText('Failed to load bank accounts');
  await expect(panel(page).getByText('No bank accounts yet')).toBeHidden();
  await expect(panel(page).getByRole('button', { name: 'Connect Bank' })).toBeVisible();
  await mend();
  const letGo = await delay(page, { method: 'GET', path: '/api/bank-accounts' });
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).getByRole('button', { name: 'Retrying...' })).toBeVisible();
  letGo();
  await expect(row(page, 'Aegis Bank')).toBeVisible();

  const late = await delay(page, { method: 'GET', path: '/api/bank-accounts' });
  await page.reload();
  await expect(panel(page).getByRole('status').filter({ hasText: 'Loading bank accounts...' })).toBeAttached();
  late();
  await expect(row(page, 'Aegis Bank')).toBeVisible();
});

test('more accounts than a page holds are shown on demand', async ({ page, landlord, server }) => {
  for (let count = 1; count <= 51; count += 1) await bringsAccount(server, landlord, { institution: `Bank ${count}.` });
  await page.goto(BANKS);
  await expect(row(page, 'Bank 51.')).toBeVisible();
  await expect(row(page, 'Bank 1.')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Show more accounts' }).click();
  await expect(row(page, 'Bank 1.')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Show more accounts' })).toBeHidden();
});

test('removing an account says how many transactions stay, and they stay', async ({ page, landlord, server }) => {
  await delay(page, LIVE);
  await bringsAccount(server, landlord, { institution: 'Sandbox Bank', transactions: 1204 });
  await addsBankAccount(landlord);
  await page.goto('/dashboard/finance');
  const expenses = page.getByText('£12.04', { exact: true });
  await expect(expenses.first()).toBeVisible();
  await page.getByRole('tab', { name: 'Bank Accounts' }).click();
  const letGo = await delay(page, { method: 'GET', path: /^\/api\/bank-accounts\/[^/]+$/ });
  await row(page, 'Sandbox Bank')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(removing(page)).toContainText('Counting its transactions, which stay...');
  letGo();
  for (const words of ['Current Account', 'Sandbox Bank', '****0042', '20-00-**'])
    await expect(removing(page)).toContainText(words);
  await expect(removing(page)).toContainText('1,204 transactions stay, without the account.');
  const readAgain = page.waitForRequest((request) => request.url().includes('/api/transactions/summary'));
  await removing(page).getByRole('button', { name: 'Remove' }).click();
  await expectSaid(page, 'Bank account removed');
  await readAgain;
  await expect(row(page, 'Sandbox Bank')).toHaveCount(0);
  await expect(row(page, 'Aegis Bank')).toBeVisible();
  await expect(expenses.first()).toBeVisible();
});

test('an account that is gone or was changed meanwhile, or cannot be removed, says so and is shown as it is', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await delay(page, LIVE);
  const gone = await addsBankAccount(landlord, { institution: 'Gone Bank' });
  await bringsAccount(server, landlord, { institution: 'Sandbox Bank' });
  await page.goto(BANKS);
  const remove = async (institution: string) => {
    await row(page, institution)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await removing(page).getByRole('button', { name: 'Remove' }).click();
  };
  const mend = await fail(page, { method: 'DELETE', path: /^\/api\/bank-accounts\// }, 'unavailable');
  expectConsoleError(/status of 503/);
  await remove('Sandbox Bank');
  await expectRefused(page, 'Failed to remove bank account', 'We cannot reach our database just now.');
  await expect(row(page, 'Sandbox Bank')).toBeVisible();
  await mend();

  await statement(server, `update bank_accounts set balance = 77 where user_id = $1 and balance > 0`, [landlord.id]);
  expectConsoleError(/status of 409/);
  await remove('Sandbox Bank');
  await expectRefused(page, 'Failed to remove bank account', 'This was changed by someone else');
  await expect(row(page, 'Sandbox Bank')).toContainText('£77.00');

  expectConsoleError(/status of 404/);
  const letGo = await delay(page, { method: 'DELETE', path: /^\/api\/bank-accounts\// });
  await remove('Gone Bank');
  const headers = { origin: landlord.origin, 'if-match': `"${gone.version}"` };
  await page.request.delete(`/api/bank-accounts/${gone.id}`, { headers });
  letGo();
  await expectRefused(page, 'Bank account not found');
  await expect(row(page, 'Gone Bank')).toHaveCount(0);
  expect(await bankAccountsOf(landlord)).toBe(1);
});

test('what changes in another browser is shown here at once, and nothing of another landlord', async ({
  page,
  landlord,
  anotherBrowser,
  anotherLandlord,
  server,
}) => {
  const laptop = await anotherBrowser();
  await signIn(laptop, server.address, landlord);
  const stranger = await anotherLandlord();
  for (const one of [page, laptop, stranger.page]) {
    await one.goto(BANKS);
    await expect(panel(one).getByText('No bank accounts yet')).toBeVisible();
  }
  await addsBankAccount({ ...landlord, page: laptop });
  await expect(row(page, 'Aegis Bank')).toBeVisible();
  await expect(row(laptop, 'Aegis Bank')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Bank Accounts' })).toContainText('1');
  await row(laptop, 'Aegis Bank')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await removing(laptop).getByRole('button', { name: 'Remove' }).click();
  await expect(panel(page).getByText('No bank accounts yet')).toBeVisible();
  await expect(panel(stranger.page).getByText('No bank accounts yet')).toBeVisible();
});

test('after the trial accounts are connected and removed as before', async ({ page, landlord, forward }) => {
  await forward(9 * 24 * 60 * 60 * 1000);
  await addsBankAccount(landlord, { institution: 'First Bank' });
  await page.goto(BANKS);
  const dialog = await opensConnect(page);
  await dialog.getByLabel('Bank Name').fill('Aegis Bank');
  await dialog.getByLabel('Account Number').fill('31415926');
  await dialog.getByLabel('Sort Code').fill('271828');
  await saveButton(dialog).click();
  await expectSaid(page, 'Bank account connected');
  await row(page, 'First Bank')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await removing(page).getByRole('button', { name: 'Remove' }).click();
  await expectSaid(page, 'Bank account removed');
  expect(await bankAccountsOf(landlord)).toBe(1);
});
