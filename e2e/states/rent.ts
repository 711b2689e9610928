import { expect } from '@playwright/test';
import { Agent } from '../../src/features/agent/agent.ts';
import { addMonths, londonDay } from '../../src/shared/dates.ts';
import { title } from '../support/copy.ts';
import { sent } from '../support/landlords.ts';
import { delay, fail } from '../support/network-faults.ts';
import { addsTenancy } from '../support/tenancies.ts';
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
    depositDeductions: 5_000,
    depositReturned: first,
    lateInterest: true,
    chargesFrom: addMonths(start, 1),
  });
  await addsTenancy(landlord, {
    names: ['Oluwaseun Adeyemi'],
    address: '14 Chandos Terrace',
    start: first,
    paid: [[first, 120_000]],
  });
  await expect(page.getByRole('table', { name: 'Rent for the month' })).toContainText('Oluwaseun');
  await check('rent of a month, and arrears');
  await page.getByRole('radio', { name: /^Late/ }).check();
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No rent found')).toBeVisible();
  await check('rent that no search finds');
  await page.goto('/dashboard/rent');
  await page.getByRole('button', { name: /^Another amount or date, Darren/ }).click();
  await expect(dialog.getByRole('region', { name: 'Allocated to' })).toBeVisible();
  await check('the dialog that records rent');
  await dialog.getByLabel('Amount', { exact: true }).fill('x');
  await dialog.getByRole('button', { name: 'Record rent' }).click();
  await check('rent that cannot be recorded');
  await page.reload();
  const letGo = await delay(page, { path: '/api/rent' });
  await page.goto('/dashboard/rent');
  await check('rent while it loads');
  letGo();
  const restore = await fail(page, { path: '/api/rent' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto('/dashboard/rent');
  await expect(page.getByText('We could not load the rent')).toBeVisible();
  await check('rent that cannot be read');
  await restore();

  await page.goto(`/dashboard/tenancies/${late.id}`);
  await expect(title(page, late.names)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Ledger' })).toBeVisible();
  await page.getByText(/^Earliest date for an increase/).click();
  await check('a tenancy with its ledger');
  await page.getByRole('button', { name: 'Add a charge or credit' }).click();
  await dialog.getByLabel('Type').selectOption('Opening balance');
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

  const post = { headers: { origin: landlord.origin } };
  const agent = { name: 'Marlow and Reed', feePercent: 10, vat: 'none' };
  const { id: agentId } = Agent.parse(await sent(page.request.post('/api/agents', { data: agent, ...post })));
  const collection = { agentId, autoMatch: false };
  await sent(page.request.put(`/api/tenancies/${late.id}/collection`, { data: collection, ...post }));
  await page.goto(`/dashboard/tenancies/${late.id}`);
  for (const [state, opens, sign] of [
    ['a tenancy’s statement', 'Statement', 'First day'],
    ['a rent increase', 'Prepare an increase', 'Details for Form 4A'],
    ['past months', 'Enter past months', 'Rent is counted from'],
    ['an agent’s statement', 'Enter a statement', 'Paid out on'],
    ['a deposit that was kept', 'Record it as income', 'Kept for'],
  ] as const) {
    if (state === 'a rent increase') await page.getByText(/^Earliest date for an increase/).click();
    await page.getByRole('button', { name: opens, exact: true }).click();
    await expect(dialog.getByText(sign, { exact: true })).toBeVisible();
    await check(`the dialog of ${state}`);
    await closed();
  }
  await page
    .getByRole('button', { name: /^Actions, Payment/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Record a return' }).click();
  await expect(dialog.getByText('Date returned')).toBeVisible();
  await check('the dialog of a payment that went back');
  await closed();
  await page
    .getByRole('button', { name: /^Actions, Payment/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Allocate payment' }).click();
  await dialog.getByText('The charges I choose').click();
  await expect(dialog.getByRole('list', { name: 'Charges' })).toBeVisible();
  await check('the dialog of what a payment pays');
  await dialog.getByText('The oldest charge first').click();
  await closed();
  await page.getByRole('button', { name: 'Base rates' }).click();
  await expect(dialog.getByText('Base rate (%)')).toBeVisible();
  await check('the dialog of base rates');
  await closed();
  await page.goto('/dashboard/rent');
  await page.getByRole('button', { name: 'Reminders' }).click();
  await dialog.getByRole('button', { name: 'Preview the email' }).click();
  // The preview has a sample name, because an agent collects the rent.
  await expect(dialog.getByText(/^Dear Grace Hopper/)).toBeVisible();
  await check('the dialog of reminders');
  await closed();
  await page.goto('/dashboard/finance?tab=rent');
  await expect(page.getByRole('table', { name: 'Rent for the month' })).toBeVisible();
  await check('what is due this month, in Finance');
};
