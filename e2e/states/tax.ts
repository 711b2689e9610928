import { expect } from '@playwright/test';
import { LoanRecord } from '../../src/features/loan/loan.ts';
import { newJourney, newLoan } from '../../test/fixtures/make.ts';
import { statement } from '../support/database.ts';
import { dayFromNow } from '../support/days.ts';
import { addsExpense } from '../support/finance.ts';
import { fail } from '../support/network-faults.ts';
import type { Walk } from './walk.ts';

const TAX = '/dashboard/tax';

export const tax: Walk = async ({ page, check, server, landlord, expectConsoleError }) => {
  await page.goto(TAX);
  await expect(page.getByRole('heading', { name: /^No paid transactions/ })).toBeVisible();
  await check('a tax year without transactions');
  const date = dayFromNow(0);
  const { id: propertyId } = await landlord.adds({ address: 'Flat 3, 112 Lordship Lane, East Dulwich' });
  await addsExpense(landlord, { date, description: 'Council tax while empty', category: 'tax', propertyId });
  await addsExpense(landlord, { date, description: 'Boiler repair', category: 'maintenance', propertyId });
  await addsExpense(landlord, { date, description: 'Interest', category: 'mortgage interest', propertyId });
  await addsExpense(landlord, { date, description: 'Sofa bed', category: 'domestic items', propertyId });
  await page.goto(TAX);
  const boxes = page.getByRole('list', { name: 'Boxes' });
  await boxes.getByRole('button', { name: /^Box 25/ }).click();
  await expect(boxes.getByRole('link', { name: 'Boiler repair' })).toBeVisible();
  await page.getByText('From Finance to the boxes').click();
  await check('a tax year with an open box and the way from Finance');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Categories' }).click();
  await expect(dialog.getByLabel('Tax line of Maintenance')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add category' }).click();
  await check('the categories, with a wrong name');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Commercial property' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose a property')).toBeVisible();
  await check('the dialog of a commercial property without a property');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Answer' }).click();
  await expect(page.getByRole('list', { name: 'Questions' })).toBeVisible();
  await check('the questions of a tax year');
  await page.goto(`${TAX}/owners`);
  await expect(page.getByRole('heading', { name: 'Do you own property with someone else?' })).toBeVisible();
  await check('the start of owners');
  const headers = { origin: landlord.origin };
  for (const name of ['Grace Lovelace', 'Ben Lovelace', 'Cleo Lovelace'])
    await page.request.post('/api/owners', { data: { name, kind: 'person', nation: 'England' }, headers });
  await page.goto(`${TAX}/owners`);
  await page.getByRole('button', { name: 'Add shares' }).click();
  for (const name of ['Grace', 'Ben', 'Cleo']) await dialog.getByLabel(`Share of ${name} Lovelace`).fill('33.33');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Shares add up to 99.99%. Use one third each?')).toBeVisible();
  await check('shares that do not add up');
  await dialog.getByRole('button', { name: 'Use 1/3 each' }).click();
  await dialog.getByLabel('Share of Cleo Lovelace').fill('');
  for (const name of ['Grace', 'Ben']) await dialog.getByLabel(`Share of ${name} Lovelace`).fill('50');
  await dialog.getByLabel('They are married').check();
  await check('shares of spouses, with Form 17');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Shares' })).toContainText('Grace Lovelace 50%');
  await check('owners with shares');
  await loansAndMileage({ page, check, landlord, propertyId });
  await receipts({ page, check, landlord });
  await yearEnd({ page, check, server, landlord, propertyId });
  expectConsoleError(/status of 503/);
  await fail(page, { path: /\/api\/tax\/2/ }, 'unavailable');
  await page.goto(TAX);
  await expect(page.getByText('We could not load this tax year')).toBeVisible();
  await check('a tax year that cannot be read');
};

type Given = Pick<Parameters<Walk>[0], 'page' | 'check' | 'landlord'>;
type Yearly = Given & Pick<Parameters<Walk>[0], 'server'> & { propertyId: string };

async function receipts({ page, check, landlord }: Given): Promise<void> {
  const locked = await landlord.uploads('transaction-files', { name: 'Damaged.pdf', bytes: Buffer.from('%PDF-1.7 ') });
  await page.request.post('/api/receipts', { data: { file: locked }, headers: { origin: landlord.origin } });
  await page.goto('/dashboard/receipts');
  await expect(page.getByRole('region', { name: /^Damaged/ })).toContainText('This PDF is damaged');
  await check('the tray with a file that cannot be read');
  await page.getByRole('radio', { name: 'Missing receipts' }).check();
  await expect(page.getByRole('button', { name: /^None needed/ }).first()).toBeVisible();
  await check('rows without a receipt');
}

async function yearEnd({ page, check, server, landlord, propertyId }: Yearly): Promise<void> {
  const purchase = { boughtOn: '2020-01-31', price: 25_000_000, stampDuty: 250_000, legalFees: 120_000, otherCosts: 0 };
  const headers = { origin: landlord.origin };
  await page.request.put(`/api/tax/capital/${propertyId}`, { data: purchase, headers, failOnStatusCode: true });
  await page.goto(`${TAX}/capital`);
  await page.getByRole('list', { name: 'Properties' }).locator('summary').first().click();
  await check('the capital list with an open property');
  const fee = await addsExpense(landlord, { date: '2026-04-08', category: 'agent fees', description: 'Lettings fee' });
  await statement(
    server,
    `insert into agent_day_reviews (user_id, transaction_id, received_on) values ($1, $2, '2026-03-28')`,
    [landlord.id, fee.id],
  );
  await page.goto(`${TAX}/agent-days`);
  await expect(page.getByRole('list', { name: 'Fees and costs' })).toContainText('Lettings fee');
  await check('the days of agents’ fees');
}

async function loansAndMileage({ page, check, landlord, propertyId }: Given & { propertyId: string }): Promise<void> {
  const post = (path: string, data: object) =>
    page.request.post(path, { data, headers: { origin: landlord.origin }, failOnStatusCode: true });
  const loan = newLoan({ propertyId, valueWhenLet: 120_000_00, fixedUntil: '2027-01-31' });
  const { id } = LoanRecord.parse(await (await post('/api/loans', loan)).json());
  await addsExpense(landlord, { date: '2026-04-28', category: 'other', description: 'Harbour Bank', amount: 833_75 });
  const paid = await addsExpense(landlord, { date: '2026-05-28', description: 'Harbour Bank', amount: 833_75 });
  await post(`/api/loans/${id}/payments`, { ids: [paid.id] });
  await page.goto(`/dashboard/tax/loans/${id}`);
  await expect(page.getByRole('list', { name: 'Transactions to link' })).toBeVisible();
  await check('a loan above its limit, with a payment and others to link');
  await page.goto('/dashboard/tax/loans/add');
  await page.getByRole('button', { name: 'Add rate' }).click();
  await page.getByRole('button', { name: 'Add Loan' }).click();
  await expect(page.getByText('Enter the lender').first()).toBeVisible();
  await check('the form of a loan without input');
  await post('/api/journeys', newJourney({ day: '2026-05-14', propertyId }));
  await page.goto('/dashboard/tax/mileage');
  await expect(page.getByRole('button', { name: 'Use 45p' })).toBeVisible();
  await check('mileage with the note on its rate');
  await page.goto('/dashboard/tax/mileage/add');
  await page.getByRole('combobox', { name: 'Extra cost (optional)' }).selectOption('Fuel');
  await page.getByRole('button', { name: 'Add Journey' }).click();
  await expect(page.getByText(/^Mileage already covers/).first()).toBeVisible();
  await check('a journey with fuel');
}
