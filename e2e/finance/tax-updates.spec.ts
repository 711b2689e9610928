import { expect } from '@playwright/test';
import { expectToast, title } from '../support/copy.ts';
import { addsExpense } from '../support/finance.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';

test('closes a quarter by keyboard on a phone, and sends a correction', async ({ page, landlord }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const keyboard = keyboardOf(page);
  const dialog = page.getByRole('dialog');
  const confirmation = page.getByRole('alertdialog');
  const figures = page.getByRole('region', { name: 'Figures' });
  const send = page.getByRole('button', { name: 'Send to HMRC (sandbox)' });
  const UPDATE = '/dashboard/tax/2026-27/updates/2';
  const date = '2026-08-03';
  await addsExpense(landlord, { date, description: 'Council tax while empty', category: 'tax', amount: 19_510 });
  await addsExpense(landlord, { date, description: 'Boiler repair', category: 'maintenance', amount: 38_000 });

  await test.step('shows no question about HMRC until quarterly updates are chosen', async () => {
    await page.goto('/dashboard/tax/2026-27');
    await expect(page.getByRole('region', { name: 'Boxes of the tax return (SA105)' })).toBeVisible();
    await expect(page.getByText('HMRC for live use')).toBeHidden();
    await keyboard.press(page.getByRole('button', { name: 'Quarterly updates' }));
    await keyboard.press(dialog.getByRole('button', { name: 'Report quarterly' }));
    await expectToast(page, 'Quarterly updates saved');
    await expect(page.getByText('Tenure is not yet approved by HMRC for live use.')).toBeVisible();
    await expect(page.getByText(/^Due 07 Nov 2026, \d+ days late$/)).toBeVisible();
    await expect(page.getByText('so you only need to send update 2.')).toBeVisible();
  });

  await test.step('answers the row that waits', async () => {
    await keyboard.press(page.getByRole('link', { name: 'Check update 2' }));
    await expect(title(page, 'Update 2')).toBeVisible();
    await expect(page.getByText('1 transaction (£195.10) needs an answer').first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Questions' })).toContainText('Which tax is it?');
    await keyboard.keys('1');
    await expect(page.getByRole('list', { name: 'Questions' })).toBeHidden();
    await expect(figures.getByRole('row', { name: /Rent, rates/ })).toContainText('£195.10');
  });

  await test.step('connects to HMRC', async () => {
    await page.goto(UPDATE);
    await keyboard.press(page.getByRole('button', { name: 'Connect to HMRC (sandbox)' }));
    await keyboard.fill(dialog.getByLabel('National Insurance number'), 'AB 12 34 56 C');
    await keyboard.to(dialog.getByLabel('Where you pay tax'));
    await keyboard.keys('E');
    await keyboard.press(dialog.getByRole('button', { name: 'Continue to HMRC' }));
    await keyboard.press(page.getByRole('button', { name: 'Give permission' }));
    await expectToast(page, 'Connected to HMRC');
  });

  await test.step('can still send the figures after a mark as sent elsewhere by mistake', async () => {
    await page.goto(UPDATE);
    const mark = page.getByRole('button', { name: 'Mark as sent elsewhere' });
    await keyboard.press(mark);
    await keyboard.press(confirmation.getByRole('button', { name: 'Mark as sent' }));
    await expect(page.getByText(/^Marked as sent elsewhere, /)).toBeVisible();
    await expect(mark).toBeHidden();
    await expect(confirmation).toBeHidden();
  });

  await test.step('sends the update, and shows the figures that are kept', async () => {
    await keyboard.press(send);
    await keyboard.press(confirmation.getByRole('button', { name: 'Send' }));
    await expect(page.getByText('We keep these figures as you reported them.')).toBeVisible();
    await expect(page.getByText(/^Sent, accepted by HMRC/)).toBeVisible();
    await expect(send).toBeHidden();
  });

  await test.step('shows a later transaction as a correction, and sends it', async () => {
    await expect(confirmation).toBeHidden();
    await addsExpense(landlord, { date, description: 'Gutter clearing', category: 'maintenance', amount: 9_500 });
    await expect(figures.getByRole('list', { name: 'Corrections' })).toContainText('Gutter clearing');
    await expect(figures.getByRole('row', { name: /Property repairs/ })).toContainText('+£95.00');
    await keyboard.press(send);
    await keyboard.press(confirmation.getByRole('button', { name: 'Send' }));
    await expect(figures.getByRole('list', { name: 'Corrections' })).toBeHidden();
    await expect(figures.getByRole('row', { name: /Property repairs/ })).toContainText('£475.00');
  });
});
