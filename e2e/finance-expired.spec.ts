/** A landlord whose trial is over, at work in Finance: all of it goes on. */
import { expect } from '@playwright/test';
import { addsExpense, bringsIncome, row, transactionNow } from './finance.ts';
import {
  amount,
  chooses,
  dialog,
  expectSuccess,
  field,
  fillIn,
  openAdd,
  property,
  question,
  save,
} from './finance-dialogs.ts';
import { test } from './journey.ts';
import { expectSaid, title } from './words.ts';

const EIGHT_DAYS = 8 * 24 * 3600 * 1000;

test('after the trial expenses are still added for a property, changed, paid and deleted, and income is still sorted', async ({
  page,
  landlord,
  server,
  forward,
}) => {
  await landlord.adds({ address: '47 Knavesmire Crescent', city: 'York' });
  const { id } = await landlord.adds({ address: '2 Mill Lane', city: 'Leeds' });
  const old = await addsExpense(landlord, { description: 'Gutter', status: 'pending', propertyId: id });
  const income = await bringsIncome(server, landlord);
  await forward(EIGHT_DAYS);
  await openAdd(page);
  await fillIn(page, { description: 'Locks changed' });
  await chooses(page, 'Knavesmire');
  await save(page).click();
  await expectSaid(page, 'Transaction added successfully');
  await expect(row(page, 'Locks changed')).toContainText('47 Knavesmire Crescent');

  await row(page, 'Gutter')
    .getByRole('button', { name: /^Mark as paid/ })
    .click();
  await expectSuccess(page, 'Transaction updated successfully');
  await row(page, 'Gutter').getByRole('button', { name: /^Edit/ }).click();
  await expect(property(page)).toHaveValue('2 Mill Lane, Leeds');
  await chooses(page, 'Knavesmire');
  await amount(page).fill('300');
  await save(page).click();
  await expect(dialog(page, 'Edit Transaction')).toBeHidden();
  expect(await transactionNow(landlord, old)).toMatchObject({
    amount: -30_000,
    status: 'completed',
    propertyAddress: '47 Knavesmire Crescent, York',
  });

  await row(page, income.description).locator('[data-name]').click();
  await field(page, 'Category').selectOption({ label: 'Other' });
  await save(page).click();
  await expect(row(page, income.description)).toContainText('Other');

  await row(page, 'Locks changed')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await question(page, 'Delete Transaction').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSuccess(page, 'Transaction deleted successfully');
  await expect(row(page, 'Locks changed')).toBeHidden();
  await expect(page).toHaveURL('/dashboard/finance');
});

test('after the trial the bell is there on every screen that is open, and leads to Finance', async ({
  page,
  landlord,
  forward,
}) => {
  await addsExpense(landlord, { description: 'Gutter', status: 'pending' });
  await forward(EIGHT_DAYS);
  for (const screen of ['finance', 'profile', 'settings']) {
    await page.goto(`/dashboard/${screen}`);
    await page.getByRole('button', { name: 'Latest transactions, 1 pending or overdue' }).click();
    await expect(page.getByRole('dialog', { name: 'Latest transactions' })).toContainText('Gutter');
  }
  await page.getByRole('link', { name: 'View All Finances' }).click();
  await expect(title(page, 'Finance')).toBeVisible();
});
