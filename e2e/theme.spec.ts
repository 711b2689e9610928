import { expect, type Page } from '@playwright/test';
import { expectToast, title } from './support/copy.ts';
import { delay } from './support/network-faults.ts';
import { test } from './support/test.ts';

/** Records the theme when the body is created, before the first paint. */
async function noteFirstTheme(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      document.documentElement.setAttribute('data-first-theme', document.documentElement.dataset.theme ?? 'none');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

async function expectTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const shown = () =>
    page.evaluate(() => {
      const { theme: now, firstTheme: first } = document.documentElement.dataset;
      return { now, first, scheme: getComputedStyle(document.documentElement).colorScheme };
    });
  await expect.poll(shown).toEqual({ now: theme, first: theme, scheme: theme });
  const bar = theme === 'dark' ? '#12110f' : '#faf9f6';
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', bar);
}

test.describe('on a dark system', () => {
  test.use({ colorScheme: 'dark' });

  test('S2.9.1 is light until dark mode is chosen, then dark on every page without a flash, until another account signs in', async ({
    page,
    landlord,
    anotherLandlord,
  }) => {
    await noteFirstTheme(page);
    for (const path of ['/', '/login', '/dashboard/settings']) {
      await page.goto(path);
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.firstTheme)).toBe('light');
    }
    const dark = page.getByRole('switch', { name: 'Dark mode' });
    const kept = page.waitForResponse('/api/settings');
    await dark.check();
    await kept;
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    for (const path of ['/dashboard/properties', '/', '/terms', '/dashboard/settings']) {
      await page.goto(path);
      await expectTheme(page, 'dark');
    }
    await expect(dark).toBeChecked();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/login');
    await expectTheme(page, 'dark');

    const { email, password } = await anotherLandlord();
    expect(email).not.toBe(landlord.email);
    await page.getByRole('form').getByLabel('Email').fill(email);
    await page.getByRole('form').getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(title(page, 'Dashboard')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    await page.goto('/');
    await expectTheme(page, 'light');
  });
});

test('shows no animation with reduced motion', async ({ page, landlord }) => {
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  const { id } = await landlord.adds();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const letGo = await delay(page, { path: '/api/properties' });
  await page.goto('/dashboard/properties');
  await expect(page.getByText('Loading properties...')).toBeAttached();
  expect(await moving()).toBe(0);
  letGo();
  await page.goto(`/dashboard/properties/${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Property' });
  await expect(question).toBeVisible();
  expect(await moving()).toBe(0);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Property deleted successfully');
  expect(await moving()).toBe(0);
});
