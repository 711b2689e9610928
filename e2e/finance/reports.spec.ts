import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectToast, title } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import { addsExpense } from '../support/finance.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';

test('opens profit and loss, changes the period, opens its rows, saves it and downloads it, also on a phone', async ({
  page,
  landlord,
}) => {
  const keyboard = keyboardOf(page);
  const { id: propertyId } = await landlord.adds({ address: '2 Mill Lane' });
  const date = dayFromNow(0);
  await addsExpense(landlord, {
    type: 'income',
    category: 'rent',
    amount: 120_000,
    description: 'Rent',
    date,
    propertyId,
  });
  await addsExpense(landlord, {
    category: 'maintenance',
    amount: 28_640,
    description: 'Boiler repair',
    date,
    propertyId,
  });
  await addsExpense(landlord, { category: 'insurance', amount: 14_620, description: 'Office', date });
  const table = page.getByRole('table', { name: /^Profit and loss/ });
  const row = table.getByRole('row', { name: /2 Mill Lane/ }).first();

  await test.step('shows the profit of each property, and the rows of none', async () => {
    await page.goto('/dashboard/finance');
    await page.getByRole('navigation', { name: 'In Finance' }).getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('link', { name: 'Profit and loss' }).click();
    await expect(title(page, 'Profit and loss')).toBeVisible();
    await expect(row).toContainText('£913.60');
    await expect(page.getByText('1 transaction of −£146.20 has no property and is not shown.')).toBeVisible();
  });

  await test.step('has no rows in a period without transactions', async () => {
    await page.getByLabel('Period').selectOption('last-tax-year');
    await expect(page.getByRole('heading', { name: /^No income or expenses between/ })).toBeVisible();
    await page.getByLabel('Period').selectOption('month');
    await expect(page).toHaveURL(/period=month/);
    await expect(row).toContainText('£913.60');
  });

  await test.step('opens categories and transactions by keyboard, as far as Finance', async () => {
    await keyboard.press(page.getByRole('button', { name: 'Details of 2 Mill Lane' }));
    await keyboard.press(page.getByRole('button', { name: /^Maintenance/ }));
    await expect(page.getByRole('link', { name: 'Boiler repair' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open this transaction in Finance' })).toHaveAttribute(
      'href',
      /category=maintenance/,
    );
  });

  await test.step('saves it, and opens it again from the list', async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this report' });
    await dialog.getByLabel('Name').fill('Profit, for Ken');
    await dialog.getByLabel('Email monthly').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Report saved');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.getByRole('link', { name: 'All reports' }).click();
    await expect(page.getByText(/Emailed monthly to/)).toBeVisible();
    await page.getByRole('link', { name: 'Profit, for Ken' }).click();
    await expect(row).toContainText('£913.60');
    await expect(page).toHaveURL(/period=month/);
  });

  await test.step('downloads it', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('1200.00,-286.40,913.60');
  });
});
