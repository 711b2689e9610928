/** Transactions found: by search, category, status, property and sort, which all stand in the address. */
import { expect, type Page } from '@playwright/test';
import {
  addsExpense,
  bringsIncome,
  bringsMany,
  dayFromNow,
  descriptions,
  row,
  scrollToRow,
  search,
  table,
} from './finance.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { fail } from './network-faults.ts';
import { title } from './words.ts';

const count = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });
const category = (page: Page) => page.getByRole('button', { name: /^Category/ });
const checklist = (page: Page) => page.getByRole('dialog', { name: 'Category' });
const chip = (page: Page, words: string) => page.getByRole('button', { name: `Remove filter, ${words}`, exact: true });

test('search finds by any part of description, reference, category and property address, in capitals or not', async ({
  page,
  landlord,
  server,
}) => {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  await addsExpense(landlord, { description: 'Éclairs 100%', category: 'tax' });
  await addsExpense(landlord, { description: 'Gutters', propertyId });
  await bringsIncome(server, landlord, { description: 'Rent, Ada', reference: 'LOVELACE 12' });
  await page.goto('/dashboard/finance');
  await expect(count(page, '3 transactions')).toBeVisible();
  for (const [typed, found] of [
    ['éCLAIR', 'Éclairs 100%'],
    ['0%', 'Éclairs 100%'],
    ['lovelace', 'Rent, Ada'],
    ['taxes', 'Éclairs 100%'],
    ['nt paym', 'Rent, Ada'],
    ['laburnum row, le', 'Gutters'],
  ] as const) {
    await search(page).fill(typed);
    await expect(count(page, '1 of 3 transactions')).toBeVisible();
    await expect(descriptions(page)).toHaveText([found]);
  }
  for (const typed of ["' or 1=1 --", '_______', '<b>', 'Ada LOVELACE']) {
    await search(page).fill(typed);
    await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
    await expect(page.getByText('Nothing matches your search and filters.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await expect(count(page, '3 transactions')).toBeVisible();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL('/dashboard/finance');
});

test('the checklist has every category of ours and each that an import brought, and counts what is chosen', async ({
  page,
  landlord,
  server,
}) => {
  await addsExpense(landlord, { description: 'Boiler' });
  await addsExpense(landlord, { description: 'Council tax', category: 'tax' });
  await bringsIncome(server, landlord, { description: 'Parking space', category: 'parking' });
  await page.goto('/dashboard/finance');
  await category(page).click();
  const offered = ['Rent Payments', 'Maintenance', 'Taxes', 'Insurance', 'Utilities', 'Other', 'Parking'];
  await expect(checklist(page).locator('label')).toHaveText(offered);
  await checklist(page).getByLabel('Parking').check();
  await expect(descriptions(page)).toHaveText(['Parking space']);
  await checklist(page).getByLabel('Taxes').check();
  await expect(descriptions(page)).toHaveText(['Council tax', 'Parking space']);
  await expect(category(page)).toHaveAccessibleName('Category 2 chosen');
  await expect(page).toHaveURL('/dashboard/finance?category=tax%2Cparking');
  await checklist(page).getByRole('button', { name: 'Clear Filters' }).click();
  await expect(descriptions(page)).toHaveCount(3);
  await expect(page).toHaveURL('/dashboard/finance');
  for (const label of offered.slice(1)) await checklist(page).getByLabel(label).check();
  await page.keyboard.press('Escape');
  await expect(category(page)).toBeFocused();
  await chip(page, 'All categories except Rent Payments').click();
  await expect(page).toHaveURL('/dashboard/finance');
});

test('a property is found by typing, and those without one are a filter, too', async ({ page, landlord }) => {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  await landlord.adds({ address: '2 Mill Lane', city: 'York' });
  await addsExpense(landlord, { description: 'Gutters', propertyId });
  await addsExpense(landlord, { description: 'Accountant' });
  await page.goto('/dashboard/finance');
  const button = page.getByRole('button', { name: /^Property/ });
  await button.click();
  await page.getByRole('combobox', { name: 'Find a property' }).fill('laburnum');
  await page.getByRole('option', { name: '8 Laburnum Row' }).click();
  await expect(descriptions(page)).toHaveText(['Gutters']);
  await expect(page).toHaveURL(`/dashboard/finance?property=${propertyId}`);
  await expect(chip(page, '8 Laburnum Row, Leeds')).toBeVisible();
  await button.click();
  await page.getByLabel('No property', { exact: true }).click();
  await expect(descriptions(page)).toHaveText(['Accountant']);
  await expect(page).toHaveURL('/dashboard/finance?property=none');
  await chip(page, 'No property').click();
  await expect(descriptions(page)).toHaveCount(2);
});

test('highest and lowest go by the amount without its sign', async ({ page, landlord, server }) => {
  await addsExpense(landlord, { description: 'Roof', amount: 500_000, date: '2026-02-01' });
  await addsExpense(landlord, { description: 'Lamp', amount: 899, date: '2026-03-01' });
  await bringsIncome(server, landlord, { description: 'Rent', amount: 145_000, date: '2026-01-01' });
  await page.goto('/dashboard/finance');
  await expect(descriptions(page)).toHaveText(['Lamp', 'Roof', 'Rent']);
  for (const [sort, order] of [
    ['Oldest', ['Rent', 'Roof', 'Lamp']],
    ['Highest', ['Roof', 'Rent', 'Lamp']],
    ['Lowest', ['Lamp', 'Rent', 'Roof']],
    ['Recent', ['Lamp', 'Roof', 'Rent']],
  ] as const) {
    await page.getByLabel('Sort').selectOption(sort);
    await expect(descriptions(page)).toHaveText([...order]);
  }
  await expect(page).toHaveURL('/dashboard/finance');
});

test('what is asked stands in the address: reload, Back and a shared link keep it', async ({
  page,
  landlord,
  server,
}) => {
  const { id: propertyId } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds' });
  const to = { status: 'pending', date: dayFromNow(5), propertyId } as const;
  await addsExpense(landlord, { ...to, description: 'Boiler one', amount: 100 });
  await addsExpense(landlord, { ...to, description: 'Boiler two', amount: 200 });
  await addsExpense(landlord, { ...to, description: 'Boiler three', amount: 300, propertyId: null });
  await addsExpense(landlord, { ...to, description: 'Boiler four', amount: 400, status: 'completed' });
  await addsExpense(landlord, { ...to, description: 'Boiler five', amount: 500, category: 'tax' });
  await bringsIncome(server, landlord);
  const asked = `/dashboard/finance?q=boiler&category=maintenance%2Cother&status=pending&property=${propertyId}&sort=highest`;
  const expectAsked = async (at: Page) => {
    await expect(at).toHaveURL(asked);
    await expect(descriptions(at)).toHaveText(['Boiler two', 'Boiler one']);
    await expect(count(at, '2 of 6 transactions')).toBeVisible();
    await expect(search(at)).toHaveValue('boiler');
    await expect(at.getByLabel('Status')).toHaveValue('pending');
    await expect(at.getByLabel('Sort')).toHaveValue('highest');
    for (const words of ['“boiler”', 'Maintenance, Other', '8 Laburnum Row, Leeds', 'Pending'])
      await expect(chip(at, words)).toBeVisible();
  };
  await page.goto(asked);
  await expectAsked(page);
  await page.reload();
  await expectAsked(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
  await page.goBack();
  await expectAsked(page);
  const tab = await page.context().newPage();
  await tab.goto(asked);
  await expectAsked(tab);
  await page.getByRole('button', { name: 'Clear Filters', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/finance?sort=highest');
  await page.goto('/dashboard/finance?status=gone&sort=sideways&property=mine&category=%3F&tab=cards');
  await expect(count(page, '6 transactions')).toBeVisible();
});

test('a transaction is found, opened and left again by keyboard alone', async ({ page, landlord }) => {
  await addsExpense(landlord, { description: 'Boiler repair' });
  await addsExpense(landlord, { description: 'Gutters' });
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/finance');
  await keyboard.fill(search(page), 'boiler');
  await expect(descriptions(page)).toHaveText(['Boiler repair']);
  await keyboard.press(descriptions(page));
  await expect(page.getByRole('dialog', { name: 'Edit Transaction' })).toBeVisible();
  await keyboard.keys('Escape');
  await expect(descriptions(page)).toBeFocused();
});

test('two thousand transactions scroll to the very last, a page at a time', async ({ page, landlord, server }) => {
  test.slow();
  await bringsMany(server, landlord, 2000);
  await page.goto('/dashboard/finance');
  await expect(count(page, '2,000 transactions')).toBeVisible();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '2001');
  await page.evaluate(scrollToRow, 2001);
  await expect(row(page, 'Entry 2000')).toBeInViewport();
  expect(await table(page).getByRole('row').count(), 'rows in the document').toBeLessThan(100);
});

test('a page that does not come says so below those that have, and Retry brings it', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  await bringsMany(server, landlord, 150);
  await page.goto('/dashboard/finance');
  await expect(row(page, 'Entry 1')).not.toHaveCount(0);
  const mend = await fail(page, { path: '/api/transactions' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load transactions.' });
  await expect(alert).toBeVisible();
  await mend();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.evaluate(scrollToRow, 151);
  await expect(row(page, 'Entry 150')).toBeInViewport();
});
