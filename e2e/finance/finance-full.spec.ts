import { expect } from '@playwright/test';
import { expectToast } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { importsMany, row, scrollToRow, table } from '../support/finance.ts';
import { delay, dropNextResponse, fail } from '../support/network-faults.ts';
import { test } from '../support/test.ts';

const EXPORT = { path: '/api/transactions/export' };

test('scrolls through two thousand transactions despite a failed page, and changes all of them', {
  tag: '@full',
}, async ({ page, landlord, server, expectConsoleError }) => {
  test.slow();
  await importsMany(server, landlord, 2000);
  await page.goto('/dashboard/finance');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '2001');
  const restore = await fail(page, { path: '/api/transactions' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load transactions.' });
  await expect(alert).toBeVisible();
  await restore();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.evaluate(scrollToRow, 2001);
  await expect(row(page, 'Entry 2000')).toBeInViewport();
  expect(await table(page).getByRole('row').count(), 'rows in the document').toBeLessThan(100);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await table(page).getByRole('checkbox', { name: 'Select all that are loaded' }).check();
  await expect(page.getByRole('dialog', { name: 'Choose 1,000 transactions or fewer' })).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selected transactions' });
  await expect(bar).toContainText('1,000 selected');
  await bar.getByRole('button', { name: 'Select all 2,000' }).click();
  await expect(bar).toContainText('2,000 selected');
  await bar.getByRole('button', { name: 'Set category' }).click();
  const asked = page.getByRole('dialog', { name: 'Set category' });
  await asked.getByLabel('Category').selectOption('Insurance');
  await asked.getByRole('button', { name: 'Set category' }).click();
  await expectToast(page, '2,000 transactions updated');
});

test('retries an export that was cancelled, refused, interrupted, or too large for Excel', {
  tag: '@full',
}, async ({ page, landlord, server, expectConsoleError }) => {
  await importsMany(server, landlord, 300);
  await page.goto('/dashboard/finance');
  let files = 0;
  page.on('download', () => {
    files += 1;
  });
  const shown = page.getByRole('dialog', { name: 'Export transactions' });
  const press = (name: string) => shown.getByRole('button', { name, exact: true }).click();
  const opener = page.getByRole('button', { name: 'Export', exact: true }).first();
  await opener.click();
  const letGo = await delay(page, EXPORT);
  await press('Export');
  await expect(shown.getByRole('button', { name: 'Preparing the file...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown, 'while it runs').toBeVisible();
  await press('Cancel');
  await expect(shown).toBeHidden();
  letGo();

  await opener.click();
  const restore = await fail(page, EXPORT, 'too_many_attempts');
  expectConsoleError(/status of 429/);
  await press('Export');
  await expect(shown.getByRole('alert')).toContainText('We could not export the transactions. Too many attempts.');
  await restore();
  await dropNextResponse(page, EXPORT);
  await press('Retry');
  await expect(shown.getByRole('alert')).toContainText('The connection ended before the download was complete.');
  expect(files, 'half a file').toBe(0);

  // Inserts only the totals, because inserting the rows would take too long.
  const sums = 'app.transaction_totals (user_id, property_id, category, type, status, slot, count, amount)';
  const values = `$1, app.no_property(), 'utilities', 'expense', 'completed', 7, 184000, -184000`;
  await statement(server, `insert into ${sums} values (${values})`, [landlord.id]);
  expectConsoleError(/status of 422/);
  await shown.getByRole('radio', { name: /^Excel/ }).check();
  await press('Export');
  await expect(shown.getByRole('alert')).toContainText(
    'You are exporting 184,300 transactions. Excel files can have up to 100,000. Choose CSV instead.',
  );
  await page.reload();
  await opener.click();
  await expect(shown.getByRole('radio', { name: /^Excel/ })).toBeDisabled();
  await statement(server, `delete from app.transaction_totals where user_id = $1 and category = 'utilities'`, [
    landlord.id,
  ]);
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await press('Export');
  const signIn = page.getByRole('dialog', { name: 'Log in' });
  await signIn.getByLabel('Password', { exact: true }).fill(landlord.password);
  await signIn.getByRole('button', { name: 'Log in' }).click();
  await expectToast(page, 'Exported 300 transactions');
  expect(files).toBe(1);
});
