/** What one browser changes another shows at once, whoever made it change, and nobody else's browser ever hears of it. */
import { expect } from '@playwright/test';
import { statement } from './database.ts';
import { addsExpense, bringsIncome, changesTransaction, descriptions, removesExpense, row } from './finance.ts';
import { test } from './journey.ts';
import { signIn } from './landlords.ts';
import { hearing, overhear } from './live.ts';

const FINANCE = '/dashboard/finance';

test('two browsers of one landlord show the same, change by change, and another landlord’s hears nothing', async ({
  page,
  landlord,
  anotherBrowser,
  anotherLandlord,
  server,
}) => {
  const beside = await anotherBrowser();
  await signIn(beside, server.address, landlord);
  const stranger = await anotherLandlord({ name: 'Grace Hopper' });
  for (const one of [page, beside, stranger.page]) await one.goto(FINANCE);
  await hearing(server, landlord, page, beside);
  await hearing(server, stranger, stranger.page);
  const strangers = await overhear(stranger.page, stranger);

  const boiler = await addsExpense(landlord, { description: 'Boiler', amount: 10_000 });
  for (const one of [page, beside]) await expect(row(one, 'Boiler')).toContainText('−£100.00');
  await changesTransaction(landlord, boiler, { amount: 12_345 });
  for (const one of [page, beside]) await expect(row(one, 'Boiler')).toContainText('−£123.45');
  await bringsIncome(server, landlord, { description: 'Rent, by import' });
  for (const one of [page, beside]) await expect(row(one, 'Rent, by import')).toContainText('+£1,450.00');
  await removesExpense(landlord, { ...boiler, version: 2 });
  for (const one of [page, beside]) await expect(descriptions(one)).toHaveText(['Rent, by import']);

  const own = await addsExpense(stranger, { description: 'Their own' });
  await expect(row(stranger.page, 'Their own')).toBeVisible();
  expect(await strangers.changes()).toEqual([{ table: 'transactions', operation: 'insert', id: own.id }]);
  await expect(descriptions(stranger.page)).toHaveText(['Their own']);
  for (const one of [page, beside]) await expect(descriptions(one)).toHaveText(['Rent, by import']);
});

test('what thousands of rows become by one statement is shown as it is in the database', async ({
  page,
  landlord,
  server,
}) => {
  await page.goto(FINANCE);
  await hearing(server, landlord, page);
  await statement(
    server,
    `insert into public.transactions (user_id, amount, date, description, category, type)
     select $1, -n, date '2026-10-31' - n, 'Entry ' || n, 'tax', 'expense' from generate_series(1, 3000) n`,
    [landlord.id],
  );
  await expect(descriptions(page).first()).toHaveText('Entry 1');
  await expect(page.getByText('3,000 transactions').first()).toBeVisible();
  await statement(server, `delete from public.transactions where user_id = $1 and amount < -2`, [landlord.id]);
  await expect(descriptions(page)).toHaveText(['Entry 1', 'Entry 2']);
});
