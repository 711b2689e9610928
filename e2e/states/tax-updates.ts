import { expect } from '@playwright/test';
import { TaxUpdate } from '../../src/features/tax-update/update.ts';
import { addsExpense } from '../support/finance.ts';
import { sent } from '../support/landlords.ts';
import type { Walk } from './walk.ts';

const YEAR = '/dashboard/tax/2026-27';
const path = '/api/tax-updates/2026-27';

export const taxUpdates: Walk = async ({ page, check, landlord }) => {
  const headers = { origin: landlord.origin };
  const date = '2026-05-04';
  await addsExpense(landlord, { date, description: 'Boiler repair', category: 'maintenance' });
  await addsExpense(landlord, { date, description: 'Council tax while empty', category: 'tax' });
  const data = { kind: 'standard', detail: 'itemised' };
  await sent(page.request.put(path, { data, headers }));
  const { sha256, waiting } = TaxUpdate.parse(await sent(page.request.get(`${path}/1`)));
  const kept = { way: 'elsewhere', sha256, leftOut: waiting, browser: null };
  await sent(page.request.post(`${path}/1`, { data: kept, headers }));
  await addsExpense(landlord, { date, description: 'Gutter clearing', category: 'maintenance' });
  await page.goto(YEAR);
  await expect(page.getByText('Marked as sent elsewhere')).toBeVisible();
  await check('the strip of quarterly updates');
  await page.getByRole('button', { name: 'Quarterly updates' }).click();
  await expect(page.getByRole('dialog').getByLabel('Updates contain')).toBeVisible();
  await check('the choices of quarterly updates');
  await page.goto(`${YEAR}/updates/2`);
  await expect(page.getByRole('list', { name: 'Corrections' }).first()).toBeVisible();
  await check('an update with corrections and a row that waits');
  await page.getByRole('button', { name: /^Connect to HMRC/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue to HMRC' }).click();
  await expect(dialog.getByText('Choose where you pay tax').first()).toBeVisible();
  await check('the connection to HMRC without a number');
};
