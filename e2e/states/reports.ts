import { expect } from '@playwright/test';
import { dayFromNow } from '../support/days.ts';
import { addsExpense } from '../support/finance.ts';
import { fail } from '../support/network-faults.ts';
import type { Walk } from './walk.ts';

const REPORT = '/dashboard/reports/profit-and-loss';

export const reports: Walk = async ({ page, check, landlord, expectConsoleError }) => {
  await page.goto(REPORT);
  await expect(page.getByRole('heading', { name: /^No income or expenses/ })).toBeVisible();
  await check('a report without rows');
  const date = dayFromNow(0);
  const { id: propertyId } = await landlord.adds({ address: 'Flat 3, 112 Lordship Lane, East Dulwich' });
  await addsExpense(landlord, { date, description: 'Boiler repair', category: 'maintenance', propertyId });
  await addsExpense(landlord, { date, description: 'Interest', category: 'mortgage interest', propertyId });
  await page.goto(`${REPORT}?compare=last-year`);
  await page.getByRole('button', { name: /^Details of Flat 3/ }).click();
  await page.getByRole('button', { name: /^Maintenance/ }).click();
  await expect(page.getByRole('link', { name: 'Boiler repair' })).toBeVisible();
  await check('a report with an open row');
  await page.goto('/dashboard/reports');
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
  await check('the list of reports');
  expectConsoleError(/status of 503/);
  await fail(page, { path: /\/api\/reports\/profit/ }, 'unavailable');
  await page.goto(REPORT);
  await expect(page.getByText('We could not load this report')).toBeVisible();
  await check('a report that cannot be read');
};
