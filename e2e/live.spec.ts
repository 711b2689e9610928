import { expect, type Locator, type Page } from '@playwright/test';
import { londonDay } from '../src/shared/dates.ts';
import { addsBankAccount } from './support/bank-accounts.ts';
import { expectToast } from './support/copy.ts';
import { statement, withoutDatabase } from './support/database.ts';
import {
  addButton,
  addsExpense,
  card,
  changesTransaction,
  descriptions,
  fillIn,
  importsIncome,
  importsMany,
  removesExpense,
  row,
  save,
  scrollToRow,
  table,
} from './support/finance.ts';
import { signIn } from './support/landlords.ts';
import { setVisible, streamsOf, waitForStream } from './support/live.ts';
import { delayAnswers, fail } from './support/network-faults.ts';
import { addsSupplier } from './support/suppliers.ts';
import { addsTenancy } from './support/tenancies.ts';
import { addsTenant } from './support/tenants.ts';
import { test } from './support/test.ts';

const FINANCE = '/dashboard/finance';
const arrived = (page: Page) => table(page).locator('.arrived');
/** Records rows that are highlighted from now on, because highlights are brief. */
const keepsArrivals = (page: Page) =>
  page.evaluate(() => {
    const kept: string[] = [];
    const keep = () => kept.push(document.querySelector('tr.arrived')?.textContent ?? '');
    new MutationObserver(keep).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
    Object.assign(window, { kept });
  });
const hasStoodOut = (page: Page, text: string) =>
  page.waitForFunction((words) => (Reflect.get(window, 'kept') as string[]).some((row) => row.includes(words)), text);

const expectNoToast = (page: Page) =>
  expect(page.getByRole('region', { name: /Messages/ }).getByRole('status')).toHaveCount(0);

test('S2.4.8 S2.4.9 S2.4.10 shows the same in two browsers of a landlord after each change', async ({
  page,
  landlord,
  anotherBrowser,
  forward,
  server,
}) => {
  await addsExpense(landlord, { description: 'Old', date: '2026-01-01', amount: 100 });
  await addsExpense(landlord, { description: 'New', date: '2026-12-01', amount: 200 });
  // After a minute of listening, the server can rule out changes during the page load, so that rows are highlighted.
  await forward(60_000);
  const other = await anotherBrowser();
  await signIn(other, server.address, landlord);
  for (const one of [page, other]) await one.goto(`${FINANCE}?category=maintenance,rent`);
  await waitForStream(page, other);

  for (const one of [page, other]) await keepsArrivals(one);
  const boiler = await addsExpense(landlord, { description: 'Boiler', amount: 10_000 });
  for (const one of [page, other]) {
    await hasStoodOut(one, 'Boiler');
    await expect(descriptions(one)).toHaveText(['New', 'Boiler', 'Old']);
    await expect(card(one, 'Total Expenses')).toContainText('£103.00');
    await expect(one.getByRole('tabpanel')).toContainText('Expenses−£103.00');
  }
  await expect(arrived(page)).toHaveCount(0);
  const dearer = await changesTransaction(landlord, boiler, { amount: 12_345 });
  for (const one of [page, other]) await expect(row(one, 'Boiler')).toContainText('−£123.45');
  await expect(arrived(page), 'rows that were there before').toHaveCount(0);
  await importsIncome(server, landlord, { description: 'Rent, by import' });
  for (const one of [page, other]) await expect(row(one, 'Rent, by import')).toContainText('+£1,450.00');
  const taxed = await changesTransaction(landlord, dearer, { category: 'tax' });
  for (const one of [page, other]) {
    await expect(row(one, 'Boiler'), 'which the filter leaves out').toHaveCount(0);
    await expect(one.getByText('3 of 4 transactions', { exact: true })).toBeVisible();
  }
  await removesExpense(landlord, taxed);
  await statement(server, `delete from public.transactions where user_id = $1 and description <> 'New'`, [landlord.id]);
  for (const one of [page, other]) await expect(descriptions(one)).toHaveText(['New']);
  await addsBankAccount(landlord);
  for (const one of [page, other]) await expect(one.getByRole('tab', { name: 'Bank Accounts 1' })).toBeVisible();
});

test('shows properties, tenants and suppliers added in another browser', async ({ page, landlord, forward }) => {
  await forward(60_000);
  await addsTenant(landlord, { name: 'Grace Hopper' });
  for (const [path, name, adds] of [
    ['/dashboard/properties', '9 Ferry Lane', () => landlord.adds({ address: '9 Ferry Lane' })],
    ['/dashboard/tenants', 'Iris Caldwell', () => addsTenant(landlord, { name: 'Iris Caldwell' })],
    ['/dashboard/suppliers', 'Sparks & Daughters', () => addsSupplier(landlord, { name: 'Sparks & Daughters' })],
  ] as const) {
    await page.goto(path);
    await waitForStream(page);
    await adds();
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
  }
});

test('sends each kind of save once, and refetches its changes once', async ({ page, landlord, server, forward }) => {
  const start = `${londonDay(new Date()).slice(0, 8)}01`;
  const [tenancy] = [
    await addsTenancy(landlord, { names: ['Rohan Mehta'], address: '31 Cotham Vale', start }),
    await addsTenancy(landlord, { names: ['Iris Caldwell'], address: '5 Ferry Lane', start }),
  ];
  await importsIncome(server, landlord, { date: start, amount: 120_000, description: 'IRIS CALDWELL RENT' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  const ofAllNouns = () => asked.filter((one) => one.startsWith('GET /api/notifications'));
  const button = (name: string | RegExp, within: Page | Locator = page) => within.getByRole('button', { name }).first();
  const dialog = page.getByRole('dialog');

  type Save = { path: string; open?: () => Promise<void>; press: Locator; message: string };
  const expectOnce = async ({ path, open, press, message }: Save) => {
    // After a minute of listening, the server can rule out changes during the page load.
    await forward(60_000);
    asked.length = 0;
    await page.goto(path);
    await waitForStream(page);
    await open?.();
    await expect(press).toBeEnabled();
    asked.length = 0;
    await press.click();
    await expectToast(page, message);
    await expect.poll(ofAllNouns).toHaveLength(1);
    // Events arrive in order, so the supplier's event follows all events of the save.
    await addsSupplier(landlord);
    await expect.poll(() => ofAllNouns().length).toBeGreaterThan(1);
    expect(ofAllNouns()).toHaveLength(2);
    expect(
      asked.filter((one) => !one.startsWith('GET ')),
      message,
    ).toHaveLength(1);
    // The supplier that was just added is refetched.
    const reads = asked.filter((one) => !ofAllNouns().includes(one) && !one.startsWith('GET /api/suppliers'));
    expect(
      reads.filter((one, at) => reads.indexOf(one) !== at),
      message,
    ).toEqual([]);
  };
  await expectOnce({
    path: '/dashboard/rent',
    press: button('Accept 1 exact match', page.getByRole('region', { name: 'From your bank' })),
    message: '1 payment added to a ledger',
  });
  await expectOnce({
    path: '/dashboard/rent',
    // Waits for the proposals, which are requested only after their code has loaded.
    open: () => expect.poll(() => asked.includes('GET /api/bank-rows')).toBe(true),
    press: button(/^Record rent ?,/),
    message: '£1,200.00 recorded',
  });
  const ledger = `/dashboard/tenancies/${tenancy.id}`;
  await expectOnce({
    path: ledger,
    open: async () => {
      await button('Add a charge or credit').click();
      await dialog.getByLabel('Amount', { exact: true }).fill('85');
      await dialog.getByLabel('Reason').fill('Lock changed');
    },
    press: button('Add to ledger', dialog),
    message: 'Added to the ledger',
  });
  await expectOnce({
    path: ledger,
    open: async () => {
      await button(/^Edit.*Deposit/).click();
      await dialog.getByLabel('Received on').fill(start);
    },
    press: button('Save', dialog),
    message: 'Tenancy updated successfully!',
  });
  await expectOnce({
    path: `/dashboard/properties/edit/${tenancy.propertyId}`,
    open: () => page.getByLabel('Bedrooms').fill('4'),
    press: button('Update Property'),
    message: 'Property updated successfully!',
  });
  await expectOnce({
    path: FINANCE,
    open: async () => {
      await addButton(page).click();
      await fillIn(page);
    },
    press: save(page),
    message: 'Transaction added successfully',
  });
});

test('refetches a first request that is in flight during a change', async ({ page, landlord, forward }) => {
  await addsExpense(landlord, { description: 'Old', amount: 100 });
  await forward(60_000);
  const { given, letGo } = await delayAnswers(page, { path: '/api/transactions/totals' });
  await page.goto(`${FINANCE}?category=maintenance`);
  await Promise.all([waitForStream(page), given]);
  await addsExpense(landlord, { description: 'Boiler', amount: 10_000 });
  await expect(row(page, 'Boiler')).toBeVisible();
  letGo();
  await expect(page.getByRole('tabpanel')).toContainText('Expenses−£101.00');
});

test('sends each request once on the dashboard, and receives changes from its first page on', async ({
  page,
  landlord,
  forward,
}) => {
  // After a minute of listening, the server can rule out changes during the page load.
  await forward(60_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  await waitForStream(page);
  await addsExpense(landlord, { status: 'pending' });
  await expect(page.getByRole('button', { name: /Latest transactions, 1/ })).toBeVisible();
  const times = (path: string) => asked.filter((one) => one === path).length;
  expect(times('/api/transactions/summary'), 'at first, and after the change').toBe(2);
  expect(times('/api/auth/get-session')).toBe(0);
});

test('keeps the place in a long list, closes the stream of a hidden tab, and catches up when visible', async ({
  page,
  landlord,
  server,
}) => {
  await importsMany(server, landlord, 300);
  await page.goto(FINANCE);
  await waitForStream(page);
  await page.evaluate(scrollToRow, 301);
  const place = await page.evaluate(() => window.scrollY);
  await statement(server, `update public.transactions set description = 'Changed' where user_id = $1`, [landlord.id]);
  await expect(descriptions(page).last()).toHaveText('Changed');
  await expect(table(page).locator('[aria-rowindex="301"]')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));

  await setVisible(page, false);
  await expect.poll(() => streamsOf(page).open).toBe(0);
  await addsExpense(landlord, { description: 'While hidden', date: '2026-11-01' });
  await setVisible(page, true);
  await expect(row(page, 'While hidden')).toBeVisible();
  await expect.poll(() => streamsOf(page)).toEqual({ requested: 2, open: 1 });
});

test('ends the stream with the session, and keeps the list usable without a message if it is refused', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  const elsewhere = await anotherBrowser();
  await signIn(elsewhere, server.address, landlord);
  expectConsoleError(/status of 429/);
  await fail(elsewhere, { path: '/api/events' }, 'too_many_attempts');
  for (const one of [page, elsewhere]) await one.goto(FINANCE);
  await waitForStream(page);
  await addsExpense(landlord, { description: 'Gutters' });
  await elsewhere.getByRole('button', { name: 'Refresh' }).click();
  await expect(row(elsewhere, 'Gutters')).toBeVisible();

  expectConsoleError(/status of 401/);
  await elsewhere.request.post('/api/sessions/sign-out-others', { headers: { origin: server.address } });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible({ timeout: 10_000 });
  await expect(row(page, 'Gutters')).toBeVisible();
  expect(streamsOf(page).open).toBe(0);
  await expectNoToast(page);
});

test('matches the database after a restart, a lost network, silence, or a database outage', {
  tag: '@full',
}, async ({ page, landlord, server, expectConsoleError }) => {
  await page.clock.install();
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|503/);
  await addsExpense(landlord, { description: 'Before' });
  await page.goto(FINANCE);
  await expect(row(page, 'Before')).toBeVisible();
  await waitForStream(page);
  const changed = async (description: string) => {
    await statement(server, `update public.transactions set description = $2 where user_id = $1`, [
      landlord.id,
      description,
    ]);
    await expect(descriptions(page)).toHaveText([description]);
    await expectNoToast(page);
  };
  await test.step('after a restart', async () => {
    await server.without(async () => {
      await expect.poll(() => streamsOf(page).open).toBe(0);
      await expect(row(page, 'Before')).toBeVisible();
    });
    const reopened = async () => {
      await page.clock.fastForward(30_000);
      return streamsOf(page).open;
    };
    await expect.poll(reopened, { intervals: [2_000] }).toBe(1);
    await changed('After a restart');
  });
  await test.step('after a database outage', async () => {
    await withoutDatabase(server, () => expect(row(page, 'After a restart')).toBeVisible());
    await changed('After an outage');
  });
  await test.step('after silence', async () => {
    const { requested } = streamsOf(page);
    await page.clock.fastForward(60_000);
    await expect.poll(() => streamsOf(page)).toEqual({ requested: requested + 1, open: 1 });
    await changed('After silence');
  });
  await test.step('after a lost network', async () => {
    await page.context().setOffline(true);
    await page.clock.fastForward(60_000);
    await expect.poll(() => streamsOf(page).open).toBe(0);
    await page.context().setOffline(false);
    await changed('After a sleep');
  });
});
