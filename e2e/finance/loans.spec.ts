import { expect } from '@playwright/test';
import { addMonths } from '../../src/shared/dates.ts';
import { dismissAll, expectToast, title } from '../support/copy.ts';
import { addsExpense } from '../support/finance.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';

test('splits the payments of a mortgage into interest and capital, by keyboard and on a phone', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const keyboard = keyboardOf(page);
  const { address } = await landlord.adds({ address: '14 Chandos Terrace' });
  for (let place = 0; place < 3; place += 1)
    await addsExpense(landlord, {
      date: addMonths('2025-04-28', place),
      description: 'HARBOUR BANK DD',
      category: 'other',
      amount: 833_75,
    });
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');

  await test.step('adds the loan from the tax page', async () => {
    await page.goto('/dashboard/tax/2025-26');
    await keyboard.press(page.getByRole('link', { name: 'Loans' }));
    await page.getByRole('link', { name: 'Add a loan' }).first().click();
    await page.getByRole('combobox', { name: 'Property' }).fill('Chandos');
    await page.getByRole('option', { name: new RegExp(address) }).click();
    await page.getByLabel('Lender').fill('Harbour Bank');
    await page.getByLabel('Payments').selectOption('Repayment');
    await page.getByLabel('Amount').fill('150,000');
    await page.getByLabel('Opened').fill('15/3/2025');
    await page.getByLabel('Term in months').fill('300');
    await page.getByLabel('From').fill('15/3/2025');
    await page.getByLabel('Rate (%)').fill('45');
    await page.getByRole('button', { name: 'Add Loan' }).click();
    await expect(page.getByText('Enter a rate from 0 to 25%').first()).toBeVisible();
    await page.getByLabel('Rate (%)').fill('4.5');
    await keyboard.press(page.getByRole('button', { name: 'Add Loan' }));
    await expect(title(page, 'Harbour Bank')).toBeVisible();
    await dismissAll(page);
  });

  await test.step('links the likely payments, undoes, and links them again', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    const link = page.getByRole('button', { name: 'Link 3 likely payments' });
    await keyboard.press(link);
    await expectToast(page, '3 payments linked');
    await expect(payments.last()).toContainText('Interest £562.50, capital £271.25');
    await expect(payments.last()).toContainText('Estimated');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(payments).toHaveCount(0);
    await dismissAll(page);
    await keyboard.press(link);
    await expect(payments).toHaveCount(3);
    await dismissAll(page);
  });

  await test.step('takes the interest of the statement', async () => {
    await page.getByRole('button', { name: 'Add statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add statement' });
    await expect(dialog.getByLabel('First day')).toHaveValue('06/04/2025');
    expectConsoleError(/status of 422/);
    await dialog.getByLabel('Interest').fill('9000');
    await dialog.getByRole('button', { name: 'Add statement' }).click();
    await expect(dialog.getByText(/^The payments linked in this period are £2,501.25/)).toBeVisible();
    await dialog.getByLabel('Interest').fill('1690');
    await dialog.getByRole('button', { name: 'Add statement' }).click();
    await expectToast(page, 'Statement added');
    await expect(payments.getByText('Exact')).toHaveCount(3);
    await page.goto('/dashboard/tax/2025-26');
    await expect(page.getByRole('button', { name: /^Box 44/ })).toContainText('£1,690.00');
  });
});
