import { expect } from '@playwright/test';
import { dayFromNow } from '../support/days.ts';
import { addsExpense } from '../support/finance.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';

test('estimates the tax on property on a phone, and records the savings for it', async ({ page, landlord }) => {
  const keyboard = keyboardOf(page);
  const date = dayFromNow(0);
  await page.setViewportSize({ width: 375, height: 812 });
  const rent = { date, type: 'income' as const, category: 'rent', description: 'Rent', amount: 2_000_000 };
  await addsExpense(landlord, rent);
  await addsExpense(landlord, { date, category: 'mortgage interest', description: 'Interest', amount: 1_500_000 });
  await page.goto('/dashboard/tax/2026-27');
  const card = page.getByRole('region', { name: 'Estimated tax' });
  await expect(card).toContainText('leaves out National Insurance');

  await keyboard.press(card.getByRole('button', { name: 'Enter other income' }));
  const dialog = page.getByRole('dialog', { name: 'Your figures for 2026–27' });
  const pay = dialog.getByLabel('Pay, self-employment and pensions');
  await keyboard.fill(pay, '-5');
  await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog.getByText('Enter an amount of 0 or more')).toBeVisible();
  await keyboard.fill(pay, '60,000');
  await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toBeHidden();

  const steps = card.getByRole('list', { name: 'Steps of the estimate' });
  await expect(steps.getByRole('listitem').filter({ hasText: '(lowest)' })).toContainText([
    /.*/,
    'Finance costs of this year',
  ]);
  await expect(card).toContainText('Put aside £5,000.00 in');
  await keyboard.press(card.getByRole('button', { name: 'Record' }));
  await expect(card.getByRole('progressbar', { name: '£5,000.00 of £5,000.00 put aside' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Record' })).toBeHidden();
});
