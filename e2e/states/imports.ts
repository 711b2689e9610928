import { expect, type Page } from '@playwright/test';
import { PropertyRecord } from '../../src/features/property/property.ts';
import { choosesSpreadsheet, expectStep, stat, xlsxOf } from '../support/import-files.ts';
import { sent } from '../support/landlords.ts';
import { delay } from '../support/network-faults.ts';
import type { Walk } from './walk.ts';

const PAGE = '/dashboard/import';

const HOUSES = [
  ['Property', 'Town', 'P/code', 'Type', 'Rent', 'Gas cert', 'Key safe'],
  ['12 Mill Road', 'Leeds', 'LS6 2QN', '2 bed flat', '725', '12/03/2026', '4471'],
  ['7 Abbey Walk', 'Leeds', 'LS12 4DT', 'Terrace 3 bed', 'twelve hundred', '2024', ''],
  ['22 Park Row', 'Leeds', 'LS1 5HD', 'Cabin', '£1,2O0', '04/11/2026', ''],
  ['12 Mill Road', 'Leeds', 'LS6 2QN', '2 bed flat', '750', '12/03/2026', '4471'],
  ['8 Laburnum Row', 'Leeds', 'LS6 2QN', '2 bed flat', '1195', '12/03/2026', ''],
];
const PEOPLE = [
  ['Tenant', 'Email', 'Mobile', 'House', 'Start', 'Rent pcm', 'Arrears'],
  ['Jo Sand', 'jo@sand.example', '07700 900123', '12 Mill Road', '01/02/2025', '725', '0'],
  ['Sam Ode', 'sam@ode.example', '07700 900124', '7 Abbey Walk', '01/02/2025', '1200', '50'],
];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

export const imports: Walk = async ({ page, check, landlord, expectConsoleError }) => {
  const { id } = await landlord.adds({ address: '8 Laburnum Row', city: 'Leeds', postalCode: 'LS6 2QN' });
  const letGo = await delay(page, { path: '/api/imports' });
  await page.goto(PAGE);
  await expect(page.getByText('Loading imports...')).toBeAttached();
  await check('the first step of an import while earlier ones are loading');
  letGo();
  await expect(page.getByText('Loading imports...')).toBeHidden();
  await page.getByRole('link', { name: 'Rentila', exact: true }).click();
  await expect(page.getByText('and save it as XLSX.')).toBeVisible();
  await check('the guide for moving from a product');
  await page.goto(`${PAGE}/guides/nowhere`);
  await expect(page.getByText('We could not find this guide')).toBeVisible();
  await check('a guide that does not exist');
  await page.getByRole('link', { name: 'Back to the import' }).click();
  expectConsoleError(/status of 422/);
  await choosesSpreadsheet(page, { name: 'lets.pdf', bytes: Buffer.from('%PDF-1.7') });
  await expect(page.getByRole('alert')).toContainText('This is a PDF.');
  await check('a file that cannot be imported');

  const bytes = await xlsxOf({ name: 'Houses', rows: HOUSES }, { name: 'People', rows: PEOPLE });
  await choosesSpreadsheet(page, { name: 'Lets 2027.xlsx', bytes });
  await expectStep(page, 'Columns');
  await button(page, /^Check/).click();
  await expect(page.getByText('Choose an answer for ‘Gas cert’')).toBeVisible();
  await check('the columns of an import with open questions');
  await page.getByLabel('Field in Tenure for Key safe').selectOption('Address *');
  await page.getByLabel('Field in Tenure for Town').selectOption('Not imported');
  await expect(page.getByText('is used by another column too').first()).toBeVisible();
  await expect(page.getByLabel('Town, for all rows')).toBeVisible();
  await check('the columns of an import with a field used twice and one without a column');
  await page.getByLabel('Field in Tenure for Key safe').selectOption('Key code');
  await page.getByLabel('Field in Tenure for Town').selectOption('Town *');
  // Not `check()`: the radio changes only when React renders the cached answer, shortly after the click.
  await page.getByLabel('Valid until').click();
  await expect(page.getByLabel('Valid until')).toBeChecked();
  await page.getByLabel(/^‘Cabin’, /).selectOption('House');
  await page.getByLabel('Bedrooms of ‘Cabin’').fill('2');
  await page.getByRole('tab', { name: /^People/ }).click();
  await page.getByLabel('Charge rent from').fill('01/01/2027');
  await check('the columns of an import, answered');
  await button(page, /^Check/).click();

  await expectStep(page, 'Check');
  await expect(page.getByLabel('Gas cert, row 3')).toBeVisible();
  await check('rows of an import to correct');
  await page.getByLabel('Gas cert, row 3').fill('01/09/2024');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Only a year: give the day')).toBeHidden();
  await button(page, 'Use £1,200.00').click();
  await expect(page.getByText('Corrected', { exact: true })).toBeVisible();
  await check('rows of an import, some corrected');
  await stat(page, 'Changed').click();
  await expect(page.getByText('Keep ours').first()).toBeVisible();
  await check('changed rows of an import');
  await stat(page, 'Left out').click();
  await expect(page.getByText(/^Needs row/)).toBeVisible();
  await check('rows of an import left out with others');
  await stat(page, 'Known already').click();
  await expect(page.getByText('No known rows')).toBeVisible();
  await check('an import without known rows');

  const finish = await delay(page, { path: /\/run$/ });
  await button(page, /^Import \d/).click();
  await expectStep(page, 'Import');
  await check('an import in progress');
  finish();
  await expectStep(page, 'Result');
  await expect(page.getByRole('table', { name: 'Imports' })).toBeVisible();
  await check('the result of an import');
  const changed = PropertyRecord.parse(await sent(page.request.get(`/api/properties/${id}`)));
  await landlord.changes(changed, { city: 'York' });
  await button(page, /^Undo/).click();
  const question = page.getByRole('alertdialog', { name: 'Undo the import of Lets 2027.xlsx?' });
  await expect(question.getByRole('checkbox').first()).toBeVisible();
  await check('the question before an import is undone');
  await button(page, 'Undo import').click();
  await expect(page.getByText('You have undone this import.')).toBeVisible();
  await check('an import that is undone');
  expectConsoleError(/status of 404/);
  await page.goto(`${PAGE}/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('alert')).toContainText('We no longer have this file.');
  await check('an import that does not exist');
};
