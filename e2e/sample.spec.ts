/** Adding and removing the sample portfolio. */
import { expect } from '@playwright/test';
import { expectToast, title } from './support/copy.ts';
import { keyboardOf } from './support/keyboard.ts';
import { signIn } from './support/landlords.ts';
import { field, saveButton } from './support/tenants.ts';
import { test } from './support/test.ts';

test('adds the sample portfolio, and keeps edited records when it is removed', async ({
  page,
  landlord,
  anotherBrowser,
  server,
}) => {
  const keyboard = keyboardOf(page);
  const ribbon = page.getByRole('complementary', { name: 'Sample data' });
  const dialog = page.getByRole('alertdialog');
  await test.step('adds it with one click, in every open tab', async () => {
    const other = await anotherBrowser();
    await signIn(other, server.address, landlord);
    await other.goto('/dashboard');
    await expect(other.getByRole('button', { name: 'Add sample data' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(ribbon).toHaveCount(0);
    await keyboard.press(page.getByRole('button', { name: 'Add sample data' }));
    await expectToast(page, 'Sample data added');
    await expect(title(page, 'Dashboard')).toBeFocused();
    await expect(other.getByRole('complementary', { name: 'Sample data' })).toBeVisible();
    await other.context().close();
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
  });
  await test.step('lists an edited tenant as kept when the sample is removed', async () => {
    await page.goto('/dashboard/tenants?q=Rohan');
    await page.getByRole('link', { name: 'Edit, Rohan Mehta' }).click();
    await field(page, 'Phone').fill('07700 900999');
    await saveButton(page).click();
    await expect(title(page, 'Rohan Mehta')).toBeVisible();
    await keyboard.press(ribbon.getByRole('button', { name: 'Remove sample data' }));
    await expect(dialog).toContainText('12 properties');
    await expect(dialog).toContainText('1 tenant: Rohan Mehta');
    await keyboard.press(dialog.getByRole('button', { name: 'Remove sample data' }));
    await expectToast(page, 'Sample data removed');
    await expect(ribbon).toHaveCount(0);
    await expect(title(page, 'Dashboard')).toBeFocused();
    expect(await landlord.has()).toBe(0);
    await page.goto('/dashboard/tenants');
    await expect(page.getByText('Not assigned')).toBeVisible();
  });
});
