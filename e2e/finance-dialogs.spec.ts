/** Adding, editing, paying and deleting transactions, each in its dialog or its row. */
import { expect } from '@playwright/test';
import { addsExpense, bringsIncome, card, row, table, transactionNow } from './finance.ts';
import {
  addButton,
  amount,
  chooses,
  dayFromNow,
  dialog,
  expectSuccess,
  field,
  fillIn,
  openAdd,
  property,
  question,
  save,
  status,
} from './finance-dialogs.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay } from './network-faults.ts';
import { expectSaid, title } from './words.ts';

const ADD = 'Add Expense Transaction';
const EDIT = 'Edit Transaction';

test('an expense is added in the dialog: today and Paid stand there, a property may be chosen, and list and cards have it', async ({
  page,
  landlord,
}) => {
  await landlord.adds({ address: '47 Knavesmire Crescent', city: 'York' });
  await addsExpense(landlord, { amount: 100 });
  await openAdd(page);
  await expect(amount(page)).toBeFocused();
  await expect(amount(page)).toHaveAttribute('inputmode', 'decimal');
  await expect(field(page, 'Category').getByRole('option')).toHaveText([
    'Choose one',
    'Maintenance',
    'Taxes',
    'Insurance',
    'Utilities',
    'Other',
  ]);
  await expect(field(page, 'Date')).toHaveValue(dayFromNow(0));
  await expect(status(page, 'Paid')).toBeChecked();
  await fillIn(page, { amount: '£1,234.5', category: 'Taxes', description: 'Council tax for the empty period' });
  await chooses(page, '47 Knavesmire Crescent');
  await save(page).click();
  await expectSaid(page, 'Transaction added successfully');
  await expect(dialog(page, ADD)).toBeHidden();
  await expect(addButton(page)).toBeFocused();
  const added = row(page, 'Council tax for the empty period');
  for (const words of ['Taxes', 'Completed', '−£1,234.50', '47 Knavesmire Crescent'])
    await expect(added).toContainText(words);
  await expect(card(page, 'Total Expenses')).toContainText('£1,235.50');
  await addButton(page).click();
  await expect(field(page, 'Description'), 'it begins anew').toHaveValue('');
});

test('the first expense is added from the empty list, and reading goes on at the heading', async ({
  page,
  landlord: _,
}) => {
  await page.goto('/dashboard/finance');
  await page.getByRole('button', { name: 'Add an expense' }).click();
  await fillIn(page, { description: 'Locks changed' });
  await save(page).click();
  await expectSaid(page, 'Transaction added successfully');
  await expect(row(page, 'Locks changed')).toBeVisible();
  await expect(title(page, 'Finance')).toBeFocused();
});

test('an expense that is still to be paid is added by keyboard alone, on a phone', async ({ page, landlord }) => {
  test.slow(); // each key is a step
  await page.setViewportSize({ width: 375, height: 667 });
  await landlord.adds({ address: '1 Beech Road', city: 'Leeds' });
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/finance');
  await keyboard.press(addButton(page));
  await expect(amount(page)).toBeFocused();
  await keyboard.keys('-', '4', '1', '.', '8');
  await keyboard.to(field(page, 'Category'));
  await keyboard.keys('U', 't');
  await keyboard.fill(field(page, 'Description'), 'Electricity');
  await keyboard.fill(property(page), 'beech');
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
  await keyboard.keys('Enter');
  await expect(property(page)).toHaveValue('1 Beech Road, Leeds');
  await keyboard.to(status(page, 'Paid'));
  await keyboard.keys('ArrowRight');
  await keyboard.press(save(page));
  await expectSaid(page, 'Transaction added successfully');
  const added = row(page, 'Electricity');
  for (const words of ['Pending', '−£41.80', '1 Beech Road']) await expect(added).toContainText(words);
});

test('an expense is edited: its amount stands there without the sign, and Cancel leaves all as it is', async ({
  page,
  landlord,
}) => {
  const { id: homeId } = await landlord.adds({ address: '2 Mill Lane', city: 'Leeds' });
  const before = await addsExpense(landlord, { amount: 28_640, propertyId: homeId });
  await page.goto('/dashboard/finance');
  await row(page, before.description).getByRole('button', { name: /^Edit/ }).click();
  await expect(dialog(page, EDIT)).toBeVisible();
  await expect(amount(page)).toHaveValue('286.40');
  await expect(field(page, 'Category')).toHaveValue('maintenance');
  await expect(field(page, 'Description')).toHaveValue(before.description);
  await expect(field(page, 'Date')).toHaveValue(before.date);
  await expect(field(page, 'Date')).toHaveAttribute('type', 'date');
  await expect(property(page)).toHaveValue('2 Mill Lane, Leeds');
  await expect(save(page)).toHaveText('Update Transaction');
  await dialog(page, EDIT).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog(page, EDIT)).toBeHidden();
  await expect(row(page, before.description).getByRole('button', { name: /^Edit/ })).toBeFocused();

  await row(page, before.description).getByRole('button', { name: /^Edit/ }).click();
  await fillIn(page, { amount: '+300', category: 'Other', description: 'Boiler replaced', date: '2026-10-01' });
  await page.getByRole('form').getByRole('button', { name: 'Clear', exact: true }).click();
  const letGo = await delay(page, { method: 'PATCH', path: `/api/transactions/${before.id}` });
  await save(page).click();
  await expect(save(page)).toBeDisabled();
  await expect(save(page)).toHaveText('Saving...');
  await page.keyboard.press('Escape');
  await expect(dialog(page, EDIT), 'while it saves').toBeVisible();
  letGo();
  await expectSuccess(page, 'Transaction updated successfully');
  await expect(dialog(page, EDIT)).toBeHidden();
  const changed = row(page, 'Boiler replaced');
  for (const words of ['01 Oct 2026', 'Other', '−£300.00']) await expect(changed).toContainText(words);
  await expect(changed).not.toContainText('Mill Lane');
  expect(await transactionNow(landlord, before)).toMatchObject({ amount: -30_000, propertyId: null, version: 2 });
});

test('an expense that is overdue says since when, until it is paid', async ({ page, landlord }) => {
  const { id } = await addsExpense(landlord, { description: 'Gutter', date: dayFromNow(-9), status: 'pending' });
  await page.goto('/dashboard/finance');
  await row(page, 'Gutter').getByRole('button', { name: /^Edit/ }).click();
  const note = dialog(page, EDIT).getByRole('status').filter({ hasText: 'Overdue' });
  await expect(note).toHaveText(/^Overdue\. It was due on \d\d \w{3} \d{4}, 9 days ago\.$/);
  await expect(status(page, 'To pay')).toBeChecked();
  await status(page, 'Paid').check();
  await expect(note).toBeHidden();
  await save(page).click();
  await expectSuccess(page, 'Transaction updated successfully');
  await expect(row(page, 'Gutter')).toContainText('Completed');
  expect(await transactionNow(landlord, { id })).toMatchObject({ status: 'completed', amount: -12_049 });
});

test('of income only property and category can be changed, and the dialog says why', async ({
  page,
  landlord,
  server,
}) => {
  await landlord.adds({ address: '2 Mill Lane', city: 'Leeds' });
  const income = await bringsIncome(server, landlord);
  await page.goto('/dashboard/finance');
  await row(page, income.description).locator('[data-name]').click();
  const shown = dialog(page, EDIT);
  await expect(shown).toContainText('only its property and category can be changed');
  for (const fact of ['+£1,450.00', '15 Jan 2026', 'Completed', 'Rent, Ada Lovelace'])
    await expect(shown).toContainText(fact);
  await expect(shown.getByRole('textbox')).toHaveCount(0);
  await expect(field(page, 'Category').getByRole('option')).toHaveCount(6);
  await field(page, 'Category').selectOption({ label: 'Other' });
  await chooses(page, '2 Mill Lane');
  await save(page).click();
  await expectSuccess(page, 'Transaction updated successfully');
  await expect(row(page, income.description)).toContainText('2 Mill Lane');
  expect(await transactionNow(landlord, income)).toMatchObject({
    ...income,
    category: 'other',
    version: 2,
    propertyId: expect.any(String),
    propertyAddress: '2 Mill Lane, Leeds',
  });
});

test('an expense is deleted after a question that names it, and income never is', async ({
  page,
  landlord,
  server,
}) => {
  await addsExpense(landlord, { description: 'Locks changed', amount: 13_850 });
  await addsExpense(landlord, { description: 'Gutter' });
  const income = await bringsIncome(server, landlord);
  await page.goto('/dashboard/finance');
  await expect(row(page, income.description).getByRole('button', { name: /^Delete/ })).toBeDisabled();
  await row(page, 'Locks changed')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const asked = question(page, 'Delete Transaction');
  await expect(asked).toContainText('Are you sure you want to delete this transaction? This action cannot be undone.');
  await expect(asked).toContainText('Locks changed, 12 Nov 2026');
  await expect(asked).toContainText('−£138.50');
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toBeHidden();
  await expect(table(page)).toContainText('Locks changed');
  await row(page, 'Locks changed')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await asked.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSuccess(page, 'Transaction deleted successfully');
  await expect(row(page, 'Locks changed')).toBeHidden();
  await expect(title(page, 'Finance')).toBeFocused();
  const next = row(page, 'Gutter').getByRole('button', { name: /^Delete/ });
  await next.click();
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(next).toBeFocused();
});

test('an expense that is to be paid is marked as paid in its row, with one press', async ({ page, landlord }) => {
  const { id } = await addsExpense(landlord, { description: 'Gutter', status: 'pending', date: dayFromNow(7) });
  await page.goto('/dashboard/finance');
  await expect(card(page, 'Pending Transactions')).toContainText('£120.49');
  await row(page, 'Gutter')
    .getByRole('button', { name: /^Mark as paid/ })
    .click();
  await expectSuccess(page, 'Transaction updated successfully');
  await expect(row(page, 'Gutter')).toContainText('Completed');
  await expect(row(page, 'Gutter').getByRole('button', { name: /^Mark as paid/ })).toBeHidden();
  await expect(card(page, 'Pending Transactions')).toContainText('£0.00');
  expect((await transactionNow(landlord, { id })).status).toBe('completed');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true });

  test('the dialog is a sheet: its buttons stay in reach, and a thumb can do all of it', async ({ page, landlord }) => {
    await landlord.adds({ address: '2 Mill Lane', city: 'Leeds' });
    await page.goto('/dashboard/finance');
    await addButton(page).tap();
    const sheet = await dialog(page, ADD).boundingBox();
    expect(sheet).toMatchObject({ x: 0, width: 375 });
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0), 'it rests on the lower edge').toBe(667);
    await save(page).tap();
    await expect(page.getByText('Description is required')).toBeVisible();
    await expect(save(page), 'also when all fields have something to say').toBeInViewport({ ratio: 1 });
    await fillIn(page);
    await property(page).tap();
    await expect(page.getByRole('listbox')).toBeInViewport({ ratio: 1 });
    await page.getByRole('listbox').getByRole('option').tap();
    await save(page).tap();
    await expectSaid(page, 'Transaction added successfully');
  });
});
