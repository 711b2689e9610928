import { expect } from '@playwright/test';
import { z } from 'zod';
import { Deadline } from '../../src/features/deadline/deadline.ts';
import { expectToast } from '../support/copy.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { sent } from '../support/landlords.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

test('shows why a deadline is due, and marks it, by keyboard at 320 pixels', async ({ page, landlord }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const keyboard = keyboardOf(page);
  await addsTenancy(landlord, { names: ['Grace Hopper'], address: '2 Mill Lane', start: '2025-01-03' });
  await page.goto('/dashboard/deadlines');
  const row = page.getByRole('listitem').filter({ hasText: 'Give the Information Sheet' });
  await expect(row).toContainText('31 May 2026');
  await keyboard.press(row.getByText('Why', { exact: true }));
  await expect(row.getByRole('link', { name: /^Housing Act 1988, section 16D/ })).toBeVisible();
  await expect(row).toContainText('in force from 01 May 2026');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await keyboard.press(row.getByRole('button', { name: /^Not needed/ }));
  const dialog = page.getByRole('dialog', { name: 'Not needed' });
  await keyboard.press(dialog.getByRole('button', { name: 'Not needed' }));
  await expect(dialog.getByLabel('Not needed because')).toHaveAccessibleDescription(/Enter a reason/);
  await keyboard.fill(dialog.getByLabel('Not needed because'), 'Given on paper');
  await keyboard.press(dialog.getByRole('button', { name: 'Not needed' }));
  await expectToast(page, 'Marked as not needed');
  await expect(row).toHaveCount(0);
  await page.getByLabel('When').selectOption({ label: 'Done, snoozed or not needed (1)' });
  await expect(page).toHaveURL(/group=aside/);
  await expect(row).toContainText('Not needed: Given on paper');
  await keyboard.press(row.getByRole('button', { name: /^Open again/ }));
  await expectToast(page, 'Opened again');

  await page.goto('/dashboard/properties');
  await page.getByRole('link', { name: '2 Mill Lane' }).first().click();
  const facts = page.getByRole('region', { name: 'A few facts' });
  await expect(facts.getByLabel(/^Does the home have gas/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Deadlines', exact: true })).toContainText('Check the right to rent');
});

test('adds, changes and removes an own deadline, and shows the mark of a second tab', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id: propertyId } = await landlord.adds({ address: '4 Mill Lane' });
  await page.goto(`/dashboard/deadlines?propertyId=${propertyId}`);
  await page.getByRole('button', { name: 'Add deadline' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a deadline' });
  await adding.getByLabel('Title').fill('Boiler cover ends');
  await adding.getByLabel('Day').fill('01/03/2027');
  await adding.getByRole('button', { name: 'Add deadline' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Boiler cover' });
  await row.getByRole('button', { name: /^Actions for Boiler cover ends/ }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const changing = page.getByRole('dialog', { name: 'Change a deadline' });
  await changing.getByLabel('Day').fill('02/03/2027');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Deadline saved');
  await expect(row).toContainText('02 Mar 2027');

  await row.getByRole('button', { name: /^Snooze/ }).click();
  const snooze = page.getByRole('dialog', { name: 'Snooze' });
  await snooze.getByLabel('Reason').fill('Engineer booked');
  const items = await page.request.get(`/api/deadlines?propertyId=${propertyId}`);
  const [due] = z.object({ items: z.array(Deadline) }).parse(await items.json()).items;
  const mark = { kind: 'not_needed', reason: 'Sold', day: due?.day };
  const { origin } = landlord;
  await sent(page.request.put(`/api/deadlines/${due?.id ?? ''}/mark`, { data: mark, headers: { origin } }));
  expectConsoleError(/status of 409/);
  await snooze.getByRole('button', { name: 'Snooze' }).click();
  const conflict = page.getByRole('dialog', { name: 'You changed this deadline in another tab or device.' });
  await expect(conflict).toContainText('Not needed: Sold');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expectToast(page, 'Snoozed');

  await page.goto(`/dashboard/deadlines?propertyId=${propertyId}&group=aside`);
  await expect(row).toContainText(/Snoozed until .*: Engineer booked/);

  // Another mark is saved between the click and its request.
  await page.route(/\/api\/deadlines\/.*\/mark$/, async (route) => {
    const again = { ...mark, version: 2 };
    await sent(page.request.put(`/api/deadlines/${due?.id ?? ''}/mark`, { data: again, headers: { origin } }));
    await route.continue();
  });
  await row.getByRole('button', { name: /^Open again/ }).click();
  await expectToast(page, 'You changed this deadline in another tab or device.');
  await page.unrouteAll();
  await expect(row).toContainText('Not needed: Sold');
  await row.getByRole('button', { name: /^Actions for Boiler cover ends/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Deadline removed');
  await expect(row).toHaveCount(0);
});

test('marks several deadlines at once, and undoes it', async ({ page, landlord }) => {
  const { id: propertyId } = await landlord.adds({ address: '4 Mill Lane' });
  for (const title of ['Boiler cover ends', 'Chimney sweep', 'Window cleaning'])
    await sent(
      page.request.post('/api/deadlines/own', {
        data: { propertyId, title, day: '2026-11-01', repeatMonths: null, note: '' },
        headers: { origin: landlord.origin },
      }),
    );
  await page.goto('/dashboard/deadlines');
  const overdue = page.getByRole('region', { name: /^Overdue/ });
  const row = (title: string) => overdue.getByRole('listitem').filter({ hasText: title });
  await overdue.getByRole('button', { name: /^Select 3/ }).click();
  await row('Chimney sweep').getByRole('checkbox').uncheck();
  const bar = page.getByRole('region', { name: 'Selected deadlines' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done: 2 deadlines' }).click();
  await expectToast(page, 'Marked as done: 2 deadlines');
  await expect(overdue.getByRole('listitem')).toHaveCount(1);
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(overdue.getByRole('listitem')).toHaveCount(3);
});
