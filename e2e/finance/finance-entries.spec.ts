import { expect } from '@playwright/test';
import { PDF } from '../../test/fixtures/uploads.ts';
import { addsBankAccount } from '../support/bank-accounts.ts';
import { expectToast } from '../support/copy.ts';
import {
  addButton,
  amount,
  descriptions,
  dialog,
  expectSuccess,
  fillIn,
  property,
  question,
  row,
  save,
} from '../support/finance.ts';
import { field } from '../support/form.ts';
import { addsSupplier } from '../support/suppliers.ts';
import { test } from '../support/test.ts';
import { choose } from '../support/upload-field.ts';

test('adds bills in sequence, records a refund as income, and saves every field of income', async ({
  page,
  landlord,
}) => {
  const { id } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  await addsSupplier(landlord, { name: 'Yorkshire Boilers' });
  await addsBankAccount(landlord);
  await page.goto(`/dashboard/finance?category=tax&property=${id}`);
  await addButton(page).click();
  const expense = dialog(page, 'Add Expense Transaction');
  await test.step('fills in property and category of the filter, and focuses the amount', async () => {
    await expect(amount(page)).toBeFocused();
    await expect(property(page)).toHaveValue(/8 Laburnum Row/);
    await expect(field(page, 'Category')).toHaveValue('tax');
  });
  await amount(page).fill('120');
  await field(page, 'Description').fill('Council tax');
  await expense.getByRole('button', { name: 'Save and add another' }).click();
  await expectToast(page, 'Transaction added successfully');
  await expect(amount(page)).toBeFocused();
  await expect(amount(page)).toHaveValue('');
  await expect(property(page)).toHaveValue(/8 Laburnum Row/);

  await fillIn(page, { amount: '-75.50', description: 'Paint returned' });
  await save(page).click();
  const asked = expense.getByRole('group', { name: 'Is this a refund?' });
  await expect(asked).toContainText('Choose whether this is a refund');
  await asked.getByRole('radio', { name: 'Yes, a refund' }).check();
  await save(page).click();
  await expect(expense).toBeHidden();
  await expect(page.getByText('Your search or filters hide it.')).toBeVisible();
  await page.getByRole('button', { name: 'Show it' }).click();
  for (const text of ['Refund, 8 Laburnum Row', 'Maintenance', '+£75.50'])
    await expect(row(page, 'Paint returned')).toContainText(text);
  await expect(page).toHaveURL('/dashboard/finance');

  await addButton(page).click();
  await expense.getByRole('radio', { name: 'Income' }).check();
  const income = dialog(page, 'Add Income Transaction');
  await fillIn(page, { amount: '12.34', category: 'Interest', description: 'Savings' });
  await income.getByText('Supplier and bank account').click();
  await income.getByRole('combobox', { name: 'Supplier (optional)' }).fill('yorkshire');
  await page.getByRole('option', { name: 'Yorkshire Boilers' }).click();
  await field(page, 'Bank account').selectOption({ label: 'Aegis Bank ****5926, Personal Account' });
  await choose(income.getByRole('group', { name: 'Receipt or invoice' }), { name: 'Statement.pdf', bytes: PDF });
  await expect(income.getByRole('link', { name: /Statement\.pdf/ })).toBeVisible();
  await save(page).click();
  await expect(row(page, 'Savings')).toContainText('+£12.34');

  await descriptions(page).filter({ hasText: 'Savings' }).click();
  const edit = dialog(page, 'Edit Transaction');
  await expect(edit.getByRole('combobox', { name: 'Supplier (optional)' })).toHaveValue('Yorkshire Boilers, Plumbing');
  await expect(edit.getByLabel(/^Bank account/)).toHaveValue(/./);
  await expect(edit.getByRole('link', { name: /Statement\.pdf/ })).toBeVisible();
  await amount(page).fill('13');
  await save(page).click();
  await expectSuccess(page, 'Transaction updated successfully');
  await expect(row(page, 'Savings')).toContainText('+£13.00');
  await row(page, 'Savings')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await question(page, 'Delete Transaction').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, 'Savings')).toHaveCount(0);
});
