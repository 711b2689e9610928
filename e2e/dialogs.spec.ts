/** Leaving and reopening the shared dialogs, tested with transactions and suppliers. */
import { expect, type Page } from '@playwright/test';
import { expectCode, expectToast, title } from './support/copy.ts';
import {
  addButton,
  addsExpense,
  amount,
  changesTransaction,
  dialog,
  fillIn,
  question,
  row,
  save,
  status,
} from './support/finance.ts';
import { acceptsUnload, field } from './support/form.ts';
import { addsSupplier } from './support/suppliers.ts';
import { test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const ADD = 'Add Expense Transaction';
const EDIT = 'Edit Transaction';
const SETTINGS = '/dashboard/settings';
const FINANCE = '/dashboard/finance';
const leaving = (page: Page) => question(page, 'Discard changes?');
const keep = (page: Page) => leaving(page).getByRole('button', { name: 'Keep editing' });
const discard = (page: Page) => leaving(page).getByRole('button', { name: 'Discard' }).click();
const description = (page: Page) => field(page, 'Description');
const restore = (page: Page) => page.getByRole('button', { name: 'Restore' });
const link = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
/** Expects that no dialog created the current history entry. */
const expectNoEntry = (page: Page) => expectEntry(page, false);
const expectEntry = (page: Page, ofDialog: boolean) =>
  expect.poll(() => page.evaluate(() => 'dialogs' in window.history.state)).toBe(ofDialog);
/** The history updates shortly after the screen: only a test is fast enough to go back in between. */
const backFromDialog = async (page: Page) => {
  await expectEntry(page, true);
  await page.goBack();
};
const backFromPage = async (page: Page) => {
  await expectNoEntry(page);
  await page.goBack();
};

test('closes the top dialog with Back, and leaves no history entry after any way of closing', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const expense = await addsExpense(landlord);
  await page.goto(FINANCE); // Opens the first page of the tab's history.
  await addButton(page).click();
  await backFromDialog(page);
  await expect(dialog(page, ADD)).toBeHidden();
  await expect(addButton(page)).toBeFocused();
  await page.goForward();
  await expectNoEntry(page);
  await addButton(page).click();
  await page.keyboard.press('Escape');
  await expect(dialog(page, ADD)).toBeHidden();

  await page.goto(SETTINGS);
  await expectCode(page);
  await link(page, 'Finance').click();
  await addButton(page).click();
  await expectEntry(page, true);
  await page.reload();
  await expectCode(page);
  await expect(title(page, 'Finance')).toBeVisible();
  await expectNoEntry(page);
  await backFromPage(page);
  await expect(page, 'after a reload').toHaveURL(SETTINGS);
  await page.goForward();
  await row(page, expense.description)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await backFromDialog(page);
  await expect(question(page, 'Delete transaction')).toBeHidden();
  await row(page, expense.description).getByRole('button', { name: /^Edit/ }).click();
  await amount(page).fill('300');
  await changesTransaction(landlord, expense, { amount: 20_000 });
  expectConsoleError(/status of 409/);
  await save(page).click();
  const conflict = page.getByRole('dialog', { name: 'You changed this transaction in another tab or device.' });
  await expect(conflict).toBeVisible();
  await backFromDialog(page);
  await expect(conflict).toBeHidden();
  await expect(amount(page)).toHaveValue('300');
  await save(page).click();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialog(page, EDIT)).toBeHidden();
  await backFromPage(page);
  await expect(page, 'nothing is left of any dialog').toHaveURL(SETTINGS);

  await test.step('keeps filters changed in a dialog that Back closes', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goForward();
    await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByLabel('To pay').check();
    await expect(page).toHaveURL(/status/);
    await backFromDialog(page);
    await expect(filters).toBeHidden();
    await expect(page).toHaveURL(/status/);
    await backFromPage(page);
    await expect(page).toHaveURL(SETTINGS);
  });

  await test.step('does not return to a page deleted from its dialog', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { name } = await addsSupplier(landlord);
    await link(page, 'Suppliers').click();
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(title(page, 'Suppliers')).toBeFocused();
    await backFromPage(page);
    await expect(page).toHaveURL('/dashboard/suppliers');
    await backFromPage(page);
    await expect(page).toHaveURL(SETTINGS);
  });
});

test('asks before closing a dialog with input, and offers it after a reload until it is discarded', async ({
  page,
  landlord,
}) => {
  await addsExpense(landlord);
  acceptsUnload(page);
  await page.goto(SETTINGS);
  await expectCode(page);
  await link(page, 'Finance').click();
  await addButton(page).click();
  await fillIn(page, { description: 'Locks changed' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 400),
    () => dialog(page, ADD).getByRole('button', { name: 'Cancel', exact: true }).click(),
    () => backFromDialog(page),
  ]) {
    await leave();
    await expect(keep(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(leaving(page)).toBeHidden();
    await expect(description(page)).toHaveValue('Locks changed');
  }
  await backFromDialog(page);
  await expect(keep(page)).toBeFocused();
  await backFromDialog(page);
  await expect(leaving(page), 'Back from the question').toBeHidden();
  await expect(description(page)).toHaveValue('Locks changed');

  await page.reload();
  await addButton(page).click();
  await expect(amount(page)).toBeFocused();
  await restore(page).click();
  await expect(description(page)).toHaveValue('Locks changed');
  await status(page, 'To pay').check();
  await save(page).click();
  await expectToast(page, 'Transaction added successfully');
  await expect(row(page, 'Locks changed')).toContainText('To pay');

  await row(page, 'Locks changed').getByRole('button', { name: /^Edit/ }).click();
  await expect(restore(page)).toBeHidden();
  await description(page).fill('Locks and hinges changed');
  await backFromDialog(page);
  await discard(page);
  await expect(dialog(page, EDIT)).toBeHidden();
  await row(page, 'Locks changed').getByRole('button', { name: /^Edit/ }).click();
  await expect(description(page)).toHaveValue('Locks changed');
  await expect(restore(page)).toBeHidden();
  await backFromDialog(page);
  await expect(dialog(page, EDIT)).toBeHidden();
  await backFromPage(page);
  await expect(page, 'nothing is left of any dialog').toHaveURL(SETTINGS);
});
