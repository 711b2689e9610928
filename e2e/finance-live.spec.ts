/** Changes from elsewhere on the finance screen: in their place, in the sums, and for a moment in another colour. */
import { expect, type Page } from '@playwright/test';
import { statement } from './database.ts';
import {
  addsExpense,
  bringsIncome,
  bringsMany,
  card,
  changesTransaction,
  descriptions,
  removesExpense,
  row,
  scrollToRow,
  table,
} from './finance.ts';
import { test } from './journey.ts';
import type { Landlord } from './landlords.ts';
import { delay } from './network-faults.ts';

const arrived = (page: Page) => table(page).locator('.arrived');

test('what is added elsewhere stands in its place, for a moment in another colour, and is counted', async ({
  page,
  landlord,
  server,
}) => {
  await addsExpense(landlord, { description: 'Old', date: '2026-01-01', amount: 100 });
  await addsExpense(landlord, { description: 'New', date: '2026-03-01', amount: 200 });
  await page.goto('/dashboard/finance');
  await expect(descriptions(page)).toHaveText(['New', 'Old']);
  await hearing(landlord);
  await addsExpense(landlord, { description: 'Between', date: '2026-02-01', amount: 12_345 });
  await expect(arrived(page)).toContainText('Between');
  await expect(descriptions(page)).toHaveText(['New', 'Between', 'Old']);
  await expect(card(page, 'Total Expenses')).toContainText('£126.45');
  await expect(page.getByRole('tabpanel')).toContainText('3 transactionsIncome+£0.00Expenses−£126.45');
  await expect(arrived(page)).toHaveCount(0);
  await bringsIncome(server, landlord, { description: 'Rent, Ada', date: '2026-04-01' });
  await expect(arrived(page)).toContainText('Rent, Ada');
  await expect(descriptions(page).first()).toHaveText('Rent, Ada');
});

test('what is changed or removed elsewhere changes and goes, also out of a filter', async ({ page, landlord }) => {
  const boiler = await addsExpense(landlord, { description: 'Boiler', amount: 10_000 });
  const gutters = await addsExpense(landlord, { description: 'Gutters', amount: 20_000 });
  await page.goto('/dashboard/finance?category=maintenance');
  await expect(descriptions(page)).toHaveCount(2);
  await hearing(landlord);
  const replaced = await changesTransaction(landlord, boiler, { description: 'Boiler, new', amount: 300_000 });
  await expect(row(page, 'Boiler, new')).toContainText('−£3,000.00');
  await expect(arrived(page), 'what was there before').toHaveCount(0);
  await changesTransaction(landlord, replaced, { category: 'other' });
  await expect(descriptions(page)).toHaveText(['Gutters']);
  await addsExpense(landlord, { description: 'Filtered out', category: 'tax' });
  await removesExpense(landlord, gutters);
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await expect(page.getByText('0 of 2 transactions')).toBeVisible();
});

test('what is added while the list is being read is not lost', async ({ page, landlord, server }) => {
  await bringsMany(server, landlord, 150);
  await page.goto('/dashboard/finance');
  await expect(row(page, 'Entry 1')).not.toHaveCount(0);
  await hearing(landlord);
  const letGo = await delay(page, { path: '/api/transactions' });
  const asked = page.waitForRequest(/cursor=/);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await asked;
  await addsExpense(landlord, { description: 'Just now', date: '2026-11-01' });
  letGo();
  await page.evaluate(scrollToRow, 152);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(row(page, 'Just now')).toBeVisible();
});

test('after many changes at once the list equals the database', async ({ page, landlord, server }) => {
  await bringsMany(server, landlord, 300);
  await page.goto('/dashboard/finance?sort=lowest');
  await expect(descriptions(page).first()).toHaveText('Entry 1');
  await hearing(landlord);
  await statement(server, `delete from public.transactions where user_id = $1 and size <= 25000`, [landlord.id]);
  await expect(descriptions(page).first()).toHaveText('Entry 251');
  await expect(page.getByText('50 transactions').first()).toBeVisible();
});

/** Waits until the page hears of changes: one that is made for this, and taken back. */
async function hearing({ page, ...landlord }: Landlord): Promise<void> {
  const made = await addsExpense({ page, ...landlord }, { description: 'Is anybody there?', amount: 1 });
  await expect(row(page, made.description)).toBeVisible();
  await removesExpense({ page, ...landlord }, made);
  await expect(row(page, made.description)).toHaveCount(0);
}
