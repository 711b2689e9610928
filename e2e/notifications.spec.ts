import { expect, type Page } from '@playwright/test';
import { addDays, addMonths, formatDay, londonDay } from '../src/shared/dates.ts';
import { newCertificate } from '../test/fixtures/make.ts';
import { title } from './support/copy.ts';
import { keyboardOf } from './support/keyboard.ts';
import { test } from './support/test.ts';

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, words: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: words });

test('opens, snoozes, restores and resolves notices by keyboard', async ({ page, landlord, server }) => {
  const keyboard = keyboardOf(page);
  const today = londonDay(server.now());
  const certificate = (name: string, days: number) => newCertificate({ name, expirationDate: addDays(today, days) });
  await landlord.adds({ certificates: [certificate('Fire door check', -3), certificate('Legionella check', 12)] });
  await test.step('shows the first notices on the dashboard', async () => {
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: 'Needs attention' });
    await expect(card.getByRole('listitem')).toHaveText([
      /^Fire door check has expired/,
      /^Legionella check is expiring/,
    ]);
    await expect(card.getByRole('link', { name: 'All 2' })).toHaveAttribute('href', '/dashboard/notifications');
  });
  await test.step('S1.2.46 shows the number of new notices in the bell, and lists the first', async () => {
    await page.goto('/dashboard/profile');
    await keyboard.press(bell(page, 'Notifications, 2 new'));
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await expect(panel.getByRole('listitem')).toHaveText([
      /New\.Fire door check has expired3 days ago14 Chandos Terrace, Bristol/,
      /Legionella check is expiring12 days left/,
    ]);
    await keyboard.press(panel.getByRole('link', { name: 'All 2 notifications' }));
    await expect(title(page, 'Notifications')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Overdue or expired1', 'Coming up1']);
  });
  await test.step('restores a snoozed notice on request', async () => {
    await keyboard.press(
      row(page, 'Legionella').getByRole('button', { name: /^Snooze: Legionella check is expiring/ }),
    );
    await keyboard.press(page.getByRole('dialog', { name: 'Snooze until' }).getByRole('button', { name: /In a week/ }));
    await expect(row(page, 'Legionella')).toHaveCount(0);
    await keyboard.to(page.getByRole('tab', { name: 'To do 1' }));
    await keyboard.keys('ArrowRight');
    await expect(row(page, 'Legionella')).toContainText(`Snoozed until ${formatDay(addDays(today, 7))}`);
    await keyboard.press(page.getByRole('button', { name: /^Bring back/ }));
    await expect(page.getByRole('heading', { name: 'No snoozed notices' })).toBeVisible();
    await keyboard.to(page.getByRole('tab', { name: 'Snoozed 0' }));
    await keyboard.keys('ArrowLeft');
    await expect(row(page, 'Legionella')).toBeVisible();
  });
  await test.step('opens the form that resolves a notice, which then disappears', async () => {
    await keyboard.press(page.getByRole('link', { name: /^Renew: Fire door check has expired/ }));
    const expiry = page.getByLabel('Expiry date').first();
    await expect(expiry).toBeFocused();
    await keyboard.fill(expiry, formatDay(addMonths(today, 12)));
    await keyboard.press(page.getByRole('button', { name: 'Update Property' }));
    await expect(title(page, '14 Chandos Terrace')).toBeVisible();
    await page.goto('/dashboard/notifications');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Coming up1']);
  });
});
