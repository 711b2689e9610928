/** Signing out: nothing is asked for any more while it is under way, and where it fails everything goes on. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { expectRefused, title } from './words.ts';

const SIGN_OUT = { path: '/api/auth/sign-out' };
const PROPERTIES = { path: '/api/properties' };

async function signsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('while somebody signs out nothing is asked for that would be refused a moment later', async ({
  page,
  landlord: _,
}) => {
  await page.goto('/dashboard/settings');
  const letGo = await delay(page, SIGN_OUT);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === SIGN_OUT.path);
  await signsOut(page);
  await asked;
  const later: string[] = [];
  page.on('request', (request) => later.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Properties' }).click();
  await expect(page.getByText('Loading properties...')).toBeAttached();
  expect(later.filter((path) => path.startsWith('/api/'))).toEqual([]);
  letGo();
  await expect(page).toHaveURL('/');
});

test('where signing out fails it says so, and what was called off for it comes after all', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503/);
  await landlord.adds({ address: '8 Laburnum Row' });
  await fail(page, SIGN_OUT, 'unavailable');
  const letGo = await delay(page, PROPERTIES);
  await page.goto('/dashboard/properties');
  await expect(page.getByText('Loading properties...')).toBeAttached();
  await signsOut(page);
  await expectRefused(page, 'You are still signed in');
  letGo();
  await expect(page.getByText('8 Laburnum Row')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
});
