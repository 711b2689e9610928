/** Nothing typed into a dialog of transactions is lost, and nothing overwritten: other tabs, leaving, a session that ends. */
import { expect, type Page } from '@playwright/test';
import { addsExpense, changesTransaction, removesExpense, row, transactionNow } from './finance.ts';
import {
  addButton,
  amount,
  dialog,
  expectSuccess,
  field,
  fillIn,
  openAdd,
  openEdit,
  question,
  save,
} from './finance-dialogs.ts';
import { test } from './journey.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const ADD = 'Add Expense Transaction';
const EDIT = 'Edit Transaction';

const conflict = (page: Page) => page.getByRole('dialog', { name: 'This transaction was changed meanwhile' });
const leaving = (page: Page) => question(page, 'Leave without saving?');

test('an expense that another tab has changed is not overwritten: the dialog shows what differs, and either may be kept', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  let theirs = await openEdit(page, landlord);
  await amount(page).fill('300');
  await field(page, 'Description').fill('Mine');
  theirs = await changesTransaction(landlord, theirs, { amount: 20_000, category: 'tax' });
  expectConsoleError(/status of 409/);
  await save(page).click();
  await expect(conflict(page)).toContainText('Nothing has been overwritten');
  await expect(conflict(page).getByRole('row')).toHaveText([
    'FieldYoursTheirs',
    'Amount (£)£300.00£200.00',
    'CategoryMaintenanceTaxes',
    'DescriptionMineBoiler repair call-out',
  ]);
  await page.keyboard.press('Escape');
  await expect(conflict(page)).toBeHidden();
  await expect(amount(page), 'nothing typed is lost').toHaveValue('300');
  expect((await transactionNow(landlord, theirs)).amount).toBe(-20_000);

  await save(page).click();
  await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(amount(page)).toHaveValue('200');
  await expect(field(page, 'Category')).toHaveValue('tax');
  await field(page, 'Description').fill('Mine');
  theirs = await changesTransaction(landlord, theirs, { amount: 25_000 });
  await save(page).click();
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expectSuccess(page, 'Transaction updated successfully');
  await expect(dialog(page, EDIT)).toBeHidden();
  expect(await transactionNow(landlord, theirs)).toMatchObject({
    amount: -20_000,
    category: 'tax',
    description: 'Mine',
  });
});

test('an expense that another tab has deleted is not there to save, and what was typed stays in sight', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const before = await openEdit(page, landlord);
  await amount(page).fill('300');
  await removesExpense(landlord, before);
  expectConsoleError(/status of 404/);
  await save(page).click();
  await expectRefused(page, 'Transaction not found');
  await expect(amount(page)).toHaveValue('300');
  await expect(row(page, before.description)).toBeHidden();
});

test('leaving with something typed asks first, by whatever way: Escape, the backdrop, both buttons, Back', async ({
  page,
  landlord,
}) => {
  await addsExpense(landlord);
  await page.goto('/dashboard/settings');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Finance' }).click();
  await addButton(page).click();
  await expect(dialog(page, ADD)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, ADD), 'with nothing typed it closes at once').toBeHidden();
  await addButton(page).click();
  await field(page, 'Description').fill('Locks changed');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 400),
    () => dialog(page, ADD).getByRole('button', { name: 'Cancel', exact: true }).click(),
    () => dialog(page, ADD).getByRole('button', { name: 'Close', exact: true }).click(),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(leaving(page)).toBeVisible();
    await expect(leaving(page).getByRole('button', { name: 'Stay' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(leaving(page)).toBeHidden();
    await expect(field(page, 'Description')).toHaveValue('Locks changed');
  }
  await page.keyboard.press('Escape');
  await leaving(page).getByRole('button', { name: 'Leave' }).click();
  await expect(dialog(page, ADD)).toBeHidden();
  await addButton(page).click();
  await expect(field(page, 'Description')).toHaveValue('');
  await field(page, 'Description').fill('Gutter');
  await page.goBack();
  await leaving(page).getByRole('button', { name: 'Leave' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
});

test('a session that ends while an expense is typed is taken up again over the dialog, and nothing is lost', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsExpense(landlord);
  await openAdd(page);
  await fillIn(page, { description: 'Locks changed', amount: '138.50' });
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await save(page).click();
  const signIn = page.getByRole('dialog', { name: 'Log in' });
  await expect(signIn.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expectRefused(page, 'Authentication error: User not found');
  await expect(field(page, 'Description')).toHaveValue('Locks changed');
  await save(page).click();
  await signIn.getByLabel('Password', { exact: true }).fill(landlord.password);
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Transaction added successfully');
  await expect(dialog(page, ADD)).toBeHidden();
  await expect(row(page, 'Locks changed')).toContainText('−£138.50');
});
