/** The states of the Rent screen, of a tenancy, and of their dialogs. */
import { expect } from '@playwright/test';
import { addMonths, londonDay } from '../../src/shared/dates.ts';
import { delay, fail } from '../network-faults.ts';
import { addsTenancy } from '../tenancies.ts';
import { title } from '../words.ts';
import type { Walk } from './walk.ts';

export const rent: Walk = async ({ page, check, landlord, expectConsoleError }) => {
  const first = `${londonDay(new Date()).slice(0, 8)}01`;
  const start = addMonths(first, -4);
  const dialog = page.getByRole('dialog');
  const closed = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await page.goto('/dashboard/rent');
  await expect(page.getByRole('heading', { name: /^No rent in/ })).toBeVisible();
  await check('rent with no tenancy');
  const late = await addsTenancy(landlord, {
    names: ['Darren Whittaker', 'Maximiliana Featherstonehaugh-Cholmondeley'],
    address: '73 Cobden Street',
    start,
    paid: [
      [start, 120_000],
      [first, 30_000],
    ],
    depositReceived: start,
  });
  await addsTenancy(landlord, {
    names: ['Oluwaseun Adeyemi'],
    address: '14 Chandos Terrace',
    start: first,
    paid: [[first, 120_000]],
  });
  await expect(page.getByRole('table', { name: 'Rent of the month' })).toContainText('Oluwaseun');
  await check('rent of a month, and arrears');
  await page.getByRole('radio', { name: /^Late/ }).check();
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No rent found')).toBeVisible();
  await check('rent that no search finds');
  await page.goto('/dashboard/rent');
  await page.getByRole('button', { name: /^Another amount or date, Darren/ }).click();
  await expect(dialog.getByRole('region', { name: 'Goes to' })).toBeVisible();
  await check('the dialog that records rent');
  await dialog.getByLabel('Amount', { exact: true }).fill('x');
  await dialog.getByRole('button', { name: 'Record rent' }).click();
  await check('rent that cannot be recorded');
  await page.reload();
  const letGo = await delay(page, { path: '/api/rent' });
  await page.goto('/dashboard/rent');
  await check('rent while it loads');
  letGo();
  const mend = await fail(page, { path: '/api/rent' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto('/dashboard/rent');
  await expect(page.getByText('Failed to load the rent')).toBeVisible();
  await check('rent that cannot be read');
  await mend();

  await page.goto(`/dashboard/tenancies/${late.id}`);
  await expect(title(page, late.names)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible();
  await page.getByText(/^The earliest day of an increase/).click();
  await check('a tenancy with its ledger');
  await page.getByRole('button', { name: 'Add a charge or credit' }).click();
  await dialog.getByLabel('What it is').selectOption('Opening balance');
  await dialog.getByRole('button', { name: 'Add to ledger' }).click();
  await check('an entry that cannot be added');
  await page.reload();
  await page.getByRole('button', { name: /^Edit.*Tenancy/ }).click();
  await expect(dialog).toBeVisible();
  await check('the dialog of a tenancy');
  await closed();
  await page.getByRole('button', { name: /^Change the rent/ }).click();
  await expect(dialog).toBeVisible();
  await check('the dialog of its rent');
  await closed();
};
