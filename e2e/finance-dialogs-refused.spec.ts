/** What the dialogs of transactions refuse, and what they say where saving fails. */
import { expect } from '@playwright/test';
import { statement } from './database.ts';
import { addsExpense, row, transactionNow } from './finance.ts';
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
  openEdit,
  property,
  question,
  save,
} from './finance-dialogs.ts';
import { test } from './journey.ts';
import { delay, fail, requestsOf } from './network-faults.ts';
import { expectRefused, expectSaid } from './words.ts';

const EDIT = 'Edit Transaction';

test('the dialog says what is missing, word for word, goes to the first of it, and sends nothing', async ({
  page,
  landlord,
}) => {
  await addsExpense(landlord);
  await openAdd(page);
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  await field(page, 'Date').fill('');
  await save(page).click();
  await expect(amount(page)).toBeFocused();
  await expect(amount(page)).toHaveAccessibleDescription('Please enter an amount of at least £0.01');
  await expect(field(page, 'Category')).toHaveAccessibleDescription('Please choose a category');
  await expect(field(page, 'Description')).toHaveAccessibleDescription('Description is required');
  await expect(field(page, 'Date')).toHaveAccessibleDescription('Date is required');
  expect(requests).toEqual([]);
});

test('an amount, a description or a day that cannot be is refused where it stands, when the field is left', async ({
  page,
  landlord,
}) => {
  await addsExpense(landlord);
  await openAdd(page);
  const sum = 'Please enter an amount like 1,250 or 1250.50';
  for (const [label, typed, words] of [
    ['Amount \\(£\\)', '0', 'Please enter an amount of at least £0.01'],
    ['Amount \\(£\\)', '0.00', 'Please enter an amount of at least £0.01'],
    ['Amount \\(£\\)', '12.345', 'Pounds have two decimals at most, for example 1250.50'],
    ['Amount \\(£\\)', '100,000,000', 'The most we can keep is £99,999,999.99'],
    ['Amount \\(£\\)', '1 234,50', sum],
    ['Amount \\(£\\)', '1.234,50', sum],
    ['Amount \\(£\\)', '12 50', sum],
    ['Amount \\(£\\)', '1e3', sum],
    ['Amount \\(£\\)', 'twelve', sum],
    ['Description', '   ', 'Description is required'],
    ['Description', 'x'.repeat(201), 'Please keep this to 200 characters'],
    ['Date', '1989-12-31', 'Please enter a date from 01 Jan 1990 to five years from now'],
    ['Date', dayFromNow(6 * 365), 'Please enter a date from 01 Jan 1990 to five years from now'],
  ] as const) {
    await field(page, label).fill(typed);
    await field(page, label).blur();
    await expect(field(page, label), typed).toHaveAccessibleDescription(words);
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
});

test('an amount typed by hand is understood to the penny, whatever its sign', async ({ page, landlord }) => {
  const before = await openEdit(page, landlord);
  for (const [typed, pence] of [
    ['1,234.5', 123_450],
    ['£1,234.51', 123_451],
    ['-12', 1_200],
    ['+13', 1_300],
    ['(14)', 1_400],
    ['0.01', 1],
    ['99,999,999.99', 9_999_999_999],
  ] as const) {
    await amount(page).fill(typed);
    await save(page).click();
    await expect(dialog(page, EDIT)).toBeHidden();
    expect((await transactionNow(landlord, before)).amount, typed).toBe(-pence);
    await row(page, before.description).getByRole('button', { name: /^Edit/ }).click();
  }
  await expect(amount(page)).toHaveValue('99999999.99');
});

test('an expense that could not be saved keeps the dialog open with what was typed, and says why', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const before = await openEdit(page, landlord);
  await amount(page).fill('300');
  let mend = await fail(page, { method: 'PATCH', path: `/api/transactions/${before.id}` }, 'unavailable');
  expectConsoleError(/status of 503/);
  await save(page).click();
  await expectRefused(page, 'Error', 'Failed to update transaction');
  await expectRefused(page, 'Error', 'We cannot reach our database just now.');
  await expect(dialog(page, EDIT)).toBeVisible();
  await expect(amount(page)).toHaveValue('300');
  await mend();
  await save(page).click();
  await expectSuccess(page, 'Transaction updated successfully');

  await addButton(page).click();
  await fillIn(page, { description: 'Locks changed' });
  mend = await fail(page, { method: 'POST', path: '/api/transactions' }, 'unavailable');
  await save(page).click();
  await expectRefused(page, 'Failed to add transaction', 'We cannot reach our database just now.');
  await expect(field(page, 'Description')).toHaveValue('Locks changed');
  await mend();
  await save(page).click();
  await expectSaid(page, 'Transaction added successfully');
});

test('an error in a dialog is heard also when another was still in sight as the dialog was opened', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await addsExpense(landlord, { description: 'Gutter' });
  await page.goto('/dashboard/finance');
  await fail(page, { path: /^\/api\/transactions(\/[\w-]+)?$/, method: 'POST' }, 'unavailable');
  await fail(page, { path: `/api/transactions/${id}`, method: 'DELETE' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await row(page, 'Gutter')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await question(page, 'Delete Transaction').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectRefused(page, 'Error', 'Failed to delete transaction');
  // Under the pointer a message stays.
  await page.getByRole('alertdialog', { name: 'Error', exact: true }).hover();
  await addButton(page).press('Enter');
  await fillIn(page);
  await expect(page.getByText('Failed to delete transaction').first()).toBeAttached();
  await save(page).press('Enter');
  await expectRefused(page, 'Failed to add transaction');
});

test('a delete that fails says so, and the expense is still there', async ({ page, landlord, expectConsoleError }) => {
  const { id } = await addsExpense(landlord, { description: 'Gutter' });
  await page.goto('/dashboard/finance');
  await fail(page, { method: 'DELETE', path: `/api/transactions/${id}` }, 'unavailable');
  expectConsoleError(/status of 503/);
  await row(page, 'Gutter')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await question(page, 'Delete Transaction').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectRefused(page, 'Error', 'Failed to delete transaction');
  await expect(row(page, 'Gutter')).toBeVisible();
});

test('pressed twice, an expense is added once', async ({ page, landlord }) => {
  await addsExpense(landlord);
  await openAdd(page);
  await fillIn(page, { description: 'Locks changed' });
  const letGo = await delay(page, { method: 'POST', path: '/api/transactions' });
  await save(page).dblclick();
  await page.keyboard.press('Enter');
  letGo();
  await expectSaid(page, 'Transaction added successfully');
  await expect(row(page, 'Locks changed')).toHaveCount(1);
});

test('a property that has been deleted meanwhile is refused where it stands', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await landlord.adds({ address: '2 Mill Lane', city: 'Leeds' });
  await addsExpense(landlord);
  await openAdd(page);
  await fillIn(page);
  await chooses(page, '2 Mill Lane');
  await statement(server, 'delete from public.properties where user_id = $1', [landlord.id]);
  expectConsoleError(/status of 422/);
  await save(page).click();
  await expect(property(page)).toHaveAccessibleDescription('This property is no longer there. Please choose another.');
  await expect(property(page)).toBeFocused();
});

test('pressed twice, an expense is deleted once', async ({ page, landlord }) => {
  const { id } = await addsExpense(landlord, { description: 'Gutter' });
  await page.goto('/dashboard/finance');
  await row(page, 'Gutter')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const asked = requestsOf(page, 'DELETE');
  const letGo = await delay(page, { method: 'DELETE', path: `/api/transactions/${id}` });
  await question(page, 'Delete Transaction').getByRole('button', { name: 'Delete', exact: true }).dblclick();
  letGo();
  await expectSuccess(page, 'Transaction deleted successfully');
  await expect(question(page, 'Delete Transaction')).toBeHidden();
  expect(asked).toHaveLength(1);
});

test('pressed twice, an expense is marked as paid once', async ({ page, landlord }) => {
  const { id } = await addsExpense(landlord, { description: 'Gutter', status: 'pending', date: dayFromNow(7) });
  await page.goto('/dashboard/finance');
  const pay = row(page, 'Gutter').getByRole('button', { name: /^Mark as paid/ });
  const letGo = await delay(page, { method: 'PATCH', path: `/api/transactions/${id}` });
  await pay.dblclick();
  letGo();
  await expectSuccess(page, 'Transaction updated successfully');
  await expect(row(page, 'Gutter')).toContainText('Completed');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});
