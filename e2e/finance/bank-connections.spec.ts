import { expect, type Locator, type Page } from '@playwright/test';
import { BANKS, panel, row } from '../support/bank-accounts.ts';
import { expectErrorToast, expectToast } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import type { Landlord } from '../support/landlords.ts';
import { fail } from '../support/network-faults.ts';
import type { RunningServer } from '../support/server.ts';
import { test } from '../support/test.ts';

const BANK = 'Harbour Bank (sandbox)';
const KEY = 'gocardless_requisition_id';
const DAY_MS = 24 * 60 * 60 * 1000;

const dialog = (page: Page, name: string | RegExp = /.*/): Locator => page.getByRole('dialog', { name }).first();
const card = (page: Page) => page.getByRole('region', { name: 'Connect Your Bank' });
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);
const count = async (server: RunningServer, { id }: Landlord) =>
  Number((await statement(server, 'select count(*) from transactions where user_id = $1', [id]))[0]?.count);

async function leavesForBank(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await dialog(page)
    .getByRole('button', { name: `Continue to ${BANK}` })
    .click();
  const bank = await opened;
  await expect(bank.getByRole('heading', { name: BANK })).toBeVisible();
  await expect(dialog(page)).toContainText(`Waiting for ${BANK}`);
  return bank;
}

async function choosesBank(page: Page): Promise<void> {
  await page.goto(BANKS);
  await card(page).getByRole('button', { name: 'Choose your bank' }).click();
  await dialog(page, 'Connect Your Bank').getByRole('searchbox', { name: 'Search banks' }).fill('harb');
  await expect(dialog(page).getByRole('button', { name: BANK })).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Polls within the page, because a dialog that closes after two seconds could be missed from outside. */
const saidInDialog = (page: Page, words: RegExp) =>
  page.waitForFunction(
    (pattern) =>
      [...document.querySelectorAll('[role=dialog]')].some(({ textContent }) => new RegExp(pattern).test(textContent)),
    words.source,
    { polling: 50 },
  );

/** Waits for the next page, because closing a window that is loading can also close its opener. */
const clickAndWaitForLoad = async (bank: Page, what: string) => {
  const loaded = bank.waitForEvent('load');
  await bank.getByRole('button', { name: what, exact: true }).click();
  await loaded;
};

test('connects a bank, shows its transactions live, and later imports only new ones', async ({
  page,
  server,
  landlord,
  forward,
  expectConsoleError,
}) => {
  const finance = await page.context().newPage();
  await finance.goto('/dashboard/finance');
  await expect(finance.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await choosesBank(page);
  await expect(dialog(page)).toContainText(`${BANK} asks you to renew access within 90 days`);
  const bank = await leavesForBank(page);
  expect(await stored(page)).toMatch(/^[0-9a-f-]{36}$/);
  await bank.getByRole('checkbox', { name: /^Classic Account/ }).uncheck();
  await clickAndWaitForLoad(bank, 'Approve');
  await test.step('S2.4.23 opens the dialog and exchanges on return', async () => {
    await expect(bank).toHaveURL(/\/dashboard\/finance\?tab=accounts$/);
    await expect(dialog(bank, 'Which accounts are for your lets?')).toBeVisible();
  });

  const choice = dialog(page, 'Which accounts are for your lets?');
  await expect(choice.getByRole('checkbox', { name: /^Import / })).toHaveCount(2);
  expect(await count(server, landlord), 'before they are confirmed').toBe(0);
  await choice.getByRole('textbox').first().fill('Rents');
  await choice.getByRole('checkbox', { name: 'This account is only for my lets, Rents' }).check();
  const outcome = saidInDialog(page, /Connected 2 bank accounts and imported [\d,]+ transactions\./);
  await choice.getByRole('button', { name: 'Import 2 accounts' }).click();
  await test.step('S2.2.72, S2.4.24, S2.7.41, S2.8.41 shows the outcome, removes the stored id, and closes the dialog', async () => {
    await outcome;
    expect(await stored(page)).toBeNull();
    await expect(
      page.getByRole('status', { name: 'Bank Connected', description: /^Connected 2 bank accounts/ }),
    ).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Bank Connected' }).filter({ hasText: 'Done' })).toBeHidden();
  });
  await expect(dialog(bank, 'Bank Connected'), 'which chose no accounts').toContainText(`${BANK} is connected`);
  await bank.close();
  await expect(finance.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(5)).toBeVisible();
  await finance.close();
  const imported = await count(server, landlord);
  expect(imported).toBeGreaterThan(100);

  const rents = row(page, 'Rents').first();
  await expect(rents).toContainText('Connected');
  const lettingsOnly = page.getByRole('group', { name: 'This account is only for my lets' });
  await expect(lettingsOnly.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(lettingsOnly.getByRole('checkbox', { checked: false })).toHaveCount(1);
  await test.step('S2.8.42 syncs an account', async () => {
    await rents.getByRole('button', { name: /^Sync/ }).click();
    await expectToast(page, 'Account synchronized');
  });
  expect(await count(server, landlord), 'synchronized again').toBe(imported);
  const broken = await fail(page, { method: 'POST', path: /\/sync$/ }, 'internal');
  expectConsoleError(/status of 500/);
  await test.step('S2.8.43 shows an error if an account cannot be synced', async () => {
    await rents.getByRole('button', { name: /^Sync/ }).click();
    await expectErrorToast(page, 'Synchronization failed', 'Something went wrong on our side.');
  });
  await broken();

  await test.step('renews a consent that ends soon', async () => {
    await statement(
      server,
      `update bank_connections set reconfirm_by = app.instant() + interval '3 days' where user_id = $1`,
      [landlord.id],
    );
    await page.reload();
    await expect(rents).toContainText(/Consent ends on \d\d \w{3} \d{4}/);
    await rents.getByRole('button', { name: 'Renew access' }).click();
    await expect(dialog(page, `${BANK} needs your permission again`)).toContainText(`${BANK} stops sharing on`);
    const opened = page.context().waitForEvent('page');
    await dialog(page)
      .getByRole('button', { name: `Continue to ${BANK}` })
      .click();
    const again = await opened;
    await clickAndWaitForLoad(again, 'Agree again');
    await expect(dialog(page)).toContainText(`${BANK} is connected`);
    await expect(dialog(again)).toContainText(/is connected|Go back to the window where you started/);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await again.close();
    await expect(rents).not.toContainText('Consent ends');
  });
  await forward(5 * DAY_MS);
  await page.reload();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('status', { name: /^(\d+ new transactions?|Up to date)$/ })).toBeVisible();
  const later = await count(server, landlord);
  expect(later).toBeGreaterThan(imported);
  expect(later).toBeLessThan(imported + 40);

  await rents.getByRole('button', { name: /^Remove/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Bank Account' });
  await expect(question).toContainText(`1 other account of ${BANK} stays connected.`);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(rents).toBeHidden();
  await panel(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(question).toContainText(`Your consent at ${BANK} is revoked`);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(panel(page).getByRole('heading', { name: 'No bank accounts yet' })).toBeVisible();
  expect(await count(server, landlord), 'transactions stay').toBe(later);
});

test('shows a message for a cancelled, failed or abandoned connection, which can be resumed', async ({
  page,
  server,
  landlord,
  anotherLandlord,
  expectConsoleError,
}) => {
  const POST = { method: 'POST', path: '/api/functions/gocardless' } as const;
  await page.clock.install();
  await test.step('S2.2.71, S2.8.44 opens the bank from the card, or shows the reason for a failure', async () => {
    await choosesBank(page);
    const broken = await fail(page, POST, 'internal');
    expectConsoleError(/status of 500/);
    await dialog(page)
      .getByRole('button', { name: `Continue to ${BANK}` })
      .click();
    const why = 'Failed to connect to the open-banking provider. Please try again.';
    await expectErrorToast(page, 'Connection Error', why);
    await broken();
  });
  let bank = await leavesForBank(page);
  await test.step('S2.8.46 shows an error if the status cannot be checked', async () => {
    const broken = await fail(page, POST, 'internal');
    expectConsoleError(/status of 500/);
    await expect(dialog(page)).toContainText('Failed to check connection status. Please try again.');
    await broken();
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await expect(dialog(page)).toContainText(`Waiting for ${BANK}`);
  });
  await clickAndWaitForLoad(bank, 'Cancel');
  await test.step('S2.8.45 shows that it was cancelled at the bank', async () => {
    const failed = dialog(page, 'Connection failed');
    await expect(failed).toContainText('Connection failed or was cancelled by the user.');
  });
  await expect(dialog(page)).toContainText(`You returned from ${BANK} without agreeing. We did not import anything.`);
  // The waiting window may have handled the return first.
  await expect(dialog(bank)).toContainText(/cancelled by the user\.|Go back to the window where you started/);
  await bank.close();
  expect(await stored(page)).toBeNull();

  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  bank = await leavesForBank(page);
  await clickAndWaitForLoad(bank, 'Fail');
  await expect(dialog(page, 'Connection failed')).toContainText(`${BANK} did not agree to the connection.`);
  await bank.close();

  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  bank = await leavesForBank(page);
  const consent = bank.url();
  await clickAndWaitForLoad(bank, 'Leave without deciding');
  await bank.close();
  await page.reload();
  await expect(card(page)).toContainText(`${BANK} is waiting for you to agree.`);
  await card(page)
    .getByRole('button', { name: `Continue with ${BANK}` })
    .click();
  await expect(dialog(page)).toContainText(`Waiting for ${BANK}`);
  await test.step('S2.4.22 polls for at most five minutes', async () => {
    await page.clock.fastForward(5 * 60_000);
    await expect(dialog(page)).toContainText(`${BANK} is taking longer than five minutes`);
    await dialog(page).getByRole('button', { name: 'Check again' }).click();
    await expect(dialog(page)).toContainText(`Waiting for ${BANK}`);
  });
  const { page: elsewhere } = await anotherLandlord();
  await elsewhere.goto(consent);
  await clickAndWaitForLoad(elsewhere, 'Approve');
  await expect(elsewhere.getByRole('heading', { name: 'Go back to the window where you started' })).toBeVisible();
  const choice = dialog(page, 'Which accounts are for your lets?');
  await expect(choice.getByRole('button', { name: /^Import 3 accounts/ })).toBeEnabled();
  await choice.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page).getByRole('button', { name: /^Continue/ })).toBeHidden();
  expect(await count(server, landlord)).toBe(0);
});

test('names a failed account with the reason, and retries it', async ({
  page,
  server,
  landlord,
  forward,
  expectConsoleError,
}) => {
  await choosesBank(page);
  const bank = await leavesForBank(page);
  const faults = await bank.getByRole('link', { name: 'their next responses' }).getAttribute('href');
  await bank.getByRole('checkbox', { name: /^Classic Account/ }).uncheck();
  await test.step('S2.8.47 retries a failed exchange', async () => {
    const broken = await fail(bank, { method: 'POST', path: '/api/functions/gocardless' }, 'internal');
    expectConsoleError(/status of 500/);
    await clickAndWaitForLoad(bank, 'Approve');
    await expect(dialog(bank)).toContainText('Failed to complete bank connection. Please try again.');
    await broken();
    await dialog(bank).getByRole('button', { name: 'Try again' }).click();
    await expect(dialog(bank, 'Which accounts are for your lets?')).toBeVisible();
  });
  const choice = dialog(page, 'Which accounts are for your lets?');
  await expect(choice.getByRole('button', { name: 'Import 2 accounts' })).toBeEnabled();
  await bank.goto(new URL(faults ?? '', server.address).href);
  await bank.getByLabel('Deposits').selectOption('Bank’s daily limit (429)');
  await bank.getByRole('button', { name: 'Save' }).click();
  await expect(bank.getByLabel('Deposits')).toHaveValue('limit');
  await bank.close();
  await choice.getByRole('button', { name: 'Import 2 accounts' }).click();
  const done = dialog(page, 'Bank Connected').filter({ hasText: 'Done' });
  await expect(done).toContainText(/Connected 1 bank account and imported [\d,]+ transactions\./);
  await expect(done).toContainText(
    /limits updates each day.*You can refresh it again at \d\d:\d\d on \d\d \w{3} \d{4}\./,
  );
  await forward(25 * 60 * 60 * 1000);
  const before = await count(server, landlord);
  const retried = saidInDialog(page, /Connected 2 bank accounts and imported [\d,]+ transactions\./);
  await done.getByRole('button', { name: 'Retry Deposits' }).click();
  await retried;
  expect(await count(server, landlord)).toBeGreaterThan(before);
});
