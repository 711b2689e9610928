import { expect } from '@playwright/test';
import { LAYOUTS, pdf } from '../../test/fixtures/pdfs.ts';
import { photo } from '../../test/fixtures/uploads.ts';
import { expectToast } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import { addsExpense } from '../support/finance.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';
import { drag } from '../support/upload-field.ts';

test('drops receipts, attaches one to the row it suggests by keyboard, and warns of the same file', async ({
  page,
  landlord,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const keyboard = keyboardOf(page);
  const date = dayFromNow(-3);
  await addsExpense(landlord, { date, description: 'CARD 4417 HARBOUR', category: 'maintenance', amount: 12_000 });
  await addsExpense(landlord, { date, description: 'Gutter clearing', category: 'maintenance', amount: 9_500 });
  const bytes = await pdf(LAYOUTS.builder({ supplier: 'Harbour Plumbing Ltd', date, total: '120.00' }));
  const picture = await photo().jpeg().toBuffer();
  const area = page.getByRole('group', { name: 'Add receipts' });
  const invoice = page.getByRole('region', { name: /^invoice\.pdf/ });

  await test.step('drops two files, and the PDF suggests its row', async () => {
    await page.goto('/dashboard/finance');
    const link = page.getByRole('navigation', { name: 'In Finance' }).getByRole('link', { name: 'Receipts' });
    await link.click();
    await expect(page.getByText('No receipts without a transaction')).toBeVisible();
    await page.reload();
    await expect(link).toBeInViewport({ ratio: 1 });
    const drop = await drag(area, [
      { name: 'invoice.pdf', bytes },
      { name: 'till.jpg', bytes: picture },
    ]);
    await drop();
    await expect(invoice).toContainText('£120.00 · Harbour Plumbing Ltd');
    await expect(invoice.getByRole('list', { name: 'Suggested transactions' })).toContainText('CARD 4417 HARBOUR');
    await expect(page.getByRole('region', { name: /^till\.jpg/ })).toBeVisible();
  });

  await test.step('attaches it by keyboard', async () => {
    await keyboard.press(invoice.getByRole('button', { name: 'Attach to this transaction CARD 4417 HARBOUR' }));
    await expectToast(page, 'Receipt attached');
    await expect(invoice).toHaveCount(0);
  });

  await test.step('warns of the same file, and makes a transaction from it', async () => {
    await (await drag(area, [{ name: 'invoice.pdf', bytes }]))();
    await expect(invoice).toContainText('You have this already: CARD 4417 HARBOUR');
    await keyboard.press(invoice.getByRole('button', { name: 'Add as a new transaction' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Amount (£)')).toHaveValue('120');
    await expect(dialog.getByLabel('Description')).toHaveValue('Harbour Plumbing Ltd');
    await expect(dialog.getByRole('group', { name: 'Receipt or invoice' })).toContainText('invoice.pdf');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('lists the row without a receipt on the tax year, and needs none', async () => {
    await page.goto('/dashboard/tax');
    await expect(page.getByText('1 of 2 expenses, £95.00')).toBeVisible();
    await page.getByRole('link', { name: 'All 1' }).click();
    const rows = page.getByRole('list', { name: 'Transactions without a receipt' });
    await keyboard.press(rows.getByRole('button', { name: 'None needed for Gutter clearing' }));
    await expect(page.getByText('Every expense has its receipt')).toBeVisible();
    await page.getByRole('button', { name: 'Show 1 that need none' }).click();
    await page.getByRole('button', { name: 'Receipt needed for Gutter clearing' }).click();
    await page.getByRole('button', { name: 'Show transactions without a receipt' }).click();
    await expect(rows).toContainText('Gutter clearing');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(375);
  });
});
