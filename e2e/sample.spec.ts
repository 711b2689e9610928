import { expect } from '@playwright/test';
import { title } from './support/copy.ts';
import { keyboardOf } from './support/keyboard.ts';
import { test } from './support/test.ts';

test('opens a sample account, returns to the landlord’s own, and removes the sample', async ({ page, landlord }) => {
  const keyboard = keyboardOf(page);
  const ribbon = page.getByRole('complementary', { name: 'Sample account' });
  const open = page.getByRole('button', { name: 'Open a sample account' });
  await test.step('opens it with one click', async () => {
    await page.goto('/dashboard');
    await expect(ribbon).toHaveCount(0);
    await keyboard.press(open);
    await expect(page.getByRole('link', { name: /Total Properties/ })).toContainText('12');
  });
  await test.step('shows the ribbon on every screen, from the first render', async () => {
    for (const name of ['Properties', 'Tenants', 'Suppliers', 'Finance', 'Settings']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await expect(ribbon).toBeVisible();
    }
    await page.goto('/dashboard/properties');
    await expect(page.getByText('14 Chandos Terrace')).toBeVisible();
    await expect(ribbon).toBeVisible();
    await expect(page.locator('main img').first()).toBeVisible();
    await page.goto('/dashboard/team');
    await expect(page.getByText('Martin Oakes')).toBeVisible();
  });
  await test.step('returns to an account without a record of it', async () => {
    await keyboard.press(ribbon.getByRole('link', { name: 'Your accounts' }));
    await keyboard.press(page.getByRole('button', { name: new RegExp(landlord.name) }));
    await expect(open).toBeVisible();
    await expect(ribbon).toHaveCount(0);
    expect(await landlord.has()).toBe(0);
  });
  await test.step('opens the same one again, and removes it', async () => {
    await open.click();
    await keyboard.press(ribbon.getByRole('button', { name: 'Remove sample' }));
    await keyboard.press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove sample' }));
    await expect(open).toBeVisible();
    await expect(title(page, 'Dashboard')).toBeVisible();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
    await expect(page.getByText('Sample portfolio')).toHaveCount(0);
  });
});
