import { expect } from '@playwright/test';
import { PDF } from '../test/fixtures/uploads.ts';
import { zipOf } from '../test/fixtures/zips.ts';
import { axeFindings } from './support/accessible.ts';
import { title } from './support/copy.ts';
import { statement } from './support/database.ts';
import { choosesSpreadsheet, expectStep, fortyLets, stat, xlsxOf } from './support/import-files.ts';
import { keyboardOf } from './support/keyboard.ts';
import { delayAnswers, dropNextResponse } from './support/network-faults.ts';
import { test } from './support/test.ts';

test('imports an Excel of 40 lets by keyboard after correcting 5 rows, and undoes it', async ({ page, landlord }) => {
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto('/dashboard/settings');
  const { press, fill, to, keys } = keyboardOf(page);
  await keys('g', 'j');
  await expect(title(page, 'Import from a spreadsheet')).toBeVisible();
  await choosesSpreadsheet(page, { name: 'Lets 2027.xlsx', bytes: await fortyLets() });

  await expectStep(page, 'Columns');
  await expect(page.getByRole('tab', { name: /^Houses: properties/ })).toHaveAttribute('aria-selected', 'true');
  const from = page.getByLabel('Charge rent from');
  await press(page.getByRole('button', { name: 'Check 80 rows' }));
  await expect(from).toBeFocused();
  await expect(from).toHaveAccessibleDescription(/Enter the day from which rent is charged/);
  await fill(from, '01/01/2027');
  await press(page.getByRole('button', { name: 'Check 80 rows' }));

  await expectStep(page, 'Check');
  await expect(stat(page, 'To correct')).toContainText('5');
  const corrections = [
    ['P/code, row 3', 'LS16 8AB'],
    ['Rent, row 8', '1200'],
    ['Gas expiry, row 15', '30/06/2027'],
    ['Rent, row 22', '722'],
    ['Email, row 11', 'tenant10@sand.example'],
  ] as const;
  await expect(page.getByRole('button', { name: /^Import \d+ rows, leave out/ })).toBeVisible();
  for (const [cell, text] of corrections) {
    await fill(page.getByLabel(cell), text);
    await keys('Enter');
    await expect(page.getByRole('row').filter({ has: page.getByLabel(cell) })).toContainText('Corrected');
    if (cell === 'P/code, row 3') await page.reload();
  }
  await press(page.getByRole('button', { name: 'Import 80 rows', exact: true }));

  await expectStep(page, 'Result');
  await expect(page.getByText('80 rows imported.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rent starts on 01 Jan 2027' })).toBeVisible();
  await page.goto('/dashboard/properties');
  await expect(page.getByText('41 properties').first()).toBeVisible();

  await keys('g', 'j');
  await press(page.getByRole('button', { name: 'Undo Lets 2027.xlsx' }));
  const question = page.getByRole('alertdialog', { name: 'Undo the import of Lets 2027.xlsx?' });
  await expect(question).toContainText('This removes 40 properties and 40 tenants with their tenancies.');
  await to(question.getByRole('button', { name: 'Undo import' }));
  await keys('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Lets 2027.xlsx' })).toContainText('Undone');
  await page.goto('/dashboard/properties');
  await expect(page.getByText('1 property').first()).toBeVisible();
});

test('reads 60 columns, maps a value once, and shows the result after a lost connection', async ({
  page,
  landlord: _,
}) => {
  const extra = Array.from({ length: 54 }, (_, at) => `Extra ${at + 1}`);
  const headings = ['Address', 'Postcode', 'Type', 'Bedrooms', 'Rent', 'Area code', ...extra];
  const rows = ['1 Mill Road', '2 Mill Road'].map((address) =>
    [address, 'LS6 2QN', 'Maison', '2', '725', 'x', ...extra.map(() => 'x')].join(','),
  );
  await page.goto('/dashboard/import');
  await choosesSpreadsheet(page, { name: 'wide.csv', bytes: Buffer.from([headings.join(','), ...rows].join('\n')) });
  await expectStep(page, 'Columns');
  await expect(page.getByRole('table', { name: 'Columns of wide' }).getByRole('row')).toHaveCount(61);
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  const town = page.getByLabel('Town, for all rows');
  await expect(town).toBeFocused();
  await town.fill('Leeds');
  await town.press('Enter');
  await expect(town).toHaveAccessibleDescription('');
  await page.getByLabel('‘Maison’, 2 rows').selectOption('House');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expectStep(page, 'Check');
  await page.getByRole('button', { name: 'Leave out row 3, 2 Mill Road' }).click();
  const start = page.getByRole('button', { name: 'Import 1 row, leave out 1' });
  await expect(start).toBeVisible();
  const { pathname } = new URL(page.url());
  await dropNextResponse(page, { path: `/api${pathname.replace('/dashboard/import', '/imports')}/run` });
  await start.click();
  await expectStep(page, 'Result');
  await expect(page.getByText('1 row imported.')).toBeVisible();
});

test('adds a supplier for all rows that name it, and a zip with the files of certificates', async ({
  page,
  landlord,
}) => {
  await landlord.adds({ address: '12 Mill Road' });
  await page.goto('/dashboard/import');
  const expense = (day: number) => [`0${day}/11/2026`, 'Boiler', '120', 'Expense', 'Repairs', 'Leak & Sons'];
  const bytes = await xlsxOf(
    { name: 'Money', rows: [['Date', 'Details', 'Amount', 'Type', 'Category', 'Supplier'], expense(1), expense(2)] },
    {
      name: 'Certificates',
      rows: [
        ['Property', 'Certificate', 'Issued', 'File'],
        ['12 Mill Road', 'CP12', '12/03/2026', 'gas.pdf'],
      ],
    },
  );
  await choosesSpreadsheet(page, { name: 'Money.xlsx', bytes });
  await expectStep(page, 'Columns');
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await expectStep(page, 'Check');
  await expect(stat(page, 'To correct')).toContainText('3');
  const zip = await zipOf({ 'gas.pdf': PDF });
  await page
    .getByLabel('Zip of certificates')
    .setInputFiles({ name: 'c.zip', mimeType: 'application/zip', buffer: zip });
  await expect(page.getByText('1 file added.')).toBeVisible();
  await page.getByRole('button', { name: 'Add ‘Leak & Sons’ as a supplier' }).first().click();
  await page.getByLabel('Service type, row 2').selectOption('Plumbing');
  for (const [field, text] of [
    ['Email', 'office@leak.example'],
    ['Phone', '0113 496 0000'],
    ['Address', '1 Dock Road, Leeds'],
  ] as const) {
    await page.getByLabel(`${field}, row 2`).fill(text);
    await page.getByLabel(`${field}, row 2`).press('Enter');
  }
  await page.getByRole('button', { name: 'Import 4 rows', exact: true }).click();
  await expectStep(page, 'Result');
  await expect(page.getByText('4 rows imported.')).toBeVisible();
});

test('moves between the rows with the arrows, and checks again after a change elsewhere', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const text =
    'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n2 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n';
  await page.goto('/dashboard/import');
  await choosesSpreadsheet(page, { name: 'a.csv', bytes: Buffer.from(text) });
  await expectStep(page, 'Columns');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expectStep(page, 'Check');
  const [first, second] = [/^Leave out row 2/, /^Leave out row 3/].map((name) => page.getByRole('button', { name }));
  await first?.focus();
  await page.keyboard.press('ArrowDown');
  await expect(second ?? page.locator('body')).toBeFocused();
  await expect(first ?? page.locator('body')).toHaveAttribute('tabindex', '-1');
  await landlord.adds({
    address: '1 Mill Road',
    city: 'Leeds',
    postalCode: 'LS1 0QN',
    propertyType: 'flat',
    bedrooms: 2,
    rent: 70_000,
  });
  expectConsoleError(/status of 409/);
  const old = await delayAnswers(page, { path: /^\/api\/imports\/[\w-]+$/ });
  await page.getByRole('button', { name: 'Import 2 rows', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Your records have changed since the check.');
  // The earlier counts may arrive after those of the second check.
  await old.given;
  await page.getByRole('button', { name: 'Check again' }).click();
  const run = page.getByRole('button', { name: 'Import 1 row', exact: true });
  await expect(run).toBeVisible();
  old.letGo();
  await run.click();
  await expectStep(page, 'Result');
});

test('shows the progress of an undo after a reload, and whether it is undone', async ({ page, landlord, server }) => {
  const text = 'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n';
  await page.goto('/dashboard/import');
  await choosesSpreadsheet(page, { name: 'a.csv', bytes: Buffer.from(text) });
  await expectStep(page, 'Columns');
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  await page.getByRole('button', { name: 'Import 1 row', exact: true }).click();
  await expectStep(page, 'Result');
  const undoes = async () => {
    await page.getByRole('button', { name: 'Undo a.csv' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  };
  await statement(server, 'begin');
  await statement(server, 'select 1 from properties where user_id = $1 for key share', [landlord.id]);
  await undoes();
  const progress = page.getByRole('status').filter({ hasText: 'Undoing the import...' });
  await expect(progress).toBeVisible();
  await page.reload();
  await expect(progress).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await statement(
    server,
    'select pg_terminate_backend(pid) from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
  );
  await expect(page.getByRole('alert')).toContainText('We could not undo the import.');
  await statement(server, 'rollback');
  await undoes();
  await expect(page.getByText('You have undone this import.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
