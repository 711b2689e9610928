import { expect, type Page } from '@playwright/test';
import { daysOf } from '../../src/features/transaction/period.ts';
import { formatDay } from '../../src/shared/dates.ts';
import { expectColour } from '../support/colour.ts';
import { expectErrorToast, expectToast, title } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import {
  addsExpense,
  card,
  changesTransaction,
  descriptions,
  dialog,
  fillIn,
  importsIncome,
  row,
  save,
  search,
} from '../support/finance.ts';
import { delay, fail } from '../support/network-faults.ts';
import { test } from '../support/test.ts';

const count = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const filter = (page: Page, name: 'Category' | 'Property') =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });
const chip = (page: Page, text: string) => page.getByRole('button', { name: `Remove filter, ${text}`, exact: true });
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Transactions' });
const bell = (page: Page, owed = '') =>
  page.getByRole('banner').getByRole('button', { name: `Latest transactions${owed}`, exact: true });
const latest = (page: Page) => page.getByRole('dialog', { name: 'Latest transactions' });

test('finds transactions by search, filters and sort, and keeps these in the URL', async ({
  page,
  landlord,
  server,
}) => {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  await addsExpense(landlord, { description: 'Council tax', category: 'tax', amount: 500_000, date: '2026-02-01' });
  await addsExpense(landlord, { description: 'Gutters', propertyId, amount: 899, date: '2026-03-01' });
  await importsIncome(server, landlord, { description: 'Parking', category: 'parking', date: '2026-01-01' });
  await page.goto('/dashboard/finance');
  await expect(count(page, '3 transactions')).toBeVisible();
  await test.step('S2.2.46, S2.2.47 sorts by date, and by amount without its sign', async () => {
    for (const [sort, order] of [
      ['Highest', ['Council tax', 'Parking', 'Gutters']],
      ['Recent', ['Gutters', 'Council tax', 'Parking']],
    ] as const) {
      await page.getByLabel('Sort').selectOption(sort);
      await expect(descriptions(page)).toHaveText([...order]);
    }
  });

  await test.step('S1.2.140, S1.2.141, S1.5.36, S1.5.37 offers every category in the checklist, and clears them', async () => {
    await filter(page, 'Category').click();
    const checklist = page.getByRole('dialog', { name: 'Category' });
    await expect(checklist.locator('label')).toHaveText(
      'Rent Payments, Maintenance, Taxes, Insurance, Utilities, Other, Parking'.split(', '),
    );
    await checklist.getByLabel('Parking').check();
    await checklist.getByLabel('Taxes').check();
    await expect(descriptions(page)).toHaveText(['Council tax', 'Parking']);
    await expect(filter(page, 'Category')).toHaveAccessibleName('Category 2 chosen');
    await checklist.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(descriptions(page)).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(filter(page, 'Category')).toBeFocused();
  });

  await test.step('S2.2.40, S2.2.43, S2.9.13, S1.5.38 combines search and filters', async () => {
    await filter(page, 'Property').click();
    await page.getByLabel('No property', { exact: true }).click();
    await expect(descriptions(page)).toHaveText(['Council tax', 'Parking']);
    await chip(page, 'No property').click();
    await filter(page, 'Property').click();
    await page.getByRole('combobox', { name: 'Find a property' }).fill('laburnum');
    await page.getByRole('option', { name: '8 Laburnum Row' }).click();
    await page.getByLabel('Status').selectOption('Paid');
    await search(page).fill('LABURNUM ROW, le');
    await expect(panel(page).getByText('1 of 3 transactions', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`/dashboard/finance?property=${propertyId}&status=completed&q=LABURNUM+ROW%2C+le`);
  });
  await test.step('announces the count once for each search and filter', async () => {
    await page.goto('/dashboard/finance');
    await expect(count(page, '3 transactions found')).toBeAttached();
    const announced = page.evaluate(() => {
      const texts: string[] = [];
      const target = document.querySelector('[role=tabpanel] output');
      const end = new Promise<string[]>((resolve) =>
        addEventListener('finished', () => resolve(texts), { once: true }),
      );
      new MutationObserver(() => target?.textContent && texts.push(target.textContent)).observe(
        target ?? document.body,
        { childList: true, characterData: true, subtree: true },
      );
      return end;
    });
    await search(page).fill('gutters');
    await expect(count(page, '1 transaction found for “gutters”')).toBeAttached();
    await page.getByLabel('Status').selectOption('Paid');
    await expect(page).toHaveURL(/status=completed/);
    await expect(panel(page).getByText('1 of 3 transactions', { exact: true })).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('finished')));
    expect(await announced).toEqual(Array(2).fill('1 transaction found for “gutters”'));
  });
  await test.step('applies one period to cards, rows and sums, and shows the dates of each option', async () => {
    await page.goto('/dashboard/finance');
    await page.getByRole('button', { name: 'Period: All dates' }).click();
    const days = page.getByRole('dialog', { name: 'Period' });
    await expect(days.locator('label').filter({ hasText: 'tax year' })).toHaveText([
      /^This tax year06 Apr – 05 Apr 20\d\d$/,
      /^Last tax year06 Apr – 05 Apr 20\d\d$/,
    ]);
    await days.getByRole('radio', { name: 'Custom' }).check();
    await days.getByLabel('From').fill('2026-02-01');
    await days.getByLabel(/^To/).fill('2026-02-28');
    await page.keyboard.press('Escape');
    await expect(descriptions(page)).toHaveText(['Council tax']);
    await expect(page).toHaveURL('/dashboard/finance?from=2026-02-01&to=2026-02-28');
    await expect(card(page, 'Total Expenses')).toContainText('£5,000.0001 – 28 Feb 2026');
    await expect(panel(page)).toContainText('1 transaction, filtered');
    await expect(page.getByRole('button', { name: 'Period: 01 – 28 Feb 2026' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'By category' })).toContainText(
      'Taxes£0.00−£5,000.00−£5,000.00Total£0.00−£5,000.00−£5,000.00',
    );
    await page.getByRole('region', { name: 'By property' }).getByRole('button').first().click();
    await expect(page).toHaveURL(/property=/);
  });
  await page.goto(`/dashboard/finance?property=${propertyId}&status=completed&q=LABURNUM+ROW%2C+le`);
  await expect(descriptions(page)).toHaveText(['Gutters']);
  await expect(search(page)).toHaveValue('LABURNUM ROW, le');
  for (const text of ['“LABURNUM ROW, le”', '8 Laburnum Row, Leeds', 'Paid'])
    await expect(chip(page, text)).toBeVisible();
});

test('shows figures, rows and sums, and opens overdue transactions', async ({ page, landlord, server }) => {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  const lastYear = `${Number(dayFromNow(0).slice(0, 4)) - 1}-02-03`;
  const lastMonth = daysOf('last-month', dayFromNow(0)).from;
  await importsIncome(server, landlord, { amount: 100_000, date: lastMonth, description: 'Rent, Bob' });
  await importsIncome(server, landlord, { amount: 104_100, date: dayFromNow(0) });
  await addsExpense(landlord, { amount: 123_450, date: lastYear, propertyId, description: 'Tax', category: 'tax' });
  await addsExpense(landlord, { amount: 10_000, date: dayFromNow(7), status: 'pending', description: 'Next one' });
  await addsExpense(landlord, { amount: 20_000, date: dayFromNow(9), status: 'pending' });
  await addsExpense(landlord, { amount: 28_640, date: dayFromNow(-9), status: 'pending', description: 'Late one' });
  const letGo = await delay(page, { path: '/api/transactions/totals' });
  await page.goto('/dashboard/finance');
  await test.step('S1.2.12, S2.2.33, S2.2.39 shows header and tabs, without a trial banner', async () => {
    await expect(title(page, 'Finance')).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['Transactions', 'Bank Accounts0', 'Due this month']);
    await expect(page.getByText(/free trial/i), 'the trial banner').toHaveCount(0);
  });
  await expect(descriptions(page), 'rows do not wait for sums').toHaveCount(6);
  await expect(page.getByText('counting…')).toHaveCount(2);
  letGo();
  await expect(panel(page)).toContainText(
    '6 transactionsBy property and categoryIncome+£2,041.00Expenses−£1,820.90Net+£220.10',
  );

  await expect(card(page, 'Total Income')).toContainText('£2,041.00£1,041.00 this month +4.1% from last month');
  await expect(card(page, 'Total Expenses')).toContainText('£1,820.90');
  await expect(card(page, 'Pending Transactions')).toContainText(/£300\.002 transactions, next due \d\d \w{3} \d{4}/);
  await expect(card(page, 'Overdue Payments')).toContainText('£286.401 transaction, 9 days');

  const day = `03 Feb ${lastYear.slice(0, 4)}`;
  await test.step('S1.9.30, S1.2.138, S1.3.32 shows the columns of income and of an expense', async () => {
    await expect(row(page, 'Rent, Bob').getByRole('cell')).toHaveText([
      `Select Rent, Bob, ${formatDay(lastMonth)}`,
      formatDay(lastMonth),
      'Rent, Bob',
      'Rent Payments',
      'Paid',
      'LOVELACE 12',
      '+£1,000.00',
      '',
    ]);
    await expect(row(page, 'Laburnum').getByRole('cell')).toHaveText([
      `Select Tax, ${day}`,
      day,
      'Tax8 Laburnum Row, Leeds',
      'Taxes',
      'Paid',
      '',
      '−£1,234.50',
      '',
    ]);
  });
  await test.step('S1.4.31 shows the status icon in green, amber or red', async () => {
    for (const [description, status, colour] of [
      ['Laburnum', 'Paid', 'green'],
      ['Next one', 'To pay', 'amber'],
      ['Late one', 'Overdue', 'red'],
    ] as const)
      await expectColour(row(page, description).getByRole('cell').filter({ hasText: status }).locator('svg'), colour);
  });

  await card(page, 'Overdue Payments').click();
  await expect(page).toHaveURL('/dashboard/finance?status=overdue');
  await expect(descriptions(page)).toHaveText(['Late one']);
  await expect(panel(page)).toContainText('1 transaction, filtered');
});

test('shows failures of rows, sums and figures with Retry, and refetches everything on Refresh', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const before = await addsExpense(landlord);
  const paths = ['/api/transactions', '/api/transactions/totals', '/api/transactions/summary'];
  let restore = await Promise.all(paths.map((path) => fail(page, { path }, 'internal')));
  expectConsoleError(/status of 500/);
  // Without live events, the page does not refetch automatically.
  await page.route(/\/api\/events\b/, (route) => route.abort());
  expectConsoleError(/ERR_FAILED/);
  await page.goto('/dashboard/finance');
  const failed = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await expect(failed('Failed to load transactions.')).toContainText('Something went wrong on our side.');
  await expect(page.getByText('No transactions found')).toBeHidden();
  await expect(failed('Failed to load the figures')).toBeVisible();
  await Promise.all(restore.map((one) => one()));
  // The figures come first, because Retry of the rows also refetches the figures.
  for (const text of ['Failed to load the figures', 'Failed to load transactions.'])
    await failed(text).getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, before.description)).toBeVisible();
  await expect(card(page, 'Total Expenses')).toContainText('£120.49');
  await expect(panel(page)).toContainText('Net−£120.49');

  await changesTransaction(landlord, before, { description: 'Boiler replaced', amount: 300_000 });
  await test.step('S2.2.34, S2.4.11, S2.9.9 refetches on Refresh, and confirms it for two seconds', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectToast(page, 'Up to date');
    await expect(row(page, 'Boiler replaced')).toContainText('−£3,000.00');
    await expect(page.getByRole('status', { name: 'Up to date' })).toBeHidden({ timeout: 4000 });
  });
  restore = [await fail(page, { path: '/api/transactions' }, 'internal')];
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expectErrorToast(page, 'Failed to load transactions.');
  await expect(row(page, 'Boiler replaced'), 'rows that were read before').toBeVisible();
});

test('counts unpaid transactions in the bell, lists them first on every screen, and opens them', async ({
  page,
  landlord,
  server,
}) => {
  await page.goto('/dashboard/settings');
  await expect(bell(page)).toHaveText('');
  await bell(page).click();
  await expect(latest(page)).toContainText('No transactions found');
  await addsExpense(landlord, { description: 'Insurance', date: dayFromNow(-3) });
  await addsExpense(landlord, { description: 'The fifth', date: '2025-01-01' });
  await importsIncome(server, landlord, { date: dayFromNow(-1) });
  await addsExpense(landlord, { description: 'Gutters', date: dayFromNow(7), status: 'pending' });
  await addsExpense(landlord, { description: 'Boiler', date: dayFromNow(-9), status: 'pending' });
  await test.step('S1.2.45, S1.2.137, S1.2.146, S1.9.28 lists overdue, then pending, then the latest, four in all', async () => {
    await expect(latest(page).getByRole('listitem')).toHaveText([
      /^Boiler\d\d \w{3} \d{4}Overdue−£120\.49$/,
      /^Gutters\d\d \w{3} \d{4}To pay−£120\.49$/,
      /^Rent, Ada Lovelace\d\d \w{3} \d{4}Paid\+£1,450\.00$/,
      /^Insurance\d\d \w{3} \d{4}Paid−£120\.49$/,
    ]);
    await expect(latest(page).getByRole('link')).toHaveText([
      'Boiler',
      'Gutters',
      /^Rent/,
      'Insurance',
      'View All Finances',
    ]);
  });
  await expect(bell(page, ', 2 to pay or overdue')).toHaveText('2');
  await test.step('opens a transaction from its row', async () => {
    await latest(page).getByRole('link', { name: 'Gutters' }).click();
    await expect(dialog(page, 'Edit Transaction').getByLabel('Description')).toHaveValue('Gutters');
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Edit Transaction')).toBeHidden();
    await expect(page).toHaveURL('/dashboard/finance');
  });
  await test.step('keeps the filters in Finance, unless they hide that row', async () => {
    for (const [name, after] of [
      ['Gutters', '?status=pending'],
      ['Boiler', ''],
    ] as const) {
      await page.goto('/dashboard/finance?status=pending');
      await bell(page, ', 2 to pay or overdue').click();
      await latest(page).getByRole('link', { name }).click();
      await expect(dialog(page, 'Edit Transaction').getByLabel('Description')).toHaveValue(name);
      await expect(page).toHaveURL(`/dashboard/finance${after}`);
    }
  });
  await test.step('S1.2.136 opens finance with View All Finances', async () => {
    await page.goto('/dashboard/settings');
    await bell(page, ', 2 to pay or overdue').click();
    await latest(page).getByRole('link', { name: 'View All Finances' }).click();
    await expect(latest(page)).toBeHidden();
    await expect(page).toHaveURL('/dashboard/finance');
    await expect(title(page, 'Finance')).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true });

  test('shows rows as cards with a menu, a reachable add button, and dialogs as sheets', async ({
    page,
    landlord,
    server,
  }) => {
    await addsExpense(landlord, { description: 'Boiler', status: 'pending', date: dayFromNow(2) });
    await importsIncome(server, landlord, { description: 'Rent, Ada' });
    await page.goto('/dashboard/finance');
    expect((await row(page, 'Boiler').boundingBox())?.y, 'pixels from the top').toBeLessThan(500);
    await expect(page.getByRole('button', { name: 'Add Transaction' })).toHaveCount(1);
    await test.step('opens all filters with one button, and shows the number of matches', async () => {
      await page.getByRole('button', { name: 'Filters' }).tap();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await sheet.getByRole('radio', { name: 'To pay' }).check();
      await sheet.getByRole('button', { name: 'Show 1 transaction' }).tap();
      await expect(page.getByRole('button', { name: 'Filters 1 chosen' })).toBeVisible();
      await expect(descriptions(page)).toHaveText(['Boiler']);
      await chip(page, 'To pay').tap();
      await page.getByRole('button', { name: 'More', exact: true }).tap();
      await expect(page.getByRole('menuitem')).toHaveText(['Refresh', 'Export', 'Add Transaction']);
      await page.keyboard.press('Escape');
    });
    await row(page, 'Rent, Ada').getByRole('button', { name: /^More/ }).tap();
    await expect(page.getByRole('menuitem')).toHaveText(['Split', 'Not for the lets', 'Edit']);
    await page.keyboard.press('Escape');
    await row(page, 'Boiler').getByRole('button', { name: /^More/ }).tap();
    await page.getByRole('menuitem', { name: 'Mark as paid' }).tap();
    await expect(row(page, 'Boiler')).toContainText('Paid');
    const add = page.getByRole('button', { name: 'Add Transaction' });
    expect((await add.boundingBox())?.y, 'pixels from the top').toBeGreaterThan(580);
    await add.tap();
    const sheet = await dialog(page, 'Add Expense Transaction').boundingBox();
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0), 'it rests on the lower edge').toBe(667);
    await save(page).tap();
    await expect(page.getByText('Description is required')).toBeVisible();
    await expect(save(page)).toBeInViewport({ ratio: 1 });
    await fillIn(page, { description: 'Locks' });
    await save(page).tap();
    await expectToast(page, 'Transaction added successfully');
  });
});
