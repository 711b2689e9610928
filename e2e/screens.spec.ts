/** Every screen as it is first seen: accessible in light and dark, on a desk, a tablet and a phone, and never wider than the window. */
import { expect } from '@playwright/test';
import { expectAccessibleEverywhere } from './accessible.ts';
import { test } from './journey.ts';
import { title } from './words.ts';

/** Addresses and the h1 there, for anybody. */
const OPEN = {
  '/': 'Property Management Simplified',
  '/terms': 'Terms',
  '/privacy': 'Privacy',
  '/login': 'Welcome back',
  '/signup': 'Start Your Free Trial',
  '/forgot-password': 'Forgot your password?',
  '/reset-password?token=1': 'Choose a new password',
  '/outbox': 'Outbox',
};

/** Those for a landlord who has just signed up. */
const SIGNED_IN = {
  '/dashboard': 'Dashboard',
  '/dashboard/properties': 'Properties',
  '/dashboard/properties/add': 'Add New Property',
  '/dashboard/tenants': 'Tenants',
  '/dashboard/tenants/add': 'Add New Tenant',
  '/dashboard/suppliers': 'Suppliers',
  '/dashboard/suppliers/add': 'Add New Supplier',
  '/dashboard/finance': 'Finance',
  '/dashboard/profile': 'Profile',
  '/dashboard/settings': 'Settings',
};

for (const [address, heading] of Object.entries(OPEN)) {
  test(`${address} is accessible at every width, light and dark`, async ({ page }) => {
    await page.goto(address);
    await expect(title(page, heading)).toBeVisible();
    await expectAccessibleEverywhere(page);
  });
}

for (const [address, heading] of Object.entries(SIGNED_IN)) {
  test(`${address} is accessible at every width, light and dark`, async ({ page, landlord: _ }) => {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectAccessibleEverywhere(page);
  });
}

test('a dashboard with properties is accessible at every width, light and dark', async ({ page, landlord }) => {
  await landlord.adds();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Total Properties/ })).toContainText('1');
  await expectAccessibleEverywhere(page);
});
