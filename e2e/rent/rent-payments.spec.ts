import { expect, type Page } from '@playwright/test';
import { addMonths, formatDay, londonDay } from '../../src/shared/dates.ts';
import { axeFindings } from '../support/accessible.ts';
import { expectToast, title } from '../support/copy.ts';
import { acceptsUnload } from '../support/form.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { loseAnswers } from '../support/network-faults.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

const today = () => londonDay(new Date());
const first = () => `${today().slice(0, 8)}01`;
const EIGHT_DAYS = 8 * 24 * 3600 * 1000;
const ledgerRow = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Ledger' }).getByRole('row').filter({ hasText: text });

test('enters past months, returns a bounced payment, and records a kept deposit as income', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const keyboard = keyboardOf(page);
  const start = addMonths(first(), -3);
  const tenancy = await addsTenancy(landlord, {
    names: ['Iris Caldwell'],
    address: '5 Ferry Lane',
    start,
    chargesFrom: first(),
    depositDeductions: 7_500,
    depositReturned: today(),
  });
  await page.goto(`/dashboard/tenancies/${tenancy.id}`);
  const dialog = page.getByRole('dialog');
  const balance = page.getByRole('region', { name: 'Figures' });
  await expect(balance).toContainText('£1,200.00');

  await test.step('fills in each month as paid, and rejects invalid amounts', async () => {
    await keyboard.press(page.getByRole('button', { name: 'Enter past months' }));
    const last = addMonths(first(), -1);
    const paid = dialog.getByLabel(`Received for ${formatDay(last)}`);
    await expect(paid).toHaveValue('1200');
    await keyboard.fill(paid, '9oo');
    await keyboard.press(dialog.getByRole('button', { name: /^Add £3,600\.00 of rent/ }));
    await expect(paid).toHaveAccessibleDescription('Enter an amount, or leave this blank');
    await keyboard.fill(paid, '900');
    await keyboard.press(dialog.getByRole('button', { name: 'Add £3,600.00 of rent and £3,300.00 of payments' }));
    await expectToast(page, 'Past rent added');
    // The button that opened the dialog is no longer on the page.
    await expect(title(page, 'Iris Caldwell')).toBeFocused();
    await expect(balance).toContainText('£1,500.00');
    await expect(page.getByRole('button', { name: 'Enter past months' })).toBeHidden();
  });

  await test.step('saves the charges that a payment pays, and rejects more than its amount', async () => {
    const opens = async () => {
      await keyboard.press(ledgerRow(page, '£900.00').getByRole('button', { name: /^Actions/ }));
      await expect(page.getByRole('menuitem', { name: 'Receipt' })).toBeFocused();
      await keyboard.keys('ArrowDown', 'Enter');
    };
    const thisMonth = dialog.getByLabel(`Allocated to Rent due ${formatDay(first())}`);
    await opens();
    await keyboard.to(dialog.getByRole('radio', { name: 'The oldest charge first' }));
    await keyboard.keys('ArrowDown');
    await keyboard.fill(thisMonth, '1,200');
    await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog.getByRole('group', { name: 'The £900.00 pays' })).toHaveAccessibleDescription(
      'The amounts add up to more than the payment',
    );
    await keyboard.fill(thisMonth, '500');
    await keyboard.fill(dialog.getByLabel(`Allocated to Rent due ${formatDay(addMonths(first(), -1))}`), '400');
    await expect(dialog.getByText('No money left over')).toBeVisible();
    await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
    await expectToast(page, 'Allocation changed');
    await expect(page.getByRole('dialog', { name: 'Allocate payment', exact: true })).toBeHidden();
    await opens();
    await expect(dialog.getByRole('radio', { name: 'The charges I choose' })).toBeChecked();
    await expect(thisMonth).toHaveValue('500');
    await page.keyboard.press('Escape');
    await expect(balance).toContainText('£1,500.00');
  });

  await test.step('returns a payment, and its month is owed again', async () => {
    await keyboard.press(ledgerRow(page, '£900.00').getByRole('button', { name: /^Actions/ }));
    await expect(page.getByRole('menuitem', { name: 'Receipt' })).toBeFocused();
    await keyboard.keys('ArrowDown', 'ArrowDown', 'Enter');
    await keyboard.fill(dialog.getByLabel('Amount', { exact: true }), '901');
    expectConsoleError(/status of 422/);
    await keyboard.press(dialog.getByRole('button', { name: 'Record return' }));
    await expect(dialog.getByLabel('Amount', { exact: true })).toHaveAccessibleDescription(
      'You can return at most £900.00',
    );
    await keyboard.fill(dialog.getByLabel('Amount', { exact: true }), '900');
    await keyboard.press(dialog.getByRole('button', { name: 'Record return' }));
    await expectToast(page, 'Recorded');
    await expect(page.getByRole('dialog', { name: 'Payment returned' })).toBeHidden();
    await expect(ledgerRow(page, 'Payment returned')).toContainText('£900.00');
    await expect(balance).toContainText('£2,400.00');
  });

  await test.step('pays the rent owed from the kept deposit', async () => {
    const deposit = page.getByRole('region', { name: 'Deposit' });
    await keyboard.press(deposit.getByRole('button', { name: /^Record it/ }));
    await keyboard.press(dialog.getByRole('button', { name: 'Record £75.00 as income' }));
    await expectToast(page, 'Recorded as income');
    await expect(deposit.getByText('It is not in Finance yet')).toBeHidden();
    await expect(balance).toContainText('£2,325.00');
  });
});

test('records a payment once after a lost response, and replaces it after a change of the form', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  acceptsUnload(page);
  await addsTenancy(landlord, { names: ['Rohan Mehta'], address: '31 Cotham Vale', start: first() });
  const dialog = page.getByRole('dialog', { name: 'Record rent' });
  const amount = dialog.getByLabel('Amount', { exact: true });
  const opens = () => page.getByRole('button', { name: 'Another amount or date, Rohan Mehta' }).click();
  await page.goto('/dashboard/rent');
  await opens();
  await amount.fill('500');
  await loseAnswers(page, { method: 'POST', path: '/api/rent/payments', which: 'all' });
  await dialog.getByRole('button', { name: 'Record £500.00' }).click();
  await expect(dialog.getByRole('alert')).toContainText('We do not know whether this payment was saved');
  await page.reload();
  await opens();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(amount).toHaveValue('500');
  await amount.fill('450');
  expectConsoleError(/status of 409/);
  await dialog.getByRole('button', { name: 'Record £450.00' }).click();
  const existing = page.getByRole('dialog', { name: /^Already saved as/ });
  await expect(existing.getByRole('button', { name: 'Add another' })).toBeVisible();
  await existing.getByRole('button', { name: 'Update it' }).click();
  await expectToast(page, '£450.00 recorded');
  await expect(dialog).toBeHidden();
  const row = page.getByRole('table', { name: 'Rent for the month' }).getByRole('row');
  await expect(row.filter({ hasText: 'Rohan Mehta' })).toContainText('£750.00');
});

test('records rent in Finance with one key after the trial', async ({ page, landlord, forward }) => {
  const keyboard = keyboardOf(page);
  await addsTenancy(landlord, { names: ['Rohan Mehta'], address: '31 Cotham Vale', start: first() });
  await forward(EIGHT_DAYS);
  await page.goto('/dashboard/finance');
  await keyboard.to(page.getByRole('tab', { name: 'Transactions' }));
  await keyboard.keys('ArrowRight', 'ArrowRight');
  const row = page
    .getByRole('table', { name: 'Rent for the month' })
    .getByRole('row')
    .filter({ hasText: 'Rohan Mehta' });
  await keyboard.to(row.getByRole('button', { name: /^Record rent/ }));
  await keyboard.keys('r');
  await expectToast(page, '£1,200.00 recorded');
  await page.goto('/dashboard/finance');
  await expect(page.getByRole('row').filter({ hasText: 'Rent, Rohan Mehta' })).toContainText('£1,200.00');
});

test('edits the rent per week when rent becomes weekly', async ({ page, landlord }) => {
  const { id } = await addsTenancy(landlord, { names: ['Fay Farrow'], address: '40 Ebor Mount', rent: 60_667 });
  await page.goto(`/dashboard/tenancies/${id}`);
  await page.getByRole('button', { name: /^Edit\s*, Tenancy$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tenancy' });
  await expect(dialog.getByLabel('Rent per week')).toBeHidden();
  await dialog.getByLabel('Rent is paid').selectOption('Weekly');
  await expect(dialog.getByLabel('Rent per week')).toHaveValue('140');
  await dialog.getByLabel('Rent day').selectOption('Saturday');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Weekly in advance, next on/)).toBeVisible();
  await expect(page.getByText('£140.00').first()).toBeVisible();
});
