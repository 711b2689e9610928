/** The bell in the bar: how much is to be paid, the latest four, and the way to all of them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { addsExpense, bringsIncome, changesTransaction, removesExpense } from './finance.ts';
import { dayFromNow } from './finance-dialogs.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay, fail } from './network-faults.ts';
import { title } from './words.ts';

/** Its accessible name is whole: 'Latest transactions', or with how many are to be paid. */
const bell = (page: Page, owed = ''): Locator =>
  page.getByRole('banner').getByRole('button', { name: `Latest transactions${owed}`, exact: true });
const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Latest transactions' });
const rows = (page: Page): Locator => panel(page).getByRole('listitem');

test('the bell counts what is pending or overdue, lists the latest four, and leads to all finances', async ({
  page,
  landlord,
  server,
}) => {
  await addsExpense(landlord, { description: 'Oldest', date: '2025-01-01' });
  await addsExpense(landlord, { description: 'Boiler repair call-out', date: dayFromNow(-9), status: 'pending' });
  await addsExpense(landlord, { description: 'Gutter clearing', date: dayFromNow(7), status: 'pending' });
  await addsExpense(landlord, { description: 'Insurance', date: dayFromNow(-3) });
  await bringsIncome(server, landlord, { date: dayFromNow(-1) });
  await page.goto('/dashboard/settings');
  await expect(bell(page, ', 2 pending or overdue')).toHaveText('2');
  await bell(page, ', 2 pending or overdue').click();
  await expect(rows(page)).toHaveText([
    /^Gutter clearing\d\d \w{3} \d{4}Pending−£120\.49$/,
    /^Rent, Ada Lovelace\d\d \w{3} \d{4}Completed\+£1,450\.00$/,
    /^Insurance\d\d \w{3} \d{4}Completed−£120\.49$/,
    /^Boiler repair call-out\d\d \w{3} \d{4}Overdue−£120\.49$/,
  ]);
  await panel(page).getByRole('link', { name: 'View All Finances' }).click();
  await expect(title(page, 'Finance')).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await bell(page, ', 2 pending or overdue').click();
  await panel(page).getByRole('link', { name: 'View all transactions' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL('/dashboard/finance');
});

test('without transactions the bell counts nothing and says so, and offers no more than there are', async ({
  page,
  landlord,
}) => {
  await page.goto('/dashboard');
  await expect(bell(page)).toHaveText('');
  await bell(page).click();
  await expect(panel(page)).toContainText('No transactions found');
  await page.keyboard.press('Escape');
  for (const description of ['One', 'Two', 'Three', 'Four']) await addsExpense(landlord, { description });
  await bell(page).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(panel(page).getByRole('link')).toHaveText(['View All Finances']);
});

test('while the latest are on their way, and when they do not come, the bell says so', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsExpense(landlord, { description: 'Gutter' });
  await page.goto('/dashboard/settings');
  const letGo = await delay(page, { path: '/api/transactions' });
  await bell(page).click();
  await expect(panel(page).getByText('Loading transactions...')).toBeAttached();
  letGo();
  await expect(rows(page)).toHaveCount(1);

  await page.goto('/dashboard/profile');
  const mend = await fail(page, { path: '/api/transactions' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await bell(page).click();
  const alert = panel(page).getByRole('alert');
  await expect(alert).toContainText('Failed to load transactions.');
  await expect(alert).toContainText('We cannot reach our database just now.');
  await mend();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(alert).toBeHidden();
});

test('figures that cannot be read leave the bell without a count, and the screen as it is', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsExpense(landlord, { status: 'pending' });
  await fail(page, { path: '/api/transactions/summary' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto('/dashboard/settings');
  await expect(bell(page)).toHaveText('');
  await expect(title(page, 'Settings')).toBeVisible();
});

test('the bell follows what happens elsewhere, open or closed, on every screen', async ({ page, landlord }) => {
  await page.goto('/dashboard/settings');
  await expect(bell(page)).toBeVisible();
  const first = await addsExpense(landlord, { description: 'Gutter', status: 'pending' });
  await expect(bell(page, ', 1 pending or overdue')).toBeVisible();
  await bell(page, ', 1 pending or overdue').click();
  await expect(rows(page)).toHaveCount(1);
  const second = await addsExpense(landlord, { description: 'Locks changed', status: 'pending' });
  await expect(rows(page)).toHaveCount(2);
  await changesTransaction(landlord, first, { description: 'Gutter and roof', status: 'completed' });
  await expect(rows(page).filter({ hasText: 'Gutter and roof' })).toContainText('Completed');
  await removesExpense(landlord, second);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toHaveText('');
});

test('until it is opened the bell asks for its figures and nothing else, after the screen has come', async ({
  page,
  landlord,
}) => {
  await addsExpense(landlord);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const letGo = await delay(page, { path: '/api/transactions/summary' });
  await page.goto('/dashboard/settings');
  await expect(title(page, 'Settings'), 'nothing waits for the figures').toBeVisible();
  await expect(bell(page)).toBeVisible();
  letGo();
  const finance = () => asked.filter((path) => path.startsWith('/api/transactions'));
  await expect.poll(finance).toEqual(['/api/transactions/summary']);
  await bell(page).click();
  await expect(rows(page)).toHaveCount(1);
  expect(finance()).toEqual(['/api/transactions/summary', '/api/transactions']);
});

test('the bell is used by keyboard alone: it opens, leads on, and gives the focus back', async ({ page, landlord }) => {
  await addsExpense(landlord, { status: 'pending' });
  await page.goto('/dashboard/settings');
  const keyboard = keyboardOf(page);
  const counted = bell(page, ', 1 pending or overdue');
  await keyboard.press(counted);
  await expect(panel(page).getByRole('link', { name: 'View All Finances' })).toBeFocused();
  await keyboard.keys('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(counted).toBeFocused();
  await keyboard.keys('Enter');
  await keyboard.press(panel(page).getByRole('link', { name: 'View All Finances' }));
  await expect(title(page, 'Finance')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true });

  test('the bell is in reach of a thumb, and what it shows fits, also very long words', async ({ page, landlord }) => {
    await addsExpense(landlord, { description: 'Repair'.repeat(30), amount: 9_999_999_999, status: 'pending' });
    await page.goto('/dashboard/settings');
    const { width = 0, height = 0 } = (await bell(page, ', 1 pending or overdue').boundingBox()) ?? {};
    expect(Math.min(width, height), 'pixels').toBeGreaterThanOrEqual(44);
    await bell(page, ', 1 pending or overdue').tap();
    await expect(rows(page).getByText('−£99,999,999.99')).toBeInViewport({ ratio: 1 });
    await expect(panel(page)).toBeInViewport({ ratio: 1 });
    await panel(page).getByRole('link', { name: 'View All Finances' }).tap();
    await expect(title(page, 'Finance')).toBeVisible();
  });
});
