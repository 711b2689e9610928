import { expect, type Page } from '@playwright/test';
import { Agent } from '../../src/features/agent/agent.ts';
import { addDays, addMonths, formatDay, londonDay } from '../../src/shared/dates.ts';
import { importTransaction } from '../../test/fixtures/imported.ts';
import { expectToast, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { choosesFile } from '../support/statement-files.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

const today = () => londonDay(new Date());
const first = () => `${today().slice(0, 8)}01`;
const row = (page: Page, name: string, table = 'Rent for the month') =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Rent for the month' }).locator('div').filter({ hasText: name }).last();

test('shows this month’s rent, records it with one key, undoes it, and records a part', async ({ page, landlord }) => {
  const keyboard = keyboardOf(page);
  const start = addMonths(first(), -1);
  await page.goto('/dashboard/rent');
  await expect(page.getByRole('heading', { name: /^No rent in/ })).toBeVisible();
  await addsTenancy(landlord, { names: ['Rohan Mehta'], address: '31 Cotham Vale', start, paid: [[start, 120_000]] });
  await addsTenancy(landlord, {
    names: ['Ben Holroyd', 'Aisha Rahman'],
    address: '30 Ash Grove',
    start,
    rent: 104_000,
  });
  // Live events update the list without a reload.
  await expect(row(page, 'Rohan Mehta')).toContainText('£1,200.00');
  await expect(figure(page, 'Outstanding')).toContainText('£2,240.00');

  await test.step('records the outstanding rent with one key, and removes it with Undo', async () => {
    const record = row(page, 'Rohan Mehta').getByRole('button', { name: /^Record rent/ });
    await page.reload();
    await expect(record).toBeVisible();
    // The first R only selects a row, so that rent is never recorded for a row out of view.
    await keyboard.keys('r');
    await expect(row(page, 'Ben Holroyd').getByRole('button', { name: /^Record rent/ })).toBeFocused();
    await keyboard.keys('ArrowDown');
    await expect(record).toBeFocused();
    await keyboard.keys('r');
    await expectToast(page, '£1,200.00 recorded');
    await expect(row(page, 'Rohan Mehta')).toContainText(`Paid ${formatDay(today())}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Payment removed');
    await expect(record).toBeVisible();
    await expect(figure(page, 'Outstanding')).toContainText('£2,240.00');
  });

  await test.step('fills in the amount owed, oldest first, and accepts a part', async () => {
    await keyboard.press(page.getByRole('button', { name: 'Another amount or date, Ben Holroyd, Aisha Rahman' }));
    const dialog = page.getByRole('dialog', { name: 'Record rent' });
    await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('2080');
    await expect(dialog.getByRole('region', { name: 'Allocated to' })).toContainText(`Rent due ${formatDay(start)}`);
    await keyboard.fill(dialog.getByLabel('Amount', { exact: true }), '0');
    await keyboard.press(dialog.getByRole('button', { name: 'Record rent' }));
    await expect(dialog.getByLabel('Amount', { exact: true })).toHaveAccessibleDescription(/at least £0\.01/);
    await keyboard.fill(dialog.getByLabel('Amount', { exact: true }), '1,300');
    await keyboard.press(dialog.getByRole('button', { name: 'Record £1,300.00' }));
    await expectToast(page, '£1,300.00 recorded');
    await expect(dialog).toBeHidden();
    // £1,040 pays last month, and £260 is part of this month's rent.
    await expect(row(page, 'Ben Holroyd')).toContainText('£260.00');
    await expect(row(page, 'Ben Holroyd')).toContainText('£780.00');
  });

  await test.step('keeps filter, search and month in the URL, and shows arrears on any day', async () => {
    await page.getByRole('radio', { name: 'Outstanding 2' }).check();
    await page.getByRole('searchbox').fill('ash grove');
    await expect(row(page, 'Rohan Mehta')).toBeHidden();
    await page.reload();
    await expect(row(page, 'Ben Holroyd')).toBeVisible();
    await expect(row(page, 'Rohan Mehta')).toBeHidden();
    await page.getByRole('button', { name: 'Earlier month' }).click();
    await expect(page).toHaveURL(/month=/);
    const on = page.getByRole('textbox', { name: 'Arrears on' });
    const before = addDays(first(), -1);
    await on.fill(before);
    await on.press('Tab');
    const behind = row(page, 'Ben Holroyd', `Arrears on ${formatDay(before)}`);
    await expect(behind).toContainText('£1,040.00');
    const ages = page.getByRole('group', { name: 'By age' });
    await keyboard.press(ages.getByRole('button', { name: /£1,040\.00/ }));
    await expect(page).toHaveURL(/age=/);
    await page.reload();
    await expect(ages.getByRole('button', { pressed: true })).toContainText('£1,040.00');
    await expect(behind).toBeVisible();
  });
});

test('adds a disputed charge, a new rent and the deposit’s dates by keyboard', async ({ page, landlord }) => {
  const keyboard = keyboardOf(page);
  const start = addMonths(first(), -2);
  const tenancy = await addsTenancy(landlord, {
    names: ['Darren Whittaker'],
    address: '73 Cobden Street',
    start,
    paid: [[start, 120_000]],
  });
  await page.goto('/dashboard/rent');
  await keyboard.press(row(page, 'Darren Whittaker').getByRole('link', { name: 'Darren Whittaker' }));
  await expect(title(page, 'Darren Whittaker')).toBeFocused();
  await expect(page.getByText('Ground 8: 2 months of rent owed; the threshold is 3 months.')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const ledger = page.getByRole('table', { name: 'Ledger' });

  await keyboard.press(page.getByRole('button', { name: 'Add a charge or credit' }));
  await keyboard.fill(dialog.getByLabel('Amount', { exact: true }), '85');
  await keyboard.press(dialog.getByRole('button', { name: 'Add to ledger' }));
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason');
  await keyboard.fill(dialog.getByLabel('Reason'), 'Lock changed after lost keys');
  await keyboard.press(dialog.getByRole('button', { name: 'Add to ledger' }));
  await expectToast(page, 'Added to the ledger');
  const lock = ledger.getByRole('row').filter({ hasText: 'Lock changed' });
  await expect(lock).toContainText('£85.00');
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('£2,485.00');

  await keyboard.press(lock.getByRole('button', { name: /^Actions/ }));
  await keyboard.press(page.getByRole('menuitem', { name: 'Mark as in dispute' }));
  await expect(lock).toContainText(`in dispute since ${formatDay(today())}`);
  await keyboard.press(lock.getByRole('button', { name: /^Actions/ }));
  await expect(page.getByRole('menuitem', { name: 'Remove dispute' })).toBeFocused();
  await keyboard.keys('ArrowDown', 'Enter');
  await expectToast(page, 'Removed from the ledger');
  await expect(lock).toBeHidden();

  await keyboard.press(page.getByRole('button', { name: /^Change the rent/ }));
  await keyboard.fill(dialog.getByLabel('Rent per month'), '1260');
  await keyboard.fill(dialog.getByRole('textbox', { name: 'From', exact: true }), first());
  await keyboard.press(dialog.getByRole('button', { name: 'Change rent' }));
  await expectToast(page, 'Rent changed');
  await expect(ledger).toContainText('£1,260.00');
  await expect(page.getByRole('region', { name: 'Rent', exact: true })).toContainText('Today’s rent');

  await keyboard.press(page.getByRole('button', { name: /^Edit.*Deposit/ }));
  await keyboard.fill(dialog.getByLabel('Received on'), addDays(today(), -40));
  await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('region', { name: 'Deposit' })).toContainText('11 days late');
  await page.goto(`/dashboard/tenancies/${tenancy.id}?on=${start}`);
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('No rent is owed');
});

test('accepts rent from the bank with one click, undoes it, and stops suggesting a rejected match until Undo', async ({
  page,
  server,
  landlord,
}) => {
  const keyboard = keyboardOf(page);
  const start = first();
  const ask = (text: string, values: unknown[]) => statement(server, text, values);
  for (const [name, address, rent] of [
    ['Oluwaseun Adeyemi', '14 Chandos Terrace', 115_000],
    ['Jayesh Patel', '58 Narborough Road', 89_500],
  ] as const) {
    await addsTenancy(landlord, { names: [name], address, start, rent });
    await importTransaction(ask, landlord, { date: start, amount: rent, description: `${name.toUpperCase()} RENT` });
  }
  await importTransaction(ask, landlord, { date: start, amount: 40_000, description: 'J PATEL', category: 'other' });
  await page.goto('/dashboard/rent');
  const line = page.getByRole('region', { name: 'From your bank' });
  await expect(line).toContainText('You have 3 bank rows to match.');
  await keyboard.press(line.getByRole('button', { name: 'Accept 2 exact matches' }));
  await expectToast(page, '2 payments added to their ledgers');
  await expect(row(page, 'Jayesh Patel')).toContainText(`Paid ${formatDay(start)}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone');
  await keyboard.press(line.getByRole('link', { name: 'View bank rows' }));
  await expect(title(page, 'From your bank')).toBeFocused();
  const rent = page.getByRole('region', { name: 'Rent', exact: true });
  await expect(rent).toContainText('Rent, Oluwaseun Adeyemi');
  await expect(rent).toContainText('same amount');
  const wrong = rent.getByRole('listitem').filter({ hasText: 'OLUWASEUN ADEYEMI RENT' });
  await wrong.getByRole('button', { name: /^Not theirs/ }).click();
  await expect(wrong).toBeHidden();
  await keyboard.keys('z');
  await expectToast(page, 'Undone');
  await expect(wrong).toBeVisible();
  await wrong.getByRole('button', { name: /^Not for the lets/ }).click();
  await expectToast(page, 'Marked as not for the lets');
  await expect(wrong).toBeHidden();
});

const TENANTS = [
  'Oluwaseun Adeyemi',
  'Jayesh Patel',
  'Rohan Mehta',
  'Ben Holroyd',
  'Aisha Rahman',
  'Sian Pritchard',
  'Callum Fraser',
  'Mei Chow',
  'Tomasz Zielinski',
  'Grace Hopper',
  'Ada Lovelace',
  'Mary Somerville',
];

test('records twelve rents with a few keys after a statement is imported', async ({ page, landlord }) => {
  const [start, post] = [first(), { headers: { origin: landlord.origin } }];
  const rentOf = (at: number) => 80_000 + at * 1_750;
  const agent = { name: 'Marlow and Reed', feePercent: 10, vat: 'none' };
  const answer = await page.request.post('/api/agents', { data: agent, ...post });
  const { id: agentId } = Agent.parse(await answer.json());
  for (const [at, name] of TENANTS.entries()) {
    const { id } = await addsTenancy(landlord, {
      names: [name],
      address: `${at + 1} Cotham Vale`,
      start,
      rent: rentOf(at),
    });
    const data = { agentId, autoMatch: false };
    if (at >= 10) await page.request.put(`/api/tenancies/${id}/collection`, { data, ...post });
  }
  const day = start.split('-').toReversed().join('/');
  const line = (pence: number, text: string) =>
    `,${day},20-45-12 12341185,${(pence / 100).toFixed(2)},Counter Credit,${text}`;
  const rows = [
    'Number,Date,Account,Amount,Subcategory,Memo',
    ...TENANTS.slice(0, 9).map((name, at) => line(rentOf(at), `${name.toUpperCase()} RENT`)),
    line(rentOf(9), 'HARBOUR TRUST PAYMENTS'),
    line(((rentOf(10) + rentOf(11)) * 9) / 10, 'MARLOW AND REED CLIENT ACC'),
  ];
  await page.goto('/dashboard/finance/import');
  await choosesFile(page, { name: 'barclays.csv', content: `${rows.join('\r\n')}\r\n` });
  await page.getByRole('button', { name: 'Import 11 rows' }).click();
  await expect(page.getByText(/^Imported 11 rows/).first()).toBeVisible();

  const keys = keyboardOf(page);
  await keys.keys('g', 'b');
  await expect(title(page, 'From your bank')).toBeFocused();
  const rent = page.getByRole('region', { name: 'Rent', exact: true });
  await expect(page.getByRole('button', { name: 'Accept 10 exact matches' })).toBeVisible();
  await expect(rent.getByRole('listitem').filter({ hasText: 'MARLOW AND REED' })).toContainText('less a fee of £97.50');
  await keys.keys('Shift+A');
  await expectToast(page, '10 payments added to their ledgers');
  const last = rent.getByRole('listitem').filter({ hasText: 'HARBOUR TRUST' });
  await expect(last).toHaveAttribute('aria-current', 'true');
  await expect(last).toContainText('Rent, Grace Hopper');
  await keys.keys('a');
  await expect(page.getByRole('heading', { name: 'No bank rows to match' })).toBeVisible();
  await keys.keys('g', 'r');
  await expect(figure(page, 'Outstanding')).toContainText('£0.00');
});

test('splits a payment over categories and a ledger, and merges it again', async ({
  page,
  server,
  landlord,
  expectConsoleError,
}) => {
  const start = first();
  const ask = (text: string, values: unknown[]) => statement(server, text, values);
  const { id } = await addsTenancy(landlord, { names: ['Grace Hopper'], address: '2 Mill Lane', start });
  await importTransaction(ask, landlord, { date: start, amount: 125_000, description: 'G H', category: 'other' });
  await page.goto('/dashboard/finance');
  await page.getByRole('button', { name: /^Split, G H/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Split Transaction' });
  const part = (n: number) => dialog.getByRole('group', { name: `Part ${n}` });
  await dialog.getByRole('button', { name: 'Add part' }).click();
  await part(1).getByLabel('Amount (£)').fill('1200');
  await part(1).getByLabel('Category').selectOption('Rent Payments');
  await part(1).getByLabel('Tenancy ledger').fill('Hopper');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await part(2).getByLabel('Amount (£)').fill('49');
  await part(2).getByLabel('Category').selectOption('Other');
  await part(2).getByLabel('Description').fill('Key cut');
  await expect(dialog.getByText('Left to split £1.00')).toBeVisible();
  await expect(
    part(3).getByRole('combobox', { name: 'Category' }),
    'nobody has typed there',
  ).toHaveAccessibleDescription('');
  await part(3).getByRole('button', { name: 'Remove part 3' }).click();
  expectConsoleError(/status of 422/);
  await dialog.getByRole('button', { name: 'Save 2 parts' }).click();
  await expect(dialog).toContainText('The parts add up to £1,249.00, but the transaction is £1,250.00.');
  await part(2).getByLabel('Amount (£)').fill('50');
  await dialog.getByRole('button', { name: 'Save 2 parts' }).click();
  await expectToast(page, 'Split into 2 parts');
  await expect(page.getByRole('row').filter({ hasText: 'Key cut' })).toContainText('Part of +£1,250.00');
  await page.goto(`/dashboard/tenancies/${id}`);
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('No rent is owed');

  await page.goto('/dashboard/finance');
  await page.getByRole('button', { name: /^Split, Key cut/ }).click();
  await part(2).getByRole('button', { name: 'Remove part 2' }).click();
  await part(1).getByLabel('Amount (£)').fill('1250');
  await dialog.getByRole('button', { name: 'Merge parts' }).click();
  await expectToast(page, 'Parts merged');
  await expect(page.getByRole('row').filter({ hasText: 'Key cut' })).toBeHidden();
});
