import { expect } from '@playwright/test';
import { title } from '../support/copy.ts';
import { addsExpense } from '../support/finance.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';

test('divides a couple’s tax 60/40 on a phone, from no owner to both tax years of each', async ({ page, landlord }) => {
  const keyboard = keyboardOf(page);
  await page.setViewportSize({ width: 375, height: 812 });
  for (const [date, amount] of [['2025-06-01', 100_000] as const, ['2026-06-01', 123_457] as const])
    await addsExpense(landlord, { date, type: 'income', category: 'rent', description: `Rent of ${date}`, amount });
  const dialog = page.getByRole('dialog');
  const boxes = page.getByRole('list', { name: 'Boxes' });

  await test.step('starts from the tax page, which asks nothing about owners', async () => {
    await page.goto('/dashboard/tax/2026-27');
    await expect(boxes).toContainText('£1,234.57');
    await expect(page.getByLabel('Owner', { exact: true })).toBeHidden();
    await keyboard.press(page.getByRole('link', { name: 'Owners' }));
    await expect(title(page, 'Owners')).toBeVisible();
    await keyboard.press(page.getByRole('button', { name: 'Add the first owner' }));
    await keyboard.fill(dialog.getByLabel('Name'), 'Grace Lovelace');
    await keyboard.press(dialog.getByRole('button', { name: 'Add Owner' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Grace Lovelace owns everything. Add another owner to share it.')).toBeVisible();
    await keyboard.press(page.getByRole('button', { name: 'Add owner' }));
    await keyboard.fill(dialog.getByLabel('Name'), 'Ben Lovelace');
    await keyboard.press(dialog.getByRole('button', { name: 'Add Owner' }));
    await expect(dialog).toBeHidden();
  });

  await test.step('refuses shares that do not add up, and shows which shares apply to spouses', async () => {
    await keyboard.press(page.getByRole('button', { name: 'Add shares' }));
    await keyboard.fill(dialog.getByLabel('Share of Grace Lovelace'), '60');
    await keyboard.fill(dialog.getByLabel('Share of Ben Lovelace'), '30');
    await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog.getByText('Shares add up to 90%. Change them to add up to 100%.')).toBeVisible();
    await keyboard.fill(dialog.getByLabel('Share of Ben Lovelace'), '40');
    await expect(dialog.getByText(/^Shares add up to/)).toBeHidden();
    await keyboard.to(dialog.getByLabel('They are married or civil partners, and live together'));
    await page.keyboard.press('Space');
    await expect(dialog.getByText(/HMRC taxes them 50:50/)).toBeVisible();
    await page.keyboard.press('Space');
    await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
    await expect(page.getByRole('list', { name: 'Shares' })).toContainText('Grace Lovelace 60%, Ben Lovelace 40%');
  });

  await test.step('shows the boxes of each owner in both years, with the whole row and the part', async () => {
    await keyboard.press(page.getByRole('link', { name: 'Tax', exact: true }).last());
    const owner = page.getByLabel('Owner', { exact: true });
    await owner.selectOption('Ben Lovelace');
    await expect(boxes).toContainText('£493.83');
    await keyboard.press(boxes.getByRole('button', { name: /^Box 20/ }));
    await expect(boxes.getByRole('listitem').filter({ hasText: 'Rent of 2026-06-01' }).last()).toContainText(
      /£1,234\.57.*40%: \+£493\.83/,
    );
    await page.getByLabel('Tax year').selectOption('2025–26');
    await expect(boxes).toContainText('£400.00');
    await owner.selectOption('Grace Lovelace');
    await expect(boxes).toContainText('£600.00');
    await page.reload();
    await expect(boxes).toContainText('£600.00');
    await page.getByLabel('Tax year').selectOption('2026–27');
    await expect(boxes).toContainText('£740.74');
  });

  await test.step('returns from an update to the tax year of the same owner', async () => {
    await page.goto(page.url().replace('/2026-27', '/2026-27/updates/2'));
    await expect(title(page, 'Update 2')).toBeVisible();
    await keyboard.press(page.getByRole('link', { name: 'Tax year 2026–27' }));
    await expect(boxes).toContainText('£740.74');
    await expect(page.getByLabel('Owner', { exact: true })).toHaveValue(/./);
  });
});
