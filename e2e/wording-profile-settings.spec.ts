/** Profile and settings, where the specification names a word, a rule or a default. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const personal = (page: Page) => page.getByRole('form', { name: 'Personal Information' });
const save = (page: Page) => personal(page).getByRole('button', { name: 'Save Changes' });

test.beforeEach(({ landlord }) => void landlord);

test("the profile is the 'Personal Information' form with Full Name and Email", async ({ page, landlord }) => {
  await page.goto('/dashboard/profile');
  await expect(title(page, 'Profile')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Personal Information', exact: true })).toBeVisible();
  await expect(personal(page).getByLabel('Full Name', { exact: true })).toHaveValue(landlord.name);
  await expect(personal(page).getByLabel('Email', { exact: true })).toHaveValue(landlord.email);
  await expect(personal(page).getByRole('textbox'), 'and nothing else').toHaveCount(2);
});

test("'Save Changes' reads 'Saving...' while it does, and then 'Profile updated successfully'", async ({ page }) => {
  await page.goto('/dashboard/profile');
  const letGo = await delay(page, { path: '/api/profile' });
  await save(page).click();
  await expect(personal(page).getByRole('button', { name: 'Saving...', exact: true })).toBeVisible();
  letGo();
  await expectSaid(page, 'Profile updated successfully');
  await expect(save(page)).toBeVisible();
});

test('a name has two characters and an email is one', async ({ page }) => {
  await page.goto('/dashboard/profile');
  await personal(page).getByLabel('Full Name').fill('A');
  await personal(page).getByLabel('Email').fill('ada@');
  await save(page).click();
  await expect(personal(page).getByLabel('Full Name')).toHaveAccessibleDescription(
    'Name must be at least 2 characters',
  );
  await expect(personal(page).getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
});

test("a profile that could not be saved gives the failure's own message, or 'Failed to update profile'", async ({
  page,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/profile');
  const mend = await fail(page, { path: '/api/profile' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await save(page).click();
  await expectRefused(page, 'We cannot reach our database just now. Please try again in a moment.');
  await mend();
  await page.route('/api/profile', (route) => route.fulfill({ body: '<p>Nothing that could be understood</p>' }));
  await save(page).click();
  await expectRefused(page, 'Failed to update profile');
});

test('settings have appearance, notifications and data management; dark mode is off and email notifications are on', async ({
  page,
}) => {
  await page.goto('/dashboard/settings');
  await expect(title(page, 'Settings')).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Appearance').getByRole('switch', { name: 'Dark Mode', exact: true })).not.toBeChecked();
  const letters = part('Notifications').getByRole('switch', { name: 'Email Notifications', exact: true });
  await expect(letters).toBeChecked();
  await expect(letters).toHaveAccessibleDescription(/leases that end within 30 days.*about your account.*always come/s);
  await expect(part('Data Management').getByRole('button')).toHaveText(['Clear All Data', 'Sign Out']);
});

test("'Clear All Data' asks first, and says when it is done", async ({ page }) => {
  await page.goto('/dashboard/settings');
  await page.evaluate(() => localStorage.setItem('tenants', '[]'));
  await page.getByRole('button', { name: 'Clear All Data' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleDescription(
    'Are you sure you want to clear all your data? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Clear All Data' }).click();
  await expectSaid(page, 'All data has been cleared successfully');
  expect(await page.evaluate(() => localStorage.getItem('tenants'))).toBeNull();
});

test("'Sign Out' ends the session", async ({ page }) => {
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/dashboard/settings');
  await expect(title(page, 'Welcome back')).toBeVisible();
});
