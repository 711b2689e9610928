/** What the dialogs of transactions refuse, and that nothing typed is lost: wrong fields, failures, other tabs, leaving, a session that ends. */
import { expect, type Page } from '@playwright/test';
import { expectAccessibleEverywhere, expectAccessibleInBothThemes } from './accessible.ts';
import { statement } from './database.ts';
import { addsExpense, changesTransaction, removesExpense, row, transactionNow } from './finance.ts';
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
} from './finance-dialogs.ts';
import { test } from './journey.ts';
import type { Landlord } from './landlords.ts';
import { delay, fail } from './trouble.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const ADD = 'Add Expense Transaction';
const EDIT = 'Edit Transaction';

/** The list with one expense, 'Boiler repair call-out', and the dialog open on it. */
async function openEdit(page: Page, landlord: Landlord) {
  const before = await addsExpense(landlord);
  await page.goto('/dashboard/finance');
  await row(page, before.description).getByRole('button', { name: /^Edit/ }).click();
  await expect(dialog(page, EDIT)).toBeVisible();
  return before;
}

const conflict = (page: Page) => page.getByRole('dialog', { name: 'This transaction was changed meanwhile' });
const leaving = (page: Page) => question(page, 'Leave without saving?');

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
  await expectAccessibleEverywhere(page);
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
  expectComplaint,
}) => {
  const before = await openEdit(page, landlord);
  await amount(page).fill('300');
  let mend = await fail(page, { method: 'PATCH', path: `/api/transactions/${before.id}` }, 'unavailable');
  expectComplaint(/status of 503/);
  await save(page).click();
  await expectRefused(page, 'Error', 'Failed to update transaction');
  await expectRefused(page, 'Error', 'We cannot reach our database just now.');
  await expectAccessibleInBothThemes(page);
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

test('a delete that fails says so, and the expense is still there', async ({ page, landlord, expectComplaint }) => {
  const { id } = await addsExpense(landlord, { description: 'Gutter' });
  await page.goto('/dashboard/finance');
  await fail(page, { method: 'DELETE', path: `/api/transactions/${id}` }, 'unavailable');
  expectComplaint(/status of 503/);
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

test('an expense that another tab has changed is not overwritten: the dialog shows what differs, and either may be kept', async ({
  page,
  landlord,
  expectComplaint,
}) => {
  let theirs = await openEdit(page, landlord);
  await amount(page).fill('300');
  await field(page, 'Description').fill('Mine');
  theirs = await changesTransaction(landlord, theirs, { amount: 20_000, category: 'tax' });
  expectComplaint(/status of 409/);
  await save(page).click();
  await expect(conflict(page)).toContainText('Nothing has been overwritten');
  await expect(conflict(page).getByRole('row')).toHaveText([
    'FieldYoursTheirs',
    'Amount (£)£300.00£200.00',
    'CategoryMaintenanceTaxes',
    'DescriptionMineBoiler repair call-out',
  ]);
  await expectAccessibleEverywhere(page);
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
  expectComplaint,
}) => {
  const before = await openEdit(page, landlord);
  await amount(page).fill('300');
  await removesExpense(landlord, before);
  expectComplaint(/status of 404/);
  await save(page).click();
  await expectRefused(page, 'Transaction not found');
  await expect(amount(page)).toHaveValue('300');
  await expect(row(page, before.description)).toBeHidden();
});

test('a property that has been deleted meanwhile is refused where it stands', async ({
  page,
  landlord,
  server,
  expectComplaint,
}) => {
  await landlord.adds({ address: '2 Mill Lane', city: 'Leeds' });
  await addsExpense(landlord);
  await openAdd(page);
  await fillIn(page);
  await chooses(page, '2 Mill Lane');
  await statement(server, 'delete from public.properties where user_id = $1', [landlord.id]);
  expectComplaint(/status of 422/);
  await save(page).click();
  await expect(property(page)).toHaveAccessibleDescription('This property is no longer there. Please choose another.');
  await expect(property(page)).toBeFocused();
});

test('leaving with something typed asks first, by whatever way: Escape, the backdrop, both buttons, Back', async ({
  page,
  landlord,
}) => {
  await addsExpense(landlord);
  await page.goto('/dashboard/settings');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Finance' }).click();
  await addButton(page).click();
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
  await expectAccessibleEverywhere(page);
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
  expectComplaint,
}) => {
  await addsExpense(landlord);
  await openAdd(page);
  await fillIn(page, { description: 'Locks changed', amount: '138.50' });
  await page.context().clearCookies({ name: /session/ });
  expectComplaint(/status of 401/);
  await save(page).click();
  const signIn = page.getByRole('dialog', { name: 'Log in' });
  await expect(signIn.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessibleEverywhere(page);
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
